#pragma once
// Vectors that lie one after another in memory, to lanes by component and back.

#include "kernels/affine.h"
#include "kernels/bits.h"

namespace saker {
namespace SAKER_KERNELS {

#if defined(__AVX2__)
// N vectors fill three registers. As N is no multiple of three, lane i is that of another component
// in each of them: choosing lanes brings a component together, and one permutation into its order.
template <size_t N>
constexpr uint32_t lanes_of_component(size_t r, size_t c) {
  uint32_t lanes = 0;
  for (size_t i = 0; i < N; ++i) lanes |= uint32_t((N * r + i) % 3 == c) << i;
  return lanes;
}

template <size_t N>
struct Order {
  alignas(64) int32_t from[N];
};
// From the lanes that a component has in memory to its vectors' order.
template <size_t N>
constexpr Order<N> order_of_vectors(size_t c) {
  Order<N> out = {};
  for (size_t i = 0; i < N; ++i) out.from[i] = int32_t((3 * i + c) % N);
  return out;
}
template <size_t N>
constexpr Order<N> order_in_memory(size_t c) {
  Order<N> out = {};
  for (size_t i = 0; i < N; ++i) out.from[(3 * i + c) % N] = int32_t(i);
  return out;
}

template <size_t N>
SAKER_INLINE Lanes<N> permuted(const Lanes<N>& v, const Order<N>& order) {
  if constexpr (N == 8)
    return Lanes<N>(_mm256_permutevar8x32_ps(__m256(v), __m256i(load_ints<N>(order.from))));
#if defined(__AVX512F__)
  if constexpr (N == 16)
    return Lanes<N>(_mm512_permutexvar_ps(__m512i(load_ints<N>(order.from)), __m512(v)));
#endif
}

// v, but the chosen lanes of `other`.
template <size_t N, uint32_t Chosen>
SAKER_INLINE Lanes<N> choose(const Lanes<N>& v, const Lanes<N>& other) {
  if constexpr (N == 8) return Lanes<N>(_mm256_blend_ps(__m256(v), __m256(other), Chosen));
#if defined(__AVX512F__)
  if constexpr (N == 16)
    return Lanes<N>(_mm512_mask_blend_ps(__mmask16(Chosen), __m512(v), __m512(other)));
#endif
}

// Component C out of three registers.
template <size_t N, size_t C>
SAKER_INLINE Lanes<N> component(const Lanes<N> (&r)[3]) {
  static constexpr Order<N> kOrder = order_of_vectors<N>(C);
  const Lanes<N> two = choose<N, lanes_of_component<N>(1, C)>(r[0], r[1]);
  return permuted<N>(choose<N, lanes_of_component<N>(2, C)>(two, r[2]), kOrder);
}

// Register R out of the components in their order in memory.
template <size_t N, size_t R>
SAKER_INLINE Lanes<N> in_memory(const Lanes<N> (&c)[3]) {
  const Lanes<N> two = choose<N, lanes_of_component<N>(R, 1)>(c[0], c[1]);
  return choose<N, lanes_of_component<N>(R, 2)>(two, c[2]);
}

template <size_t N>
SAKER_INLINE void read_vectors(const float* from, Lanes<N> (&v)[3]) {
  const Lanes<N> r[3] = {load<N>(from), load<N>(from + N), load<N>(from + 2 * N)};
  v[0] = component<N, 0>(r);
  v[1] = component<N, 1>(r);
  v[2] = component<N, 2>(r);
}

template <size_t N>
SAKER_INLINE void write_vectors(const Lanes<N> (&v)[3], float* to) {
  static constexpr Order<N> kOrders[] = {order_in_memory<N>(0), order_in_memory<N>(1),
                                         order_in_memory<N>(2)};
  const Lanes<N> c[3] = {permuted<N>(v[0], kOrders[0]), permuted<N>(v[1], kOrders[1]),
                         permuted<N>(v[2], kOrders[2])};
  store<N>(to, in_memory<N, 0>(c));
  store<N>(to + N, in_memory<N, 1>(c));
  store<N>(to + 2 * N, in_memory<N, 2>(c));
}
#else
template <size_t N>
SAKER_INLINE void read_vectors(const float* from, Lanes<N> (&v)[3]) {
  const Lanes<N> a = load<N>(from), b = load<N>(from + 4), c = load<N>(from + 8);
  v[0] = __builtin_shufflevector(a, __builtin_shufflevector(b, c, 2, 2, 5, 5), 0, 3, 4, 6);
  v[1] = __builtin_shufflevector(__builtin_shufflevector(a, b, 1, 1, 4, 4),
                                 __builtin_shufflevector(b, c, 3, 3, 6, 6), 0, 2, 4, 6);
  v[2] = __builtin_shufflevector(__builtin_shufflevector(a, b, 2, 2, 5, 5), c, 0, 2, 4, 7);
}

template <size_t N>
SAKER_INLINE void write_vectors(const Lanes<N> (&v)[3], float* to) {
  const Lanes<N>&x = v[0], &y = v[1], &z = v[2];
  const auto every_other = [](const Lanes<N>& p, const Lanes<N>& q) __attribute__((always_inline)) {
    return __builtin_shufflevector(p, q, 0, 2, 4, 6);
  };
  store<N>(to, every_other(__builtin_shufflevector(x, y, 0, 0, 4, 4),
                           __builtin_shufflevector(z, x, 0, 0, 5, 5)));
  store<N>(to + 4, every_other(__builtin_shufflevector(y, z, 1, 1, 5, 5),
                               __builtin_shufflevector(x, y, 2, 2, 6, 6)));
  store<N>(to + 8, every_other(__builtin_shufflevector(z, x, 2, 2, 7, 7),
                               __builtin_shufflevector(y, z, 3, 3, 7, 7)));
}
#endif

// A vector of four floats, and as many more as a register has blocks for, each four vectors on.
template <size_t N>
SAKER_INLINE Lanes<N> load_fourths(const float* from) {
  if constexpr (N == 4) return load<N>(from);
#if defined(__AVX2__)
  if constexpr (N == 8)
    return Lanes<N>(_mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(from)),
                                         _mm_loadu_ps(from + 16), 1));
#endif
#if defined(__AVX512F__)
  if constexpr (N == 16)
    return Lanes<N>(_mm512_insertf32x8(_mm512_castps256_ps512(__m256(load_fourths<8>(from))),
                                       __m256(load_fourths<8>(from + 32)), 1));
#endif
}

