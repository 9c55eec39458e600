#pragma once
// Reading numbers of a few bits for N characters at once.

#include "kernels/lanes.h"

#include <saker/clip.h>

namespace saker {
namespace SAKER_KERNELS {

SAKER_INLINE uint64_t load_word(const std::byte* from) {
  uint64_t word;
  std::memcpy(&word, from, sizeof(word));
  return word;
}

template <size_t N>
SAKER_INLINE IntLanes<N> load_ints(const void* from) {
  IntLanes<N> v;
  std::memcpy(&v, from, sizeof(v));
  return v;
}

// The four bytes at an offset of each lane's bytes.
template <size_t N>
SAKER_INLINE IntLanes<N> gather_ints(const std::byte* const (&bytes)[N], size_t offset) {
  int32_t out[N];
  for (size_t lane = 0; lane < N; ++lane) std::memcpy(&out[lane], bytes[lane] + offset, 4);
  return load_ints<N>(out);
}

// A 64-bit word per lane, in two halves, so that taking the low 32 bits of both leaves the lanes in
// their order.
template <size_t N>
struct Words {
  typename LaneTypes<N>::Words low, high;
};
template <>
struct Words<1> {
  uint64_t low;
};

template <size_t N>
SAKER_INLINE Words<N> gather_words(const std::byte* const (&rows)[N], size_t offset) {
  const auto at = [&](size_t lane) __attribute__((always_inline)) {
    return load_word(rows[lane] + offset);
  };
  if constexpr (N == 1) {
    return {at(0)};
  } else {
    using Half = typename LaneTypes<N>::Words;
    if constexpr (N == 4) return {Half{at(0), at(1)}, Half{at(2), at(3)}};
    if constexpr (N == 8)
      return {Half{at(0), at(1), at(4), at(5)}, Half{at(2), at(3), at(6), at(7)}};
    if constexpr (N == 16)
      return {Half{at(0), at(1), at(4), at(5), at(8), at(9), at(12), at(13)},
              Half{at(2), at(3), at(6), at(7), at(10), at(11), at(14), at(15)}};
  }
}

template <size_t N>
SAKER_INLINE IntLanes<N> low_halves(const typename LaneTypes<N>::Words& low,
                                    const typename LaneTypes<N>::Words& high) {
  const auto a = IntLanes<N>(low), b = IntLanes<N>(high);
  if constexpr (N == 4) return __builtin_shufflevector(a, b, 0, 2, 4, 6);
    // The compiler would choose permutations that cost more.
#if defined(__AVX2__)
  if constexpr (N == 8) return IntLanes<N>(_mm256_shuffle_ps(__m256(a), __m256(b), 0x88));
#endif
#if defined(__AVX512F__)
  if constexpr (N == 16) return IntLanes<N>(_mm512_shuffle_ps(__m512(a), __m512(b), 0x88));
#endif
}

// Each word, shifted by as many bits as its lane says.
template <size_t N>
SAKER_INLINE Words<N> shifted_right(const Words<N>& words, const IntLanes<N>& bits) {
  if constexpr (N == 1) {
    return {words.low >> bits};
  } else {
    using Half = typename LaneTypes<N>::Words;
    const IntLanes<N> zero = {};
    IntLanes<N> low, high;
    if constexpr (N == 4) {
      low = __builtin_shufflevector(bits, zero, 0, 4, 1, 5);
      high = __builtin_shufflevector(bits, zero, 2, 6, 3, 7);
    } else if constexpr (N == 8) {
      low = __builtin_shufflevector(bits, zero, 0, 8, 1, 9, 4, 12, 5, 13);
      high = __builtin_shufflevector(bits, zero, 2, 10, 3, 11, 6, 14, 7, 15);
    } else {
      low = __builtin_shufflevector(bits, zero, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28,
                                    13, 29);
      high = __builtin_shufflevector(bits, zero, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30,
                                     15, 31);
    }
    return {words.low >> Half(low), words.high >> Half(high)};
  }
}

// The unsigned code of component c of a track, as a float.
template <size_t N>
SAKER_INLINE Lanes<N> field_code(const Words<N>& words, const Fields& fields, size_t c) {
  const int32_t mask = int32_t(fields.mask[c]);
  const uint32_t shift = fields.shift[c];
  if constexpr (N == 1) {
    return float(int32_t(words.low >> shift) & mask);
  } else {
    const IntLanes<N> code =
        low_halves<N>(words.low >> shift, words.high >> shift) & broadcast_int<N>(mask);
    return __builtin_convertvector(code, Lanes<N>);
  }
}

// The word at a bit of each lane's bytes, shifted so that this bit is the lowest.
template <size_t N>
SAKER_INLINE Words<N> gather_bits(const std::byte* const (&bytes)[N], const IntLanes<N>& bit) {
  if constexpr (N == 1) {
    return {load_word(bytes[0] + (bit >> 3)) >> (bit & 7)};
  } else {
    int32_t offsets[N];
    const IntLanes<N> whole = bit >> 3;
    std::memcpy(offsets, &whole, sizeof(offsets));
    const std::byte* rows[N];
    for (size_t lane = 0; lane < N; ++lane) rows[lane] = bytes[lane] + offsets[lane];
    return shifted_right<N>(gather_words<N>(rows, 0), bit & 7);
  }
}

// The low 32 bits of each word.
template <size_t N>
SAKER_INLINE IntLanes<N> low_bits(const Words<N>& words) {
  if constexpr (N == 1) {
    return int32_t(uint32_t(words.low));
  } else {
    return low_halves<N>(words.low, words.high);
  }
}

// The unsigned code of a field that lies elsewhere in each lane's word, as a float.
template <size_t N>
SAKER_INLINE Lanes<N> masked_code(const Words<N>& words, const IntLanes<N>& shift,
                                  const IntLanes<N>& mask) {
  return __builtin_convertvector(low_bits<N>(shifted_right<N>(words, shift)) & mask, Lanes<N>);
}

// The low `width` bits (0 to 31) of each lane as a number in two's complement.
template <size_t N>
SAKER_INLINE Lanes<N> signed_code(const IntLanes<N>& bits, const IntLanes<N>& width) {
  const IntLanes<N> unused = 31 - width;
  IntLanes<N> code;
  if constexpr (N == 1) {
    code = int32_t(uint32_t(bits) << unused << 1) >> unused >> 1;
    return float(code);
  } else {
    code = (bits << unused << 1) >> unused >> 1;
    return __builtin_convertvector(code, Lanes<N>);
  }
}

// Reads fields of rows, loading a word only when a field does not lie in the one before it. Each
// lane has `Rows` rows that lie `distance` bytes apart.
template <size_t N, size_t Rows>
class RowReader {
 public:
  SAKER_INLINE RowReader(const std::byte* const (&rows)[N], size_t distance)
      : rows_(rows), distance_(distance) {
    load_words();
  }

  // Component c of a track in row i, after go_to its offset.
  SAKER_INLINE Lanes<N> code(const Fields& fields, size_t c, size_t i) const {
    return field_code<N>(words_[i], fields, c);
  }
  SAKER_INLINE void go_to(size_t offset) {
    if (offset == offset_) return;
    offset_ = offset;
    load_words();
  }

 private:
  SAKER_INLINE void load_words() {
    for (size_t i = 0; i < Rows; ++i) words_[i] = gather_words<N>(rows_, offset_ + i * distance_);
  }

  const std::byte* const (&rows_)[N];
  size_t distance_;
  size_t offset_ = 0;
  Words<N> words_[Rows];
};

}  // namespace SAKER_KERNELS
}  // namespace saker
