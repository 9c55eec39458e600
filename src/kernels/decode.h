#pragma once
// From bits to the value of a track, for N characters of one clip at once.

#include "base/midpoints.h"
#include "kernels/lanes.h"

#include <saker/clip.h>

namespace saker {
namespace SAKER_KERNELS {

// Where N characters are in their clip: between two samples, which lie between two keys.
template <size_t N>
struct Place {
  const std::byte* keys[2][N];                     // the rows of the keys before and after
  const std::byte* residuals[kFixedLevels][N];     // kFixed: the rows of the residuals on the way
  const std::byte* segment[N];                     // kAdaptive: where the segment begins
  uint32_t counts[kAdaptiveLevels][N];             // kAdaptive: residuals of each level
  uint32_t indices[kAdaptiveLevels][N];            // kAdaptive: which of them
  float weights[2][2 + kAdaptiveLevels][N];        // of keys and residuals for both samples
  float fraction[N];                               // from the first sample to the second
};

// Sets lane `lane` of a place to a time in seconds. The division is done in double, because sample
// numbers of long clips leave a float too few bits for the fraction.
template <size_t N>
void locate(const Clip& clip, float time, size_t lane, Place<N>& place) {
  const uint32_t last = clip.sample_count - 1;
  double share = clip.duration > 0 ? double(time) / double(clip.duration) : 0;
  share = share > 0 ? share : 0;  // also what is not a number
  const double position = (share < 1 ? share : 1) * last;
  uint32_t sample = uint32_t(position);
  if (sample == last) sample = last - 1;
  place.fraction[lane] = float(position - sample);
  const uint32_t block = sample >> clip.levels, first = block << clip.levels;
  const uint32_t m = last - first < clip.interval() ? last - first : clip.interval();
  const std::byte* row = clip.blocks.data() + size_t(block) * clip.block_size;
  place.keys[0][lane] = row;
  place.keys[1][lane] = row + clip.block_size;
  if (clip.levels == 0) return;
  const MidpointPath path = midpoint_path(m, sample - first);
  for (size_t i = 0; i < 2; ++i) {
    for (size_t k = 0; k < 2 + kAdaptiveLevels; ++k)
      place.weights[i][k][lane] = path.weights[i][k];
  }
  if (clip.layout == SampleLayout::kFixed) {
    row += clip.key_row_size;
    for (uint32_t level = 0; level < clip.levels; ++level) {
      place.residuals[level][lane] =
          row + size_t(path.residuals[level]) * clip.residual_row_sizes[level];
      row += size_t(clip.residual_row_sizes[level]) << level;
    }
    return;
  }
  place.segment[lane] = clip.residuals.data() + clip.segments[block];
  for (uint32_t level = 0; level < kAdaptiveLevels; ++level) {
    place.counts[level][lane] = midpoint_count(m, level);
    place.indices[level][lane] = path.residuals[level];
  }
}

}  // namespace SAKER_KERNELS
}  // namespace saker
