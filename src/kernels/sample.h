#pragma once
// Clips to poses, a tile of characters at a time.

#include "kernels/decode.h"
#include "runtime/keyed.h"

#include <saker/animate.h>

namespace saker {
namespace SAKER_KERNELS {

inline constexpr uint8_t kFirstComponent[] = {0, 3, 7};  // of translation, rotation, scale

template <size_t N, class Decoder, class Sink>
SAKER_INLINE void decode_tracks(const Clip& clip, const Place<N>& place, Decoder decoder,
                                Sink& sink) {
  const Fraction<N> fraction(place);
  const SampledTrack* tracks = clip.sampled.data();
  const size_t count = clip.sampled.size();
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
    Lanes<N> out[4];
    if (track.channel != Channel::kRotation) {
      for (size_t c = 0; c < 3; ++c)
        out[c] = multiply_add<N>(v.second[c] - v.first[c], fraction.t, v.first[c]);
      sink.put_vector(track, out);
      continue;
    }
    interpolate_rotation<N>(track, v, fraction, out);
    if (track.framed) leave_frame<N>(track, out);
    sink.put_rotation(track, out);
  }
}

// Decodes every sampled track of a clip. The sink gets three components of vectors, and rotations
// of any length in the order kStoredOrder[track.dropped].
template <size_t N, class Sink>
void decode_clip(const Clip& clip, const Place<N>& place, Sink& sink) {
  if (clip.sample_count == 0) return;
  if (clip.layout == SampleLayout::kAdaptive) {
    decode_tracks<N>(clip, place, AdaptiveDecoder<N>(place, clip.sampled.size()), sink);
  } else if (clip.levels == 0) {
    decode_tracks<N>(clip, place, FixedDecoder<N, 0>(place), sink);
  } else if (clip.levels == 1) {
    decode_tracks<N>(clip, place, FixedDecoder<N, 1>(place), sink);
  } else {
    decode_tracks<N>(clip, place, FixedDecoder<N, 2>(place), sink);
  }
}

// Writes to N neighbouring characters of a pose tile, those that play the clip.
template <size_t N>
struct PoseSink {
  float* data = nullptr;
  size_t lanes = 1;  // of the tile
  bool active[N] = {};
  bool whole = true;  // every character here is active, or there is nobody in its place

