#pragma once
// The same component of several characters, as one value.
//
// Lanes<N> is N floats worked on together. It is the compiler's own vector type (GCC, clang and
// emscripten share it), so one source becomes SSE, AVX, NEON or wasm SIMD by the flags alone; one
// lane is a plain float.

#include <saker/math.h>

#include <cmath>
#include <cstddef>
#include <cstring>

namespace saker {

namespace detail {
template <size_t N>
struct LaneTypes;
template <>
struct LaneTypes<1> {
  using Float = float;
};
template <>
struct LaneTypes<8> {
  typedef float Float __attribute__((vector_size(32)));
};
}  // namespace detail

template <size_t N>
using Lanes = typename detail::LaneTypes<N>::Float;

template <size_t N>
Lanes<N> load(const float* from) {
  Lanes<N> v;
  std::memcpy(&v, from, sizeof(v));
  return v;
}

template <size_t N>
void store(float* to, const Lanes<N>& v) {
  std::memcpy(to, &v, sizeof(v));
}

template <size_t N>
Lanes<N> broadcast(float s) {
  if constexpr (N == 1) {
    return s;
  } else {
    return Lanes<N>{} + s;
  }
}

template <size_t N>
Lanes<N> square_root(Lanes<N> v) {
  if constexpr (N == 1) {
    return std::sqrt(v);
  } else {
    for (size_t i = 0; i < N; ++i) v[i] = __builtin_sqrtf(v[i]);
    return v;
  }
}

// v where s is not negative, -v where it is.
template <size_t N>
Lanes<N> with_sign_of(const Lanes<N>& s, const Lanes<N>& v) {
  return s < 0.0f ? -v : v;
}

template <size_t N>
struct QuatLanes {
  Lanes<N> x, y, z, w;
};

template <size_t N>
Lanes<N> dot(const QuatLanes<N>& a, const QuatLanes<N>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

template <size_t N>
QuatLanes<N> weighted_sum(const QuatLanes<N>& a, const Lanes<N>& wa, const QuatLanes<N>& b,
                          const Lanes<N>& wb) {
  return {a.x * wa + b.x * wb, a.y * wa + b.y * wb, a.z * wa + b.z * wb, a.w * wa + b.w * wb};
}

// A quaternion without length, which only a broken file could produce, stays finite.
template <size_t N>
QuatLanes<N> normalized(const QuatLanes<N>& q) {
  const Lanes<N> scale = 1.0f / square_root<N>(dot<N>(q, q) + 1e-30f);
  return {q.x * scale, q.y * scale, q.z * scale, q.w * scale};
}

}  // namespace saker
