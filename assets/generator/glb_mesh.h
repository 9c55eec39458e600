#pragma once
// A mesh as glTF has it: primitives by material, skin weights, morph targets.

#include "geometry.h"
#include "glb_buffer.h"

namespace saki {

// The materials of the file, in order.
enum Material : int { kPainted, kGlowing };

// Writes the vertices to the buffer and returns the mesh. Vertices that have influences are
// skinned; `morphs` asks for the targets of the face.
Json write_mesh(GlbBuffer& buffer, const char* name, const Mesh& mesh, bool morphs);

// Numbers as glTF has them.
void append(std::vector<float>& out, const Vec3& v);
void append(std::vector<float>& out, const Quat& q);

}  // namespace saki
