#pragma once
// Scene: the exact, editable content of a file, whatever its format was. Importers make it, tools
// evaluate it in double precision, build_asset packs it.
//
// Units: metres, seconds, radians; right-handed, y up. Indices refer to the vectors below; -1 means
// none. Node indices are the file's own.

#include <saker/math.h>
#include <saker/raw_clip.h>
#include <saker/result.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace saker {

struct Node {
  std::string name;
  int parent = -1;
  Transform local;               // rest transform; identity where `matrix` is given
  std::optional<Affine> matrix;  // a fixed local matrix, which may shear; such a node has no tracks
  int mesh = -1;
  int skin = -1;
  std::vector<float> weights;  // rest morph weights of this node; empty: the mesh's own
};

enum class Topology : uint8_t { kPoints, kLines, kTriangles };

struct MorphTarget {
  std::string name;
  std::vector<Vec3> positions;  // displacements, one per vertex; empty: none
  std::vector<Vec3> normals;
  std::vector<Vec3> tangents;
};

// Vertices and triangles that share a material. Every vector with an entry per vertex is either
// empty or as long as `positions`; strips and fans have become lists. Skin weights sum to 1 and
// have `influences` entries (4 or 8) per vertex.
struct Primitive {
  Topology topology = Topology::kTriangles;
  std::vector<Vec3> positions;
  std::vector<Vec3> normals;
  std::vector<Vec4> tangents;
  std::vector<std::vector<Vec2>> texture_coordinates;  // by set
  std::vector<Vec4> colors;                            // linear RGBA
  uint32_t influences = 0;
  std::vector<uint16_t> joints;  // indices into the skin's joints
  std::vector<float> weights;
  std::vector<MorphTarget> targets;
  std::vector<uint32_t> indices;  // always present
  int material = -1;
};

struct Mesh {
  std::string name;
  std::vector<Primitive> primitives;  // all with the same number of morph targets
  std::vector<float> weights;         // rest morph weights, one per target

  size_t target_count() const { return primitives.empty() ? 0 : primitives[0].targets.size(); }
};

// Which nodes move a mesh. A vertex goes to the weighted sum of world[joint] * inverse_bind *
// vertex; the transform of the node that carries the mesh takes no part.
struct Skin {
  std::string name;
  std::vector<int> joints;            // node indices
  std::vector<Affine> inverse_binds;  // one per joint
};

enum class Wrap : uint8_t { kRepeat, kClamp, kMirror };
enum class AlphaMode : uint8_t { kOpaque, kMask, kBlend };

struct TextureUse {
  int image = -1;
  uint32_t texture_coordinate = 0;  // which set
  Wrap wrap_u = Wrap::kRepeat, wrap_v = Wrap::kRepeat;
  bool nearest = false;  // magnify without filtering
  Vec2 offset{0, 0};     // KHR_texture_transform: uv' = offset + rotate(rotation) * scale * uv
  float rotation = 0;
  Vec2 scale{1, 1};
};

struct Material {
  std::string name;
  Vec4 base_color{1, 1, 1, 1};  // linear
  TextureUse base_color_texture;
  AlphaMode alpha_mode = AlphaMode::kOpaque;
  float alpha_cutoff = 0.5f;
  bool double_sided = false;
  bool unlit = false;
};

// A picture as its file stores it: PNG or JPEG bytes, decoded only to be drawn.
struct Image {
  std::string name;
  std::string mime_type;  // "image/png" or "image/jpeg"
  std::vector<uint8_t> bytes;
};

struct SceneRoots {
  std::string name;
  std::vector<int> nodes;
};

struct Scene {
  std::vector<Node> nodes;
  std::vector<Mesh> meshes;
  std::vector<Skin> skins;
  std::vector<Material> materials;
  std::vector<Image> images;
  std::vector<RawClip> clips;
  std::vector<SceneRoots> scenes;  // a file may hold several; nodes may be in none
  int default_scene = -1;
  Diagnostics diagnostics;
};

// Node indices with every parent before its children, depth first, siblings in file order. The
// parents must not form a loop (importers guarantee it).
std::vector<int> parents_first(const Scene& scene);

// A moment of a scene, in double precision.
struct ScenePose {
  std::vector<DAffine> world;                // per node
  std::vector<std::vector<double>> weights;  // per node: morph weights, empty without morph targets
};

// Evaluates every node at a time of a clip; nodes and properties the clip does not touch rest. With
// a null clip everything rests. Complexity: O(nodes + tracks * log keys).
ScenePose evaluate(const Scene& scene, const RawClip* clip, double time);

// The world positions of one primitive of the mesh that node `node` carries: morphed, then skinned,
// or moved by the node when it has no skin. One entry per vertex, in the file's order.
std::vector<DVec3> deform(const Scene& scene, const ScenePose& pose, int node, size_t primitive);

// The clip that a person means by `text`: an exact name wins, then an index; -1 when there is none.
int find_clip(const Scene& scene, const std::string& text);

}  // namespace saker
