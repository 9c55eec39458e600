#pragma once
// FrameData: everything of a frame that goes to the device, gathered from its characters. The
// memory is kept from frame to frame.

#include "gpu/pool.h"
#include "render/mesh_pipelines.h"
#include "render/model.h"

#include <saker/renderer.h>

#include <optional>
#include <vector>

namespace saker {

// Instances of one part of a model that are drawn at once.
struct Batch {
  const Model* model = nullptr;
  uint32_t part = 0;
  uint32_t first = 0, count = 0;  // in FrameData::instances
  bool mirrored = false;
};

class FrameData {
 public:
  // Fills the members below. On an error they are not usable.
  std::optional<Error> gather(const Pool<Model>& models, const View& view,
                              std::span<const Character> characters);

  std::vector<Affine> matrices;         // palettes and morph weights; the first is the identity
  std::vector<InstanceData> instances;  // of batches, then bones, then leaves
  std::vector<Batch> batches;
  uint32_t first_bone = 0, bone_count = 0;  // octahedra along y
  uint32_t first_leaf = 0, leaf_count = 0;  // joints at the end of a chain
  std::optional<Bounds> bounds;             // of what is seen, in world space; none when nothing is
  float height = 0;                         // metres: the mean extent of a character

 private:
  struct Entry {
    uint32_t model;
    float depth;  // for models that blend, the farthest first
    uint32_t character;
  };

  void add_group(const Model& model, std::span<const Entry> group,
                 std::span<const Character> characters);
  void add_palettes(const Model& model, const Character& character, Affine* out) const;
  void add_overlay(const Pool<Model>& models, std::span<const Character> characters);
  void add_bones(const Model& model, const Character& character);
  void add_leaves(const Model& model, const Character& character);
  Bounds bounds_of(const Model& model, const Character& character) const;

  std::vector<Entry> order_;
};

}  // namespace saker
