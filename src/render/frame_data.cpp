#include "render/frame_data.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

namespace saker {
namespace {

// A mirror turns triangles around. The first joint stands for all of a skin.
bool is_mirrored(const Affine& world, const Affine& matrix) {
  return determinant(world) * determinant(matrix) < 0;
}

Error mismatch(size_t character, const char* rule) {
  return {ErrorCode::kInvalidArgument, rule, "characters[" + std::to_string(character) + "]"};
}

// Moves the octahedron that stands for a bone, one metre along y, to its place.
Affine bone_matrix(const Vec3& from, const Vec3& to) {
  const Vec3 along = to - from;
  const float size = length(along);
  const Vec3 y = along * (1 / size);
  const Vec3 other = std::fabs(y.x) < 0.7f ? Vec3{1, 0, 0} : Vec3{0, 0, 1};
  const Vec3 z = normalize(cross(other, y)) * size;
  const Vec3 x = cross(y, z);
  return {{{x.x, along.x, z.x, from.x}, {x.y, along.y, z.y, from.y}, {x.z, along.z, z.z, from.z}}};
}

void grow(Bounds& bounds, const Vec3& p, float radius) {
  for (size_t i = 0; i < 3; ++i) {
    bounds.minimum[i] = std::min(bounds.minimum[i], p[i] - radius);
    bounds.maximum[i] = std::max(bounds.maximum[i], p[i] + radius);
  }
}

}  // namespace

std::optional<Error> FrameData::gather(const Pool<Model>& models, const View& view,
                                       std::span<const Character> characters) {
  matrices.assign(1, Affine{});
  instances.clear();
  batches.clear();
  order_.clear();
  bounds.reset();
  height = 0;
  for (size_t c = 0; c < characters.size(); ++c) {
    const Character& character = characters[c];
    const Model* model = models.find(character.model.id);
    if (!model) return mismatch(c, "no such model");
    if (character.matrices.size() != model->joint_count)
      return mismatch(c, "needs one matrix per joint");
    if (!character.weights.empty() && character.weights.size() != model->rest_weights.size())
      return mismatch(c, "needs all morph weights or none");
    const float depth = transform_point(view.view, origin(character.world)).z;
    const bool sorted = model->blends && std::isfinite(depth);
    order_.push_back({character.model.id, sorted ? depth : 0, uint32_t(c)});
  }
  std::sort(order_.begin(), order_.end(), [](const Entry& a, const Entry& b) {
    if (a.model != b.model) return a.model < b.model;
    return a.depth != b.depth ? a.depth < b.depth : a.character < b.character;
  });
  const std::span<const Entry> order(order_);
  for (size_t from = 0, to = 0; from < order.size(); from = to) {
    while (to < order.size() && order[to].model == order[from].model) ++to;
    add_group(*models.find(order[from].model), order.subspan(from, to - from), characters);
  }
  if (!order_.empty()) height /= float(order_.size());
  bone_count = leaf_count = 0;
  if (view.skeleton) add_overlay(models, characters);
  return {};
}

void FrameData::add_group(const Model& model, std::span<const Entry> group,
                          std::span<const Character> characters) {
  const size_t base = matrices.size();
  matrices.resize(base + group.size() * model.matrix_count);
  for (size_t i = 0; i < group.size(); ++i) {
    const Character& character = characters[group[i].character];
    add_palettes(model, character, matrices.data() + base + i * model.matrix_count);
    const Bounds own = bounds_of(model, character);
    if (!(own.minimum.x <= own.maximum.x)) continue;
    height += own.maximum.y - own.minimum.y;
    if (!bounds) bounds = own;
    grow(*bounds, own.minimum, 0);
    grow(*bounds, own.maximum, 0);
  }
  for (uint32_t p = 0; p < model.parts.size(); ++p) {
    const ModelPart& part = model.parts[p];
    const ModelPalette& palette = model.palettes[part.palette];
    for (const bool mirrored : {false, true}) {
      Batch batch{&model, p, uint32_t(instances.size()), 0, mirrored};
      for (size_t i = 0; i < group.size(); ++i) {
        const Character& character = characters[group[i].character];
        const uint32_t own = uint32_t(base + i * model.matrix_count);
        const uint32_t first = own + palette.first;
        if (palette.count > 0 && is_mirrored(character.world, matrices[first]) != mirrored)
          continue;
        instances.push_back({first, own + part.weight_matrix, character.tint, character.world});
      }
      batch.count = uint32_t(instances.size()) - batch.first;
      if (batch.count > 0) batches.push_back(batch);
    }
  }
}

void FrameData::add_palettes(const Model& model, const Character& character, Affine* out) const {
  for (const ModelPalette& palette : model.palettes) {
    if (palette.skin < 0) {
      out[palette.first] = character.matrices[palette.joint];
      continue;
    }
    const ModelSkin& skin = model.skins[size_t(palette.skin)];
    // gather() has checked the sizes, and nothing else can go wrong.
    static_cast<void>(make_palettes({{}, skin.joints, skin.inverse_binds}, model.joint_count,
                                    character.matrices, {out + palette.first, palette.count}));
  }
  const std::span<const float> weights =
      character.weights.empty() ? std::span<const float>(model.rest_weights) : character.weights;
  for (const ModelPart& part : model.parts) {
    if (part.weight_count == 0) continue;
    std::memcpy(static_cast<void*>(out + part.weight_matrix), weights.data() + part.first_weight,
                part.weight_count * sizeof(float));
  }
}

Bounds FrameData::bounds_of(const Model& model, const Character& character) const {
  constexpr float kFar = 3e38f;
  Bounds out{{kFar, kFar, kFar}, {-kFar, -kFar, -kFar}};
  float scale = 0;
  for (int i = 0; i < 3; ++i) scale = std::max(scale, length(axis(character.world, i)));
  for (size_t j = 0; j < model.reach.size(); ++j) {
    if (model.reach[j] > 0)
      grow(out, transform_point(character.world, origin(character.matrices[j])),
           model.reach[j] * scale);
  }
  return out;
}

void FrameData::add_overlay(const Pool<Model>& models, std::span<const Character> characters) {
  first_bone = uint32_t(instances.size());
  for (const Character& character : characters)
    add_bones(*models.find(character.model.id), character);
  first_leaf = uint32_t(instances.size());
  for (const Character& character : characters)
    add_leaves(*models.find(character.model.id), character);
  bone_count = first_leaf - first_bone;
  leaf_count = uint32_t(instances.size()) - first_leaf;
}

void FrameData::add_bones(const Model& model, const Character& character) {
  for (const ModelBone& bone : model.bones) {
    if (bone.parent < 0) continue;
    const Vec3 from = origin(character.matrices[size_t(bone.parent)]);
    const Vec3 to = origin(character.matrices[bone.joint]);
    if (length(to - from) > model.extent * 1e-5f)
      instances.push_back({0, 0, {1, 1, 1, 1}, character.world * bone_matrix(from, to)});
  }
}

void FrameData::add_leaves(const Model& model, const Character& character) {
  for (const ModelBone& bone : model.bones) {
    if (!bone.is_leaf) continue;
    const Vec3 at = origin(character.matrices[bone.joint]);
    float size = model.extent * 0.012f;
    if (bone.parent >= 0) {
      // Fingers have joints too small for the usual size.
      const float own = length(at - origin(character.matrices[size_t(bone.parent)])) * 0.2f;
      if (own > 0) size = std::min(size, own);
    }
    const Affine place{{{size, 0, 0, at.x}, {0, size, 0, at.y}, {0, 0, size, at.z}}};
    instances.push_back({0, 0, {1, 1, 1, 1}, character.world * place});
  }
}

}  // namespace saker
