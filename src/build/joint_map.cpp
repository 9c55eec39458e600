#include "build/joint_map.h"

#include "build/joint_order.h"
#include "build/principal_axes.h"

#include <algorithm>
#include <cmath>

namespace saker {

JointMap::JointMap(const Scene& scene)
    : nodes(furthest_reach_first(scene)), joints(scene.nodes.size()) {
  for (size_t j = 0; j < nodes.size(); ++j) joints[size_t(nodes[j])] = int(j);
}

std::optional<Transform> decompose(const Affine& matrix) {
  const DAffine m = cast<double>(matrix);
  DVec3 scale{length(axis(m, 0)), length(axis(m, 1)), length(axis(m, 2))};
  if (!(scale.x > 0 && scale.y > 0 && scale.z > 0)) return std::nullopt;
  if (determinant(m) < 0) scale.x = -scale.x;
  const DTransform t{origin(m),
                     rotation_from_axes(axis(m, 0) * (1 / scale.x), axis(m, 1) * (1 / scale.y),
                                        axis(m, 2) * (1 / scale.z)),
                     scale};
  const double largest = std::max({std::fabs(scale.x), scale.y, scale.z});
  if (!nearly_equal(compose(t), m, 1e-6 * largest)) return std::nullopt;
  return cast<float>(t);
}

std::optional<Transform> rest_transform(const Node& node) {
  if (node.matrix) return decompose(*node.matrix);
  Transform local = node.local;
  local.rotation = cast<float>(normalize(cast<double>(local.rotation)));
  return local;
}

}  // namespace saker
