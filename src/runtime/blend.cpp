#include "base/lanes.h"

#include <saker/animate.h>

#include <algorithm>

namespace saker {
namespace {

template <size_t N>
QuatLanes<N> load_rotation(const float* joint) {
  return {load<N>(joint + 3 * N), load<N>(joint + 4 * N), load<N>(joint + 5 * N),
          load<N>(joint + 6 * N)};
}

template <size_t N>
void blend_joint(const float* from, const float* to, const Lanes<N>& weight, float* out) {
  for (const size_t c : {0, 1, 2, 7, 8, 9}) {
    const Lanes<N> a = load<N>(from + c * N), b = load<N>(to + c * N);
    store<N>(out + c * N, a + (b - a) * weight);
  }
  const QuatLanes<N> a = load_rotation<N>(from), b = load_rotation<N>(to);
  const Lanes<N> toward = with_sign_of<N>(dot<N>(a, b), weight);
  const QuatLanes<N> q = normalized<N>(weighted_sum<N>(a, 1.0f - weight, b, toward));
  store<N>(out + 3 * N, q.x);
  store<N>(out + 4 * N, q.y);
  store<N>(out + 5 * N, q.z);
  store<N>(out + 6 * N, q.w);
}

template <size_t N>
void blend_tiles(PoseSpan from, PoseSpan to, std::span<const float> weights, PoseSpan out) {
  for (size_t t = 0; t < out.tile_count(); ++t) {
    float shares[N] = {};
    for (size_t lane = 0; lane < N && t * N + lane < weights.size(); ++lane)
      shares[lane] = std::clamp(weights[t * N + lane], 0.0f, 1.0f);
    const Lanes<N> weight = load<N>(shares);
    for (size_t j = 0; j < out.joint_count; ++j) {
      const size_t offset = j * PoseSpan::kComponents * N;
      blend_joint<N>(from.tile(t) + offset, to.tile(t) + offset, weight, out.tile(t) + offset);
    }
  }
}

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
    blend_tiles<1>(from, to, weights, out);
  } else {
    blend_tiles<kPoseLanes>(from, to, weights, out);
  }
  return {};
}

}  // namespace saker
