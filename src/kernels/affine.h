#pragma once
// Affine matrices of N characters at once, and the way to and from one matrix per character.

#include "kernels/lanes.h"

#include <saker/math.h>

namespace saker {
namespace SAKER_KERNELS {

template <size_t N>
struct AffineLanes {
  Lanes<N> m[3][4];
};

// The matrix of a rotation of any length. scale == 2 / dot(q, q) makes it that of the unit one.
template <size_t N>
SAKER_INLINE void rotation_rows(const QuatLanes<N>& q, const Lanes<N>& scale, AffineLanes<N>& out) {
  const Lanes<N> x2 = q.x * scale, y2 = q.y * scale, z2 = q.z * scale;
  const Lanes<N> wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
  const Lanes<N> one = broadcast<N>(1.0f);
  out.m[0][0] = multiply_add<N>(-q.y, y2, multiply_add<N>(-q.z, z2, one));
  out.m[0][1] = multiply_add<N>(q.x, y2, -wz);
  out.m[0][2] = multiply_add<N>(q.x, z2, wy);
  out.m[1][0] = multiply_add<N>(q.x, y2, wz);
  out.m[1][1] = multiply_add<N>(-q.x, x2, multiply_add<N>(-q.z, z2, one));
  out.m[1][2] = multiply_add<N>(q.y, z2, -wx);
  out.m[2][0] = multiply_add<N>(q.x, z2, -wy);
  out.m[2][1] = multiply_add<N>(q.y, z2, wx);
  out.m[2][2] = multiply_add<N>(-q.x, x2, multiply_add<N>(-q.y, y2, one));
}

template <size_t N>
SAKER_INLINE AffineLanes<N> broadcast_affine(const Affine& a) {
  AffineLanes<N> out;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 4; ++c) out.m[r][c] = broadcast<N>(a.m[r][c]);
  return out;
}

template <size_t N>
SAKER_INLINE AffineLanes<N> multiply(const AffineLanes<N>& a, const AffineLanes<N>& b) {
  AffineLanes<N> out;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 4; ++c) {
      const Lanes<N> last =
          c < 3 ? a.m[r][0] * b.m[0][c] : multiply_add<N>(a.m[r][0], b.m[0][c], a.m[r][3]);
      out.m[r][c] =
          multiply_add<N>(a.m[r][2], b.m[2][c], multiply_add<N>(a.m[r][1], b.m[1][c], last));
    }
  }
  return out;
}

// The same with one matrix for all characters on the right.
template <size_t N>
SAKER_INLINE AffineLanes<N> multiply(const AffineLanes<N>& a, const Affine& b) {
  return multiply<N>(a, broadcast_affine<N>(b));
}

// Four vectors of one component each become vectors of four components: block i of out[k] holds
// those of character 4 i + k.
template <size_t N>
SAKER_INLINE void transpose(const Lanes<N>& a, const Lanes<N>& b, const Lanes<N>& c,
                            const Lanes<N>& d, Lanes<N> (&out)[4]) {
  Lanes<N> ab_low, ab_high, cd_low, cd_high;
  if constexpr (N == 4) {
    ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5);
    ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5);
    cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    out[0] = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
    out[1] = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
    out[2] = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
    out[3] = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
  } else if constexpr (N == 8) {
    ab_low = __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
    ab_high = __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
    cd_low = __builtin_shufflevector(c, d, 0, 8, 1, 9, 4, 12, 5, 13);
    cd_high = __builtin_shufflevector(c, d, 2, 10, 3, 11, 6, 14, 7, 15);
    out[0] = __builtin_shufflevector(ab_low, cd_low, 0, 1, 8, 9, 4, 5, 12, 13);
    out[1] = __builtin_shufflevector(ab_low, cd_low, 2, 3, 10, 11, 6, 7, 14, 15);
    out[2] = __builtin_shufflevector(ab_high, cd_high, 0, 1, 8, 9, 4, 5, 12, 13);
    out[3] = __builtin_shufflevector(ab_high, cd_high, 2, 3, 10, 11, 6, 7, 14, 15);
  } else {
#if defined(__AVX512F__)
    const __m512 low = _mm512_unpacklo_ps(__m512(a), __m512(b));
    const __m512 high = _mm512_unpackhi_ps(__m512(a), __m512(b));
    const __m512 low2 = _mm512_unpacklo_ps(__m512(c), __m512(d));
    const __m512 high2 = _mm512_unpackhi_ps(__m512(c), __m512(d));
    out[0] = Lanes<N>(_mm512_shuffle_ps(low, low2, 0x44));
    out[1] = Lanes<N>(_mm512_shuffle_ps(low, low2, 0xee));
    out[2] = Lanes<N>(_mm512_shuffle_ps(high, high2, 0x44));
    out[3] = Lanes<N>(_mm512_shuffle_ps(high, high2, 0xee));
#endif
  }
}

