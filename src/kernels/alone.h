#pragma once
// Decoding the tracks of one character, N at a time: lanes are its tracks. Gives the bits that the
// character gets among others, where lanes are characters.

#include "kernels/affine.h"
#include "kernels/sample.h"

namespace saker {
namespace SAKER_KERNELS {

// A value per lane.
template <size_t N, class Get>
SAKER_INLINE Lanes<N> lanes_of(Get get) {
  if constexpr (N == 4) return Lanes<N>{get(0), get(1), get(2), get(3)};
  if constexpr (N == 8)
    return Lanes<N>{get(0), get(1), get(2), get(3), get(4), get(5), get(6), get(7)};
  if constexpr (N == 16)
    return Lanes<N>{get(0), get(1), get(2),  get(3),  get(4),  get(5),  get(6),  get(7),
                    get(8), get(9), get(10), get(11), get(12), get(13), get(14), get(15)};
}

template <size_t N, class Get>
SAKER_INLINE IntLanes<N> ints_of(Get get) {
  if constexpr (N == 4) return IntLanes<N>{get(0), get(1), get(2), get(3)};
  if constexpr (N == 8)
    return IntLanes<N>{get(0), get(1), get(2), get(3), get(4), get(5), get(6), get(7)};
  if constexpr (N == 16)
    return IntLanes<N>{get(0), get(1), get(2),  get(3),  get(4),  get(5),  get(6),  get(7),
                       get(8), get(9), get(10), get(11), get(12), get(13), get(14), get(15)};
}

// Finds the headers and residuals of tracks in a segment, in order.
class SegmentScan {
 public:
  SAKER_INLINE SegmentScan(const Clip& clip, const Place<1>& place) : tracks_(clip.sampled.data()) {
    if (clip.layout != SampleLayout::kAdaptive || clip.sample_count == 0) return;
    segment_ = place.segment[0];
    header_ = (uint32_t(clip.sampled.size()) + 7) / 8 * 8;
    payload_ = uint32_t(place.payload[0]);
    uint32_t sum = 0;
    for (size_t level = 0; level < kAdaptiveLevels; ++level)
      counts_[level] = sum += place.counts[level][0];
  }

  // Goes to a track behind the current one.
  SAKER_INLINE void go_to(size_t track) {
    for (; track_ < track; ++track_) {
      if (!active()) continue;
      const uint64_t bits = header();
      const uint32_t components = tracks_[track_].components;
      for (uint32_t c = 0; c < components; ++c)
        payload_ += payload_size(uint32_t(bits >> (kStepBits + c * kComponentBits)));
      header_ += kHeaderBits[components - 3];
    }
  }
  SAKER_INLINE bool active() const {
    return (unsigned(segment_[track_ / 8]) >> (track_ % 8) & 1) != 0;
  }
  SAKER_INLINE uint64_t header() const {
    return load_word(segment_ + header_ / 8) >> (header_ % 8);
  }
  SAKER_INLINE uint32_t payload() const { return payload_; }

 private:
  // Each level has what the finer ones have and something more.
  SAKER_INLINE uint32_t payload_size(uint32_t component) const {
    return (component & 15) * counts_[3] + (component >> 4 & 3) * counts_[2] +
           (component >> 6 & 3) * counts_[1] + (component >> 8 & 3) * counts_[0];
  }

  const SampledTrack* tracks_;
  const std::byte* segment_ = nullptr;
  size_t track_ = 0;
  uint32_t header_ = 0, payload_ = 0;      // bits from the segment's start
  uint32_t counts_[kAdaptiveLevels] = {};  // of residuals up to each level
};

// What a place has about residuals, for every lane.
template <size_t N>
SAKER_INLINE void spread(const Place<1>& place, Place<N>& out) {
  for (size_t lane = 0; lane < N; ++lane) out.segment[lane] = place.segment[0];
  for (size_t level = 0; level < kAdaptiveLevels; ++level) {
    const auto count = broadcast_int<N>(int32_t(place.counts[level][0]));
    const auto index = broadcast_int<N>(int32_t(place.indices[level][0]));
    std::memcpy(out.counts[level], &count, sizeof(count));
    std::memcpy(out.indices[level], &index, sizeof(index));
  }
  for (size_t i = 0; i < 2; ++i) {
    for (size_t k = 0; k < 2 + kAdaptiveLevels; ++k)
      store<N>(out.weights[i][k], broadcast<N>(place.weights[i][k][0]));
  }
}

// Decodes chosen tracks of a clip at one place. Tracks are added in order; their values, three or
// four floats, arrive at the latest with finish(). Rotations may have any length.
template <size_t N>
class AloneDecoder {
 public:
  AloneDecoder(const Clip& clip, const Place<1>& place)
      : clip_(clip), place_(place), fraction_(broadcast<N>(place.fraction[0])) {
    if (clip.levels > 0) spread<N>(place, spread_);
  }

