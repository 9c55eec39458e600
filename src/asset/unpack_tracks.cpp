#include "asset/unpack_tracks.h"

#include "asset/check_segments.h"
#include "base/rotation_code.h"

#include <cmath>

namespace saker {
namespace {

// Wider codes would not survive the way through a float.
constexpr uint32_t kWidestField = 24;

// Lays fields side by side in a row of bits.
class RowLayout {
 public:
  // The fields of a track, in one word if they fit.
  void add(std::span<const uint8_t> widths, Fields& fields) {
    uint32_t total = 0;
    for (const uint8_t width : widths) total += width;
    if (!fits(total)) start_word();
    for (size_t c = 0; c < widths.size(); ++c) {
      if (!fits(widths[c])) start_word();
      // A field without bits may lie behind the last bit of its word, where no shift leads.
      fields.shift[c] = widths[c] > 0 ? uint32_t(bit_ - uint64_t{word_} * 8) : 0;
      fields.offset[c] = word_;
      fields.mask[c] = uint32_t((uint64_t{1} << widths[c]) - 1);
      bit_ += widths[c];
    }
    for (size_t c = widths.size(); c < 4; ++c) fields.offset[c] = word_;
  }
  uint32_t size() const { return uint32_t((bit_ + 7) / 8); }

 private:
  bool fits(uint32_t width) const { return bit_ + width - uint64_t{word_} * 8 <= 64; }
  void start_word() { word_ = uint32_t(bit_ / 8); }

