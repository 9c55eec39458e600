#pragma once
// The order in which the samples between two keys are stored: half way first, then the halves.
//
// Between the keys at 0 and m, the residual at level 0 belongs to sample m / 2 (rounded down),
// those at level 1 to the samples half way between it and the keys, and so on. Each says how far
// its sample is from the straight line between the two neighbours it lies half way between. So a
// sample is a sum: both keys, and one residual of each level, times weights that depend on m and
// the sample only.

#include <cstdint>

namespace saker {

inline constexpr uint32_t kMidpointLevels = 4;
inline constexpr uint32_t kLargestInterval = 1u << kMidpointLevels;

// How to find samples s and s + 1 between keys at 0 and m: `residuals[level]` is the index, within
// its level, of the residual that both depend on; weights[i] are those of the two keys and of the
// residual of each level for sample s + i. Where there is no such residual, the weight is zero.
struct MidpointPath {
  float weights[2][2 + kMidpointLevels];
  uint32_t residuals[kMidpointLevels];
};

// 1 <= m <= kLargestInterval, s < m.
MidpointPath midpoint_path(uint32_t m, uint32_t s);

// How many residuals a level has between keys at 0 and m.
uint32_t midpoint_count(uint32_t m, uint32_t level);

}  // namespace saker