  void add(size_t index, float* to, SegmentScan& scan) {
    const SampledTrack* track = &clip_.sampled.data()[index];
    const bool adaptive = clip_.layout == SampleLayout::kAdaptive;
    if (adaptive) scan.go_to(index);
    const bool active = adaptive && scan.active();
    if (track->components == 4) {
      decode_wide(*track, active ? scan.header() : 0, active, scan.payload(), to);
      return;
    }
    tracks_[count_] = track;
    to_[count_] = to;
    headers_[count_] = active ? scan.header() : 0;
    active_[count_] = active ? -1 : 0;
    payloads_[count_] = int32_t(scan.payload());
    if (++count_ == N) flush();
  }
  void finish() {
    if (count_ > 0) flush();
  }
  // The same where every value has room for four floats; vectors leave anything in the fourth.
  void finish_whole() {
    if (count_ == 0) return;
    Lanes<N> v[4];
    decode(v);
    scatter_whole(v);
    count_ = 0;
  }

 private:
  void flush() {
    Lanes<N> v[4];
    decode(v);
    scatter(v);
    count_ = 0;
  }
  void decode(Lanes<N> (&out)[4]);
  void read_keys(Pair<N>& v) const;
  void add_fixed_level(size_t level, Pair<N>& v) const;
  void add_adaptive(Pair<N>& v) const;
  void leave_frames(Lanes<N> (&q)[4]) const;
  void scatter(const Lanes<N> (&v)[4]) const;
  void scatter_whole(const Lanes<N> (&v)[4]) const;
  void decode_wide(const SampledTrack& track, uint64_t header, bool active, uint32_t payload,
                   float* to) const;

  template <class Get>
  SAKER_INLINE Lanes<N> of_tracks(Get get) const {
    return lanes_of<N>([&](size_t i) { return get(*tracks_[i]); });
  }

