#pragma once
// Which joint of the packed skeleton each node of a scene becomes.

#include <saker/scene.h>

#include <vector>

namespace saker {

struct JointMap {
  std::vector<int> nodes;   // node of each joint, parents first
  std::vector<int> joints;  // joint of each node

  explicit JointMap(const Scene& scene);
};

// The translation, rotation and scale of a matrix; none when it shears or squashes to nothing, so
// that no such transform gives the matrix back to six digits. A mirror becomes a negative x scale.
std::optional<Transform> decompose(const Affine& matrix);

// The local transform of a node, its rotation at unit length; none when the node has a matrix that
// cannot be taken apart.
std::optional<Transform> rest_transform(const Node& node);

}  // namespace saker
