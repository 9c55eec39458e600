#include "kernels/table.h"

namespace saker {
namespace {

bool same_shape(const PoseSpan& a, const PoseSpan& b) {
  return a.joint_count == b.joint_count && a.count == b.count && a.lanes == b.lanes;
}

}  // namespace

Status blend(PoseSpan from, PoseSpan to, std::span<const float> weights, PoseSpan out) {
  if (!same_shape(from, to)) return {"to", "has the characters, joints and lanes of from"};
  if (!same_shape(from, out)) return {"out", "has the characters, joints and lanes of from"};
  if (weights.size() != from.count) return {"weights", "has one entry per character"};
  if (from.lanes != 1 && from.lanes != kPoseLanes) return {"from", "has 1 or kPoseLanes lanes"};
  if (from.lanes == 1) {
    baseline::blend_ones(from, to, weights.data(), out);
  } else {
    kernels().blend_poses(from, to, weights.data(), out);
  }
  return {};
}

}  // namespace saker
