#include "build/clip_packer.h"

#include "build/clip_error.h"
#include "build/key_store.h"
#include "build/resample.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace saker {
namespace {

// The share of the tolerance that a single track may use up, from generous to nothing. Errors of a
// chain add up; the measured error decides which share will do.
constexpr double kShares[] = {0.5, 0.25, 0.1, 0.03, 0.01, 0.0};

// Room for what lies between the times at which the error is measured.
constexpr double kMargin = 0.9;

struct JointTrack {
  const Track* track = nullptr;
  uint32_t joint = 0;
  Channel channel = Channel::kTranslation;
  double lever = 0;  // metres of error per unit of error in the channel
};

// One packing attempt.
class Packer {
 public:
  Packer(const Scene& scene, const RawClip& clip, const JointMap& map, const Skeleton& skeleton,
         const BuildOptions& options)
      : scene_(scene), clip_(clip), map_(map), skeleton_(skeleton), options_(options) {
    collect_tracks();
  }

  // Packs with the given share of the tolerance per track.
  PackedClip pack(double share, ClipReport& report) const;

  // Where the error is measured: rows and three times between them, and every key.
  std::vector<float> check_times(uint32_t row_count) const;

 private:
  void collect_tracks();
  bool is_constant(const JointTrack& track, double allowed) const;
  uint32_t choose_rows(const std::vector<JointTrack>& moving, double share) const;
  bool sampling_pays(const JointTrack& track, uint32_t rows, double share) const;
  SampleFormat choose_format(const JointTrack& track, const Rows& rows, double share) const;
  void add_constant(const JointTrack& track, double allowed, PackedClip& out,
                    ClipReport& report) const;
  void add_curves(KeyStore& keys, PackedClip& out) const;

