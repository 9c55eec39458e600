#pragma once
// Clips to poses, a tile of characters at a time.

#include "kernels/decode.h"
#include "runtime/keyed.h"

#include <saker/animate.h>

namespace saker {
namespace SAKER_KERNELS {

inline constexpr uint32_t kNoRow = UINT32_MAX;
inline constexpr uint8_t kFirstComponent[] = {0, 3, 7};  // of translation, rotation, scale

// Where decoded values go: rows of `stride` floats, the first of each track's given by `row_of_track`
// (kNoRow: nowhere), or the joint's in a pose where that is null.
struct Destination {
  float* rows = nullptr;
  size_t stride = 0;
  const uint32_t* row_of_track = nullptr;
  bool unit = true;  // else rotations may have any length

  SAKER_INLINE uint32_t row(const SampledTrack& track, size_t i) const {
    if (row_of_track != nullptr) return row_of_track[i];
    return track.joint * uint32_t(PoseSpan::kComponents) + kFirstComponent[size_t(track.channel)];
  }
};

template <size_t N>
SAKER_INLINE void store_components(const Lanes<N> (&v)[4], size_t count, const uint8_t* order,
                                   float* to, size_t stride) {
  for (size_t c = 0; c < count; ++c) store<N>(to + order[c] * stride, v[c]);
}

template <size_t N>
SAKER_INLINE void finish_rotation(const SampledTrack& track, Pair<N>& v,
                                  const Fraction<N>& fraction, bool unit, Lanes<N> (&out)[4]) {
  interpolate_rotation<N>(track, v, fraction, out);
  if (track.framed) leave_frame<N>(track, out);
  if (!unit) return;
  const QuatLanes<N> q = normalized<N>({out[0], out[1], out[2], out[3]});
  out[0] = q.x;
  out[1] = q.y;
  out[2] = q.z;
  out[3] = q.w;
}

template <size_t N, class Decoder>
void decode_tracks(const Clip& clip, size_t count, const Place<N>& place, Decoder decoder,
                   const Destination& to) {
  const Fraction<N> fraction(place);
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
    Lanes<N> out[4];
    if (track.channel == Channel::kRotation) {
      finish_rotation<N>(track, v, fraction, to.unit, out);
      store_components<N>(out, 4, kStoredOrder[track.dropped], to.rows + row * to.stride,
                          to.stride);
    } else {
      for (size_t c = 0; c < 3; ++c)
        out[c] = multiply_add<N>(v.second[c] - v.first[c], fraction.t, v.first[c]);
      store_components<N>(out, 3, kStoredOrder[3], to.rows + row * to.stride, to.stride);
    }
  }
}

// Decodes the first `count` sampled tracks of a clip.
template <size_t N>
void decode_clip(const Clip& clip, size_t count, const Place<N>& place, const Destination& to) {
  if (count == 0) return;
  if (clip.layout == SampleLayout::kAdaptive) {
    decode_tracks<N>(clip, count, place, AdaptiveDecoder<N>(place, clip.sampled.size()), to);
  } else {
    decode_tracks<N>(clip, count, place, FixedDecoder<N>(clip, place), to);
  }
}

// N neighbouring characters of a pose: row r of a joint is at `data` + r * `stride`.
template <size_t N>
SAKER_INLINE void put(float* data, size_t stride, uint32_t joint, size_t component, float v) {
  store<N>(data + (joint * PoseSpan::kComponents + component) * stride, broadcast<N>(v));
}

template <size_t N>
void put_rest(const Skeleton& skeleton, float* data, size_t stride) {
  const Transform* rest = skeleton.rest.data();
  const uint32_t joints = skeleton.joint_count();
  for (uint32_t j = 0; j < joints; ++j) {
    float v[PoseSpan::kComponents];
    std::memcpy(v, &rest[j], sizeof(v));
    for (size_t c = 0; c < PoseSpan::kComponents; ++c) put<N>(data, stride, j, c, v[c]);
  }
}

template <size_t N>
void put_constants(const Clip& clip, float* data, size_t stride) {
  const ConstantTrack* tracks = clip.constants.data();
  const size_t count = clip.constants.size();
  for (size_t i = 0; i < count; ++i) {
    const size_t first = kFirstComponent[size_t(tracks[i].channel)];
    for (size_t c = 0; c < component_count(tracks[i].channel); ++c)
      put<N>(data, stride, tracks[i].joint, first + c, tracks[i].value[c]);
  }
}

template <size_t N>
void put_keyed(const Clip& clip, const float (&times)[N], float* data, size_t stride) {
  const KeyedJointTrack* tracks = clip.keyed.data();
  const size_t count = clip.keyed.size();
  for (size_t i = 0; i < count; ++i) {
    const Channel channel = tracks[i].channel;
    float* to = data + (tracks[i].joint * PoseSpan::kComponents + kFirstComponent[size_t(channel)]) *
                           stride;
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
  put_rest<N>(skeleton, data, stride);
  put_constants<N>(clip, data, stride);
  decode_clip<N>(clip, clip.sampled.size(), place, {data, stride});
  put_keyed<N>(clip, clamped, data, stride);
}

SAKER_INLINE bool same_clip(const ClipTime* times, size_t count) {
  for (size_t i = 1; i < count; ++i) {
    if (times[i].clip != times[0].clip) return false;
  }
  return true;
}

// The widest that fits the tiles of a pose.
inline constexpr size_t kTileLanes = kNativeLanes < kPoseLanes ? kNativeLanes : kPoseLanes;

inline void sample_poses(const Skeleton& skeleton, const ClipTime* times, const PoseSpan& poses) {
  for (size_t i = 0; i < poses.count; i += kTileLanes) {
    const size_t count = poses.count - i < kTileLanes ? poses.count - i : kTileLanes;
    float* data = poses.data + i / poses.lanes * poses.tile_size() + i % poses.lanes;
    if (same_clip(times + i, count)) {
      sample_together<kTileLanes>(skeleton, times + i, count, data, poses.lanes);
    } else {
      for (size_t lane = 0; lane < count; ++lane)
        sample_together<1>(skeleton, times + i + lane, 1, data + lane, poses.lanes);
    }
  }
}

}  // namespace SAKER_KERNELS
}  // namespace saker