  SAKER_INLINE float* row(uint32_t joint, size_t component) const {
    return data + (joint * PoseSpan::kComponents + component) * lanes;
  }
  SAKER_INLINE void put(uint32_t joint, size_t component, const Lanes<N>& v) const {
    float* to = row(joint, component);
    if (whole) {
      store<N>(to, v);
      return;
    }
    float all[N];
    store<N>(all, v);
    for (size_t lane = 0; lane < N; ++lane) {
      if (active[lane]) to[lane] = all[lane];
    }
  }
  SAKER_INLINE void put_vector(const SampledTrack& track, const Lanes<N> (&v)[4]) const {
    for (size_t c = 0; c < 3; ++c)
      put(track.joint, kFirstComponent[size_t(track.channel)] + c, v[c]);
  }
  SAKER_INLINE void put_rotation(const SampledTrack& track, const Lanes<N> (&v)[4]) const {
    const QuatLanes<N> q = normalized<N>({v[0], v[1], v[2], v[3]});
    const uint8_t* order = kStoredOrder[track.dropped];
    put(track.joint, size_t{3} + order[0], q.x);
    put(track.joint, size_t{3} + order[1], q.y);
    put(track.joint, size_t{3} + order[2], q.z);
    put(track.joint, size_t{3} + order[3], q.w);
  }
};

template <size_t N>
void put_rest(const Skeleton& skeleton, const PoseSink<N>& sink) {
  const Transform* rest = skeleton.rest.data();
  const uint32_t joints = skeleton.joint_count();
  for (uint32_t j = 0; j < joints; ++j) {
    float v[PoseSpan::kComponents];
    std::memcpy(v, &rest[j], sizeof(v));
    for (size_t c = 0; c < PoseSpan::kComponents; ++c) sink.put(j, c, broadcast<N>(v[c]));
  }
}

template <size_t N>
void put_constants(const Clip& clip, const PoseSink<N>& sink) {
  const ConstantTrack* tracks = clip.constants.data();
  const size_t count = clip.constants.size();
  for (size_t i = 0; i < count; ++i) {
    const size_t first = kFirstComponent[size_t(tracks[i].channel)];
    for (size_t c = 0; c < component_count(tracks[i].channel); ++c)
      sink.put(tracks[i].joint, first + c, broadcast<N>(tracks[i].value[c]));
  }
}

template <size_t N>
void put_keyed(const Clip& clip, const float (&times)[N], const PoseSink<N>& sink) {
  const KeyedJointTrack* tracks = clip.keyed.data();
  const size_t count = clip.keyed.size();
  for (size_t i = 0; i < count; ++i) {
    const Channel channel = tracks[i].channel;
    for (size_t lane = 0; lane < N; ++lane) {
      if (!sink.active[lane]) continue;
      float v[4];
      sample_keys(clip, tracks[i].keys, times[lane], channel == Channel::kRotation, v);
      for (size_t c = 0; c < component_count(channel); ++c)
        sink.row(tracks[i].joint, kFirstComponent[size_t(channel)] + c)[lane] = v[c];
    }
  }
}

SAKER_INLINE float clamp_time(const Clip& clip, float time) {
  if (!(time > 0)) return 0;
  return time < clip.duration ? time : clip.duration;
}

// Samples those of N neighbours that share the clip of character `first`; `here` of them exist.
template <size_t N>
void sample_shared(const Skeleton& skeleton, const ClipTime* times, size_t here, size_t first,
                   bool (&done)[N], PoseSink<N> sink) {
  const Clip& clip = *times[first].clip;
  Place<N> place;
  float clamped[N];
  for (size_t lane = 0; lane < N; ++lane) {
    sink.active[lane] = lane < here && times[lane].clip == &clip;
    // Idle lanes decode the first one's time: in range, and nobody reads the result.
    clamped[lane] = clamp_time(clip, times[sink.active[lane] ? lane : first].time);
    if (clip.sample_count > 0) locate<N>(clip, clamped[lane], lane, place);
    done[lane] = done[lane] || sink.active[lane];
    sink.whole = sink.whole && (sink.active[lane] || lane >= here);
  }
  put_rest<N>(skeleton, sink);
  put_constants<N>(clip, sink);
  decode_clip<N>(clip, place, sink);
  put_keyed<N>(clip, clamped, sink);
}

template <size_t N>
void sample_poses_wide(const Skeleton& skeleton, const ClipTime* times, const PoseSpan& poses) {
  for (size_t c = 0; c < poses.count; c += N) {
    const size_t here = poses.count - c < N ? poses.count - c : N;
    PoseSink<N> sink;
    sink.data = poses.data + c / poses.lanes * poses.tile_size() + c % poses.lanes;
    sink.lanes = poses.lanes;
    bool done[N] = {};
    for (size_t lane = 0; lane < here; ++lane) {
      if (!done[lane]) sample_shared<N>(skeleton, times + c, here, lane, done, sink);
    }
  }
}

// The widest that fits the tiles of a pose.
inline constexpr size_t kTileLanes = kNativeLanes < kPoseLanes ? kNativeLanes : kPoseLanes;

inline void sample_poses(const Skeleton& skeleton, const ClipTime* times, const PoseSpan& poses) {
  if (poses.lanes == 1) {
    sample_poses_wide<1>(skeleton, times, poses);
  } else {
    sample_poses_wide<kTileLanes>(skeleton, times, poses);
  }
}

}  // namespace SAKER_KERNELS
}  // namespace saker