// Writes row `r` of the first `count` characters, `stride` floats apart.
template <size_t N>
SAKER_INLINE void write_row(const AffineLanes<N>& a, int r, float* to, size_t stride,
                            size_t count) {
  Lanes<N> rows[4];
  transpose<N>(a.m[r][0], a.m[r][1], a.m[r][2], a.m[r][3], rows);
  float all[4][N];
  for (int k = 0; k < 4; ++k) store<N>(all[k], rows[k]);
  for (size_t lane = 0; lane < count; ++lane)
    std::memcpy(to + lane * stride + size_t(r) * 4, &all[lane % 4][lane / 4 * 4], 16);
}

#if defined(__AVX512F__)
// All rows of four characters of each quarter: a store of 48 bytes per character.
SAKER_INLINE void write_whole(const AffineLanes<16>& a, float* to, size_t stride) {
  Lanes<16> rows[3][4];
  for (int r = 0; r < 3; ++r) transpose<16>(a.m[r][0], a.m[r][1], a.m[r][2], a.m[r][3], rows[r]);
  const auto put = [&](__m512 v, size_t lane) __attribute__((always_inline)) {
    _mm512_mask_storeu_ps(to + lane * stride, 0x0fff, v);
  };
  for (size_t k = 0; k < 4; ++k) {
    const __m512 r0 = __m512(rows[0][k]), r1 = __m512(rows[1][k]), r2 = __m512(rows[2][k]);
    const __m512 low = _mm512_shuffle_f32x4(r0, r1, 0x44);
    const __m512 high = _mm512_shuffle_f32x4(r0, r1, 0xee);
    put(_mm512_shuffle_f32x4(low, r2, 0 | 2 << 2 | 0 << 4), k);
    put(_mm512_shuffle_f32x4(low, r2, 1 | 3 << 2 | 1 << 4), 4 + k);
    put(_mm512_shuffle_f32x4(high, r2, 0 | 2 << 2 | 2 << 4), 8 + k);
    put(_mm512_shuffle_f32x4(high, r2, 1 | 3 << 2 | 3 << 4), 12 + k);
  }
}
#endif

// Writes the matrices of the first `count` characters, `stride` floats apart.
template <size_t N>
SAKER_INLINE void write_affines(const AffineLanes<N>& a, float* to, size_t stride, size_t count) {
  if constexpr (N == 1) {
    std::memcpy(to, &a, sizeof(a));
    return;
  } else {
    if (count < N) {
      for (int r = 0; r < 3; ++r) write_row<N>(a, r, to, stride, count);
      return;
    }
#if defined(__AVX512F__)
    if constexpr (N == 16) {
      write_whole(a, to, stride);
      return;
    }
#endif
    for (int r = 0; r < 3; ++r) write_row<N>(a, r, to, stride, N);
  }
}

}  // namespace SAKER_KERNELS
}  // namespace saker
