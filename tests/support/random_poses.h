#pragma once
// Poses without meaning, and a skeleton to go with them.

#include <saker/pose.h>
#include <saker/skeleton.h>

#include <random>
#include <vector>

namespace saker::test {

inline Transform random_transform(std::mt19937& random) {
  std::uniform_real_distribution<float> any(-1, 1);
  Transform t;
  t.translation = {any(random), any(random), any(random)};
  t.rotation = normalize(Quat{any(random), any(random), any(random), any(random)});
  t.scale = {any(random) + 2, any(random) + 2, any(random) + 2};
  return t;
}

inline PoseBuffer random_poses(size_t joints, size_t count, uint32_t seed) {
  std::mt19937 random(seed);
  PoseBuffer out(joints, count);
  for (size_t i = 0; i < count; ++i)
    for (size_t j = 0; j < joints; ++j) out.span().set(i, j, random_transform(random));
  return out;
}

// Joints beside one another.
struct FlatSkeleton {
  std::vector<int32_t> parents;
  std::vector<Transform> rest;

  explicit FlatSkeleton(size_t joints) : parents(joints, -1) {
    std::mt19937 random(99);
    for (size_t j = 0; j < joints; ++j) rest.push_back(random_transform(random));
  }
  Skeleton view() const { return {parents, rest, {}, {}, {}, {}, {}}; }
};

// Rotations count as equal when they turn the same way; of them only the sign may differ.
inline double distance(const Transform& a, const DTransform& b) {
  const DTransform d = cast<double>(a);
  const double sign = dot(d.rotation, b.rotation) < 0 ? -1 : 1;
  const DQuat &p = d.rotation, &q = b.rotation;
  const DQuat apart = {p.x - sign * q.x, p.y - sign * q.y, p.z - sign * q.z, p.w - sign * q.w};
  return length(d.translation - b.translation) + length(d.scale - b.scale) +
         std::sqrt(dot(apart, apart));
}

}  // namespace saker::test
