#pragma once
// Clips to poses, a tile of characters at a time.

#include "kernels/decode.h"
#include "runtime/keyed.h"

#include <saker/animate.h>

namespace saker {
namespace SAKER_KERNELS {

inline constexpr uint32_t kNoRow = UINT32_MAX;
inline constexpr uint8_t kFirstComponent[] = {0, 3, 7};  // of translation, rotation, scale

// Where decoded values go: rows of `stride` floats, the first of each track's given by
// `row_of_track` (kNoRow: nowhere), or the joint's in a pose where that is null.
struct Destination {
  float* rows = nullptr;
  size_t stride = 0;
  const uint32_t* row_of_track = nullptr;

  SAKER_INLINE uint32_t row(const SampledTrack& track, size_t i) const {
    if (row_of_track != nullptr) return row_of_track[i];
    return track.joint * uint32_t(PoseSpan::kComponents) + kFirstComponent[size_t(track.channel)];
  }
};

template <size_t N, class Decoder>
void decode_tracks(const Clip& clip, size_t count, const Place<N>& place, const Destination& to) {
  Decoder decoder(clip, place);
  const Fraction<N> fraction(load<N>(place.fraction));
  const SampledTrack* tracks = clip.sampled.data();
  for (size_t i = 0; i < count; ++i) {
    const SampledTrack& track = tracks[i];
    Pair<N> v;
    if (track.components == 3) {
      decoder.template read<3>(track, v);
      v.first[3] = restored<N>(v.first);
      v.second[3] = restored<N>(v.second);
    } else {
      decoder.template read<4>(track, v);
    }
    const uint32_t row = to.row(track, i);
    if (row == kNoRow) continue;
    float* out = to.rows + row * to.stride;
    Lanes<N> value[4];
    if (track.channel == Channel::kRotation) {
      // Not yet at unit length, and in the order in which it is stored.
      interpolate<N>(v, 4, track.curved ? chord_fraction<N>(v, fraction) : fraction.t, value);
      if (track.framed) leave_frame<N>(track, value);
      const uint8_t* order = kStoredOrder[track.dropped];
      store<N>(out + order[0] * to.stride, value[0]);
      store<N>(out + order[1] * to.stride, value[1]);
      store<N>(out + order[2] * to.stride, value[2]);
      store<N>(out + order[3] * to.stride, value[3]);
      continue;
    }
    interpolate<N>(v, 3, fraction.t, value);
    for (size_t c = 0; c < 3; ++c) store<N>(out + c * to.stride, value[c]);
  }
}

// Decodes the first `count` sampled tracks of a clip; rotations come out at any length.
template <size_t N>
void decode_clip(const Clip& clip, size_t count, const Place<N>& place, const Destination& to) {
  if (count == 0) return;
  if (clip.layout == SampleLayout::kAdaptive) {
    decode_tracks<N, AdaptiveDecoder<N>>(clip, count, place, to);
  } else {
    decode_tracks<N, FixedDecoder<N>>(clip, count, place, to);
  }
}

template <size_t N>
SAKER_INLINE QuatLanes<N> load_rotation(const float* rows, size_t stride) {
  return {load<N>(rows), load<N>(rows + stride), load<N>(rows + 2 * stride),
          load<N>(rows + 3 * stride)};
}

template <size_t N>
SAKER_INLINE void store_rotation(float* rows, size_t stride, const QuatLanes<N>& q) {
  store<N>(rows, q.x);
  store<N>(rows + stride, q.y);
  store<N>(rows + 2 * stride, q.z);
  store<N>(rows + 3 * stride, q.w);
}

// Brings the rotations that were decoded into a pose to unit length.
template <size_t N>
void normalize_rotations(const Clip& clip, float* data, size_t stride) {
  const SampledTrack* tracks = clip.sampled.data();
  const size_t count = clip.sampled.size();
  for (size_t i = 0; i < count; ++i) {
    if (tracks[i].channel != Channel::kRotation) continue;
    float* rows = data + (tracks[i].joint * PoseSpan::kComponents + 3) * stride;
    store_rotation<N>(rows, stride, normalized<N>(load_rotation<N>(rows, stride)));
  }
}

// N neighbouring characters of a pose: row r of a joint is at `data` + r * `stride`.
template <size_t N>
SAKER_INLINE void put(float* data, size_t stride, uint32_t joint, size_t component, float v) {
  store<N>(data + (joint * PoseSpan::kComponents + component) * stride, broadcast<N>(v));
}

// What moves the channels of a joint.
SAKER_INLINE const ChannelSource* sources_of(const Clip& clip, uint32_t joint) {
  static constexpr ChannelSource kAtRest[3];
  return clip.sources.empty() ? kAtRest : clip.sources.data() + joint * size_t{3};
}

// Where the values of a channel that does not move are.
SAKER_INLINE const float* unmoved(const Clip& clip, const Transform& rest, size_t channel,
                                  ChannelSource source) {
  const float* const at_rest[] = {&rest.translation.x, &rest.rotation.x, &rest.scale.x};
  return source.kind == SourceKind::kConstant ? clip.constants.data()[source.index].value
                                              : at_rest[channel];
}

// The channels that do not move.
template <size_t N>
void put_unmoved(const Skeleton& skeleton, const Clip& clip, float* data, size_t stride) {
  const Transform* rest = skeleton.rest.data();
  const uint32_t joints = skeleton.joint_count();
  for (uint32_t j = 0; j < joints; ++j) {
    const ChannelSource* sources = sources_of(clip, j);
    for (size_t which = 0; which < 3; ++which) {
      if (sources[which].kind > SourceKind::kConstant) continue;
      const float* value = unmoved(clip, rest[j], which, sources[which]);
      const size_t first = kFirstComponent[which], components = which == 1 ? 4 : 3;
      for (size_t c = 0; c < components; ++c) put<N>(data, stride, j, first + c, value[c]);
    }
  }
}

template <size_t N>
void put_keyed(const Clip& clip, const float (&times)[N], float* data, size_t stride) {
  const KeyedJointTrack* tracks = clip.keyed.data();
  const size_t count = clip.keyed.size();
  for (size_t i = 0; i < count; ++i) {
    const Channel channel = tracks[i].channel;
    float* to =
        data +
        (tracks[i].joint * PoseSpan::kComponents + kFirstComponent[size_t(channel)]) * stride;
    for (size_t lane = 0; lane < N; ++lane) {
      float v[4];
      sample_keys(clip, tracks[i].keys, times[lane], channel == Channel::kRotation, v);
      for (size_t c = 0; c < component_count(channel); ++c) to[c * stride + lane] = v[c];
    }
  }
}

SAKER_INLINE float clamp_time(const Clip& clip, float time) {
  if (!(time > 0)) return 0;
  return time < clip.duration ? time : clip.duration;
}

// Samples the first `count` of N neighbours, who all play one clip.
template <size_t N>
void sample_together(const Skeleton& skeleton, const ClipTime* times, size_t count, float* data,
                     size_t stride) {
  const Clip& clip = *times[0].clip;
  Place<N> place;
  float clamped[N];
  for (size_t lane = 0; lane < N; ++lane) {
    // Idle lanes do what the first does, and nobody reads the result.
    clamped[lane] = clamp_time(clip, times[lane < count ? lane : 0].time);
    if (clip.sample_count > 0) locate<N>(clip, clamped[lane], lane, place);
  }
  put_unmoved<N>(skeleton, clip, data, stride);
  decode_clip<N>(clip, clip.sampled.size(), place, {data, stride});
  normalize_rotations<N>(clip, data, stride);
  put_keyed<N>(clip, clamped, data, stride);
}

SAKER_INLINE bool same_clip(const ClipTime* times, size_t count) {
  for (size_t i = 1; i < count; ++i) {
    if (times[i].clip != times[0].clip) return false;
  }
  return true;
}

}  // namespace SAKER_KERNELS
}  // namespace saker
