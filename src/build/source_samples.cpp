#include "build/source_samples.h"

#include <algorithm>

namespace saker {
namespace {

bool scales_evenly(const DVec3& scale) {
  const double bound = 1e-5 * scale.x;
  return scale.x > 0 && std::fabs(scale.y - scale.x) <= bound &&
         std::fabs(scale.z - scale.x) <= bound;
}

void set_rotations(const ExactClip& exact, SourceSamples& source) {
  source.rotations.resize(source.locals.size());
  for (size_t i = 0; i < source.count; ++i) {
    for (size_t j = 0; j < source.joints; ++j) {
      DTransform& local = source.locals[source.at(i, j)];
      local.rotation = normalize(local.rotation);
      if (i > 0 && dot(local.rotation, source.locals[source.at(i - 1, j)].rotation) < 0)
        local.rotation = -local.rotation;
      const int parent = exact.parent(j);
      source.rotations[source.at(i, j)] =
          parent < 0 ? local.rotation
                     : source.rotations[source.at(i, size_t(parent))] * local.rotation;
    }
  }
}

void find_even_ancestors(const ExactClip& exact, const Skeleton& skeleton, SourceSamples& source) {
  std::vector<bool> even(source.joints, true);
  for (size_t i = 0; i < source.count; ++i) {
    for (size_t j = 0; j < source.joints; ++j)
      even[j] = even[j] && scales_evenly(source.locals[source.at(i, j)].scale);
  }
  for (const FixedJoint& fixed : skeleton.fixed) even[fixed.joint] = false;
  source.turns_evenly.assign(source.joints, true);
  for (size_t j = 0; j < source.joints; ++j) {
    const int parent = exact.parent(j);
    if (parent >= 0)
      source.turns_evenly[j] = source.turns_evenly[size_t(parent)] && even[size_t(parent)];
  }
}

}  // namespace

SourceSamples sample_source(const ExactClip& exact, const Skeleton& skeleton, size_t count) {
  SourceSamples source;
  source.joints = exact.joint_count();
  source.count = count;
  std::vector<double> times;
  for (size_t i = 0; i < count; ++i)
    times.push_back(count > 1 ? exact.clip().duration * (double(i) / double(count - 1)) : 0);
  Moments moments;
  exact.evaluate(times, moments);
  source.locals = std::move(moments.locals);
  source.models = std::move(moments.models);
  std::vector<bool> moves(source.joints * 3);
  for (const JointTrack& track : exact.tracks()) moves[track.joint * 3 + size_t(track.channel)] = 1;
  for (size_t i = 0; i < count; ++i) {
    for (size_t j = 0; j < source.joints; ++j) {
      const DTransform rest = cast<double>(skeleton.rest[j]);
      DTransform& local = source.locals[source.at(i, j)];
      if (!moves[j * 3]) local.translation = rest.translation;
      if (!moves[j * 3 + 1]) local.rotation = rest.rotation;
      if (!moves[j * 3 + 2]) local.scale = rest.scale;
    }
  }
  set_rotations(exact, source);
  find_even_ancestors(exact, skeleton, source);
  return source;
}

}  // namespace saker
