#pragma once
// The same component of several characters, as one value.
//
// Lanes<N> is N floats worked on together: the compiler's own vector type (GCC, clang and
// emscripten share it), so that one source becomes SSE, AVX, NEON or wasm SIMD. One lane is a plain
// float. The files in this folder are compiled once per instruction set, each time in a namespace
// of its own, SAKER_KERNELS, because two instruction sets must never share a function.
//
// Multiplications and additions are fused where multiply_add says so and nowhere else, which is why
// a build for one instruction set gives the same bits with every compiler.

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#define SAKER_INLINE inline __attribute__((always_inline))

namespace saker {
namespace SAKER_KERNELS {

// The lanes of a register.
#if defined(__AVX512F__)
inline constexpr size_t kNativeLanes = 16;
#elif defined(__AVX2__)
inline constexpr size_t kNativeLanes = 8;
#else
inline constexpr size_t kNativeLanes = 4;
#endif

template <size_t N>
struct LaneTypes {
  typedef float Float __attribute__((vector_size(N * 4)));
  typedef int32_t Int __attribute__((vector_size(N * 4)));
  typedef uint64_t Words __attribute__((vector_size(N * 4)));  // half as many, twice as wide
};
template <>
struct LaneTypes<1> {
  using Float = float;
  using Int = int32_t;
};

template <size_t N>
using Lanes = typename LaneTypes<N>::Float;
template <size_t N>
using IntLanes = typename LaneTypes<N>::Int;

template <size_t N>
SAKER_INLINE Lanes<N> load(const float* from) {
  Lanes<N> v;
  std::memcpy(&v, from, sizeof(v));
  return v;
}

template <size_t N>
SAKER_INLINE void store(float* to, const Lanes<N>& v) {
  std::memcpy(to, &v, sizeof(v));
}

template <size_t N>
SAKER_INLINE Lanes<N> broadcast(float s) {
  if constexpr (N == 1) return s;
  if constexpr (N == 4) return Lanes<N>{s, s, s, s};
  if constexpr (N == 8) return Lanes<N>{s, s, s, s, s, s, s, s};
  if constexpr (N == 16) return Lanes<N>{s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s};
}

template <size_t N>
SAKER_INLINE IntLanes<N> broadcast_int(int32_t s) {
  if constexpr (N == 1) return s;
  if constexpr (N == 4) return IntLanes<N>{s, s, s, s};
  if constexpr (N == 8) return IntLanes<N>{s, s, s, s, s, s, s, s};
  if constexpr (N == 16) return IntLanes<N>{s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s};
}

// a * b + c: rounded once where the instruction set can, twice elsewhere.
template <size_t N>
SAKER_INLINE Lanes<N> multiply_add(const Lanes<N>& a, const Lanes<N>& b, const Lanes<N>& c) {
#if defined(__FMA__)
  if constexpr (N == 1) return __builtin_fmaf(a, b, c);
  if constexpr (N == 4) return Lanes<N>(_mm_fmadd_ps(__m128(a), __m128(b), __m128(c)));
  if constexpr (N == 8) return Lanes<N>(_mm256_fmadd_ps(__m256(a), __m256(b), __m256(c)));
#if defined(__AVX512F__)
  if constexpr (N == 16) return Lanes<N>(_mm512_fmadd_ps(__m512(a), __m512(b), __m512(c)));
#endif
#elif defined(__ARM_NEON) && defined(__aarch64__)
  if constexpr (N == 1) return __builtin_fmaf(a, b, c);
  if constexpr (N == 4) return Lanes<N>(vfmaq_f32(float32x4_t(c), float32x4_t(a), float32x4_t(b)));
#else
  return a * b + c;
#endif
}

template <size_t N>
SAKER_INLINE Lanes<N> square_root(const Lanes<N>& v) {
  if constexpr (N == 1) return __builtin_sqrtf(v);
#if defined(__SSE2__)
  if constexpr (N == 4) return Lanes<N>(_mm_sqrt_ps(__m128(v)));
#if defined(__AVX2__)
  if constexpr (N == 8) return Lanes<N>(_mm256_sqrt_ps(__m256(v)));
#endif
#if defined(__AVX512F__)
  if constexpr (N == 16) return Lanes<N>(_mm512_sqrt_ps(__m512(v)));
#endif
#elif defined(__ARM_NEON) && defined(__aarch64__)
  if constexpr (N == 4) return Lanes<N>(vsqrtq_f32(float32x4_t(v)));
#elif defined(__wasm_simd128__)
  if constexpr (N == 4) return Lanes<N>(wasm_f32x4_sqrt(v128_t(v)));
#else
  if constexpr (N > 1) {
    Lanes<N> root = v;
    for (size_t i = 0; i < N; ++i) root[i] = __builtin_sqrtf(v[i]);
    return root;
  }
#endif
}

// 1 / square root of a positive number to 7e-7 of its value, without the instructions whose
// precision differs from one processor to the next: a first guess from the bits, then two steps of
// Newton's method, the first with constants that spread its error evenly (Walczyk, Moroz and
// Cieslinski, "Improving the Accuracy of the Fast Inverse Square Root", 2021).
template <size_t N>
SAKER_INLINE Lanes<N> reciprocal_root(const Lanes<N>& v) {
  IntLanes<N> bits;
  std::memcpy(&bits, &v, sizeof(v));
  bits = 0x5f1ffff9 - (bits >> 1);
  Lanes<N> y;
  std::memcpy(&y, &bits, sizeof(y));
  const Lanes<N> guess = v * y;
  y = y * multiply_add<N>(guess * -0.703952253f, y, broadcast<N>(0.703952253f * 2.38924456f));
  const Lanes<N> half = v * 0.5f;
  return y * multiply_add<N>(half * -y, y, broadcast<N>(1.5f));
}

// v where s is not negative, -v where it is.
template <size_t N>
SAKER_INLINE Lanes<N> with_sign_of(const Lanes<N>& s, const Lanes<N>& v) {
  IntLanes<N> sign, bits;
  std::memcpy(&sign, &s, sizeof(sign));
  std::memcpy(&bits, &v, sizeof(bits));
  bits ^= sign & int32_t(0x80000000u);
  Lanes<N> out;
  std::memcpy(&out, &bits, sizeof(out));
  return out;
}

template <size_t N>
SAKER_INLINE Lanes<N> at_least(const Lanes<N>& v, float least) {
  const Lanes<N> low = broadcast<N>(least);
#if defined(__SSE2__)
  if constexpr (N == 4) return Lanes<N>(_mm_max_ps(__m128(v), __m128(low)));
#if defined(__AVX2__)
  if constexpr (N == 8) return Lanes<N>(_mm256_max_ps(__m256(v), __m256(low)));
#endif
#if defined(__AVX512F__)
  if constexpr (N == 16) return Lanes<N>(_mm512_max_ps(__m512(v), __m512(low)));
#endif
#endif
  return v > low ? v : low;
}

template <size_t N>
SAKER_INLINE Lanes<N> dot(const Lanes<N> (&a)[4], const Lanes<N> (&b)[4]) {
  return multiply_add<N>(a[0], b[0], a[1] * b[1]) + multiply_add<N>(a[2], b[2], a[3] * b[3]);
}

template <size_t N>
struct QuatLanes {
  Lanes<N> x, y, z, w;
};

template <size_t N>
SAKER_INLINE Lanes<N> dot(const QuatLanes<N>& a, const QuatLanes<N>& b) {
  return multiply_add<N>(a.x, b.x, a.y * b.y) + multiply_add<N>(a.z, b.z, a.w * b.w);
}

template <size_t N>
SAKER_INLINE QuatLanes<N> scaled(const QuatLanes<N>& q, const Lanes<N>& s) {
  return {q.x * s, q.y * s, q.z * s, q.w * s};
}

// A quaternion without length, which only a broken file could produce, stays finite.
template <size_t N>
SAKER_INLINE QuatLanes<N> normalized(const QuatLanes<N>& q) {
  return scaled<N>(q, reciprocal_root<N>(at_least<N>(dot<N>(q, q), 1e-30f)));
}

}  // namespace SAKER_KERNELS
}  // namespace saker
