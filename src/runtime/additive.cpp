#include "kernels/chosen.h"
#include "runtime/pose_shape.h"

namespace saker {

Status make_additive(PoseSpan poses, PoseSpan reference, PoseSpan out) {
  if (!same_shape(reference, poses))
    return {"reference", "has the characters, joints and lanes of poses"};
  if (!same_shape(out, poses)) return {"out", "has the characters, joints and lanes of poses"};
  if (!known_lanes(poses)) return {"poses", "has 1 or kPoseLanes lanes"};
  if (poses.lanes == 1) {
    baseline::make_additive_ones(poses, reference, out);
  } else {
    SAKER_CHOSEN(make_additive)(poses, reference, out);
  }
  return {};
}

Status add_pose(PoseSpan base, PoseSpan delta, std::span<const float> weights,
                std::span<const float> mask, PoseSpan out) {
  if (!same_shape(delta, base)) return {"delta", "has the characters, joints and lanes of base"};
  if (!same_shape(out, base)) return {"out", "has the characters, joints and lanes of base"};
  if (!known_lanes(base)) return {"base", "has 1 or kPoseLanes lanes"};
  if (weights.size() != base.count) return {"weights", "has one entry per character"};
  if (!mask.empty() && mask.size() != base.joint_count)
    return {"mask", "is empty or has one entry per joint"};
  const float* joints = mask.empty() ? nullptr : mask.data();
  if (base.lanes == 1) {
    baseline::add_ones(base, delta, weights.data(), joints, out);
  } else {
    SAKER_CHOSEN(add_poses)(base, delta, weights.data(), joints, out);
  }
  return {};
}

}  // namespace saker
