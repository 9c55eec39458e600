#pragma once
// From bits to the value of a track, for N characters of one clip at once.

#include "asset/format.h"
#include "base/midpoints.h"
#include "base/stored_order.h"
#include "kernels/bits.h"

namespace saker {
namespace SAKER_KERNELS {

using format::kComponentBits;
using format::kStepBits;

// Of the header of a track with three or four components in a segment.
inline constexpr uint32_t kHeaderBits[] = {kStepBits + 3 * kComponentBits,
                                           kStepBits + 4 * kComponentBits};

// Where N characters are in their clip: between two samples, which lie between two keys.
template <size_t N>
struct Place {
  const std::byte* keys[N];                     // the row of the key before
  const std::byte* residuals[kFixedLevels][N];  // kFixed: the rows of the residuals on the way
  const std::byte* segment[N];                  // kAdaptive: where the segment begins
  int32_t payload[N];                           // kAdaptive: the bit where its headers end
  uint32_t counts[kAdaptiveLevels][N];          // kAdaptive: residuals of each level
  uint32_t indices[kAdaptiveLevels][N];         // kAdaptive: which of them
  float weights[2][2 + kAdaptiveLevels][N];     // of keys and residuals for both samples
  float fraction[N];                            // from the first sample to the second
};

// The bit of a segment at which the residuals begin, behind the headers of its active tracks.
SAKER_INLINE int32_t find_payload(const Clip& clip, const std::byte* segment) {
  const uint32_t tracks = uint32_t(clip.sampled.size());
  uint32_t bits = (tracks + 7) / 8 * 8;
  for (uint32_t first = 0; first < tracks; first += 64) {
    uint64_t active = load_word(segment + first / 8);
    if (tracks - first < 64) active &= (uint64_t{1} << (tracks - first)) - 1;
    bits += uint32_t(__builtin_popcountll(active)) * kHeaderBits[0];
  }
  for (uint32_t i = 0; clip.four_component_tracks > 0 && i < tracks; ++i) {
    const bool active = (unsigned(segment[i / 8]) >> (i % 8) & 1) != 0;
    if (active && clip.sampled[i].components == 4) bits += kHeaderBits[1] - kHeaderBits[0];
  }
  return int32_t((bits + 7) / 8 * 8);
}

// Sets lane `lane` of a place to a time in seconds within the clip. The product is taken in double,
// because sample numbers of long clips leave a float too few bits for the fraction.
template <size_t N>
SAKER_INLINE void locate(const Clip& clip, float time, size_t lane, Place<N>& place) {
  const uint32_t last = clip.sample_count - 1;
  const double position = double(time) * clip.sample_rate;
  const uint32_t whole = uint32_t(int32_t(position));
  const uint32_t sample = whole < last ? whole : last - 1;
  place.fraction[lane] = float(position - sample);
  const uint32_t block = sample >> clip.levels, first = block << clip.levels;
  const uint32_t m = last - first < clip.interval() ? last - first : clip.interval();
  const std::byte* row = clip.blocks.data() + size_t(block) * clip.block_size;
  place.keys[lane] = row;
  if (clip.levels == 0) return;
  const MidpointPath path = midpoint_path(m, sample - first);
  for (size_t k = 0; k < 2 + clip.levels; ++k) {
    for (size_t i = 0; i < 2; ++i) place.weights[i][k][lane] = path.weights[i][k];
  }
  if (clip.layout == SampleLayout::kFixed) {
    row += clip.key_row_size;
    for (uint32_t level = 0; level < clip.levels; ++level) {
      place.residuals[level][lane] =
          row + size_t(path.residuals[level]) * clip.residual_row_sizes[level];
      row += size_t(clip.residual_row_sizes[level]) << level;
    }
    return;
  }
  const std::byte* segment = clip.residuals.data() + clip.segments[block];
  place.segment[lane] = segment;
  place.payload[lane] = find_payload(clip, segment);
  for (uint32_t level = 0; level < kAdaptiveLevels; ++level) {
    place.counts[level][lane] = midpoint_count(m, level);
    place.indices[level][lane] = path.residuals[level];
  }
}

// The stored components of a track at both samples.
template <size_t N>
struct Pair {
  Lanes<N> first[4], second[4];
};

// The keys around both samples.
template <uint32_t C, size_t N>
SAKER_INLINE void read_keys(const SampledTrack& track, RowReader<N, 2>& keys, Pair<N>& out) {
  const Lanes<N> step = broadcast<N>(track.step);
#pragma GCC unroll 4
  for (size_t c = 0; c < C; ++c) {
    const Lanes<N> minimum = broadcast<N>(track.minimum[c]);
    keys.go_to(track.keys.offset[c]);
    out.first[c] = multiply_add<N>(keys.code(track.keys, c, 0), step, minimum);
    out.second[c] = multiply_add<N>(keys.code(track.keys, c, 1), step, minimum);
  }
}

// From the keys to where the straight line between them is at both samples.
template <uint32_t C, size_t N>
SAKER_INLINE void add_keys(const Place<N>& place, Pair<N>& v) {
#pragma GCC unroll 4
  for (size_t c = 0; c < C; ++c) {
    const Lanes<N> before = v.first[c], after = v.second[c];
    v.first[c] =
        multiply_add<N>(load<N>(place.weights[0][0]), before, load<N>(place.weights[0][1]) * after);
    v.second[c] =
        multiply_add<N>(load<N>(place.weights[1][0]), before, load<N>(place.weights[1][1]) * after);
  }
}

// Decodes the tracks of a clip whose residuals have the same width everywhere.
template <size_t N>
class FixedDecoder {
 public:
  SAKER_INLINE FixedDecoder(const Clip& clip, const Place<N>& place)
      : place_(place),
        levels_(clip.levels),
        keys_(place.keys, clip.block_size),
        coarse_(levels_ > 0 ? place.residuals[0] : place.keys, 0),
        fine_(levels_ > 1 ? place.residuals[1] : place.keys, 0) {}

