#pragma once
// Clip: animation packed for a skeleton, ready to be sampled at any time in constant time.
//
// A track (one channel of one joint) is stored in the cheapest way that keeps the promised error:
// not at all when it equals the rest transform, once when it is constant, as samples at a uniform
// rate, or as its own keys where sampling would break the promise (steps, sparse keys).
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

// How samples are laid out. Both store a value every `interval` samples, the keys, and what the
// samples in between differ from the midpoints of their neighbours, level by level, the residuals:
// first the sample half way between two keys, then those half way between these, and so on.
enum class SampleLayout : uint32_t {
  kFixed,     // the residuals of a track have the same width everywhere: faster; interval 1, 2 or 4
  kAdaptive,  // a width and a step per segment, track and level: smaller; interval 16
};

// Levels of residuals: an interval of 2^n samples has n.
inline constexpr uint32_t kFixedLevels = 2, kAdaptiveLevels = 4;

// Where the components of a track lie in a row of bits: each from bit `shift` of the 64-bit word at
// byte `offset`, as many bits as `mask` has. A component never reaches past its word, and
// neighbours share words where they fit.
struct Fields {
  uint32_t offset[4] = {};
  uint32_t shift[4] = {};
  uint32_t mask[4] = {};

  // Half of what a component can hold: what is added to codes, so that they are never negative.
  uint32_t half(size_t c) const { return (mask[c] + 1) / 2; }
};

// A channel that is stored as samples, unpacked once when its asset is loaded. A stored value is
// minimum + step * code.
//
// Three components of a rotation are stored, and `dropped` is restored as the root of what their
// squares leave of 1; or all four, for one that strays too far for that. A framed rotation is
// stored along the axes in which the joint moves most, relative to the middle of its motion;
// `frame` (columns) times what was decoded gives the rotation.
struct SampledTrack {
  uint32_t joint = 0;
  Channel channel = Channel::kTranslation;
  uint8_t components = 3;
  uint8_t dropped = 3;
  bool framed = false;
  bool curved = false;  // neighbours are so far apart that a chord will not do between them: slerp
  float step = 0;
  float residual_step = 0;  // kAdaptive: the largest step that segments choose from
  float minimum[4] = {};
  Fields keys;
  Fields residuals[kFixedLevels];  // kFixed: per level
  float frame[4][4] = {};
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

enum class SourceKind : uint32_t { kRest, kConstant, kSampled, kKeyed };

// Where a channel of a joint gets its value: an index into the clip's tracks of that kind.
struct ChannelSource {
  SourceKind kind = SourceKind::kRest;
  uint32_t index = 0;
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
  uint32_t joint_count = 0;  // of the skeleton the clip is for
  float error = 0;           // metres: the largest error that the packer measured
  uint64_t size = 0;         // bytes of its section in the file
  Bounds bounds;             // of every visible mesh, over the whole clip
  std::span<const ConstantTrack> constants;
  std::span<const SampledTrack> sampled;
  std::span<const KeyedJointTrack> keyed;
  std::span<const Curve> curves;
  // What moves each channel of each joint: joint * 3 + channel. Where there are none, a clip
  // without tracks, everything is at rest.
  std::span<const ChannelSource> sources;

  // Samples are evenly spaced over the duration; 0: no sampled tracks.
  uint32_t sample_count = 0;
  double sample_rate = 0;  // (sample_count - 1) / duration
  SampleLayout layout = SampleLayout::kFixed;
  uint32_t levels = 0;  // of residuals
  // Bytes from one block to the next. A block is a row of keys and, kFixed, behind it the rows of
  // residuals of each level, level after level.
  uint32_t block_size = 0;
  uint32_t key_row_size = 0;
  uint32_t residual_row_sizes[kFixedLevels] = {};
  std::span<const std::byte> blocks;
  uint32_t four_component_tracks = 0;
  // kAdaptive: where the residuals between two keys begin in `residuals`.
  std::span<const uint32_t> segments;
  std::span<const std::byte> residuals;

  std::span<const float> key_times;
  std::span<const float> key_values;
  std::span<const uint32_t> buckets;
  std::string_view text;

  // Samples per second.
  float rate() const { return float(sample_rate); }
  uint32_t interval() const { return 1u << levels; }
  std::string_view curve_name(const Curve& curve) const {
    return text.substr(curve.name.offset, curve.name.size);
  }
};

}  // namespace saker
