#pragma once
// Mixing poses, a tile of characters at a time.

#include "kernels/sample.h"

namespace saker {
namespace SAKER_KERNELS {

template <size_t N>
SAKER_INLINE QuatLanes<N> weighted_sum(const QuatLanes<N>& a, const Lanes<N>& wa,
                                       const QuatLanes<N>& b, const Lanes<N>& wb) {
  return {multiply_add<N>(b.x, wb, a.x * wa), multiply_add<N>(b.y, wb, a.y * wa),
          multiply_add<N>(b.z, wb, a.z * wa), multiply_add<N>(b.w, wb, a.w * wa)};
}

template <size_t N>
void blend_joint(const float* from, const float* to, size_t lanes, const Lanes<N>& weight,
                 float* out) {
  for (const size_t c : {0, 1, 2, 7, 8, 9}) {
    const Lanes<N> a = load<N>(from + c * lanes), b = load<N>(to + c * lanes);
    store<N>(out + c * lanes, multiply_add<N>(b - a, weight, a));
  }
  const QuatLanes<N> a = load_rotation<N>(from + 3 * lanes, lanes),
                     b = load_rotation<N>(to + 3 * lanes, lanes);
  const Lanes<N> toward = with_sign_of<N>(dot<N>(a, b), weight);
  store_rotation<N>(out + 3 * lanes, lanes,
                    normalized<N>(weighted_sum<N>(a, 1.0f - weight, b, toward)));
}

template <size_t N>
void blend_poses_wide(const PoseSpan& from, const PoseSpan& to, const float* weights,
                      const PoseSpan& out) {
  for (size_t i = 0; i < out.count; i += N) {
    float shares[N] = {};
    for (size_t lane = 0; lane < N && i + lane < out.count; ++lane) {
      const float w = weights[i + lane];
      shares[lane] = !(w > 0) ? 0 : w < 1 ? w : 1;
    }
    const Lanes<N> weight = load<N>(shares);
    const size_t tile = i / out.lanes * out.tile_size() + i % out.lanes;
    for (size_t j = 0; j < out.joint_count; ++j) {
      const size_t offset = tile + j * PoseSpan::kComponents * out.lanes;
      blend_joint<N>(from.data + offset, to.data + offset, out.lanes, weight, out.data + offset);
    }
  }
}

void blend_poses(const PoseSpan& from, const PoseSpan& to, const float* weights,
                 const PoseSpan& out) {
  blend_poses_wide<kNativeLanes>(from, to, weights, out);
}

}  // namespace SAKER_KERNELS
}  // namespace saker