  const Scene& scene_;
  const RawClip& clip_;
  const JointMap& map_;
  const Skeleton& skeleton_;
  const BuildOptions& options_;
  std::vector<JointTrack> tracks_;
};

std::optional<Channel> channel_of(Property property) {
  switch (property) {
    case Property::kTranslation:
      return Channel::kTranslation;
    case Property::kRotation:
      return Channel::kRotation;
    case Property::kScale:
      return Channel::kScale;
    default:
      return std::nullopt;
  }
}

std::array<float, 4> rest_value(const Transform& rest, Channel channel) {
  const Vec3& v = channel == Channel::kTranslation ? rest.translation : rest.scale;
  if (channel != Channel::kRotation) return {v.x, v.y, v.z, 0};
  return {rest.rotation.x, rest.rotation.y, rest.rotation.z, rest.rotation.w};
}

std::vector<float> even_times(float duration, size_t count) {
  std::vector<float> times;
  for (size_t i = 0; i < count; ++i)
    times.push_back(float(duration * (double(i) / double(count - 1))));
  return times;
}

// Bytes, with 16 bits a component.
size_t sampled_cost(uint32_t rows) { return rows * size_t{8}; }

size_t keyed_cost(const Track& track) { return (track.values.size() + 2 * track.times.size()) * 4; }

void Packer::collect_tracks() {
  const Reach reach =
      measure_reach(scene_, clip_, map_, options_.shell, even_times(clip_.duration, 33));
  for (const Track& track : clip_.tracks) {
    const auto channel = channel_of(track.target.property);
    if (!channel || track.target.node < 0) continue;
    const Node& node = scene_.nodes[size_t(track.target.node)];
    if (node.matrix) continue;  // such a node does not move
    JointTrack joint{&track, uint32_t(map_.joints[size_t(track.target.node)]), *channel, 0};
    const double parent_scale =
        node.parent < 0 ? 1 : reach.scale[size_t(map_.joints[size_t(node.parent)])];
    joint.lever = reach.distance[joint.joint];
    if (*channel == Channel::kTranslation) joint.lever = parent_scale;
    // A track that comes later replaces an earlier one on the same channel, as in evaluate().
    std::erase_if(tracks_, [&](const JointTrack& t) {
      return t.joint == joint.joint && t.channel == joint.channel;
    });
    tracks_.push_back(joint);
  }
}

bool Packer::is_constant(const JointTrack& joint, double allowed) const {
  const Track& track = *joint.track;
  const auto first = track.key(0);
  for (size_t k = 0; k < track.times.size(); ++k) {
    for (size_t c = 0; c < track.width; ++c) {
      if (!(std::fabs(track.key(k)[c] - first[c]) * joint.lever <= allowed)) return false;
      const bool cubic = track.interpolation == Interpolation::kCubic;
      const float* value = track.key(k).data() + c;
      if (cubic && (value[-int(track.width)] != 0 || value[track.width] != 0)) return false;
    }
  }
  return true;
}

bool Packer::sampling_pays(const JointTrack& joint, uint32_t rows, double share) const {
  const Track& track = *joint.track;
  if (track.interpolation == Interpolation::kStep || share == 0) return false;
  if (sampled_cost(rows) > keyed_cost(track)) return false;
  return resampling_error(track, clip_.duration, rows) * joint.lever <= share * options_.tolerance;
}

// The number of rows that makes the clip smallest.
uint32_t Packer::choose_rows(const std::vector<JointTrack>& moving, double share) const {
  if (moving.empty() || clip_.duration <= 0) return 0;
  std::vector<uint32_t> candidates;
  if (options_.rate > 0) {
    candidates = {rows_at(clip_.duration, options_.rate)};
  } else {
    for (const double rate : {24, 25, 30, 48, 50, 60, 100, 120, 240})
      candidates.push_back(rows_at(clip_.duration, rate));
  }
  uint32_t best = 0;
  size_t best_cost = SIZE_MAX;
  for (const uint32_t rows : candidates) {
    size_t cost = 0;
    bool any = false;
    for (const JointTrack& track : moving) {
      const bool pays = sampling_pays(track, rows, share);
      any = any || pays;
      cost += pays ? sampled_cost(rows) : keyed_cost(*track.track);
    }
    if (cost < best_cost) {
      best_cost = cost;
      best = any ? rows : 0;
    }
  }
  return best;
}

// 16 bits are enough while half a step of each component stays within the share.
SampleFormat Packer::choose_format(const JointTrack& joint, const Rows& rows, double share) const {
  const double step = rows.largest_extent() / 65535;
  return step * joint.lever <= share * options_.tolerance ? SampleFormat::kUnorm16
                                                          : SampleFormat::kFloat32;
}

void Packer::add_constant(const JointTrack& joint, double allowed, PackedClip& out,
                          ClipReport& report) const {
  const auto rest = rest_value(skeleton_.rest[joint.joint], joint.channel);
  ConstantTrack constant{joint.joint, joint.channel, {}};
  const auto value = value_at(*joint.track, 0);
  double difference = 0;
  for (size_t c = 0; c < joint.track->width; ++c) {
    constant.value[c] = float(value[c]);
    difference = std::max(difference, std::fabs(value[c] - double(rest[c])));
  }
  if (difference * joint.lever <= allowed) {
    ++report.rest_tracks;
  } else {
    out.constants.push_back(constant);
    ++report.constant_tracks;
  }
}

void Packer::add_curves(KeyStore& keys, PackedClip& out) const {
  for (const Track& track : clip_.tracks) {
    if (channel_of(track.target.property)) continue;
    Curve curve;
    curve.property = track.target.property;
    curve.joint = track.target.node < 0 ? -1 : map_.joints[size_t(track.target.node)];
    curve.name = {uint32_t(out.text.size()), uint32_t(track.target.name.size())};
    out.text += track.target.name;
    curve.keys = keys.add(track);
    out.curves.push_back(curve);
  }
}

PackedClip Packer::pack(double share, ClipReport& report) const {
  PackedClip out;
  out.name = clip_.name;
  out.duration = clip_.duration;
  out.joint_count = skeleton_.joint_count();
  const double negligible = 0.05 * share * options_.tolerance;
  std::vector<JointTrack> moving;
  for (const JointTrack& track : tracks_) {
    if (is_constant(track, negligible)) {
      add_constant(track, negligible, out, report);
    } else {
      moving.push_back(track);
    }
  }
  out.row_count = choose_rows(moving, share);
  KeyStore keys(out);
  RowStore rows(out);
  for (const JointTrack& track : moving) {
    if (out.row_count > 0 && sampling_pays(track, out.row_count, share)) {
      const Rows values = resample(*track.track, clip_.duration, out.row_count);
      rows.add(track.joint, track.channel, choose_format(track, values, share), values);
    } else {
      out.keyed.push_back({track.joint, track.channel, keys.add(*track.track)});
    }
  }
  add_curves(keys, out);
  rows.finish();
  if (out.sampled.empty()) out.row_count = 0;
  report.sampled_tracks = out.sampled.size();
  report.keyed_tracks = out.keyed.size();
  report.rows = out.row_count;
  report.rate = out.row_count > 1 ? double(out.rate()) : 0;
  return out;
}

std::vector<float> Packer::check_times(uint32_t row_count) const {
  constexpr size_t kPerRow = 4;
  std::vector<float> times = even_times(clip_.duration, std::max<size_t>(row_count * kPerRow, 65));
  for (const JointTrack& joint : tracks_)
    times.insert(times.end(), joint.track->times.begin(), joint.track->times.end());
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

size_t raw_size(const RawClip& clip) {
  size_t bytes = 0;
  for (const Track& track : clip.tracks) bytes += (track.times.size() + track.values.size()) * 4;
  return bytes;
}

}  // namespace

Clip PackedClip::view() const {
  Clip clip;
  clip.name = name;
  clip.duration = duration;
  clip.rate = row_count > 1 ? rate() : 0;
  clip.row_count = row_count;
  clip.row_size = row_size;
  clip.joint_count = joint_count;
  clip.error = error;
  clip.bounds = bounds;
  clip.constants = constants;
  clip.sampled = sampled;
  clip.keyed = keyed;
  clip.curves = curves;
  clip.rows = rows;
  clip.key_times = key_times;
  clip.key_values = key_values;
  clip.buckets = buckets;
  clip.text = text;
  return clip;
}

PackedClip pack_clip(const Scene& scene, const RawClip& clip, const JointMap& map,
                     const Skeleton& skeleton, const BuildOptions& options, ClipReport& report) {
  const Packer packer(scene, clip, map, skeleton, options);
  PackedClip best;
  for (const double share : kShares) {
    ClipReport attempt_report;
    PackedClip attempt = packer.pack(share, attempt_report);
    const ClipError error = measure_error(scene, clip, map, skeleton, attempt.view(), options.shell,
                                          packer.check_times(attempt.row_count));
    attempt.error = float(error.error);
    attempt_report.error = error.error;
    attempt_report.error_time = error.time;
    if (error.joint >= 0) attempt_report.error_joint = skeleton.name(uint32_t(error.joint));
    best = std::move(attempt);
    report = attempt_report;
    if (error.error <= options.tolerance * kMargin) break;
  }
  report.name = clip.name;
  report.raw_bytes = raw_size(clip);
  return best;
}

}  // namespace saker
