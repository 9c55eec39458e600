#include "build/segment_widths.h"

#include "build/code_rows.h"

#include <algorithm>
#include <limits>

namespace saker {
namespace {

constexpr uint32_t kMostMore = (1u << format::kMoreBits) - 1;
constexpr uint32_t kWidestFinest = (1u << format::kFinestBits) - 1;

}  // namespace

// A coarser level is at least as wide as the finer one beside it and at most three bits wider.
SegmentWidths segment_widths(const CodeRange& range, uint32_t components) {
  SegmentWidths widths;
  uint32_t totals[kAdaptiveLevels] = {};
  for (uint32_t c = 0; c < components; ++c) {
    uint32_t w[kAdaptiveLevels];
    for (uint32_t l = 0; l < kAdaptiveLevels; ++l) {
      w[l] = code_width(range.low[l + 1][c], range.high[l + 1][c]);
      widths.any = widths.any || w[l] > 0;
    }
    for (uint32_t l = kAdaptiveLevels - 1; l-- > 0;) w[l] = std::max(w[l], w[l + 1]);
    for (uint32_t l = 0; l + 1 < kAdaptiveLevels; ++l)
      w[l + 1] = std::max(w[l + 1], w[l] > kMostMore ? w[l] - kMostMore : 0);
    widths.possible = widths.possible && w[kAdaptiveLevels - 1] <= kWidestFinest;
    for (uint32_t l = 0; l < kAdaptiveLevels; ++l) {
      widths.bits[l][c] = uint8_t(w[l]);
      totals[l] += w[l];
    }
  }
  for (const uint32_t total : totals)
    widths.possible = widths.possible && total <= format::kWordBits;
  return widths;
}

double segment_cost(const SegmentWidths& widths, uint32_t components,
                    const std::array<uint32_t, kAdaptiveLevels>& counts) {
  if (!widths.possible) return std::numeric_limits<double>::infinity();
  if (!widths.any) return 1;
  uint32_t bits = 1 + format::kStepBits + components * format::kComponentBits;
  for (uint32_t l = 0; l < kAdaptiveLevels; ++l) {
    for (uint32_t c = 0; c < components; ++c) bits += counts[l] * widths.bits[l][c];
  }
  return bits;
}

}  // namespace saker
