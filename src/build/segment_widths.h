#pragma once
// How many bits the residuals between two keys take.

#include "asset/format.h"
#include "build/closed_loop.h"

namespace saker {

// Per level, coarsest first, and component, as a segment's header can say it.
struct SegmentWidths {
  uint8_t bits[kAdaptiveLevels][4] = {};
  bool any = false;      // a residual is not zero
  bool possible = true;  // no width is beyond what the format allows
};

SegmentWidths segment_widths(const CodeRange& range, uint32_t components);

// The bits of a track's mask, header and residuals; counts per level. Infinite if not possible.
double segment_cost(const SegmentWidths& widths, uint32_t components,
                    const std::array<uint32_t, kAdaptiveLevels>& counts);

}  // namespace saker
