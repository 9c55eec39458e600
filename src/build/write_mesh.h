#pragma once
// The chunks of a .saker file that describe what is drawn.

#include "build/joint_map.h"

#include <saker/clip.h>
#include <saker/scene.h>

#include <cstdint>
#include <vector>

namespace saker {

std::vector<uint8_t> write_mesh(const Scene& scene, const Mesh& mesh);
std::vector<uint8_t> write_instances(const Scene& scene, const JointMap& map,
                                     const Bounds& rest_bounds);
std::vector<uint8_t> write_materials(const Scene& scene);
std::vector<uint8_t> write_image(const Image& image);

// Which nodes the default scene shows: everything when the file has no scenes.
std::vector<bool> visible_nodes(const Scene& scene);

}  // namespace saker