template <size_t N>
SAKER_INLINE void store_fourths(const Lanes<N>& v, float* to) {
  if constexpr (N == 4) store<N>(to, v);
#if defined(__AVX2__)
  if constexpr (N == 8) {
    _mm_storeu_ps(to, _mm256_castps256_ps128(__m256(v)));
    _mm_storeu_ps(to + 16, _mm256_extractf128_ps(__m256(v), 1));
  }
#endif
#if defined(__AVX512F__)
  if constexpr (N == 16) {
    store_fourths<8>(Lanes<8>(_mm512_castps512_ps256(__m512(v))), to);
    store_fourths<8>(Lanes<8>(_mm512_extractf32x8_ps(__m512(v), 1)), to + 32);
  }
#endif
}

template <size_t N>
SAKER_INLINE void read_long_vectors(const float* from, Lanes<N> (&v)[4]) {
  transpose<N>(load_fourths<N>(from), load_fourths<N>(from + 4), load_fourths<N>(from + 8),
               load_fourths<N>(from + 12), v);
}

template <size_t N>
SAKER_INLINE void write_long_vectors(const Lanes<N> (&v)[4], float* to) {
  Lanes<N> rows[4];
  transpose<N>(v[0], v[1], v[2], v[3], rows);
  for (size_t k = 0; k < 4; ++k) store_fourths<N>(rows[k], to + 4 * k);
}

}  // namespace SAKER_KERNELS
}  // namespace saker
