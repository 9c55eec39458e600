#pragma once
// Affine matrices of N characters at once, and the way to and from one matrix per character.

#include "kernels/lanes.h"

#include <saker/math.h>
#include <saker/skeleton.h>

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

// The local matrix of a joint for which it never changes; null for the others.
SAKER_INLINE const Affine* find_fixed(const Skeleton& skeleton, uint32_t joint) {
  const FixedJoint* fixed = skeleton.fixed.data();
  size_t first = 0, end = skeleton.fixed.size();
  while (first < end) {
    const size_t middle = (first + end) / 2;
    if (fixed[middle].joint == joint) return &fixed[middle].local;
    if (fixed[middle].joint < joint) {
      first = middle + 1;
    } else {
      end = middle;
    }
  }
  return nullptr;
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
  if constexpr (N == 4) {
    const Lanes<N> ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5);
    const Lanes<N> ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    const Lanes<N> cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5);
    const Lanes<N> cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    out[0] = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
    out[1] = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
    out[2] = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
    out[3] = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
  }
#if defined(__AVX2__)
  if constexpr (N == 8) {
    const __m256 ab_low = _mm256_unpacklo_ps(__m256(a), __m256(b));
    const __m256 ab_high = _mm256_unpackhi_ps(__m256(a), __m256(b));
    const __m256 cd_low = _mm256_unpacklo_ps(__m256(c), __m256(d));
    const __m256 cd_high = _mm256_unpackhi_ps(__m256(c), __m256(d));
    out[0] = Lanes<N>(_mm256_shuffle_ps(ab_low, cd_low, 0x44));
    out[1] = Lanes<N>(_mm256_shuffle_ps(ab_low, cd_low, 0xee));
    out[2] = Lanes<N>(_mm256_shuffle_ps(ab_high, cd_high, 0x44));
    out[3] = Lanes<N>(_mm256_shuffle_ps(ab_high, cd_high, 0xee));
  }
#endif
#if defined(__AVX512F__)
  if constexpr (N == 16) {
    const __m512 ab_low = _mm512_unpacklo_ps(__m512(a), __m512(b));
    const __m512 ab_high = _mm512_unpackhi_ps(__m512(a), __m512(b));
    const __m512 cd_low = _mm512_unpacklo_ps(__m512(c), __m512(d));
    const __m512 cd_high = _mm512_unpackhi_ps(__m512(c), __m512(d));
    out[0] = Lanes<N>(_mm512_shuffle_ps(ab_low, cd_low, 0x44));
    out[1] = Lanes<N>(_mm512_shuffle_ps(ab_low, cd_low, 0xee));
    out[2] = Lanes<N>(_mm512_shuffle_ps(ab_high, cd_high, 0x44));
    out[3] = Lanes<N>(_mm512_shuffle_ps(ab_high, cd_high, 0xee));
  }
#endif
}

// Writes four components of each of the first `count` characters, `stride` floats apart.
template <size_t N>
SAKER_INLINE void write_some(const Lanes<N> (&rows)[4], float* to, size_t stride, size_t count) {
  float all[4][N];
  for (int k = 0; k < 4; ++k) store<N>(all[k], rows[k]);
  for (size_t lane = 0; lane < count; ++lane)
    std::memcpy(to + lane * stride, &all[lane % 4][lane / 4 * 4], 16);
}

// The same for all N.
template <size_t N>
SAKER_INLINE void write_all(const Lanes<N> (&rows)[4], float* to, size_t stride) {
  for (size_t k = 0; k < 4; ++k) {
    if constexpr (N == 4) store<N>(to + k * stride, rows[k]);
#if defined(__AVX2__)
    if constexpr (N == 8) {
      _mm_storeu_ps(to + k * stride, _mm256_castps256_ps128(__m256(rows[k])));
      _mm_storeu_ps(to + (4 + k) * stride, _mm256_extractf128_ps(__m256(rows[k]), 1));
    }
#endif
  }
}

#if defined(__AVX512F__)
// Writes three transposed rows: a store of 48 bytes per character.
SAKER_INLINE void write_whole(const Lanes<16> (&rows)[3][4], float* to, size_t stride) {
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
    Lanes<N> rows[3][4];
    for (size_t r = 0; r < 3; ++r)
      transpose<N>(a.m[r][0], a.m[r][1], a.m[r][2], a.m[r][3], rows[r]);
#if defined(__AVX512F__)
    if constexpr (N == 16) {
      if (count == N) {
        write_whole(rows, to, stride);
        return;
      }
    }
#endif
    for (size_t r = 0; r < 3; ++r) {
      if (count == N && N < 16) {
        write_all<N>(rows[r], to + r * 4, stride);
      } else {
        write_some<N>(rows[r], to + r * 4, stride, count);
      }
    }
  }
}

}  // namespace SAKER_KERNELS
}  // namespace saker
