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

// The matrices of the last joints, so that the walk stays in the first-level cache: whatever order
// joints have, most come soon after their parents.
template <size_t N>
class Recent {
 public:
  // The matrix of a joint that has been pushed; null when that is too long ago.
  const AffineLanes<N>* find(size_t joint) const {
    return count_ - joint <= kKept ? &matrices_[joint % kKept] : nullptr;
  }
  void push(const AffineLanes<N>& matrix) { matrices_[count_++ % kKept] = matrix; }

 private:
  static constexpr size_t kKept = 32;
  size_t count_ = 0;
  AffineLanes<N> matrices_[kKept];
};

template <size_t N>
void convert_column(const Skeleton& skeleton, const float* pose, size_t lanes, const Output& out) {
  Recent<N> recent;
  const FixedJoint* fixed = skeleton.fixed.data();
  const FixedJoint* fixed_end = fixed + skeleton.fixed.size();
  const int32_t* parents = skeleton.parents.data();
  const uint32_t joints = skeleton.joint_count();
  for (uint32_t j = 0; j < joints; ++j) {
    AffineLanes<N> matrix;
    if (fixed != fixed_end && fixed->joint == j) {
      matrix = broadcast_affine<N>((fixed++)->local);
    } else {
      matrix = compose_joint<N>(pose + j * PoseSpan::kComponents * lanes, lanes);
    }
    const int32_t parent = parents[j];
    if (parent >= 0) {
      const AffineLanes<N>* above = recent.find(size_t(parent));
      matrix = multiply<N>(above ? *above : read_back<N>(size_t(parent), out), matrix);
    }
    recent.push(matrix);
    write_affines<N>(matrix, out.first + j * 12, out.stride, out.count);
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
