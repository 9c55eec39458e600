#pragma once
// How far a packed clip is from the exact one.

#include "build/exact_clip.h"

#include <saker/clip.h>
#include <saker/skeleton.h>

namespace saker {

struct ClipError {
  double largest = 0;  // metres
  int joint = -1;
  double time = 0;
  double median = 0, percentile95 = 0, percentile99 = 0;  // over joints and times
  std::vector<double> intervals;  // the largest between neighbouring samples, or in the whole clip
};

// Measures between where the exact clip and the packed one, played by the runtime, have the six
// points at +-shell on each joint's axes: at every sample, at eight times between neighbours, and
// at every key. The points are at least `shell` from the joint both in its own space and in model
// space.
ClipError measure_error(const ExactClip& exact, const Skeleton& skeleton, const Clip& packed,
                        double shell);

}  // namespace saker
