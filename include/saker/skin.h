#pragma once
// Skinning on the processor: vertices moved by the matrices of a palette, for physics, picking,
// export, or screens without shaders.

#include <saker/math.h>
#include <saker/result.h>

#include <cstdint>
#include <span>

namespace saker {

// The vertices of a mesh at rest. `joints` and `weights` have `influences` entries per vertex:
// indices into the palette, and shares that sum to 1. Normals and tangents have one entry per
// vertex or are empty; a tangent's w is the side of its bitangent.
struct SkinSource {
  uint32_t influences = 4;  // 4 or 8
  std::span<const uint16_t> joints;
  std::span<const float> weights;
  std::span<const Vec3> positions;
  std::span<const Vec3> normals;
  std::span<const Vec4> tangents;
};

// Where skinned vertices go: as many of each as the source has. They may be the source's own.
struct SkinTarget {
  std::span<Vec3> positions;
  std::span<Vec3> normals;
  std::span<Vec4> tangents;
};

// Moves every vertex by the weighted sum M of its joints' matrices (linear blending):
//
//   position = M * position      normal = unit(L * normal)      tangent = unit(L * tangent), same w
//
// with L the linear part of M. Normals are exact where M turns, mirrors and scales evenly; where it
// scales unevenly they lean towards the longer axis, and shaders that use cofactors do not agree. A
// normal or tangent without length stays zero. Units are those of palette and mesh.
//
// Weights are used as they are. Joints must be less than palette.size() and are not checked: this
// is what an Asset guarantees for its primitives and their skins, and files cost nothing twice.
//
// A vertex gets the same bits wherever in a span it lies, so meshes can be divided among threads.
// Nothing is allocated. Complexity: O(vertices * influences).
Status skin_vertices(std::span<const Affine> palette, const SkinSource& source,
                     const SkinTarget& target);

}  // namespace saker
