#pragma once
// Poses to model matrices.

#include "kernels/affine.h"
#include "kernels/blend.h"

#include <saker/skeleton.h>

namespace saker {
namespace SAKER_KERNELS {

template <size_t N>
SAKER_INLINE AffineLanes<N> compose_joint(const float* joint, size_t lanes) {
  AffineLanes<N> out;
  rotation_rows<N>(load_rotation<N>(joint + 3 * lanes, lanes), broadcast<N>(2.0f), out);
  for (size_t c = 0; c < 3; ++c) {
    const Lanes<N> scale = load<N>(joint + (7 + c) * lanes);
    for (int r = 0; r < 3; ++r) out.m[r][c] = out.m[r][c] * scale;
    out.m[c][3] = load<N>(joint + c * lanes);
  }
  return out;
}

// Matrices of N characters in the output, one character after another.
struct Output {
  float* first = nullptr;
  size_t stride = 0;  // floats per character
  size_t count = 0;   // characters
};

template <size_t N>
AffineLanes<N> read_back(size_t joint, const Output& out) {
  float rows[12][N] = {};
  for (size_t lane = 0; lane < out.count; ++lane) {
    for (size_t i = 0; i < 12; ++i) rows[i][lane] = out.first[lane * out.stride + joint * 12 + i];
  }
  AffineLanes<N> a;
  for (size_t i = 0; i < 12; ++i) a.m[i / 4][i % 4] = load<N>(rows[i]);
  return a;
}

// Matrices that are kept at hand, so that the walk stays in the first-level cache. Hierarchies that
// need more are rare; they have what is above read back.
inline constexpr int32_t kKeptMatrices = 16;

template <size_t N>
SAKER_INLINE AffineLanes<N> local_of_joint(const Skeleton& skeleton, uint32_t joint,
                                           const float* pose, size_t lanes) {
  if (const Affine* fixed = find_fixed(skeleton, joint)) return broadcast_affine<N>(*fixed);
  return compose_joint<N>(pose + joint * PoseSpan::kComponents * lanes, lanes);
}

template <size_t N>
void convert_column(const Skeleton& skeleton, const float* pose, size_t lanes, const Output& out) {
  AffineLanes<N> kept[kKeptMatrices];
  const WalkStep* walk = skeleton.walk.data();
  const uint32_t joints = skeleton.joint_count();
  for (uint32_t i = 0; i < joints; ++i) {
    const WalkStep step = walk != nullptr ? walk[i] : WalkStep{i, -1, -1};
    AffineLanes<N> matrix = local_of_joint<N>(skeleton, step.joint, pose, lanes);
    if (step.above >= 0 && step.above < kKeptMatrices) {
      matrix = multiply<N>(kept[step.above], matrix);
    } else if (const int32_t parent = skeleton.parents.data()[step.joint]; parent >= 0) {
      matrix = multiply<N>(read_back<N>(size_t(parent), out), matrix);
    }
    if (step.slot >= 0 && step.slot < kKeptMatrices) kept[step.slot] = matrix;
    write_affines<N>(matrix, out.first + step.joint * 12, out.stride, out.count);
  }
}

void convert_poses(const Skeleton& skeleton, const PoseSpan& poses, float* models) {
  constexpr size_t kLanes = kNativeLanes;
  const size_t stride = size_t(skeleton.joint_count()) * 12;
  for (size_t i = 0; i < poses.count; i += kLanes) {
    const size_t here = poses.count - i < kLanes ? poses.count - i : kLanes;
    const float* first = poses.data + i / poses.lanes * poses.tile_size() + i % poses.lanes;
    convert_column<kLanes>(skeleton, first, poses.lanes, {models + i * stride, stride, here});
  }
}

}  // namespace SAKER_KERNELS
}  // namespace saker
