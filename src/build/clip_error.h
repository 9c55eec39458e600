#pragma once
// How far a packed clip is from the exact one.

#include "build/clip_packer.h"

namespace saker {

struct ClipError {
  double error = 0;  // metres
  int joint = -1;
  double time = 0;
};

// The largest distance, over the given times and all joints, between where the exact clip and the
// packed one, played by the runtime, have the six points at +-shell on each joint's axes. The
// points are at least `shell` from the joint both in its own space and in model space.
ClipError measure_error(const Scene& scene, const RawClip& clip, const JointMap& map,
                        const Skeleton& skeleton, const Clip& packed, double shell,
                        std::span<const float> times);

// How far a shell point of each joint, or of any joint below it, gets from the joint at the given
// times; and how much each joint's space is scaled.
struct Reach {
  std::vector<double> distance;
  std::vector<double> scale;
};
Reach measure_reach(const Scene& scene, const RawClip& clip, const JointMap& map, double shell,
                    std::span<const float> times);

}  // namespace saker
