#pragma once
// The transforms of a joint of N characters at once, and the walk through the joints of a batch.

#include "kernels/sample.h"

namespace saker {
namespace SAKER_KERNELS {

template <size_t N>
struct TransformLanes {
  Lanes<N> translation[3];
  QuatLanes<N> rotation;
  Lanes<N> scale[3];
};

template <size_t N>
SAKER_INLINE TransformLanes<N> load_transform(const float* joint, size_t lanes) {
  TransformLanes<N> out;
  for (size_t c = 0; c < 3; ++c) out.translation[c] = load<N>(joint + c * lanes);
  out.rotation = load_rotation<N>(joint + 3 * lanes, lanes);
  for (size_t c = 0; c < 3; ++c) out.scale[c] = load<N>(joint + (7 + c) * lanes);
  return out;
}

template <size_t N>
SAKER_INLINE void store_transform(float* joint, size_t lanes, const TransformLanes<N>& t) {
  for (size_t c = 0; c < 3; ++c) store<N>(joint + c * lanes, t.translation[c]);
  store_rotation<N>(joint + 3 * lanes, lanes, t.rotation);
  for (size_t c = 0; c < 3; ++c) store<N>(joint + (7 + c) * lanes, t.scale[c]);
}

template <size_t N>
SAKER_INLINE TransformLanes<N> broadcast_transform(const Transform& t) {
  const Vec3 &p = t.translation, &s = t.scale;
  const Quat& q = t.rotation;
  return {{broadcast<N>(p.x), broadcast<N>(p.y), broadcast<N>(p.z)},
          {broadcast<N>(q.x), broadcast<N>(q.y), broadcast<N>(q.z), broadcast<N>(q.w)},
          {broadcast<N>(s.x), broadcast<N>(s.y), broadcast<N>(s.z)}};
}

// The weights of N characters; those past the last have none.
template <size_t N>
SAKER_INLINE Lanes<N> load_weights(const float* weights, size_t first, size_t count) {
  if (first + N <= count) return load<N>(weights + first);
  float some[N] = {};
  for (size_t i = first; i < count; ++i) some[i - first] = weights[i];
  return load<N>(some);
}

// Calls visit(first, joint, offset) for N characters and a joint at a time: the first character's
// index, the joint's, and where their rows start in a batch of this shape.
template <size_t N, class Visit>
SAKER_INLINE void for_each_joint(const PoseSpan& shape, Visit visit) {
  for (size_t i = 0; i < shape.count; i += N) {
    const size_t tile = i / shape.lanes * shape.tile_size() + i % shape.lanes;
    for (size_t j = 0; j < shape.joint_count; ++j)
      visit(i, j, tile + j * PoseSpan::kComponents * shape.lanes);
  }
}

}  // namespace SAKER_KERNELS
}  // namespace saker
