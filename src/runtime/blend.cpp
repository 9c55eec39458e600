#include "kernels/chosen.h"
#include "runtime/pose_shape.h"

namespace saker {

Status blend(PoseSpan from, PoseSpan to, std::span<const float> weights, PoseSpan out) {
  if (!same_shape(from, to)) return {"to", "has the characters, joints and lanes of from"};
  if (!same_shape(from, out)) return {"out", "has the characters, joints and lanes of from"};
  if (weights.size() != from.count) return {"weights", "has one entry per character"};
  if (!known_lanes(from)) return {"from", "has 1 or kPoseLanes lanes"};
  if (from.lanes == 1) {
    baseline::blend_ones(from, to, weights.data(), out);
  } else {
    SAKER_CHOSEN(blend_poses)(from, to, weights.data(), out);
  }
  return {};
}

}  // namespace saker
