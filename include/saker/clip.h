#pragma once
// Clip: animation packed for a skeleton, ready to be sampled at any time in constant time.
//
// A track (one channel of one joint) is stored in the cheapest way that keeps the promised error:
// not at all when it equals the rest transform, once when it is constant, as samples at a uniform
// rate in rows, or as its own keys where sampling would break the promise (steps, sparse keys).
// docs/file-format.md describes the bytes.

#include <saker/math.h>
#include <saker/raw_clip.h>
#include <saker/skeleton.h>

#include <cstdint>
#include <span>
#include <string_view>

namespace saker {

enum class Channel : uint32_t { kTranslation, kRotation, kScale };

// Components of a channel: four for a rotation, else three.
inline constexpr uint32_t component_count(Channel channel) {
  return channel == Channel::kRotation ? 4 : 3;
}

// One channel that keeps one value. A translation or scale uses the first three components.
struct ConstantTrack {
  uint32_t joint = 0;
  Channel channel = Channel::kTranslation;
  float value[4] = {};
};

enum class SampleFormat : uint32_t {
  kUnorm16,  // four uint16: value = minimum + extent * code / 65535
  kFloat32,  // four float
};

// Bytes of one sample.
inline constexpr uint32_t sample_size(SampleFormat format) {
  return format == SampleFormat::kFloat32 ? 16 : 8;
}

// One channel that is stored in every row, at byte `row_offset` (a multiple of the format's size).
struct SampledTrack {
  uint32_t joint = 0;
  Channel channel = Channel::kTranslation;
  SampleFormat format = SampleFormat::kUnorm16;
  uint32_t row_offset = 0;
  float minimum[4] = {};
  float extent[4] = {};
};

// Keys of one property, as in a RawClip's Track. They lie in Clip::key_times and Clip::key_values.
// `first_bucket` starts `bucket_count` entries of Clip::buckets that divide the time between the
// first and the last key evenly: entry b is the last key at or before the start of bucket b, which
// is where a search begins.
struct KeyedTrack {
  Interpolation interpolation = Interpolation::kLinear;
  uint32_t width = 3;
  uint32_t key_count = 0;
  uint32_t first_time = 0;
  uint32_t first_value = 0;
  uint32_t first_bucket = 0;
  uint32_t bucket_count = 0;
};

// A keyed channel of a joint.
struct KeyedJointTrack {
  uint32_t joint = 0;
  Channel channel = Channel::kTranslation;
  KeyedTrack keys;
};

// Any other animated property: morph weights (width = number of targets) or a named property.
struct Curve {
  int32_t joint = -1;  // the joint that owns the property, -1 for none
  Property property = Property::kWeights;
  TextRange name;  // for Property::kNamed
  KeyedTrack keys;
};

struct Bounds {
  Vec3 minimum, maximum;
};

// The bounds that hold both.
Bounds unite(const Bounds& a, const Bounds& b);

// A view: the memory belongs to the Asset, which has verified that every index and offset here is
// in range. Time runs from 0 to `duration` seconds; times outside are clamped.
struct Clip {
  std::string_view name;
  float duration = 0;
  float rate = 0;  // rows per second
  uint32_t row_count = 0;
  uint32_t row_size = 0;     // bytes
  uint32_t joint_count = 0;  // of the skeleton the clip is for
  float error = 0;           // metres: the largest error that the packer measured
  Bounds bounds;             // of every visible mesh, over the whole clip
  std::span<const ConstantTrack> constants;
  std::span<const SampledTrack> sampled;
  std::span<const KeyedJointTrack> keyed;
  std::span<const Curve> curves;
  std::span<const std::byte> rows;
  std::span<const float> key_times;
  std::span<const float> key_values;
  std::span<const uint32_t> buckets;
  std::string_view text;

  std::string_view curve_name(const Curve& curve) const {
    return text.substr(curve.name.offset, curve.name.size);
  }
};

}  // namespace saker
