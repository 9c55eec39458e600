#pragma once
// How the values of a sampled track become the numbers that are quantised.

#include "base/rotation_code.h"
#include "build/source_samples.h"

#include <saker/build.h>

#include <array>

namespace saker {

using Components = std::array<double, 4>;

struct TrackCoding {
  JointTrack track;
  uint32_t components = 3;
  int dropped = 3;      // the component of a rotation that is not stored
  bool framed = false;  // rotations relative to `middle`, along `axes`
  bool curved = false;  // a chord will not do between samples
  Components center = {};
  uint32_t middle_code = 0, axes_code = 0;
  DQuat before, after;  // a framed rotation is before * (x, y, z, w) * after

  bool centered() const { return components == 3 && !framed; }
};

inline Components code_vector(const TrackCoding& coding, const DVec3& v) {
  return {v.x - coding.center[0], v.y - coding.center[1], v.z - coding.center[2], 0};
}

inline DVec3 decode_vector(const TrackCoding& coding, const Components& v) {
  return {v[0] + coding.center[0], v[1] + coding.center[1], v[2] + coding.center[2]};
}

// Of two quaternions for one rotation, takes the one that its coding stores; where all components
// are stored, the one as given.
inline Components code_rotation(const TrackCoding& coding, const DQuat& rotation) {
  if (coding.components == 4) return {rotation.x, rotation.y, rotation.z, rotation.w};
  DQuat q =
      coding.framed ? conjugate(coding.before) * rotation * conjugate(coding.after) : rotation;
  if (detail::component(q, coding.dropped) < 0) q = -q;
  Components v = {};
  for (int i = 0, c = 0; i < 4; ++i) {
    if (i == coding.dropped) continue;
    v[size_t(c)] = detail::component(q, i) - coding.center[size_t(c)];
    ++c;
  }
  return v;
}

// The unit quaternion of decoded components.
inline DQuat decode_rotation(const TrackCoding& coding, const Components& v) {
  if (coding.components == 4) return normalize(DQuat{v[0], v[1], v[2], v[3]});
  DQuat q{0, 0, 0, 0};
  double rest = 1;
  for (int i = 0, c = 0; i < 4; ++i) {
    if (i == coding.dropped) continue;
    const double component = v[size_t(c)] + coding.center[size_t(c)];
    detail::component(q, i) = component;
    rest -= component * component;
    ++c;
  }
  detail::component(q, coding.dropped) = std::sqrt(std::max(rest, 0.0));
  if (rest <= 0) q = normalize(q);
  return coding.framed ? coding.before * q * coding.after : q;
}

// The best coding of a track; none where interpolation between its samples, of whatever precision,
// would be off by more than `allowed` (in the channel's unit), because neighbours are nearly a half
// turn apart.
std::optional<TrackCoding> choose_coding(const SourceSamples& source, const JointTrack& track,
                                         Packing packing, double allowed);

}  // namespace saker
