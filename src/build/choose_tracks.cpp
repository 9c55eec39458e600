#include "build/choose_tracks.h"

#include "build/track_reader.h"

#include <saker/skeleton.h>

#include <algorithm>
#include <set>

namespace saker {
namespace {

using Value = std::array<double, 4>;

std::array<float, 4> rest_value(const Transform& rest, Channel channel) {
  const Vec3& v = channel == Channel::kTranslation ? rest.translation : rest.scale;
  if (channel != Channel::kRotation) return {v.x, v.y, v.z, 0};
  return {rest.rotation.x, rest.rotation.y, rest.rotation.z, rest.rotation.w};
}

DQuat quat(const Value& v) { return {v[0], v[1], v[2], v[3]}; }

// Per component for vectors, in radians for rotations. The vector part of the rotation between two
// is accurate where the angle is small.
double difference(const Value& a, const Value& b, bool is_rotation) {
  if (is_rotation) {
    const DQuat between = conjugate(normalize(quat(a))) * normalize(quat(b));
    return 2 * std::asin(std::min(1.0, length(DVec3{between.x, between.y, between.z})));
  }
  double largest = 0;
  for (size_t c = 0; c < 4; ++c) largest = std::max(largest, std::fabs(a[c] - b[c]));
  return largest;
}

Value interpolate(const Value& a, const Value& b, double t, bool is_rotation) {
  if (is_rotation) {
    const DQuat q = slerp(quat(a), quat(b), t);
    return {q.x, q.y, q.z, q.w};
  }
  Value v;
  for (size_t c = 0; c < 4; ++c) v[c] = a[c] + (b[c] - a[c]) * t;
  return v;
}

// Two piecewise linear curves differ most at a key of either, and samples are exact; a cubic one
// also leaves the chord between samples.
std::vector<double> times_to_compare(const Track& track, double duration, uint32_t samples) {
  std::vector<double> times(track.times.begin(), track.times.end());
  if (track.interpolation == Interpolation::kCubic) {
    for (uint32_t i = 0; i + 1 < samples; ++i) {
      for (const double between : {0.25, 0.5, 0.75})
        times.push_back(duration * (i + between) / (samples - 1));
    }
    std::sort(times.begin(), times.end());
  }
  return times;
}

// Whether interpolation between a track's samples never differs from it by more than `allowed`.
bool sampling_fits(const Track& track, double duration, uint32_t samples, double allowed) {
  const bool is_rotation = track.target.property == Property::kRotation;
  TrackReader exact(track), sampled(track);
  uint32_t entered = UINT32_MAX;
  Value a = {}, b = {};
  for (const double time : times_to_compare(track, duration, samples)) {
    const double position = std::clamp(time / duration, 0.0, 1.0) * (samples - 1);
    const uint32_t i = std::min(uint32_t(position), samples - 2);
    if (i != entered) {
      a = entered != UINT32_MAX && i == entered + 1
              ? b
              : sampled.at(duration * (double(i) / double(samples - 1)));
      b = sampled.at(duration * (double(i + 1) / double(samples - 1)));
      entered = i;
    }
    const Value expected = exact.at(time);
    if (!(difference(expected, interpolate(a, b, position - i, is_rotation), is_rotation) <=
          allowed))
      return false;
  }
  return true;
}

class Chooser {
 public:
  Chooser(const ExactClip& exact, const Skeleton& skeleton, const Reach& reach,
          const BuildOptions& options, double share)
      : exact_(exact), skeleton_(skeleton), reach_(reach), options_(options), share_(share) {}

  TrackChoice choose();

 private:
  double lever_of(const JointTrack& t) const { return lever(exact_, reach_, reach_.distance, t); }
  bool is_constant(const JointTrack& joint) const;
  void add_constant(const JointTrack& joint, TrackChoice& out) const;
  std::vector<uint32_t> candidates(const std::vector<JointTrack>& moving) const;
  double sampled_cost(uint32_t samples) const;
  bool sampling_pays(const JointTrack& joint, uint32_t samples) const;
  void choose_samples(const std::vector<JointTrack>& moving, TrackChoice& out) const;

