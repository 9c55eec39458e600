#pragma once
// A clip at evenly spaced samples: what the encoder works from.

#include "build/exact_clip.h"

#include <saker/skeleton.h>

namespace saker {

// Entries lie sample after sample, joint after joint.
struct SourceSamples {
  size_t joints = 0, count = 0;
  // As the runtime wants them: rotations at unit length, signs continuous from sample to sample.
  std::vector<DTransform> locals;
  std::vector<DAffine> models;  // exact
  // The products of the rotations from the root down.
  std::vector<DQuat> rotations;
  // Per joint: all its ancestors scale evenly and shear nothing, so that the product above is how
  // its parent's space really is turned.
  std::vector<bool> turns_evenly;

  size_t at(size_t sample, size_t joint) const { return sample * joints + joint; }
};

SourceSamples sample_source(const ExactClip& exact, const Skeleton& skeleton, size_t count);

}  // namespace saker
