#pragma once
// Skeleton: the joints of a character, as the runtime sees them.

#include <saker/math.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace saker {

// A string stored in an asset: bytes [offset, offset + size) of its text.
struct TextRange {
  uint32_t offset = 0;
  uint32_t size = 0;
};

// A joint whose local matrix never changes and is no translation, rotation and scale (it shears).
// Its entry in a pose is ignored.
struct FixedJoint {
  uint32_t joint = 0;
  Affine local;
};

// A step of the way through all joints, each with what is below it right behind it, so that few
// matrices have to be kept at hand: a joint's goes into `slot` if there are joints below (else -1)
// and is free again with the last of them; `above` is the slot of the parent's, -1 for a root.
struct WalkStep {
  uint32_t joint = 0;
  int32_t above = -1;
  int32_t slot = -1;
};

// The walk of a hierarchy: parents before their children, -1 for roots. Complexity: linear.
std::vector<WalkStep> make_walk(std::span<const int32_t> parents);

// The hierarchy that clips move and skins hang on. Every node of a file is a joint, so that a prop,
// a mesh node or a node between two joints moves with everything else, and one skeleton serves all
// the skins of its file.
//
// A view: the memory belongs to the Asset. Every parent comes before its children; build_asset puts
// joints that move something further away first, so that the last ones are missed least.
struct Skeleton {
  std::span<const int32_t> parents;  // joint index of the parent, -1 for a root
  std::span<const Transform> rest;   // local rest transforms
  std::span<const FixedJoint> fixed;
  std::span<const int32_t> nodes;  // node index in the file the joint came from
  std::span<const TextRange> names;
  std::string_view text;
  std::span<const WalkStep> walk;  // without one, matrices of batches take longer

  uint32_t joint_count() const { return uint32_t(parents.size()); }

  std::string_view name(uint32_t joint) const {
    return text.substr(names[joint].offset, names[joint].size);
  }

  // The first joint with this name, -1 when there is none. Complexity: linear.
  int find(std::string_view joint_name) const {
    for (uint32_t j = 0; j < joint_count(); ++j) {
      if (name(j) == joint_name) return int(j);
    }
    return -1;
  }
};

}  // namespace saker
