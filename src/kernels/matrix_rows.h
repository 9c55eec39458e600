#pragma once
// One matrix, as many of its rows in a register as fit.

#include "kernels/lanes.h"

namespace saker {
namespace SAKER_KERNELS {

// Registers of blocks of four floats; a row is a block. What is behind the third is of no account.
struct Rows {
  static constexpr size_t kRegisters = kNativeLanes == 16 ? 1 : kNativeLanes == 8 ? 2 : 3;
  Lanes<kNativeLanes> part[kRegisters];
};

SAKER_INLINE Rows load_rows(const float* from) {
#if defined(__AVX512F__)
  return {{Lanes<16>(_mm512_maskz_loadu_ps(0x0fff, from))}};
#elif defined(__AVX2__)
  return {{load<8>(from), Lanes<8>(_mm256_castps128_ps256(_mm_loadu_ps(from + 8)))}};
#else
  return {{load<4>(from), load<4>(from + 4), load<4>(from + 8)}};
#endif
}

SAKER_INLINE void store_rows(float* to, const Rows& rows) {
#if defined(__AVX512F__)
  _mm512_mask_storeu_ps(to, 0x0fff, __m512(rows.part[0]));
#elif defined(__AVX2__)
  store<8>(to, rows.part[0]);
  _mm_storeu_ps(to + 8, _mm256_castps256_ps128(__m256(rows.part[1])));
#else
  for (size_t r = 0; r < 3; ++r) store<4>(to + r * 4, rows.part[r]);
#endif
}

// Component K of each block, in all its four places.
template <int K>
SAKER_INLINE Lanes<kNativeLanes> in_blocks(const Lanes<kNativeLanes>& v) {
#if defined(__AVX512F__)
  return Lanes<16>(_mm512_permute_ps(__m512(v), K * 0x55));
#elif defined(__AVX2__)
  return Lanes<8>(_mm256_permute_ps(__m256(v), K * 0x55));
#else
  return __builtin_shufflevector(v, v, K, K, K, K);
#endif
}

// Four floats, in every block.
SAKER_INLINE Lanes<kNativeLanes> every_block(const float* from) {
#if defined(__AVX512F__)
  return Lanes<16>(_mm512_broadcast_f32x4(_mm_loadu_ps(from)));
#elif defined(__AVX2__)
  return Lanes<8>(_mm256_broadcast_ps(reinterpret_cast<const __m128*>(from)));
#else
  return load<4>(from);
#endif
}

// The last component of each block; -0 in the others, which changes nothing that it is added to.
SAKER_INLINE Lanes<kNativeLanes> last_column(const Lanes<kNativeLanes>& v) {
  const Lanes<kNativeLanes> nothing = broadcast<kNativeLanes>(-0.0f);
#if defined(__AVX512F__)
  return Lanes<16>(_mm512_mask_mov_ps(__m512(nothing), 0x8888, __m512(v)));
#elif defined(__AVX2__)
  return Lanes<8>(_mm256_blend_ps(__m256(nothing), __m256(v), 0x88));
#else
  return __builtin_shufflevector(nothing, v, 0, 1, 2, 7);
#endif
}

// a * b, with the bits that multiply_add gives element by element in affine.h.
SAKER_INLINE Rows multiply(const Rows& a, const float* b) {
  const Lanes<kNativeLanes> b0 = every_block(b), b1 = every_block(b + 4), b2 = every_block(b + 8);
  Rows out;
  for (size_t i = 0; i < Rows::kRegisters; ++i) {
    const Lanes<kNativeLanes>& v = a.part[i];
    out.part[i] = multiply_add<kNativeLanes>(
        in_blocks<2>(v), b2,
        multiply_add<kNativeLanes>(
            in_blocks<1>(v), b1, multiply_add<kNativeLanes>(in_blocks<0>(v), b0, last_column(v))));
  }
  return out;
}

}  // namespace SAKER_KERNELS
}  // namespace saker
