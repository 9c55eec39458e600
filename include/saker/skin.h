#pragma once
// Skinning on the processor: vertices moved by the matrices of a palette, for physics, picking,
// export, or screens without shaders.

#include <saker/math.h>
#include <saker/result.h>

#include <cstdint>
#include <span>
#include <vector>

namespace saker {

// Which joints move the vertices of a mesh, and how much, arranged for skin_vertices: made once per
// mesh, for any number of characters and poses. Owns its memory, about 4 bytes for every vertex and
// joint that moves it or a neighbour.
class SkinInfluences {
 public:
  SkinInfluences() = default;

  // `joints` and `weights` have `per_vertex` entries for each vertex: indices into the palette, and
  // shares that sum to 1, which are used as they are. An error if there are not as many of both, or
  // no whole number of vertices. Complexity: O(entries).
  static Result<SkinInfluences> arrange(std::span<const uint16_t> joints,
                                        std::span<const float> weights, size_t per_vertex = 4);

  size_t vertex_count() const { return vertex_count_; }
  // The matrices that a palette must have at least.
  size_t joint_count() const { return joint_count_; }

  // Neighbouring vertices that are worked on together: a part of `joints`, ascending, and their
  // shares in each of the vertices. The last block may end in vertices that are not there, without
  // shares.
  static constexpr size_t kBlock = 16;
  struct Block {
    uint32_t first = 0, count = 0;
  };
  struct alignas(64) Shares {
    float of[kBlock];
  };
  std::span<const Block> blocks() const { return blocks_; }
  std::span<const uint32_t> joints() const { return joints_; }
  std::span<const Shares> shares() const { return shares_; }

 private:
  size_t vertex_count_ = 0, joint_count_ = 0;
  std::vector<Block> blocks_;
  std::vector<uint32_t> joints_;
  std::vector<Shares> shares_;
};

// Vertices at rest, as many as the influences are for. Normals and tangents may be empty; a
// tangent's w is the side of its bitangent.
struct SkinSource {
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
// Fast where neighbours share joints, as in every mesh that people make; the order of influences
// within a vertex, and those without weight, make no difference.
//
// Threads can divide a mesh: with `parts` of them, each gives its number as `part` and moves its
// share of the vertices. A vertex gets the same bits whatever the parts and its neighbours are.
// Nothing is allocated. Complexity: O(vertices * joints that move them).
Status skin_vertices(std::span<const Affine> palette, const SkinInfluences& influences,
                     const SkinSource& source, const SkinTarget& target, size_t part = 0,
                     size_t parts = 1);

}  // namespace saker
