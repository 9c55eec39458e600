#include "build/clip_error.h"

#include <saker/animate.h>

#include <algorithm>
#include <cmath>

namespace saker {
namespace {

constexpr size_t kBatch = 256;  // characters sampled at once, each at another time

// Where a shell point lies in the joint's space: a squashed axis is made up for, up to a point.
double shell_offset(const DAffine& world, int i, double shell) {
  const double scale = length(axis(world, i));
  return scale > 1e-3 && scale < 1 ? shell / scale : shell;
}

double joint_error(const DAffine& exact, const DAffine& packed, double shell) {
  const DVec3 between = origin(packed) - origin(exact);
  double worst = 0;
  for (int i = 0; i < 3; ++i) {
    const DVec3 turned = (axis(packed, i) - axis(exact, i)) * shell_offset(exact, i, shell);
    worst = std::max({worst, length(between + turned), length(between - turned)});
  }
  return worst;
}

}  // namespace

ClipError measure_error(const Scene& scene, const RawClip& clip, const JointMap& map,
                        const Skeleton& skeleton, const Clip& packed, double shell,
                        std::span<const float> times) {
  ClipError worst;
  const size_t joints = skeleton.joint_count();
  PoseBuffer poses(joints, kBatch);
  std::vector<ClipTime> samples(kBatch);
  std::vector<Affine> models(kBatch * joints);
  for (size_t first = 0; first < times.size(); first += kBatch) {
    const size_t count = std::min(kBatch, times.size() - first);
    for (size_t i = 0; i < kBatch; ++i)
      samples[i] = {&packed, times[first + std::min(i, count - 1)]};
    (void)sample(skeleton, samples, poses);
    (void)local_to_model(skeleton, poses, models);
    for (size_t i = 0; i < count; ++i) {
      const ScenePose exact = evaluate(scene, &clip, times[first + i]);
      for (size_t j = 0; j < joints; ++j) {
        const double error = joint_error(exact.world[size_t(map.nodes[j])],
                                         cast<double>(models[i * joints + j]), shell);
        if (!(error <= worst.error)) worst = {error, int(j), double(times[first + i])};
      }
    }
  }
  return worst;
}

Reach measure_reach(const Scene& scene, const RawClip& clip, const JointMap& map, double shell,
                    std::span<const float> times) {
  const size_t joints = map.nodes.size();
  Reach reach{std::vector<double>(joints), std::vector<double>(joints)};
  std::vector<double> shells(joints);
  for (const float time : times) {
    const ScenePose pose = evaluate(scene, &clip, time);
    for (size_t j = 0; j < joints; ++j) {
      const DAffine& world = pose.world[size_t(map.nodes[j])];
      double scale = 0, shell_distance = 0;
      for (int i = 0; i < 3; ++i) {
        const double length_i = length(axis(world, i));
        scale = std::max(scale, length_i);
        shell_distance = std::max(shell_distance, length_i * shell_offset(world, i, shell));
      }
      reach.scale[j] = std::max(reach.scale[j], scale);
      const DVec3 point = origin(world);
      for (int above = int(j); above >= 0;) {
        const int node = map.nodes[size_t(above)];
        const double distance = length(point - origin(pose.world[size_t(node)])) + shell_distance;
        reach.distance[size_t(above)] = std::max(reach.distance[size_t(above)], distance);
        const int parent = scene.nodes[size_t(node)].parent;
        above = parent < 0 ? -1 : map.joints[size_t(parent)];
      }
    }
  }
  return reach;
}

}  // namespace saker