  const Clip& clip_;
  const Place<1>& place_;
  Place<N> spread_;
  Fraction<N> fraction_;
  size_t count_ = 0;
  const SampledTrack* tracks_[N];
  float* to_[N];
  uint64_t headers_[N];
  int32_t active_[N], payloads_[N];
};

// The code of a field in each lane's word.
template <size_t N, class Find>
SAKER_INLINE Lanes<N> lane_codes(const Words<N>& words, Find find) {
  const IntLanes<N> shift = ints_of<N>([&](size_t i) { return int32_t(find(i).shift); });
  const IntLanes<N> mask = ints_of<N>([&](size_t i) { return int32_t(find(i).mask); });
  return masked_code<N>(words, shift, mask);
}

template <size_t N, class Find>
SAKER_INLINE Words<N> lane_words(const std::byte* row, Find find) {
  const std::byte* at[N];
  for (size_t i = 0; i < N; ++i) at[i] = row + find(i).offset;
  return gather_words<N>(at, 0);
}

template <size_t N>
void AloneDecoder<N>::read_keys(Pair<N>& v) const {
  const Lanes<N> step = of_tracks([](const SampledTrack& t) { return t.step; });
  const std::byte *before = place_.keys[0], *after = before + clip_.block_size;
  Words<N> words[2];
  for (size_t c = 0; c < 3; ++c) {
    const auto field = [&](size_t i) -> const Field& { return tracks_[i]->keys[c]; };
    bool same = c > 0;
    for (size_t i = 0; i < N && same; ++i)
      same = tracks_[i]->keys[c].offset == tracks_[i]->keys[c - 1].offset;
    if (!same) {
      words[0] = lane_words<N>(before, field);
      words[1] = lane_words<N>(after, field);
    }
    const Lanes<N> minimum = of_tracks([&](const SampledTrack& t) { return t.minimum[c]; });
    v.first[c] = multiply_add<N>(lane_codes<N>(words[0], field), step, minimum);
    v.second[c] = multiply_add<N>(lane_codes<N>(words[1], field), step, minimum);
  }
}

template <size_t N>
void AloneDecoder<N>::add_fixed_level(size_t level, Pair<N>& v) const {
  const Lanes<N> step = of_tracks([](const SampledTrack& t) { return t.step; });
  const Lanes<N> first = load<N>(spread_.weights[0][2 + level]) * step;
  const Lanes<N> second = load<N>(spread_.weights[1][2 + level]) * step;
  for (size_t c = 0; c < 3; ++c) {
    const auto field = [&](size_t i) -> const Field& { return tracks_[i]->residuals[level][c]; };
    const Lanes<N> half = lanes_of<N>([&](size_t i) { return float(field(i).half()); });
    const Words<N> words = lane_words<N>(place_.residuals[level][0], field);
    const Lanes<N> r = lane_codes<N>(words, field) - half;
    v.first[c] = multiply_add<N>(first, r, v.first[c]);
    v.second[c] = multiply_add<N>(second, r, v.second[c]);
  }
}

template <size_t N>
void AloneDecoder<N>::add_adaptive(Pair<N>& v) const {
  Words<N> headers;
  const std::byte* bytes = reinterpret_cast<const std::byte*>(headers_);
  const std::byte* at[N];
  for (size_t i = 0; i < N; ++i) at[i] = bytes + i * sizeof(uint64_t);
  headers = gather_words<N>(at, 0);
  IntLanes<N> payload = load_ints<N>(payloads_);
  const Lanes<N> step = of_tracks([](const SampledTrack& t) { return t.residual_step; });
  add_segment_residuals<3>(spread_, headers, load_ints<N>(active_), step, payload, v);
}

template <size_t N>
void AloneDecoder<N>::leave_frames(Lanes<N> (&q)[4]) const {
  const IntLanes<N> framed = ints_of<N>([&](size_t i) { return tracks_[i]->framed ? -1 : 0; });
  Lanes<N> out[4];
  for (size_t r = 0; r < 4; ++r) {
    out[r] = q[0] * of_tracks([&](const SampledTrack& t) { return t.frame[r][0]; });
    for (size_t c = 1; c < 4; ++c)
      out[r] = multiply_add<N>(
          q[c], of_tracks([&](const SampledTrack& t) { return t.frame[r][c]; }), out[r]);
  }
  for (size_t r = 0; r < 4; ++r) q[r] = framed != 0 ? out[r] : q[r];
}

template <size_t N>
void AloneDecoder<N>::scatter(const Lanes<N> (&v)[4]) const {
  float values[4][N];
  for (size_t c = 0; c < 4; ++c) store<N>(values[c], v[c]);
  for (size_t i = 0; i < count_; ++i) {
    const SampledTrack& track = *tracks_[i];
    float* to = to_[i];
    if (track.channel == Channel::kRotation) {
      const uint8_t* order = kStoredOrder[track.dropped];
      for (size_t c = 0; c < 4; ++c) to[order[c]] = values[c][i];
    } else {
      for (size_t c = 0; c < 3; ++c) to[c] = values[c][i];
    }
  }
}

// Components in their own order, and a store per track.
template <size_t N>
void AloneDecoder<N>::scatter_whole(const Lanes<N> (&v)[4]) const {
  const IntLanes<N> dropped = ints_of<N>([&](size_t i) {
    return tracks_[i]->channel == Channel::kRotation ? int32_t(tracks_[i]->dropped) : 3;
  });
  const IntLanes<N> first = dropped == 0, second = dropped == 1, third = dropped == 2;
  const Lanes<N> x = first != 0 ? v[3] : v[0];
  const Lanes<N> y = second != 0 ? v[3] : first != 0 ? v[0] : v[1];
  const Lanes<N> z = third != 0 ? v[3] : (first | second) != 0 ? v[1] : v[2];
  const Lanes<N> w = (first | second | third) != 0 ? v[2] : v[3];
  Lanes<N> rows[4];
  transpose<N>(x, y, z, w, rows);
  float all[4][N];
  for (size_t k = 0; k < 4; ++k) store<N>(all[k], rows[k]);
  for (size_t i = 0; i < count_; ++i) std::memcpy(to_[i], &all[i % 4][i / 4 * 4], 16);
}

template <size_t N>
void AloneDecoder<N>::decode(Lanes<N> (&out)[4]) {
  for (size_t i = count_; i < N; ++i) {
    tracks_[i] = tracks_[0];
    headers_[i] = 0;
    active_[i] = 0;
    payloads_[i] = payloads_[0];
  }
  Pair<N> v;
  read_keys(v);
  if (clip_.levels > 0) add_keys<3>(spread_, v);
  if (clip_.layout == SampleLayout::kAdaptive) {
    add_adaptive(v);
  } else {
    for (size_t level = 0; level < clip_.levels; ++level) add_fixed_level(level, v);
  }
  v.first[3] = restored<N>(v.first);
  v.second[3] = restored<N>(v.second);
  const IntLanes<N> curved = ints_of<N>([&](size_t i) { return tracks_[i]->curved ? -1 : 0; });
  const Lanes<N> t = curved != 0 ? chord_fraction<N>(v, fraction_) : fraction_.t;
  interpolate<N>(v, 4, t, out);
  bool framed = false;
  for (size_t i = 0; i < count_; ++i) framed = framed || tracks_[i]->framed;
  if (framed) leave_frames(out);
}

// A track with four components, which are too rare to be worked on together.
template <size_t N>
void AloneDecoder<N>::decode_wide(const SampledTrack& track, uint64_t header, bool active,
                                  uint32_t payload, float* to) const {
  Pair<1> v;
  if (clip_.layout == SampleLayout::kAdaptive) {
    RowReader<1, 2> keys(place_.keys, clip_.block_size);
    saker::SAKER_KERNELS::read_keys<4>(track, keys, v);
    add_keys<4>(place_, v);
    int32_t bit = int32_t(payload);
    add_segment_residuals<4>(place_, Words<1>{header}, active ? -1 : 0, track.residual_step, bit,
                             v);
  } else {
    FixedDecoder<1> decoder(clip_, place_);
    decoder.template read<4>(track, v);
  }
  const Fraction<1> fraction(place_.fraction[0]);
  interpolate<1>(v, 4, track.curved ? chord_fraction<1>(v, fraction) : fraction.t,
                 *reinterpret_cast<float(*)[4]>(to));
}

}  // namespace SAKER_KERNELS
}  // namespace saker
