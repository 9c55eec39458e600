#include "kernels/chosen.h"
#include "runtime/pose_shape.h"

namespace saker {

Status blend_layers(const Skeleton& skeleton, std::span<const PoseLayer> layers, PoseSpan out) {
  if (out.joint_count != skeleton.joint_count()) return {"out", "has the skeleton's joints"};
  if (!known_lanes(out)) return {"out", "has 1 or kPoseLanes lanes"};
  for (const PoseLayer& layer : layers) {
    if (!same_shape(layer.poses, out))
      return {"layers", "have the characters, joints and lanes of out"};
    if (layer.weights.size() != out.count) return {"layers", "have one weight per character"};
    if (!layer.mask.empty() && layer.mask.size() != out.joint_count)
      return {"layers", "have a mask with one entry per joint, or none"};
  }
  if (out.lanes == 1) {
    baseline::blend_layers_of_ones(skeleton, layers.data(), layers.size(), out);
  } else {
    SAKER_CHOSEN(blend_layers)(skeleton, layers.data(), layers.size(), out);
  }
  return {};
}

}  // namespace saker
