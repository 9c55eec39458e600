#pragma once
// Decoding the tracks of one character: lanes are the components of a track at both samples. Gives
// the bits that the character gets among others, where lanes are characters.

#include "kernels/joints.h"
#include "kernels/segment_scan.h"

namespace saker {
namespace SAKER_KERNELS {

// The components of a track at both samples.
struct BothSamples {
  Lanes<4> first, second;
};

// The low bits of a word, shifted by as many as each lane says.
SAKER_INLINE IntLanes<4> shifted_bits(uint64_t word, const IntLanes<4>& by) {
#if defined(__AVX2__) || defined(__ARM_NEON)
  const LaneTypes<4>::Words both = {word, word};
  return low_bits<4>(shifted_right<4>({both, both}, by));
#else
  // Other instruction sets shift all lanes alike.
  return IntLanes<4>{int32_t(word >> by[0]), int32_t(word >> by[1]), int32_t(word >> by[2]),
                     int32_t(word >> by[3])};
#endif
}

// The codes of a track in a row.
SAKER_INLINE Lanes<4> component_codes(const std::byte* row, const Fields& fields) {
  const IntLanes<4> shift = load_ints<4>(fields.shift), mask = load_ints<4>(fields.mask);
  if (fields.offset[3] == fields.offset[0]) {
    // As nearly always, one word has them all.
    const uint64_t word = load_word(row + fields.offset[0]);
    return __builtin_convertvector(shifted_bits(word, shift) & mask, Lanes<4>);
  }
  const std::byte* at[4];
  for (size_t c = 0; c < 4; ++c) at[c] = row + fields.offset[c];
  return masked_code<4>(gather_words<4>(at, 0), shift, mask);
}

// Decodes tracks of a clip with one of the layouts at one place, in order.
template <bool kAdaptive>
class AloneDecoder {
 public:
  SAKER_INLINE AloneDecoder(const Clip& clip, const Place<1>& place)
      : clip_(clip),
        place_(place),
        scan_(clip, place),
        fraction_(broadcast<4>(place.fraction[0])) {}

  // A rotation may have any length; behind the three components of others is anything.
  SAKER_INLINE Lanes<4> decode(size_t index) {
    const SampledTrack& track = clip_.sampled.data()[index];
    BothSamples v = read(track, index);
    if (track.channel != Channel::kRotation)
      return multiply_add<4>(v.second - v.first, fraction_.t, v.first);
    if (track.components == 3) restore(v);
    const Lanes<4> t = track.curved ? curved_fraction(v) : fraction_.t;
    const Lanes<4> value = multiply_add<4>(v.second - v.first, t, v.first);
    return track.framed ? out_of_frame(track, value) : in_order(value, track.dropped);
  }

 private:
  SAKER_INLINE BothSamples read(const SampledTrack& track, size_t index) {
    const Lanes<4> step = broadcast<4>(track.step), minimum = load<4>(track.minimum);
    const std::byte* row = place_.keys[0];
    const Lanes<4> before = multiply_add<4>(component_codes(row, track.keys), step, minimum);
    row += clip_.block_size;
    const Lanes<4> after = multiply_add<4>(component_codes(row, track.keys), step, minimum);
    if (clip_.levels == 0) return {before, after};
    BothSamples v;
    v.first = multiply_add<4>(weight(0, 0), before, weight(0, 1) * after);
    v.second = multiply_add<4>(weight(1, 0), before, weight(1, 1) * after);
    if constexpr (kAdaptive) {
      scan_.go_to(index);
      if (scan_.active()) add_segment_residuals(track, v);
      return v;
    }
    for (size_t level = 0; level < clip_.levels; ++level) {
      const Fields& fields = track.residuals[level];
      const IntLanes<4> half = (load_ints<4>(fields.mask) + 1) >> 1;
      const Lanes<4> code = component_codes(place_.residuals[level][0], fields);
      add_level(level, step, code - __builtin_convertvector(half, Lanes<4>), v);
    }
    return v;
  }

  SAKER_INLINE Lanes<4> weight(size_t sample, size_t of) const {
    return broadcast<4>(place_.weights[sample][of][0]);
  }
  SAKER_INLINE void add_level(size_t level, const Lanes<4>& step, const Lanes<4>& r,
                              BothSamples& v) const {
    v.first = multiply_add<4>(weight(0, 2 + level) * step, r, v.first);
    v.second = multiply_add<4>(weight(1, 2 + level) * step, r, v.second);
  }

  // See the function of this name in decode.h, where lanes are characters.
  SAKER_INLINE void add_segment_residuals(const SampledTrack& track, BothSamples& v) const;

