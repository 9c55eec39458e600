#include "asset/contents.h"

#include <cmath>

namespace saker {
namespace {

void check_joint_channel(const ChunkReader& chunk, const Clip& clip, uint32_t joint,
                         Channel channel) {
  chunk.require(joint < clip.joint_count, "a track is for a joint that does not exist");
  chunk.require(channel <= Channel::kScale, "a track has an unknown channel");
}

void check_rows(const ChunkReader& chunk, const Clip& clip) {
  chunk.require(clip.rows.size() == uint64_t{clip.row_count} * clip.row_size,
                "the rows do not have the size that the clip states");
  chunk.require(clip.sampled.empty() || clip.row_count > 0,
                "a clip with sampled tracks has no rows");
  for (const SampledTrack& track : clip.sampled) {
    check_joint_channel(chunk, clip, track.joint, track.channel);
    chunk.require(track.format <= SampleFormat::kFloat32, "a sampled track has an unknown format");
    chunk.require(uint64_t{track.row_offset} + sample_size(track.format) <= clip.row_size,
                  "a sampled track reaches past its row");
  }
}

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
  for (const ConstantTrack& track : clip.constants)
    check_joint_channel(chunk, clip, track.joint, track.channel);
  check_rows(chunk, clip);
  for (const KeyedJointTrack& track : clip.keyed) {
    check_joint_channel(chunk, clip, track.joint, track.channel);
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

Clip read_clip(const ChunkReader& chunk) {
  const auto record = chunk.record<format::ClipRecord>();
  Clip clip;
  clip.name = chunk.text(record.name);
  clip.duration = record.duration;
  clip.rate = record.rate;
  clip.row_count = record.row_count;
  clip.row_size = record.row_size;
  clip.joint_count = record.joint_count;
  clip.error = record.error;
  clip.bounds = record.bounds;
  clip.constants = chunk.array<ConstantTrack>(record.constants);
  clip.sampled = chunk.array<SampledTrack>(record.sampled);
  clip.keyed = chunk.array<KeyedJointTrack>(record.keyed);
  clip.curves = chunk.array<Curve>(record.curves);
  clip.rows = chunk.array<std::byte>(record.rows);
  clip.key_times = chunk.array<float>(record.key_times);
  clip.key_values = chunk.array<float>(record.key_values);
  clip.buckets = chunk.array<uint32_t>(record.buckets);
  clip.text = chunk.text(record.text);
  check_clip(chunk, clip);
  return clip;
}

}  // namespace saker