  uint64_t bit_ = 0;
  uint32_t word_ = 0;
};

// The arrays that give records what they need, each taking its entries in order.
struct Source {
  std::span<const format::SampledTrackRecord> records;
  std::span<const uint8_t> widths;
  std::span<const float> centers;
  std::span<const format::FrameRecord> frames;
};

struct Needs {
  uint64_t widths = 0, centers = 0, frames = 0;
};

bool has_center(const format::SampledTrackRecord& record) {
  return (record.encoding & (format::kFramed | format::kFourComponents)) == 0;
}

uint8_t stored_components(const format::SampledTrackRecord& record) {
  return (record.encoding & format::kFourComponents) != 0 ? 4 : 3;
}

bool check_sizes(const ChunkReader& chunk, const Source& source, uint32_t width_rows) {
  Needs needs;
  for (const auto& record : source.records) {
    needs.widths += uint64_t{stored_components(record)} * width_rows;
    needs.centers += has_center(record) ? 3 : 0;
    needs.frames += (record.encoding & format::kFramed) != 0 ? 1 : 0;
  }
  bool narrow = true;
  for (const uint8_t width : source.widths) narrow = narrow && width <= kWidestField;
  for (const float center : source.centers) narrow = narrow && std::isfinite(center);
  return chunk.require(needs.widths == source.widths.size() &&
                           needs.centers == source.centers.size() &&
                           needs.frames == source.frames.size(),
                       "the sampled tracks do not have the widths, centers and frames they need") &&
         chunk.require(narrow, "a sampled track has a width or a center out of range");
}

bool check_record(const ChunkReader& chunk, const format::SampledTrackRecord& record,
                  uint32_t joint_count) {
  const bool rotation = Channel(record.channel) == Channel::kRotation;
  const uint8_t of_rotations =
      format::kDroppedMask | format::kFramed | format::kFourComponents | format::kCurved;
  const bool framed = (record.encoding & format::kFramed) != 0;
  const bool whole = (record.encoding & format::kFourComponents) != 0;
  const bool drops_w = (record.encoding & format::kDroppedMask) == 3;
  return chunk.require(record.joint < joint_count, "a track is for a joint that does not exist") &&
         chunk.require(Channel(record.channel) <= Channel::kScale,
                       "a track has an unknown channel") &&
         chunk.require((record.encoding & ~(rotation ? of_rotations : 0)) == 0 &&
                           !(framed && whole) && (drops_w || !(framed || whole)),
                       "a sampled track has an unknown encoding");
}

// Sorted, so that the first tracks of a clip are those of the first joints, and each channel has at
// most one.
bool check_order(const ChunkReader& chunk, std::span<const SampledTrack> before,
                 const format::SampledTrackRecord& record) {
  const bool sorted =
      before.empty() || before.back().joint < record.joint ||
      (before.back().joint == record.joint && before.back().channel < Channel(record.channel));
  return chunk.require(sorted, "the sampled tracks are not in the order of joints and channels");
}

// Columns: what turns (x, y, z, w) as decoded into middle * axes * (x, y, z, w) * inverse of axes.
void set_frame(SampledTrack& track, const format::FrameRecord& record) {
  const DQuat axes = decode_rotation(record.axes, 10);
  const DQuat before = decode_rotation(record.middle, 10) * axes, after = conjugate(axes);
  for (int c = 0; c < 4; ++c) {
    DQuat unit{0, 0, 0, 0};
    detail::component(unit, c) = 1;
    const DQuat q = before * unit * after;
    for (int r = 0; r < 4; ++r) track.frame[c][r] = float(detail::component(q, r));
  }
}

SampledTrack unpack_record(const format::SampledTrackRecord& record, Source& source) {
  SampledTrack track;
  track.joint = record.joint;
  track.channel = Channel(record.channel);
  track.components = stored_components(record);
  track.dropped = record.encoding & format::kDroppedMask;
  track.framed = (record.encoding & format::kFramed) != 0;
  track.curved = (record.encoding & format::kCurved) != 0;
  track.step = half_octave_step(record.step);
  track.residual_step = half_octave_step(record.residual_step);
  if (has_center(record)) {
    for (size_t c = 0; c < 3; ++c) track.minimum[c] = source.centers[c];
    source.centers = source.centers.subspan(3);
  }
  if (track.framed) {
    set_frame(track, source.frames[0]);
    source.frames = source.frames.subspan(1);
  }
  return track;
}

struct Layouts {
  RowLayout keys;
  RowLayout residuals[kFixedLevels];
};

// Codes are stored with half their range added, so that they are never negative.
void add_fields(SampledTrack& track, const Clip& clip, Source& source, Layouts& layouts) {
  const size_t components = track.components;
  layouts.keys.add(source.widths.first(components), track.keys);
  for (size_t c = 0; c < components; ++c)
    track.minimum[c] -= track.step * float(track.keys.half(c));
  source.widths = source.widths.subspan(components);
  if (clip.layout == SampleLayout::kAdaptive) return;
  for (size_t level = 0; level < clip.levels; ++level) {
    layouts.residuals[level].add(source.widths.first(components), track.residuals[level]);
    source.widths = source.widths.subspan(components);
  }
}

bool check_layout(const ChunkReader& chunk, const Clip& clip, const format::ClipRecord& record) {
  const bool adaptive = clip.layout == SampleLayout::kAdaptive;
  return chunk.require(
             SampleLayout(record.layout) <= SampleLayout::kAdaptive &&
                 (adaptive ? clip.levels == kAdaptiveLevels : clip.levels <= kFixedLevels),
             "a clip has samples in an unknown layout") &&
         chunk.require((clip.sample_count == 0) == (record.sampled.count == 0) &&
                           clip.sample_count != 1 && clip.sample_count <= 1u << 30,
                       "a clip has sampled tracks without samples, or samples without tracks");
}

void set_blocks(const ChunkReader& chunk, const Layouts& layouts, Clip& clip) {
  clip.key_row_size = layouts.keys.size();
  uint64_t block_size = clip.key_row_size;
  for (uint32_t level = 0; clip.layout == SampleLayout::kFixed && level < clip.levels; ++level) {
    clip.residual_row_sizes[level] = layouts.residuals[level].size();
    block_size += uint64_t{clip.residual_row_sizes[level]} << level;
  }
  clip.block_size = uint32_t(block_size);
  const uint64_t intervals = (clip.sample_count - 2) / clip.interval() + uint64_t{1};
  chunk.require(
      clip.blocks.size() == intervals * block_size + clip.key_row_size + format::kBitPadding,
      "the samples do not have the size that the clip states");
}

}  // namespace

float half_octave_step(uint32_t exponent) {
  return std::ldexp(exponent % 2 == 0 ? 1.0f : 0.70710678f, -int(exponent / 2));
}

void unpack_constants(const ChunkReader& chunk, const format::ClipRecord& record, Clip& clip,
                      UnpackedTracks& tracks) {
  for (const auto& constant : chunk.array<format::ConstantVectorRecord>(record.constant_vectors)) {
    chunk.require(constant.joint < clip.joint_count, "a track is for a joint that does not exist");
    chunk.require(Channel(constant.channel) == Channel::kTranslation ||
                      Channel(constant.channel) == Channel::kScale,
                  "a constant track has an unknown channel");
    ConstantTrack track{constant.joint, Channel(constant.channel), {}};
    std::memcpy(track.value, constant.value, sizeof(constant.value));
    tracks.constants.push_back(track);
  }
  for (const auto& constant :
       chunk.array<format::ConstantRotationRecord>(record.constant_rotations)) {
    chunk.require(constant.joint < clip.joint_count, "a track is for a joint that does not exist");
    uint64_t code;
    std::memcpy(&code, constant.code, sizeof(code));
    const Quat q = cast<float>(decode_rotation(code, 20));
    tracks.constants.push_back({constant.joint, Channel::kRotation, {q.x, q.y, q.z, q.w}});
  }
  clip.constants = tracks.constants;
}

void unpack_samples(const ChunkReader& chunk, const format::ClipRecord& record, Clip& clip,
                    UnpackedTracks& tracks) {
  clip.sample_count = record.sample_count;
  if (clip.sample_count > 1 && clip.duration > 0)
    clip.sample_rate = (clip.sample_count - 1) / double(clip.duration);
  clip.layout = SampleLayout(record.layout);
  clip.levels = record.levels;
  if (!check_layout(chunk, clip, record) || clip.sample_count == 0) return;
  Source source{chunk.array<format::SampledTrackRecord>(record.sampled),
                chunk.array<uint8_t>(record.widths), chunk.array<float>(record.centers),
                chunk.array<format::FrameRecord>(record.frames)};
  const uint32_t width_rows = clip.layout == SampleLayout::kFixed ? 1 + clip.levels : 1;
  if (!check_sizes(chunk, source, width_rows)) return;
  Layouts layouts;
  for (const auto& track_record : source.records) {
    if (!check_record(chunk, track_record, clip.joint_count)) return;
    if (!check_order(chunk, tracks.sampled, track_record)) return;
    tracks.sampled.push_back(unpack_record(track_record, source));
    add_fields(tracks.sampled.back(), clip, source, layouts);
    clip.four_component_tracks += tracks.sampled.back().components == 4 ? 1 : 0;
  }
  clip.blocks = chunk.array<std::byte>(record.blocks);
  set_blocks(chunk, layouts, clip);
  if (clip.layout == SampleLayout::kAdaptive) {
    clip.segments = chunk.array<uint32_t>(record.segments);
    clip.residuals = chunk.array<std::byte>(record.residuals);
    check_segments(chunk, tracks.sampled, clip);
  }
  clip.sampled = tracks.sampled;
}

void list_sources(Clip& clip, UnpackedTracks& tracks) {
  tracks.sources.resize(size_t{clip.joint_count} * 3);
  const auto list = [&](const auto& of_kind, SourceKind kind) {
    for (size_t i = 0; i < of_kind.size(); ++i) {
      ChannelSource& source =
          tracks.sources[of_kind[i].joint * size_t{3} + size_t(of_kind[i].channel)];
      source.kind = kind;
      source.index = uint32_t(i);
    }
  };
  list(clip.constants, SourceKind::kConstant);
  list(clip.sampled, SourceKind::kSampled);
  list(clip.keyed, SourceKind::kKeyed);
  clip.sources = tracks.sources;
}

}  // namespace saker
