#include "build/track_coding.h"

#include "build/principal_axes.h"

#include <algorithm>

namespace saker {
namespace {

// What is restored as a root must stay away from zero, where a root is steep.
constexpr double kLeastDropped = 0.3, kLeastMiddle = 0.26;

// Radians between neighbours up to which the runtime's interpolation follows the arc.
constexpr double kWidestArc = 1.1;

double between_samples(const DQuat& a, const DQuat& b) {
  return 2 * std::acos(std::min(1.0, std::fabs(dot(a, b))));
}

// How far, in radians, the chord between two rotations is from the arc, at most.
double chord_error(double angle) {
  double worst = 0;
  for (const double t : {0.15, 0.2, 0.25}) {
    const double on_chord = std::atan2(t * std::sin(angle / 2), 1 - t + t * std::cos(angle / 2));
    worst = std::max(worst, std::fabs(2 * on_chord - t * angle));
  }
  return worst;
}

// The rotations of one joint, sample by sample.
std::vector<DQuat> rotations_of(const SourceSamples& source, size_t joint) {
  std::vector<DQuat> rotations;
  rotations.reserve(source.count);
  for (size_t i = 0; i < source.count; ++i)
    rotations.push_back(source.locals[source.at(i, joint)].rotation);
  return rotations;
}

// Whether one component keeps its sign and a distance from zero throughout.
double least_of_component(const std::vector<DQuat>& rotations, int component) {
  DQuat first = rotations[0];
  const double sign = detail::component(first, component) < 0 ? -1 : 1;
  double least = 1;
  for (DQuat q : rotations) least = std::min(least, sign * detail::component(q, component));
  return least;
}

DQuat mean_of(const std::vector<DQuat>& rotations) {
  DQuat sum{0, 0, 0, 0};
  for (const DQuat& q : rotations) sum = {sum.x + q.x, sum.y + q.y, sum.z + q.z, sum.w + q.w};
  return normalize(sum);
}

// Sets the frame; false when rotations stray too far from their mean for it.
bool set_frame(std::vector<DQuat> rotations, TrackCoding& coding) {
  const uint64_t middle = encode_rotation(mean_of(rotations), 10);
  const DQuat inverse_middle = conjugate(decode_rotation(middle, 10));
  for (DQuat& q : rotations) q = inverse_middle * q;
  if (least_of_component(rotations, 3) < kLeastMiddle) return false;
  std::vector<DVec3> deviations;
  deviations.reserve(rotations.size());
  const double sign = rotations[0].w < 0 ? -1 : 1;
  for (const DQuat& q : rotations) deviations.push_back(DVec3{q.x, q.y, q.z} * sign);
  const uint64_t axes = encode_rotation(principal_axes(deviations), 10);
  coding.framed = true;
  coding.middle_code = uint32_t(middle);
  coding.axes_code = uint32_t(axes);
  coding.before = decode_rotation(middle, 10) * decode_rotation(axes, 10);
  coding.after = conjugate(decode_rotation(axes, 10));
  return true;
}

// Drops the component that stays furthest from zero; false when none stays far enough.
bool drop_component(const std::vector<DQuat>& rotations, TrackCoding& coding) {
  double best = kLeastDropped;
  for (int c = 0; c < 4; ++c) {
    const double least = least_of_component(rotations, c);
    if (least <= best) continue;
    best = least;
    coding.dropped = c;
  }
  return best > kLeastDropped;
}

void set_center(TrackCoding& coding, const std::vector<Components>& values) {
  for (size_t c = 0; c < coding.components; ++c) {
    double least = values[0][c], most = least;
    for (const Components& v : values) {
      least = std::min(least, v[c]);
      most = std::max(most, v[c]);
    }
    coding.center[c] = double(float((least + most) / 2));
  }
}

std::optional<TrackCoding> code_rotations(const SourceSamples& source, TrackCoding coding,
                                          Packing packing, double allowed) {
  const std::vector<DQuat> rotations = rotations_of(source, coding.track.joint);
  double widest = 0;
  for (size_t i = 1; i < rotations.size(); ++i)
    widest = std::max(widest, between_samples(rotations[i - 1], rotations[i]));
  if (widest > kWidestArc) return std::nullopt;
  coding.curved = chord_error(widest) > allowed;
  const bool three =
      packing == Packing::kSmall ? set_frame(rotations, coding) : drop_component(rotations, coding);
  if (!three) {
    coding.components = 4;
    coding.dropped = 3;
  } else if (!coding.framed) {
    std::vector<Components> values;
    values.reserve(rotations.size());
    for (const DQuat& q : rotations) values.push_back(code_rotation(coding, q));
    set_center(coding, values);
  }
  return coding;
}

}  // namespace

std::optional<TrackCoding> choose_coding(const SourceSamples& source, const JointTrack& track,
                                         Packing packing, double allowed) {
  TrackCoding coding;
  coding.track = track;
  if (track.channel == Channel::kRotation) return code_rotations(source, coding, packing, allowed);
  std::vector<Components> values;
  values.reserve(source.count);
  for (size_t i = 0; i < source.count; ++i) {
    const DTransform& local = source.locals[source.at(i, track.joint)];
    values.push_back(
        code_vector(coding, track.channel == Channel::kScale ? local.scale : local.translation));
  }
  set_center(coding, values);
  return coding;
}

}  // namespace saker
