#pragma once
// What functions of several batches of poses ask of them.

#include <saker/pose.h>

namespace saker {

inline bool same_shape(const PoseSpan& a, const PoseSpan& b) {
  return a.joint_count == b.joint_count && a.count == b.count && a.lanes == b.lanes;
}

inline bool known_lanes(const PoseSpan& poses) {
  return poses.lanes == 1 || poses.lanes == kPoseLanes;
}

}  // namespace saker