  const ExactClip& exact_;
  const Skeleton& skeleton_;
  const Reach& reach_;
  const BuildOptions& options_;
  double share_;
};

bool Chooser::is_constant(const JointTrack& joint) const {
  const Track& track = *joint.track;
  const double allowed = share_ > 0 ? negligible_error(options_) / lever_of(joint) : 0;
  const bool cubic = track.interpolation == Interpolation::kCubic;
  const auto first = track.key(0);
  for (size_t k = 0; k < track.times.size(); ++k) {
    const float* value = track.key(k).data();
    for (size_t c = 0; c < track.width; ++c) {
      if (!(std::fabs(value[c] - first[c]) <= allowed)) return false;
      if (cubic && (*(value + c - track.width) != 0 || value[c + track.width] != 0)) return false;
    }
  }
  return true;
}

void Chooser::add_constant(const JointTrack& joint, TrackChoice& out) const {
  const auto rest = rest_value(skeleton_.rest[joint.joint], joint.channel);
  Value value = TrackReader(*joint.track).at(0);
  const bool is_rotation = joint.channel == Channel::kRotation;
  if (is_rotation) {
    const DQuat q = normalize(quat(value));
    value = {q.x, q.y, q.z, q.w};
  }
  const double allowed = share_ > 0 ? negligible_error(options_) / lever_of(joint) : 0;
  if (difference(value, {rest[0], rest[1], rest[2], rest[3]}, is_rotation) <= allowed) {
    out.rest.push_back({joint, rest});
  } else {
    const auto& v = value;
    out.constants.push_back({joint, {float(v[0]), float(v[1]), float(v[2]), float(v[3])}});
  }
}

uint32_t samples_at(double duration, double rate) {
  return uint32_t(std::clamp(std::round(duration * rate), 1.0, 1e8)) + 1;
}

// Common rates, and what the keys suggest: their number, and the smallest distance between them.
std::vector<uint32_t> Chooser::candidates(const std::vector<JointTrack>& moving) const {
  const double duration = exact_.clip().duration;
  if (options_.rate > 0) return {samples_at(duration, options_.rate)};
  std::set<uint32_t> counts;
  double gap = duration;
  for (const double rate : {24, 25, 30, 48, 50, 60, 100, 120, 240})
    counts.insert(samples_at(duration, rate));
  for (const JointTrack& joint : moving) {
    const auto& times = joint.track->times;
    if (times.size() > 1) counts.insert(uint32_t(times.size()));
    for (size_t k = 1; k < times.size(); ++k)
      gap = std::min(gap, double(times[k]) - double(times[k - 1]));
  }
  if (gap > duration * 1e-6) counts.insert(samples_at(duration, 1 / gap));
  return {counts.begin(), counts.end()};
}

// Bytes of a track, by experience.
double Chooser::sampled_cost(uint32_t samples) const {
  return 30 + samples * (options_.packing == Packing::kSmall ? 2.0 : 5.0);
}

double keyed_cost(const Track& track) {
  return double(sizeof(KeyedJointTrack)) +
         4 * (double(track.values.size()) + 2 * double(track.times.size()));
}

bool Chooser::sampling_pays(const JointTrack& joint, uint32_t samples) const {
  const Track& track = *joint.track;
  return track.interpolation != Interpolation::kStep &&
         sampled_cost(samples) <= keyed_cost(track) &&
         sampling_fits(track, exact_.clip().duration, samples,
                       share_ * options_.tolerance / lever_of(joint));
}

// The number of samples that makes the clip smallest.
void Chooser::choose_samples(const std::vector<JointTrack>& moving, TrackChoice& out) const {
  double best_cost = 0;
  for (const JointTrack& joint : moving) best_cost += keyed_cost(*joint.track);
  out.keyed = moving;
  if (share_ == 0 || exact_.clip().duration <= 0) return;
  for (const uint32_t samples : candidates(moving)) {
    if (double(moving.size()) * sampled_cost(samples) >= best_cost && out.keyed.empty()) break;
    TrackChoice attempt;
    double cost = 0;
    for (const JointTrack& joint : moving) {
      const bool pays = sampling_pays(joint, samples);
      (pays ? attempt.sampled : attempt.keyed).push_back(joint);
      cost += pays ? sampled_cost(samples) : keyed_cost(*joint.track);
    }
    if (cost >= best_cost || attempt.sampled.empty()) continue;
    best_cost = cost;
    out.sample_count = samples;
    out.sampled = std::move(attempt.sampled);
    out.keyed = std::move(attempt.keyed);
  }
}

TrackChoice Chooser::choose() {
  TrackChoice out;
  std::vector<JointTrack> moving;
  for (const JointTrack& track : exact_.tracks()) {
    if (is_constant(track)) {
      add_constant(track, out);
    } else {
      moving.push_back(track);
    }
  }
  choose_samples(moving, out);
  return out;
}

}  // namespace

TrackChoice choose_tracks(const ExactClip& exact, const Skeleton& skeleton, const Reach& reach,
                          const BuildOptions& options, double share) {
  return Chooser(exact, skeleton, reach, options, share).choose();
}

}  // namespace saker