  // Reads a track with C components. Tracks are read in order, every one of them.
  template <uint32_t C>
  SAKER_INLINE void read(const SampledTrack& track, Pair<N>& out) {
    read_keys<C>(track, keys_, out);
    if (levels_ == 0) return;
    add_keys<C>(place_, out);
    add_level<C>(track, 0, coarse_, out);
    if (levels_ > 1) add_level<C>(track, 1, fine_, out);
  }

 private:
  template <uint32_t C>
  SAKER_INLINE void add_level(const SampledTrack& track, size_t level, RowReader<N, 1>& reader,
                              Pair<N>& out) {
    const Lanes<N> first = load<N>(place_.weights[0][2 + level]) * track.step;
    const Lanes<N> second = load<N>(place_.weights[1][2 + level]) * track.step;
    const Fields& fields = track.residuals[level];
#pragma GCC unroll 4
    for (size_t c = 0; c < C; ++c) {
      reader.go_to(fields.offset[c]);
      const Lanes<N> r = reader.code(fields, c, 0) - float(fields.half(c));
      out.first[c] = multiply_add<N>(first, r, out.first[c]);
      out.second[c] = multiply_add<N>(second, r, out.second[c]);
    }
  }

  const Place<N>& place_;
  uint32_t levels_;
  RowReader<N, 2> keys_;
  RowReader<N, 1> coarse_, fine_;  // of residuals
};

// 2^(-e / 2) of the low five bits of each lane.
template <size_t N>
SAKER_INLINE Lanes<N> half_octaves(const IntLanes<N>& e) {
  const IntLanes<N> exponent = e & 31, odd = exponent & 1;
  const IntLanes<N> bits = (127 - (exponent >> 1)) << 23;
  Lanes<N> power;
  std::memcpy(&power, &bits, sizeof(power));
  return odd != 0 ? power * 0.70710678f : power;
}

// Adds the residuals that a header in a segment describes, if it is `active`, and moves `payload`,
// the bit where they begin, behind them.
template <uint32_t C, size_t N>
SAKER_INLINE void add_segment_residuals(const Place<N>& place, const Words<N>& header,
                                        const IntLanes<N>& active, const Lanes<N>& residual_step,
                                        IntLanes<N>& payload, Pair<N>& out) {
  const Lanes<N> step = half_octaves<N>(low_bits<N>(header) & active) * residual_step;
  // The widths of each component at each level, finest last.
  IntLanes<N> widths[C][kAdaptiveLevels], level_widths[kAdaptiveLevels] = {};
#pragma GCC unroll 4
  for (size_t c = 0; c < C; ++c) {
    const IntLanes<N> skipped = broadcast_int<N>(int32_t(kStepBits + c * kComponentBits));
    IntLanes<N> bits = low_bits<N>(shifted_right<N>(header, skipped)) & active;
    IntLanes<N> width = bits & 15;
    bits = bits >> 4 & 63;
    for (size_t level = kAdaptiveLevels; level-- > 0;) {
      widths[c][level] = width;
      level_widths[level] += width;
      width += bits & 3;
      bits = bits >> 2;
    }
  }
  for (size_t level = 0; level < kAdaptiveLevels; ++level) {
    const IntLanes<N> index = load_ints<N>(place.indices[level]);
    Words<N> words = gather_bits<N>(place.segment, payload + index * level_widths[level]);
    payload += load_ints<N>(place.counts[level]) * level_widths[level];
    const Lanes<N> first = load<N>(place.weights[0][2 + level]) * step;
    const Lanes<N> second = load<N>(place.weights[1][2 + level]) * step;
#pragma GCC unroll 4
    for (size_t c = 0; c < C; ++c) {
      const Lanes<N> r = signed_code<N>(low_bits<N>(words), widths[c][level]);
      out.first[c] = multiply_add<N>(first, r, out.first[c]);
      out.second[c] = multiply_add<N>(second, r, out.second[c]);
      if (c + 1 < C) words = shifted_right<N>(words, widths[c][level]);
    }
  }
}

// Decodes the tracks of a clip that has widths and steps of its own in every segment.
template <size_t N>
class AdaptiveDecoder {
 public:
  SAKER_INLINE AdaptiveDecoder(const Clip& clip, const Place<N>& place)
      : place_(place), keys_(place.keys, clip.block_size) {
    header_ = broadcast_int<N>(int32_t((clip.sampled.size() + 7) / 8 * 8));
    std::memcpy(&payload_, place.payload, sizeof(payload_));
    active_ = gather_ints<N>(place.segment, 0);
  }

