#pragma once
// The local matrices of four joints of one character: lanes are joints. Gives the bits that
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

// By component, a joint per lane; behind three components is anything.
struct FourJoints {
  Lanes<4> translation[4], rotation[4], scale[4];
};

// 2 / the square of each rotation's length.
SAKER_INLINE Lanes<4> factor_of(const Lanes<4> (&rotation)[4]) {
  return 2.0f / at_least<4>(dot<4>(rotation, rotation), 1e-30f);
}

// `factor` as for rotation_rows; scales count if they are `scaled`.
SAKER_INLINE void compose_four(const FourJoints& joints, const Lanes<4>& factor, bool scaled,
                               Matrix (&out)[4]) {
  const Lanes<4>(&q)[4] = joints.rotation;
  AffineLanes<4> local;
  rotation_rows<4>({q[0], q[1], q[2], q[3]}, factor, local);
  if (scaled) {
    for (size_t r = 0; r < 3; ++r)
      for (size_t c = 0; c < 3; ++c) local.m[r][c] = local.m[r][c] * joints.scale[c];
  }
  for (size_t r = 0; r < 3; ++r) {
    Lanes<4> rows[4];
    transpose<4>(local.m[r][0], local.m[r][1], local.m[r][2], joints.translation[r], rows);
    for (size_t i = 0; i < 4; ++i) out[i].row[r] = rows[i];
  }
}

// Four floats of each of four joints, by component.
template <class Find>
SAKER_INLINE void load_four(Find find, Lanes<4> (&out)[4]) {
  transpose<4>(load<4>(find(0)), load<4>(find(1)), load<4>(find(2)), load<4>(find(3)), out);
}

}  // namespace SAKER_KERNELS
}  // namespace saker
