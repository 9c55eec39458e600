#pragma once
// Matrices of 3 x 4 in as few registers as possible, a vertex each; four of them, transposed, are
// columns of four vertices.

#include "kernels/affine.h"

namespace saker {
namespace SAKER_KERNELS {

// Of every four lanes: two of u, then two of v.
template <size_t N, int A, int B, int C, int D>
SAKER_INLINE Lanes<N> pick(const Lanes<N>& u, const Lanes<N>& v) {
  if constexpr (N == 4) return __builtin_shufflevector(u, v, A, B, 4 + C, 4 + D);
#if defined(__AVX2__)
  if constexpr (N == 8)
    return Lanes<N>(_mm256_shuffle_ps(__m256(u), __m256(v), A | B << 2 | C << 4 | D << 6));
#endif
}

// Rows x, y and z: of a matrix, four floats each; of a column of four matrices, or of four vectors,
// a float per vertex. A Wide value is what a row is multiplied with, once for every row beside
// another in a register.
#if defined(__AVX2__)
inline constexpr size_t kWide = 8;
using Wide = Lanes<8>;
struct VertexRows {
  Wide xy;
  Lanes<4> z;
};

SAKER_INLINE Lanes<4> low_half(const Wide& v) {
  return Lanes<4>(_mm256_castps256_ps128(__m256(v)));
}
SAKER_INLINE Lanes<4> high_half(const Wide& v) {
  return Lanes<4>(_mm256_extractf128_ps(__m256(v), 1));
}
SAKER_INLINE Wide load_wide(const float* four) {
  return Wide(_mm256_broadcast_ps(reinterpret_cast<const __m128*>(four)));
}
SAKER_INLINE VertexRows load_vertex_rows(const float* matrix) {
  return {load<8>(matrix), load<4>(matrix + 8)};
}
SAKER_INLINE VertexRows multiply(const VertexRows& m, const Wide& s) {
  return {m.xy * s, m.z * low_half(s)};
}
SAKER_INLINE VertexRows multiply_add(const VertexRows& m, const Wide& s, const VertexRows& sum) {
  return {multiply_add<8>(m.xy, s, sum.xy), multiply_add<4>(m.z, low_half(s), sum.z)};
}
SAKER_INLINE void transpose(const VertexRows (&m)[4], VertexRows (&columns)[4]) {
  Wide xy[4];
  Lanes<4> z[4];
  transpose<8>(m[0].xy, m[1].xy, m[2].xy, m[3].xy, xy);
  transpose<4>(m[0].z, m[1].z, m[2].z, m[3].z, z);
  for (size_t c = 0; c < 4; ++c) columns[c] = {xy[c], z[c]};
}
SAKER_INLINE void store_vertices(const VertexRows& r, float* x, float* y, float* z) {
  store<4>(x, low_half(r.xy));
  store<4>(y, high_half(r.xy));
  store<4>(z, r.z);
}
#else
inline constexpr size_t kWide = 4;
using Wide = Lanes<4>;
struct VertexRows {
  Wide x, y, z;
};

SAKER_INLINE Wide load_wide(const float* four) { return load<4>(four); }
SAKER_INLINE VertexRows load_vertex_rows(const float* matrix) {
  return {load<4>(matrix), load<4>(matrix + 4), load<4>(matrix + 8)};
}
SAKER_INLINE VertexRows multiply(const VertexRows& m, const Wide& s) {
  return {m.x * s, m.y * s, m.z * s};
}
SAKER_INLINE VertexRows multiply_add(const VertexRows& m, const Wide& s, const VertexRows& sum) {
  return {multiply_add<4>(m.x, s, sum.x), multiply_add<4>(m.y, s, sum.y),
          multiply_add<4>(m.z, s, sum.z)};
}
SAKER_INLINE void transpose(const VertexRows (&m)[4], VertexRows (&columns)[4]) {
  Lanes<4> x[4], y[4], z[4];
  transpose<4>(m[0].x, m[1].x, m[2].x, m[3].x, x);
  transpose<4>(m[0].y, m[1].y, m[2].y, m[3].y, y);
  transpose<4>(m[0].z, m[1].z, m[2].z, m[3].z, z);
  for (size_t c = 0; c < 4; ++c) columns[c] = {x[c], y[c], z[c]};
}
SAKER_INLINE void store_vertices(const VertexRows& r, float* x, float* y, float* z) {
  store<4>(x, r.x);
  store<4>(y, r.y);
  store<4>(z, r.z);
}
#endif

// One of the four floats in a Wide value, in all its lanes.
template <int K>
SAKER_INLINE Wide every(const Wide& four) {
  return pick<kWide, K, K, K, K>(four, four);
}

#if defined(__AVX512VL__)
// Any lanes of a (0 to 7) and of four more (8 to 11).
SAKER_INLINE Wide choose(const Wide& a, const Lanes<4>& more, int i0, int i1, int i2, int i3,
                         int i4, int i5, int i6, int i7) {
  return Wide(_mm256_permutex2var_ps(__m256(a), _mm256_setr_epi32(i0, i1, i2, i3, i4, i5, i6, i7),
                                     _mm256_castps128_ps256(__m128(more))));
}
#endif

// Four vectors of three floats, by component.
SAKER_INLINE void load_vectors(const float* from, Wide (&v)[4]) {
#if defined(__AVX512VL__)
  const Wide a = load<8>(from);
  const Lanes<4> b = load<4>(from + 8);
  v[0] = choose(a, b, 0, 3, 6, 9, 0, 3, 6, 9);
  v[1] = choose(a, b, 1, 4, 7, 10, 1, 4, 7, 10);
  v[2] = choose(a, b, 2, 5, 8, 11, 2, 5, 8, 11);
#else
  const Wide a = load_wide(from), b = load_wide(from + 4), c = load_wide(from + 8);
  v[0] = pick<kWide, 0, 3, 0, 2>(a, pick<kWide, 2, 2, 1, 1>(b, c));
  v[1] = pick<kWide, 0, 2, 0, 2>(pick<kWide, 1, 1, 0, 0>(a, b), pick<kWide, 3, 3, 2, 2>(b, c));
  v[2] = pick<kWide, 0, 2, 0, 3>(pick<kWide, 2, 2, 1, 1>(a, b), c);
#endif
}

// Four vectors of four floats, by component.
SAKER_INLINE void load_long_vectors(const float* from, Wide (&v)[4]) {
  transpose<kWide>(load_wide(from), load_wide(from + 4), load_wide(from + 8), load_wide(from + 12),
                   v);
}

// The parts that vectors of three floats lie in, one after another, of every four lanes.
template <size_t N>
SAKER_INLINE void interleave(const Lanes<N>& x, const Lanes<N>& y, const Lanes<N>& z,
                             Lanes<N> (&parts)[3]) {
  const auto every_other = [](const Lanes<N>& u, const Lanes<N>& v) __attribute__((always_inline)) {
    return pick<N, 0, 2, 0, 2>(u, v);
  };
  parts[0] = every_other(pick<N, 0, 0, 0, 0>(x, y), pick<N, 0, 0, 1, 1>(z, x));
  parts[1] = every_other(pick<N, 1, 1, 1, 1>(y, z), pick<N, 2, 2, 2, 2>(x, y));
  parts[2] = every_other(pick<N, 2, 2, 3, 3>(z, x), pick<N, 3, 3, 3, 3>(y, z));
}

// Writes four vectors of three floats.
SAKER_INLINE void write_vertices(const VertexRows& r, float* to) {
#if defined(__AVX512VL__)
  store<8>(to, choose(r.xy, r.z, 0, 4, 8, 1, 5, 9, 2, 6));
  store<4>(to + 8, low_half(choose(r.xy, r.z, 10, 3, 7, 11, 0, 0, 0, 0)));
#else
  Lanes<4> parts[3];
#if defined(__AVX2__)
  interleave<4>(low_half(r.xy), high_half(r.xy), r.z, parts);
#else
  interleave<4>(r.x, r.y, r.z, parts);
#endif
  for (size_t i = 0; i < 3; ++i) store<4>(to + 4 * i, parts[i]);
#endif
}

// Writes kWide vectors of three floats.
SAKER_INLINE void write_vectors(const Wide& x, const Wide& y, const Wide& z, float* to) {
  Wide parts[3];
  interleave<kWide>(x, y, z, parts);
  for (size_t i = 0; i < 3; ++i) {
#if defined(__AVX2__)
    store<4>(to + 4 * i, low_half(parts[i]));
    store<4>(to + 12 + 4 * i, high_half(parts[i]));
#else
    store<4>(to + 4 * i, parts[i]);
#endif
  }
}

}  // namespace SAKER_KERNELS
}  // namespace saker
