#include "asset/unpack_tracks.h"

#include <cmath>

namespace saker {
namespace {

// A search trusts the buckets to be in order and to start at the first key.
void check_buckets(const ChunkReader& chunk, const Clip& clip, const KeyedTrack& keys) {
  if (!chunk.require(keys.bucket_count > 0 &&
                         uint64_t{keys.first_bucket} + keys.bucket_count <= clip.buckets.size(),
                     "the buckets of a track are out of range"))
    return;
  const auto buckets = clip.buckets.subspan(keys.first_bucket, keys.bucket_count);
  chunk.require(buckets[0] == 0, "the first bucket of a track does not start at its first key");
  for (size_t b = 0; b < buckets.size(); ++b) {
    chunk.require(buckets[b] < keys.key_count && (b == 0 || buckets[b] >= buckets[b - 1]),
                  "the buckets of a track are out of order");
  }
}

void check_times(const ChunkReader& chunk, std::span<const float> times) {
  for (size_t k = 0; k < times.size(); ++k) {
    chunk.require(std::isfinite(times[k]), "a key has a time that is not a number");
    chunk.require(k == 0 || times[k] > times[k - 1], "key times do not increase");
  }
}

void check_keys(const ChunkReader& chunk, const Clip& clip, const KeyedTrack& keys) {
  const uint64_t groups = keys.interpolation == Interpolation::kCubic ? 3 : 1;
  chunk.require(keys.interpolation <= Interpolation::kCubic,
                "a track has an unknown interpolation");
  chunk.require(keys.width > 0 && keys.width <= clip.key_values.size(), "a track has no width");
  const bool inside =
      chunk.require(keys.key_count > 0, "a keyed track has no keys") &&
      chunk.require(uint64_t{keys.first_time} + keys.key_count <= clip.key_times.size(),
                    "the key times of a track are out of range") &&
      chunk.require(keys.key_count * groups <=
                        (clip.key_values.size() -
                         std::min<uint64_t>(keys.first_value, clip.key_values.size())) /
                            std::max(keys.width, 1u),
                    "the key values of a track are out of range");
  if (!inside) return;
  check_times(chunk, clip.key_times.subspan(keys.first_time, keys.key_count));
  check_buckets(chunk, clip, keys);
}

void check_clip(const ChunkReader& chunk, const Clip& clip) {
  chunk.require(std::isfinite(clip.duration) && clip.duration >= 0, "a clip has no valid duration");
  for (const KeyedJointTrack& track : clip.keyed) {
    chunk.require(track.joint < clip.joint_count, "a track is for a joint that does not exist");
    chunk.require(track.channel <= Channel::kScale, "a track has an unknown channel");
    chunk.require(track.keys.width == component_count(track.channel),
                  "a joint track has a wrong width");
    check_keys(chunk, clip, track.keys);
  }
  for (const Curve& curve : clip.curves) {
    chunk.require(curve.joint >= -1 && curve.joint < int64_t{clip.joint_count},
                  "a curve is for a joint that does not exist");
    chunk.require(curve.property <= Property::kNamed, "a curve has an unknown property");
    chunk.require_inside(curve.name, clip.text);
    check_keys(chunk, clip, curve.keys);
  }
}

}  // namespace

Clip read_clip(const ChunkReader& chunk, UnpackedTracks& tracks) {
  const auto record = chunk.record<format::ClipRecord>();
  Clip clip;
  clip.name = chunk.text(record.name);
  clip.duration = record.duration;
  clip.joint_count = record.joint_count;
  clip.error = record.error;
  clip.size = chunk.size();
  clip.bounds = record.bounds;
  clip.keyed = chunk.array<KeyedJointTrack>(record.keyed);
  clip.curves = chunk.array<Curve>(record.curves);
  clip.key_times = chunk.array<float>(record.key_times);
  clip.key_values = chunk.array<float>(record.key_values);
  clip.buckets = chunk.array<uint32_t>(record.buckets);
  clip.text = chunk.text(record.text);
  check_clip(chunk, clip);
  unpack_constants(chunk, record, clip, tracks);
  unpack_samples(chunk, record, clip, tracks);
  return clip;
}

}  // namespace saker
