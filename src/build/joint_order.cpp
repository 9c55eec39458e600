#include "build/joint_order.h"

#include "base/bit_cast.h"

#include <algorithm>
#include <cmath>

namespace saker {
namespace {

void extend(double& reach, double distance) {
  if (std::isfinite(distance)) reach = std::max(reach, distance);
}

// The vertices of a mesh that its node moves.
void extend_to_vertices(const Primitive& primitive, const DAffine& world, double& reach) {
  for (const Vec3& p : primitive.positions)
    extend(reach, length(transform_vector(world, cast<double>(p))));
}

// The vertices that the joints of a skin move. How far they are from a joint does not depend on
// where the other joints are.
void extend_to_vertices(const Primitive& primitive, const Skin& skin, const ScenePose& rest,
                        std::vector<double>& reaches) {
  std::vector<DAffine> binds;
  for (const Affine& bind : skin.inverse_binds) binds.push_back(cast<double>(bind));
  for (size_t k = 0; k < primitive.weights.size(); ++k) {
    if (!(primitive.weights[k] > 0)) continue;
    const uint16_t joint = primitive.joints[k];
    const size_t node = size_t(skin.joints[joint]);
    const DVec3 vertex = cast<double>(primitive.positions[k / primitive.influences]);
    const DVec3 from_joint =
        transform_vector(rest.world[node], transform_point(binds[joint], vertex));
    extend(reaches[node], double(primitive.weights[k]) * length(from_joint));
  }
}

std::vector<double> reaches_of_vertices(const Scene& scene, const ScenePose& rest) {
  std::vector<double> reaches(scene.nodes.size());
  for (size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (node.mesh < 0) continue;
    for (const Primitive& primitive : scene.meshes[size_t(node.mesh)].primitives) {
      if (node.skin >= 0 && primitive.influences > 0) {
        extend_to_vertices(primitive, scene.skins[size_t(node.skin)], rest, reaches);
      } else {
        extend_to_vertices(primitive, rest.world[n], reaches[n]);
      }
    }
  }
  return reaches;
}

// Steps of less than a percent that grow with the reach: the bits of a positive double, but for all
// but seven of its mantissa, rounded. Their boundaries are no numbers that a person would choose.
uint64_t coarse(double reach) {
  constexpr int kDropped = 52 - 7;
  return (bit_cast<uint64_t>(reach) + (uint64_t{1} << (kDropped - 1))) >> kDropped;
}

}  // namespace

std::vector<double> measure_reaches(const Scene& scene) {
  const ScenePose rest = evaluate(scene, nullptr, 0);
  std::vector<double> reaches = reaches_of_vertices(scene, rest);
  const std::vector<int> order = parents_first(scene);
  for (size_t i = order.size(); i-- > 0;) {
    const size_t node = size_t(order[i]);
    if (scene.nodes[node].parent < 0) continue;
    const size_t parent = size_t(scene.nodes[node].parent);
    const double bone = length(origin(rest.world[node]) - origin(rest.world[parent]));
    extend(reaches[parent], reaches[node] + (std::isfinite(bone) ? bone : 0));
  }
  return reaches;
}

std::vector<int> furthest_reach_first(const Scene& scene) {
  const std::vector<double> reaches = measure_reaches(scene);
  std::vector<int> order = parents_first(scene);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return coarse(reaches[size_t(a)]) > coarse(reaches[size_t(b)]);
  });
  return order;
}

}  // namespace saker
