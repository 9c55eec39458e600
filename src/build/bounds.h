#pragma once
// Boxes that an animated character stays inside.

#include <saker/clip.h>
#include <saker/scene.h>

#include <vector>

namespace saker {

// A box in the space of a node that holds vertices which the node moves.
struct NodeBox {
  int node = -1;
  DAffine to_node;  // inverse bind of the joint, or identity for an unskinned mesh
  DVec3 minimum, maximum;
};

// The boxes of everything the default scene shows. Morph targets are taken at weights from 0 to 1,
// or as far as any clip drives them.
std::vector<NodeBox> collect_boxes(const Scene& scene);

// The box around all of them at moments of a clip (null: at rest), 30 a second and at most 256. A
// skinned vertex lies between where its joints take it, so it is inside. Without boxes, around the
// nodes themselves.
Bounds measure_bounds(const Scene& scene, const std::vector<NodeBox>& boxes, const RawClip* clip);

}  // namespace saker
