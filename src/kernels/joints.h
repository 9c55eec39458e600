#pragma once
// The local matrices of several joints of one character: lanes are joints. Gives the bits that
// affine.h gives where lanes are characters.

#include "kernels/affine.h"

namespace saker {
namespace SAKER_KERNELS {

// Component K, in the place of every component.
template <int K>
SAKER_INLINE Lanes<4> splat(const Lanes<4>& v) {
  return __builtin_shufflevector(v, v, K, K, K, K);
}

// A matrix by its rows.
struct Matrix {
  Lanes<4> row[3];
};

SAKER_INLINE void store_matrix(float* to, const Matrix& m) {
  for (size_t r = 0; r < 3; ++r) store<4>(to + r * 4, m.row[r]);
}

// Joints that are composed together. More lanes would often be idle.
inline constexpr size_t kJoints = kNativeLanes < 8 ? 4 : 8;
using JointLanes = Lanes<kJoints>;

// By component, a joint per lane; behind three components is anything.
struct Joints {
  JointLanes translation[4], rotation[4], scale[4];
};

// A value for each joint.
template <class Get>
SAKER_INLINE JointLanes joint_lanes(Get get) {
  if constexpr (kJoints == 4) return JointLanes{get(0), get(1), get(2), get(3)};
#if defined(__AVX2__)
  return JointLanes{get(0), get(1), get(2), get(3), get(4), get(5), get(6), get(7)};
#endif
}

// Four floats of each joint, to lanes by component.
template <class Find>
SAKER_INLINE void load_joints(Find find, JointLanes (&out)[4]) {
  const auto row = [&](size_t k) __attribute__((always_inline)) {
#if defined(__AVX2__)
    return JointLanes(_mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(find(k))),
                                           _mm_loadu_ps(find(k + 4)), 1));
#else
    return load<4>(find(k));
#endif
  };
  transpose<kJoints>(row(0), row(1), row(2), row(3), out);
}

// Scales, found one float early: behind those of a skeleton's last joint may be nothing.
template <class Find>
SAKER_INLINE void load_scales(Find find, JointLanes (&out)[4]) {
  JointLanes early[4];
  load_joints(find, early);
  for (size_t c = 0; c < 3; ++c) out[c] = early[c + 1];
}

// 2 / the square of each rotation's length.
SAKER_INLINE JointLanes factor_of(const JointLanes (&rotation)[4]) {
  return 2.0f / at_least<kJoints>(dot<kJoints>(rotation, rotation), 1e-30f);
}

// The way back.
SAKER_INLINE void split_joints(const JointLanes& x, const JointLanes& y, const JointLanes& z,
                               const JointLanes& w, Lanes<4> (&out)[kJoints]) {
  JointLanes rows[4];
  transpose<kJoints>(x, y, z, w, rows);
  for (size_t k = 0; k < 4; ++k) {
#if defined(__AVX2__)
    out[k] = Lanes<4>(_mm256_castps256_ps128(__m256(rows[k])));
    out[k + 4] = Lanes<4>(_mm256_extractf128_ps(__m256(rows[k]), 1));
#else
    out[k] = rows[k];
#endif
  }
}

// `factor` as for rotation_rows; scales count if they are `scaled`.
SAKER_INLINE void compose_joints(const Joints& joints, const JointLanes& factor, bool scaled,
                                 Matrix (&out)[kJoints]) {
  const JointLanes(&q)[4] = joints.rotation;
  AffineLanes<kJoints> local;
  rotation_rows<kJoints>({q[0], q[1], q[2], q[3]}, factor, local);
  if (scaled) {
    for (size_t r = 0; r < 3; ++r)
      for (size_t c = 0; c < 3; ++c) local.m[r][c] = local.m[r][c] * joints.scale[c];
  }
  for (size_t r = 0; r < 3; ++r) {
    Lanes<4> rows[kJoints];
    split_joints(local.m[r][0], local.m[r][1], local.m[r][2], joints.translation[r], rows);
    for (size_t i = 0; i < kJoints; ++i) out[i].row[r] = rows[i];
  }
}

}  // namespace SAKER_KERNELS
}  // namespace saker
