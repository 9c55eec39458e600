#pragma once
// Mixing any number of poses, a tile of characters at a time.

#include "kernels/transform.h"

namespace saker {
namespace SAKER_KERNELS {

// Weighted transforms, summed.
template <size_t N>
struct Mixture {
  TransformLanes<N> sum = {};
  Lanes<N> total = {};

  // Rotations on the shorter arc to what came before.
  SAKER_INLINE void add(const TransformLanes<N>& t, const Lanes<N>& weight) {
    for (size_t c = 0; c < 3; ++c) {
      sum.translation[c] = multiply_add<N>(t.translation[c], weight, sum.translation[c]);
      sum.scale[c] = multiply_add<N>(t.scale[c], weight, sum.scale[c]);
    }
    QuatLanes<N>& q = sum.rotation;
    const Lanes<N> toward = with_sign_of<N>(dot<N>(q, t.rotation), weight);
    q = {multiply_add<N>(t.rotation.x, toward, q.x), multiply_add<N>(t.rotation.y, toward, q.y),
         multiply_add<N>(t.rotation.z, toward, q.z), multiply_add<N>(t.rotation.w, toward, q.w)};
    total = total + weight;
  }

  SAKER_INLINE TransformLanes<N> mean() const {
    TransformLanes<N> out;
    for (size_t c = 0; c < 3; ++c) {
      out.translation[c] = sum.translation[c] / total;
      out.scale[c] = sum.scale[c] / total;
    }
    out.rotation = normalized<N>(sum.rotation);
    return out;
  }
};

template <size_t N>
void blend_layers_wide(const Skeleton& skeleton, const PoseLayer* layers, size_t layer_count,
                       const PoseSpan& out) {
  const Transform* rest = skeleton.rest.data();
  for_each_joint<N>(out, [&](size_t first, size_t joint, size_t offset) {
    Mixture<N> mixture;
    for (size_t i = 0; i < layer_count; ++i) {
      const PoseLayer& layer = layers[i];
      Lanes<N> weight = load_weights<N>(layer.weights.data(), first, out.count);
      if (!layer.mask.empty()) {
        const float here = layer.mask.data()[joint];
        weight = weight * (here > 0 ? here : 0.0f);
      }
      mixture.add(load_transform<N>(layer.poses.data + offset, out.lanes),
                  at_least<N>(weight, 0.0f));
    }
    const Lanes<N> none = broadcast<N>(0.0f), whole = broadcast<N>(1.0f);
    mixture.add(broadcast_transform<N>(rest[joint]), mixture.total > none ? none : whole);
    store_transform<N>(out.data + offset, out.lanes, mixture.mean());
  });
}

void blend_layers(const Skeleton& skeleton, const PoseLayer* layers, size_t layer_count,
                  const PoseSpan& out) {
  blend_layers_wide<kNativeLanes>(skeleton, layers, layer_count, out);
}

}  // namespace SAKER_KERNELS
}  // namespace saker
