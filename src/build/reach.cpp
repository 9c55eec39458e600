#include "build/reach.h"

#include <algorithm>

namespace saker {
namespace {

constexpr size_t kMoments = 17;

void add_moment(const ExactClip& exact, const DAffine* models, double shell, Reach& reach) {
  for (size_t j = 0; j < exact.joint_count(); ++j) {
    double scale = 0, shell_distance = 0;
    for (int i = 0; i < 3; ++i) {
      const double size = length(axis(models[j], i));
      scale = std::max(scale, size);
      shell_distance = std::max(shell_distance, size * shell_offset(models[j], i, shell));
    }
    reach.scale[j] = std::max(reach.scale[j], scale);
    const DVec3 point = origin(models[j]);
    for (int above = int(j); above >= 0; above = exact.parent(size_t(above))) {
      const double distance = length(point - origin(models[above])) + shell_distance;
      auto& furthest = reach.distance[size_t(above)];
      furthest = std::max(furthest, distance);
      if (above == int(j) || above == exact.parent(j))
        reach.near[size_t(above)] = std::max(reach.near[size_t(above)], distance);
    }
  }
}

}  // namespace

double shell_offset(const DAffine& model, int axis_index, double shell) {
  const double scale = length(axis(model, axis_index));
  return scale > 1e-3 && scale < 1 ? shell / scale : shell;
}

Reach measure_reach(const ExactClip& exact, double shell) {
  const size_t joints = exact.joint_count();
  Reach reach{std::vector<double>(joints), std::vector<double>(joints),
              std::vector<double>(joints)};
  std::vector<double> times;
  for (size_t i = 0; i < kMoments; ++i)
    times.push_back(exact.clip().duration * double(i) / double(kMoments - 1));
  Moments moments;
  exact.evaluate(times, moments);
  for (size_t i = 0; i < kMoments; ++i)
    add_moment(exact, moments.models.data() + i * joints, shell, reach);
  return reach;
}

double lever(const ExactClip& exact, const Reach& reach, const std::vector<double>& distance,
             const JointTrack& track) {
  if (track.channel != Channel::kTranslation) return distance[track.joint];
  const int parent = exact.parent(track.joint);
  return parent < 0 ? 1 : reach.scale[size_t(parent)];
}

}  // namespace saker
