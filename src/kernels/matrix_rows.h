#pragma once
// One matrix, as many of its rows in a register as fit.

#include "kernels/lanes.h"

namespace saker {
namespace SAKER_KERNELS {

// More than eight lanes would do nothing for one matrix.
inline constexpr size_t kRowLanes = kNativeLanes < 8 ? kNativeLanes : 8;

// Registers of blocks of four floats; a row is a block. What is behind the third is of no account.
struct Rows {
  static constexpr size_t kRegisters = kRowLanes == 8 ? 2 : 3;
  Lanes<kRowLanes> part[kRegisters];
};

SAKER_INLINE Rows load_rows(const float* from) {
#if defined(__AVX2__)
  return {{load<8>(from), Lanes<8>(_mm256_castps128_ps256(_mm_loadu_ps(from + 8)))}};
#else
  return {{load<4>(from), load<4>(from + 4), load<4>(from + 8)}};
#endif
}

// The same of rows that were stored one by one a moment ago: loads are served by stores that hold
// all they want.
SAKER_INLINE Rows load_new_rows(const float* from) {
#if defined(__AVX2__)
  return {{Lanes<8>(_mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(from)),
                                         _mm_loadu_ps(from + 4), 1)),
           Lanes<8>(_mm256_castps128_ps256(_mm_loadu_ps(from + 8)))}};
#else
  return load_rows(from);
#endif
}

SAKER_INLINE void store_rows(float* to, const Rows& rows) {
#if defined(__AVX2__)
  store<8>(to, rows.part[0]);
  _mm_storeu_ps(to + 8, _mm256_castps256_ps128(__m256(rows.part[1])));
#else
  for (size_t r = 0; r < 3; ++r) store<4>(to + r * 4, rows.part[r]);
#endif
}

// Component K of each block, in all its four places.
template <int K>
SAKER_INLINE Lanes<kRowLanes> in_blocks(const Lanes<kRowLanes>& v) {
#if defined(__AVX2__)
  return Lanes<8>(_mm256_permute_ps(__m256(v), K * 0x55));
#else
  return __builtin_shufflevector(v, v, K, K, K, K);
#endif
}

// Four floats, in every block.
SAKER_INLINE Lanes<kRowLanes> every_block(const float* from) {
#if defined(__AVX2__)
  return Lanes<8>(_mm256_broadcast_ps(reinterpret_cast<const __m128*>(from)));
#else
  return load<4>(from);
#endif
}

// The last component of each block; -0 in the others, which changes nothing that it is added to.
SAKER_INLINE Lanes<kRowLanes> last_column(const Lanes<kRowLanes>& v) {
  const Lanes<kRowLanes> nothing = broadcast<kRowLanes>(-0.0f);
#if defined(__AVX2__)
  return Lanes<8>(_mm256_blend_ps(__m256(nothing), __m256(v), 0x88));
#else
  return __builtin_shufflevector(nothing, v, 0, 1, 2, 7);
#endif
}

// a * b, with the bits that multiply_add gives element by element in affine.h.
SAKER_INLINE Rows multiply(const Rows& a, const float* b) {
  const Lanes<kRowLanes> b0 = every_block(b), b1 = every_block(b + 4), b2 = every_block(b + 8);
  Rows out;
  for (size_t i = 0; i < Rows::kRegisters; ++i) {
    const Lanes<kRowLanes>& v = a.part[i];
    out.part[i] = multiply_add<kRowLanes>(
        in_blocks<2>(v), b2,
        multiply_add<kRowLanes>(in_blocks<1>(v), b1,
                                multiply_add<kRowLanes>(in_blocks<0>(v), b0, last_column(v))));
  }
  return out;
}

}  // namespace SAKER_KERNELS
}  // namespace saker
