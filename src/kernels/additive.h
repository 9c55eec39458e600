#pragma once
// Differences between poses, and adding them, a tile of characters at a time.

#include "kernels/transform.h"

namespace saker {
namespace SAKER_KERNELS {

template <size_t N>
SAKER_INLINE QuatLanes<N> product(const QuatLanes<N>& a, const QuatLanes<N>& b) {
  const auto sum = [](const Lanes<N>& a0, const Lanes<N>& b0, const Lanes<N>& a1,
                      const Lanes<N>& b1, const Lanes<N>& a2, const Lanes<N>& b2,
                      const Lanes<N>& a3, const Lanes<N>& b3) __attribute__((always_inline)) {
    return multiply_add<N>(a0, b0,
                           multiply_add<N>(a1, b1, multiply_add<N>(a2, b2, Lanes<N>(a3 * b3))));
  };
  return {
      sum(a.w, b.x, a.x, b.w, a.y, b.z, -a.z, b.y), sum(a.w, b.y, a.y, b.w, a.z, b.x, -a.x, b.z),
      sum(a.w, b.z, a.z, b.w, a.x, b.y, -a.y, b.x), sum(a.w, b.w, -a.x, b.x, -a.y, b.y, -a.z, b.z)};
}

template <size_t N>
SAKER_INLINE TransformLanes<N> difference(const TransformLanes<N>& pose,
                                          const TransformLanes<N>& reference) {
  TransformLanes<N> out;
  for (size_t c = 0; c < 3; ++c) {
    out.translation[c] = pose.translation[c] - reference.translation[c];
    out.scale[c] =
        reference.scale[c] != 0.0f ? pose.scale[c] / reference.scale[c] : broadcast<N>(1.0f);
  }
  const QuatLanes<N>& q = reference.rotation;
  out.rotation = normalized<N>(product<N>({-q.x, -q.y, -q.z, q.w}, pose.rotation));
  return out;
}

template <size_t N>
SAKER_INLINE TransformLanes<N> sum(const TransformLanes<N>& base, const TransformLanes<N>& delta,
                                   const Lanes<N>& weight) {
  TransformLanes<N> out;
  const Lanes<N> one = broadcast<N>(1.0f);
  for (size_t c = 0; c < 3; ++c) {
    out.translation[c] = multiply_add<N>(delta.translation[c], weight, base.translation[c]);
    out.scale[c] = base.scale[c] * multiply_add<N>(delta.scale[c] - one, weight, one);
  }
  const QuatLanes<N>& q = delta.rotation;
  const Lanes<N> toward = with_sign_of<N>(q.w, weight);
  const QuatLanes<N> part = {q.x * toward, q.y * toward, q.z * toward,
                             multiply_add<N>(q.w, toward, one - weight)};
  out.rotation = normalized<N>(product<N>(base.rotation, part));
  return out;
}

template <size_t N>
void make_additive_wide(const PoseSpan& poses, const PoseSpan& reference, const PoseSpan& out) {
  for_each_joint<N>(out, [&](size_t, size_t, size_t offset) {
    store_transform<N>(out.data + offset, out.lanes,
                       difference<N>(load_transform<N>(poses.data + offset, out.lanes),
                                     load_transform<N>(reference.data + offset, out.lanes)));
  });
}

// A null mask is 1 everywhere.
template <size_t N>
void add_poses_wide(const PoseSpan& base, const PoseSpan& delta, const float* weights,
                    const float* mask, const PoseSpan& out) {
  for_each_joint<N>(out, [&](size_t first, size_t joint, size_t offset) {
    const Lanes<N> one = broadcast<N>(1.0f);
    const Lanes<N> weight = at_least<N>(load_weights<N>(weights, first, out.count) *
                                            broadcast<N>(mask != nullptr ? mask[joint] : 1.0f),
                                        0.0f);
    store_transform<N>(
        out.data + offset, out.lanes,
        sum<N>(load_transform<N>(base.data + offset, out.lanes),
               load_transform<N>(delta.data + offset, out.lanes), weight < one ? weight : one));
  });
}

void make_additive(const PoseSpan& poses, const PoseSpan& reference, const PoseSpan& out) {
  make_additive_wide<kNativeLanes>(poses, reference, out);
}

void add_poses(const PoseSpan& base, const PoseSpan& delta, const float* weights, const float* mask,
               const PoseSpan& out) {
  add_poses_wide<kNativeLanes>(base, delta, weights, mask, out);
}

}  // namespace SAKER_KERNELS
}  // namespace saker
