#pragma once
// How much of the sky each vertex sees, for shading that is painted into the texture.

#include "geometry.h"

namespace saki {

// Sets Vertex::light of all meshes, which stand together and shade one another.
void compute_light(const std::vector<Mesh*>& meshes);

}  // namespace saki
