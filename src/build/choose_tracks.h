#pragma once
// Which tracks of a clip rest, keep one value, are sampled or stay as they are.

#include "build/reach.h"

#include <saker/build.h>

namespace saker {

struct ConstantChannel {
  JointTrack track;
  std::array<float, 4> value = {};
};

struct TrackChoice {
  uint32_t sample_count = 0;
  std::vector<ConstantChannel> rest;  // at their skeleton's rest value, which is not stored
  std::vector<ConstantChannel> constants;
  std::vector<JointTrack> sampled, keyed;
};

// `share` of the tolerance is what sampling one track may cost. The errors of a chain of joints add
// up, and quantisation comes on top; 0 samples nothing.
TrackChoice choose_tracks(const ExactClip& exact, const Skeleton& skeleton, const Reach& reach,
                          const BuildOptions& options, double share);

// Room that a constant or rounding may take without being noticed.
inline double negligible_error(const BuildOptions& options) { return 0.025 * options.tolerance; }

}  // namespace saker