  template <uint32_t C>
  SAKER_INLINE void read(const SampledTrack& track, Pair<N>& out) {
    read_keys<C>(track, keys_, out);
    add_keys<C>(place_, out);
    add_residuals<C>(track, out);
  }

 private:
  template <uint32_t C>
  SAKER_INLINE void add_residuals(const SampledTrack& track, Pair<N>& out);

  const Place<N>& place_;
  RowReader<N, 2> keys_;
  uint32_t index_ = 0;
  IntLanes<N> active_;            // a bit for each of the 32 tracks around this one
  IntLanes<N> header_, payload_;  // bits from the segment's start
};

template <size_t N>
template <uint32_t C>
SAKER_INLINE void AdaptiveDecoder<N>::add_residuals(const SampledTrack& track, Pair<N>& out) {
  const uint32_t bit = index_++ % 32;
  if (bit == 0 && index_ > 1) active_ = gather_ints<N>(place_.segment, (index_ - 1) / 8);
  const IntLanes<N> active = -(active_ >> int32_t(bit) & 1);
  const Words<N> header = gather_bits<N>(place_.segment, header_);
  header_ += active & int32_t(kHeaderBits[C - 3]);
  add_segment_residuals<C>(place_, header, active, broadcast<N>(track.residual_step), payload_,
                           out);
}

// How far between two samples each character is, and what nlerp needs to turn evenly.
template <size_t N>
struct Fraction {
  Lanes<N> t, bend, inner;

  SAKER_INLINE explicit Fraction(const Lanes<N>& share) : t(share) {
    const Lanes<N> middle = t - 0.5f;
    bend = t * middle * (t - 1.0f);
    inner = multiply_add<N>(middle * middle, broadcast<N>(0.5790411f), broadcast<N>(0.1442782f));
  }
};

// The component that three others leave of a unit quaternion.
template <size_t N>
SAKER_INLINE Lanes<N> restored(const Lanes<N> (&v)[4]) {
  const Lanes<N> one = broadcast<N>(1.0f);
  const Lanes<N> rest =
      multiply_add<N>(-v[2], v[2], multiply_add<N>(-v[1], v[1], multiply_add<N>(-v[0], v[0], one)));
  return square_root<N>(at_least<N>(rest, 0.0f));
}

// The place on the chord between two rotations where its direction has turned by the wanted share
// of the angle: a polynomial in the share and the cosine, fitted to sin(t a) / (sin(t a) + sin((1 -
// t) a)), 5e-7 radians off at most up to 60 degrees.
template <size_t N>
SAKER_INLINE Lanes<N> chord_fraction(const Pair<N>& v, const Fraction<N>& fraction) {
  const Lanes<N> below = 1.0f - dot<N>(v.first, v.second);
  return multiply_add<N>(fraction.bend,
                         below * multiply_add<N>(below, fraction.inner, broadcast<N>(0.6658007f)),
                         fraction.t);
}

template <size_t N>
SAKER_INLINE void interpolate(const Pair<N>& v, size_t components, const Lanes<N>& t,
                              Lanes<N> (&out)[4]) {
  for (size_t c = 0; c < components; ++c)
    out[c] = multiply_add<N>(v.second[c] - v.first[c], t, v.first[c]);
}

// Takes a rotation out of its track's frame.
template <size_t N>
SAKER_INLINE void leave_frame(const SampledTrack& track, Lanes<N> (&q)[4]) {
  Lanes<N> out[4];
  for (size_t r = 0; r < 4; ++r) {
    out[r] = q[0] * track.frame[0][r];
    for (size_t c = 1; c < 4; ++c)
      out[r] = multiply_add<N>(q[c], broadcast<N>(track.frame[c][r]), out[r]);
  }
  for (size_t r = 0; r < 4; ++r) q[r] = out[r];
}

}  // namespace SAKER_KERNELS
}  // namespace saker
