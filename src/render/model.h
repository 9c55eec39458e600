#pragma once
// Model: what the renderer keeps of an Asset, on the device and beside it.

#include "render/owned.h"

#include <saker/asset.h>
#include <saker/device.h>

#include <string>
#include <vector>

namespace saker {

// The vertex that every primitive has. Attributes that the asset lacks are zero, and white.
struct ModelVertex {
  Vec3 position, normal;
  Vec2 texture_coordinate;
  uint16_t color[4] = {65535, 65535, 65535, 65535};
};

// Bytes per vertex of the stream of joints and weights.
constexpr uint32_t skin_stride(uint32_t influences) { return influences * 6; }

struct ModelPrimitive {
  DrawMode mode = DrawMode::kTriangles;
  uint32_t influences = 0;  // 0, 4 or 8
  size_t vertices = 0;      // byte offset in Model::vertices
  size_t skin = 0;          // likewise, of joints and weights
  size_t first_index = 0, index_count = 0;
  size_t first_edge = 0, edge_count = 0;  // indices of lines
  uint32_t material = 0;
  bool has_normals = false;
  // As in MeshUniforms.
  int32_t morph[4] = {};
};

struct ModelMaterial {
  Vec4 base_color{1, 1, 1, 1};
  TextureHandle image;
  AlphaMode alpha_mode = AlphaMode::kOpaque;
  float alpha_cutoff = 0.5f;
  bool double_sided = false;
  bool unlit = false;
};

// Matrices that vertices are moved by: the palette of a skin, or a single joint.
struct ModelPalette {
  int32_t skin = -1;              // place in Model::skins
  uint32_t joint = 0;             // without a skin
  uint32_t first = 0, count = 1;  // matrices within those of a character
};

struct ModelSkin {
  std::vector<uint32_t> joints;
  std::vector<Affine> inverse_binds;
};

// The primitives of a visible instance of a mesh that are skinned, or those that are not.
struct ModelPart {
  bool skinned = false;
  uint32_t palette = 0;
  std::vector<uint32_t> primitives;
  uint32_t first_weight = 0, weight_count = 0;  // within Character::weights
  uint32_t weight_matrix = 0;                   // where its weights lie within the matrices
};

// A joint in the skeleton overlay.
struct ModelBone {
  uint32_t joint = 0;
  int32_t parent = -1;  // joint where the bone to this one starts, -1 for none
  bool is_leaf = true;  // no bone starts here
};

struct Model {
  Owned<BufferHandle> vertices, indices;
  Owned<TextureHandle> displacements;  // none without morph targets
  std::vector<Owned<TextureHandle>> images;
  std::vector<ModelPrimitive> primitives;
  std::vector<ModelMaterial> materials;
  std::vector<ModelSkin> skins;
  std::vector<ModelPalette> palettes;
  std::vector<ModelPart> parts;
  std::vector<float> rest_weights;  // of all instances
  std::vector<ModelBone> bones;
  uint32_t joint_count = 0;
  float extent = 0;           // metres: the diagonal of its bounds at rest
  std::vector<float> reach;   // per joint: how far from it its vertices are, 0 if it has none
  uint32_t matrix_count = 0;  // per character: palettes, then weights, twelve to a matrix
  bool blends = false;        // has a material that does
};

// Brings an asset to the device.
Result<Model> make_model(Device& device, const Asset& asset, Diagnostics* problems);

}  // namespace saker