  static SAKER_INLINE void restore(BothSamples& v) {
#if defined(__AVX2__)
    // One square root for both.
    const Lanes<8> both = __builtin_shufflevector(v.first, v.second, 0, 1, 2, 3, 4, 5, 6, 7);
    const Lanes<8> rest = restored<8>({Lanes<8>(_mm256_permute_ps(__m256(both), 0x00)),
                                       Lanes<8>(_mm256_permute_ps(__m256(both), 0x55)),
                                       Lanes<8>(_mm256_permute_ps(__m256(both), 0xaa))});
    const Lanes<4> low = __builtin_shufflevector(rest, rest, 0, 1, 2, 3);
    const Lanes<4> high = __builtin_shufflevector(rest, rest, 4, 5, 6, 7);
#else
    const auto rest = [](const Lanes<4>& of) __attribute__((always_inline)) {
      return restored<4>({splat<0>(of), splat<1>(of), splat<2>(of)});
    };
    const Lanes<4> low = rest(v.first), high = rest(v.second);
#endif
    v.first = __builtin_shufflevector(v.first, low, 0, 1, 2, 7);
    v.second = __builtin_shufflevector(v.second, high, 0, 1, 2, 7);
  }

  SAKER_INLINE Lanes<4> curved_fraction(const BothSamples& v) const {
    return chord_fraction<4>(
        {{splat<0>(v.first), splat<1>(v.first), splat<2>(v.first), splat<3>(v.first)},
         {splat<0>(v.second), splat<1>(v.second), splat<2>(v.second), splat<3>(v.second)}},
        fraction_);
  }

  static SAKER_INLINE Lanes<4> out_of_frame(const SampledTrack& track, const Lanes<4>& q) {
    Lanes<4> out = splat<0>(q) * load<4>(track.frame[0]);
    out = multiply_add<4>(splat<1>(q), load<4>(track.frame[1]), out);
    out = multiply_add<4>(splat<2>(q), load<4>(track.frame[2]), out);
    return multiply_add<4>(splat<3>(q), load<4>(track.frame[3]), out);
  }

  // From the order in which a rotation is stored, the dropped component last.
  static SAKER_INLINE Lanes<4> in_order(const Lanes<4>& v, uint8_t dropped) {
#if defined(__AVX2__)
    alignas(16) static constexpr int32_t kFrom[4][4] = {
        {3, 0, 1, 2}, {0, 3, 1, 2}, {0, 1, 3, 2}, {0, 1, 2, 3}};
    return Lanes<4>(_mm_permutevar_ps(__m128(v), __m128i(load_ints<4>(kFrom[dropped]))));
#else
    if (dropped == 3) return v;
    if (dropped == 2) return __builtin_shufflevector(v, v, 0, 1, 3, 2);
    if (dropped == 1) return __builtin_shufflevector(v, v, 0, 3, 1, 2);
    return __builtin_shufflevector(v, v, 3, 0, 1, 2);
#endif
  }

  const Clip& clip_;
  const Place<1>& place_;
  SegmentScan scan_;
  Fraction<4> fraction_;
};

// Sums of the lanes up to each one.
SAKER_INLINE IntLanes<4> running_sums(IntLanes<4> v) {
  const IntLanes<4> zero = {};
  v += __builtin_shufflevector(v, zero, 4, 0, 1, 2);
  return v + __builtin_shufflevector(v, zero, 4, 4, 0, 1);
}

template <bool kAdaptive>
SAKER_INLINE void AloneDecoder<kAdaptive>::add_segment_residuals(const SampledTrack& track,
                                                                 BothSamples& v) const {
  const uint64_t header = scan_.header();
  const Lanes<4> step = broadcast<4>(half_octaves<1>(int32_t(header)) * track.residual_step);
  // A component per lane; a byte of a lane for each level, the finest lowest.
  const IntLanes<4> all = {-1, -1, -1, track.components == 4 ? -1 : 0};
  const IntLanes<4> skipped = {kStepBits, kStepBits + kComponentBits,
                               kStepBits + 2 * kComponentBits, kStepBits + 3 * kComponentBits};
  const IntLanes<4> bits = shifted_bits(header, skipped) & all;
  const IntLanes<4> widths = (bits & 15) * 0x01010101 + (bits >> 4 & 3) * 0x01010100 +
                             (bits >> 6 & 3) * 0x01010000 + ((bits >> 8 & 3) << 24);
  const IntLanes<4> ends = running_sums(widths), starts = ends - widths;
  const uint32_t totals = uint32_t(ends[3]);
  uint32_t payload = scan_.payload();
  for (size_t level = 0; level < kAdaptiveLevels; ++level) {
    const int byte = 8 * int(kAdaptiveLevels - 1 - level);
    const uint32_t total = totals >> byte & 255;
    const uint32_t bit = payload + place_.indices[level][0] * total;
    payload += place_.counts[level][0] * total;
    const uint64_t residuals = load_word(scan_.segment() + bit / 8) >> bit % 8;
    const Lanes<4> r =
        signed_code<4>(shifted_bits(residuals, starts >> byte & 255), widths >> byte & 255);
    add_level(level, step, r, v);
  }
}

}  // namespace SAKER_KERNELS
}  // namespace saker
