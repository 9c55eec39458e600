#include "render/model.h"

#include "render/shaders.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace saker {
namespace {

// Decoded pictures of one model together; more than any real one has.
constexpr size_t kMaximumTexels = size_t(1) << 28;

DrawMode draw_mode(Topology topology) {
  switch (topology) {
    case Topology::kPoints:
      return DrawMode::kPoints;
    case Topology::kLines:
      return DrawMode::kLines;
    case Topology::kTriangles:
      return DrawMode::kTriangles;
  }
  return DrawMode::kTriangles;
}

TextureWrap texture_wrap(Wrap wrap) {
  switch (wrap) {
    case Wrap::kRepeat:
      return TextureWrap::kRepeat;
    case Wrap::kClamp:
      return TextureWrap::kClamp;
    case Wrap::kMirror:
      return TextureWrap::kMirror;
  }
  return TextureWrap::kRepeat;
}

uint16_t to_unorm16(float value) {
  return uint16_t(std::lround(std::fmin(std::fmax(value, 0.f), 1.f) * 65535.f));
}

// Where joints are at rest, relative to the character.
std::vector<Affine> rest_matrices(const Skeleton& skeleton) {
  std::vector<Affine> local(skeleton.joint_count());
  for (size_t j = 0; j < local.size(); ++j) local[j] = compose(skeleton.rest[j]);
  for (const FixedJoint& fixed : skeleton.fixed) local[fixed.joint] = fixed.local;
  for (size_t j = 0; j < local.size(); ++j) {
    if (skeleton.parents[j] >= 0) local[j] = local[size_t(skeleton.parents[j])] * local[j];
  }
  return local;
}

// Collects a model in memory, then makes its buffers and textures at once.
class ModelMaker {
 public:
  ModelMaker(Device& device, const Asset& asset, Diagnostics* problems)
      : device_(device), asset_(asset), problems_(problems) {}

  Result<Model> make();

 private:
  void add_skins();
  void add_meshes();
  void add_primitive(const Asset::Primitive& primitive);
  void add_vertices(const Asset::Primitive& source, ModelPrimitive& primitive);
  void add_indices(const Asset::Primitive& source, ModelPrimitive& primitive);
  void add_targets(const Asset::Primitive& source, ModelPrimitive& primitive);
  void add_parts();
  void add_part(const Asset::Instance& instance, bool skinned, uint32_t first_weight);
  uint32_t palette_of(int32_t skin, uint32_t joint);
  void measure_reach(const Asset::Instance& instance, std::span<const Affine> rest);
  void add_bones();
  std::optional<Error> make_buffers();
  std::optional<Error> make_displacements();
  void add_materials();
  TextureHandle texture_of(size_t index);
  TextureHandle tell(size_t image, const std::string& message);

  Device& device_;
  const Asset& asset_;
  Diagnostics* problems_;
  Model model_;
  std::vector<uint32_t> first_primitive_;  // per mesh of the asset
  std::vector<std::byte> vertices_;
  std::vector<uint32_t> indices_;
  std::vector<Vec4> displacements_;
  size_t texels_ = 0;  // of all pictures
};

template <class T>
size_t append(std::vector<std::byte>& bytes, std::span<const T> values) {
  const size_t offset = bytes.size();
  bytes.resize(offset + values.size_bytes());
  if (!values.empty()) std::memcpy(bytes.data() + offset, values.data(), values.size_bytes());
  return offset;
}

Result<Model> ModelMaker::make() {
  const Bounds& rest = asset_.rest_bounds();
  model_.extent = length(rest.maximum - rest.minimum);
  model_.joint_count = asset_.skeleton().joint_count();
  add_skins();
  add_meshes();
  add_parts();
  add_bones();
  if (auto error = make_buffers()) return *error;
  if (auto error = make_displacements()) return *error;
  add_materials();
  return std::move(model_);
}

void ModelMaker::add_skins() {
  for (const SkinBinding& skin : asset_.skins()) {
    model_.skins.push_back({{skin.joints.begin(), skin.joints.end()},
                            {skin.inverse_binds.begin(), skin.inverse_binds.end()}});
  }
}

void ModelMaker::add_meshes() {
  std::vector<bool> seen(asset_.meshes().size());
  for (const Asset::Instance& instance : asset_.instances()) {
    if (instance.visible) seen[instance.mesh] = true;
  }
  for (size_t m = 0; m < seen.size(); ++m) {
    first_primitive_.push_back(uint32_t(model_.primitives.size()));
    if (!seen[m]) continue;
    for (const Asset::Primitive& primitive : asset_.meshes()[m].primitives)
      add_primitive(primitive);
  }
}

void ModelMaker::add_primitive(const Asset::Primitive& source) {
  ModelPrimitive primitive;
  primitive.mode = draw_mode(source.topology);
  primitive.influences = source.influences;
  // The last material is the plain one of primitives without.
  primitive.material =
      source.material >= 0 ? uint32_t(source.material) : uint32_t(asset_.materials().size());
  primitive.has_normals = !source.normals.empty();
  add_vertices(source, primitive);
  add_indices(source, primitive);
  add_targets(source, primitive);
  model_.primitives.push_back(primitive);
}

void ModelMaker::add_vertices(const Asset::Primitive& source, ModelPrimitive& primitive) {
  const size_t count = source.positions.size();
  std::vector<ModelVertex> vertices(count);
  for (size_t v = 0; v < count; ++v) {
    ModelVertex& vertex = vertices[v];
    vertex.position = source.positions[v];
    if (!source.normals.empty()) vertex.normal = source.normals[v];
    if (!source.texture_coordinates.empty())
      vertex.texture_coordinate = source.texture_coordinates[v];
    if (source.colors.empty()) continue;
    const Vec4& color = source.colors[v];
    const float channels[] = {color.x, color.y, color.z, color.w};
    for (int c = 0; c < 4; ++c) vertex.color[c] = to_unorm16(channels[c]);
  }
  primitive.vertices = append<ModelVertex>(vertices_, vertices);
  primitive.skin = vertices_.size();
  for (size_t v = 0; v < count && source.influences > 0; ++v) {
    // Four joints and their weights, and then the other four.
    for (size_t k = v * source.influences; k < (v + 1) * source.influences; k += 4) {
      append(vertices_, source.joints.subspan(k, 4));
      append(vertices_, source.weights.subspan(k, 4));
    }
  }
}

void ModelMaker::add_indices(const Asset::Primitive& source, ModelPrimitive& primitive) {
  primitive.first_index = indices_.size();
  primitive.index_count = source.indices.size();
  indices_.insert(indices_.end(), source.indices.begin(), source.indices.end());
  primitive.first_edge = indices_.size();
  if (source.topology != Topology::kTriangles) return;
  std::vector<uint64_t> edges;
  edges.reserve(source.indices.size());
  for (size_t i = 0; i + 2 < source.indices.size(); i += 3) {
    for (size_t corner = 0; corner < 3; ++corner) {
      const uint64_t a = source.indices[i + corner], b = source.indices[i + (corner + 1) % 3];
      edges.push_back(std::min(a, b) << 32 | std::max(a, b));
    }
  }
  // Neighbouring triangles share edges; each is drawn once.
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  for (const uint64_t edge : edges) {
    indices_.push_back(uint32_t(edge >> 32));
    indices_.push_back(uint32_t(edge));
  }
  primitive.edge_count = indices_.size() - primitive.first_edge;
}

void ModelMaker::add_targets(const Asset::Primitive& source, ModelPrimitive& primitive) {
  bool normals = false;
  for (const Asset::MorphTarget& target : source.targets) normals |= !target.normals.empty();
  const size_t per_vertex = normals ? 2 : 1;
  const size_t per_target = source.positions.size() * per_vertex;
  const size_t first = displacements_.size();
  // Beyond what 32 bits count, make_displacements() refuses the model.
  primitive.morph[0] = int32_t(first);
  primitive.morph[1] = int32_t(source.targets.size());
  primitive.morph[2] = int32_t(per_target);
  primitive.morph[3] = int32_t(per_vertex);
  displacements_.resize(first + per_target * source.targets.size());
  for (size_t t = 0; t < source.targets.size(); ++t) {
    Vec4* texel = displacements_.data() + first + t * per_target;
    const auto fill = [&](std::span<const Vec3> from, size_t place) {
      for (size_t v = 0; v < from.size(); ++v)
        texel[v * per_vertex + place] = {from[v].x, from[v].y, from[v].z, 0};
    };
    fill(source.targets[t].positions, 0);
    fill(source.targets[t].normals, 1);
  }
}

// The place of a skin's palette, or without a skin of a joint's.
uint32_t ModelMaker::palette_of(int32_t skin, uint32_t joint) {
  for (size_t p = 0; p < model_.palettes.size(); ++p) {
    const ModelPalette& palette = model_.palettes[p];
    if (palette.skin == skin && (skin >= 0 || palette.joint == joint)) return uint32_t(p);
  }
  const size_t count = skin >= 0 ? model_.skins[size_t(skin)].joints.size() : 1;
  model_.palettes.push_back({skin, joint, model_.matrix_count, uint32_t(count)});
  model_.matrix_count += uint32_t(count);
  return uint32_t(model_.palettes.size() - 1);
}

void ModelMaker::add_parts() {
  const std::vector<Affine> rest = rest_matrices(asset_.skeleton());
  model_.reach.assign(rest.size(), 0);
  for (const Asset::Instance& instance : asset_.instances()) {
    const size_t first_weight = model_.rest_weights.size();
    model_.rest_weights.insert(model_.rest_weights.end(), instance.weights.begin(),
                               instance.weights.end());
    if (!instance.visible) continue;
    for (const bool skinned : {false, true}) add_part(instance, skinned, uint32_t(first_weight));
    measure_reach(instance, rest);
  }
  for (ModelPart& part : model_.parts) {
    part.weight_matrix = model_.matrix_count;
    model_.matrix_count += (part.weight_count + 11) / 12;
  }
}

void ModelMaker::add_part(const Asset::Instance& instance, bool skinned, uint32_t first_weight) {
  ModelPart part;
  part.skinned = skinned;
  const size_t count = asset_.meshes()[instance.mesh].primitives.size();
  for (size_t p = 0; p < count; ++p) {
    const uint32_t primitive = first_primitive_[instance.mesh] + uint32_t(p);
    if (skinned == (instance.skin >= 0 && model_.primitives[primitive].influences > 0))
      part.primitives.push_back(primitive);
  }
  if (part.primitives.empty()) return;
  part.palette = palette_of(skinned ? instance.skin : -1, instance.joint);
  part.first_weight = first_weight;
  part.weight_count = uint32_t(instance.weights.size());
  model_.parts.push_back(std::move(part));
}

void ModelMaker::measure_reach(const Asset::Instance& instance, std::span<const Affine> rest) {
  for (const Asset::Primitive& primitive : asset_.meshes()[instance.mesh].primitives) {
    for (size_t v = 0; v < primitive.positions.size(); ++v) {
      uint32_t joint = instance.joint;
      Affine matrix = rest[joint];
      if (instance.skin >= 0 && primitive.influences > 0) {
        // By the joint that moves the vertex most.
        const auto first = primitive.weights.begin() + ptrdiff_t(v * primitive.influences);
        const auto most = std::max_element(first, first + ptrdiff_t(primitive.influences));
        const uint16_t k = primitive.joints[size_t(most - primitive.weights.begin())];
        const ModelSkin& skin = model_.skins[size_t(instance.skin)];
        joint = skin.joints[k];
        matrix = rest[joint] * skin.inverse_binds[k];
      }
      const Vec3 at = transform_point(matrix, primitive.positions[v]);
      model_.reach[joint] = std::max(model_.reach[joint], length(at - origin(rest[joint])));
    }
  }
}

// The overlay shows the joints of skins and those between two of them; without any skin, every
// joint.
void ModelMaker::add_bones() {
  const std::span<const int32_t> parents = asset_.skeleton().parents;
  std::vector<bool> shown(parents.size(), model_.skins.empty());
  for (const ModelSkin& skin : model_.skins) {
    for (const uint32_t joint : skin.joints) shown[joint] = true;
  }
  for (const ModelSkin& skin : model_.skins) {
    for (const uint32_t joint : skin.joints) {
      int32_t above = parents[joint];
      while (above >= 0 && !shown[size_t(above)]) above = parents[size_t(above)];
      if (above < 0) continue;
      for (int32_t j = parents[joint]; j != above; j = parents[size_t(j)]) shown[size_t(j)] = true;
    }
  }
  std::vector<bool> is_leaf(parents.size(), true);
  for (size_t j = 0; j < parents.size(); ++j) {
    if (shown[j] && parents[j] >= 0) is_leaf[size_t(parents[j])] = false;
  }
  for (size_t j = 0; j < parents.size(); ++j) {
    const bool has_bone = parents[j] >= 0 && shown[size_t(parents[j])];
    if (shown[j]) model_.bones.push_back({uint32_t(j), has_bone ? parents[j] : -1, is_leaf[j]});
  }
}

std::optional<Error> ModelMaker::make_buffers() {
  // Buffers must not be empty, even where a mesh is.
  if (vertices_.empty()) vertices_.resize(sizeof(ModelVertex));
  if (indices_.empty()) indices_.push_back(0);
  const auto bytes = std::as_bytes(std::span(indices_));
  if (auto error =
          keep(device_, device_.make_buffer(BufferUse::kVertex, vertices_.size(), vertices_),
               model_.vertices))
    return error;
  return keep(device_, device_.make_buffer(BufferUse::kIndex, bytes.size(), bytes), model_.indices);
}

std::optional<Error> ModelMaker::make_displacements() {
  const size_t rows = (displacements_.size() + kDisplacementWidth - 1) / kDisplacementWidth;
  if (rows > size_t(device_.limits().texture_side))
    return Error{ErrorCode::kLimit, "more morph targets than fit into a texture of the device",
                 "model"};
  if (rows == 0) return {};
  displacements_.resize(rows * kDisplacementWidth);
  return keep(device_,
              device_.make_texture({.width = kDisplacementWidth,
                                    .height = int(rows),
                                    .format = TextureFormat::kRgba32Float,
                                    .texels = std::as_bytes(std::span(displacements_))}),
              model_.displacements);
}

// The texture of a material's picture; none when that is unreadable. Materials that read the same
// picture in the same way share it.
TextureHandle ModelMaker::texture_of(size_t index) {
  const auto materials = asset_.materials();
  const Asset::Material& material = materials[index];
  if (material.image < 0) return {};
  for (size_t m = 0; m < index; ++m) {
    const Asset::Material& other = materials[m];
    if (other.image == material.image && other.wrap_u == material.wrap_u &&
        other.wrap_v == material.wrap_v && other.nearest == material.nearest)
      return model_.materials[m].image;
  }
  const size_t image = size_t(material.image);
  const auto picture = decode_picture(asset_.images()[image].bytes);
  if (!picture) return tell(image, picture.error().message);
  texels_ += picture->rgba.size() / 4;
  if (texels_ > kMaximumTexels) return tell(image, "too many large pictures");
  const auto texture = device_.make_texture({.width = picture->width,
                                             .height = picture->height,
                                             .format = TextureFormat::kRgba8Srgb,
                                             .linear = !material.nearest,
                                             .mipmaps = true,
                                             .wrap_u = texture_wrap(material.wrap_u),
                                             .wrap_v = texture_wrap(material.wrap_v),
                                             .texels = std::as_bytes(std::span(picture->rgba))});
  if (!texture) return tell(image, texture.error().message);
  model_.images.emplace_back(device_, *texture);
  return *texture;
}

TextureHandle ModelMaker::tell(size_t image, const std::string& message) {
  if (problems_) {
    problems_->push_back(
        {"IMAGE_UNREADABLE", Severity::kWarning, "/images/" + std::to_string(image), message});
  }
  return {};
}

// Materials in the asset's order, and a plain one.
void ModelMaker::add_materials() {
  for (size_t m = 0; m < asset_.materials().size(); ++m) {
    const Asset::Material& material = asset_.materials()[m];
    model_.materials.push_back({material.base_color, texture_of(m), material.alpha_mode,
                                material.alpha_cutoff, material.double_sided, material.unlit});
    model_.blends |= material.alpha_mode == AlphaMode::kBlend;
  }
  model_.materials.push_back({});
}

}  // namespace

Result<Model> make_model(Device& device, const Asset& asset, Diagnostics* problems) {
  return ModelMaker(device, asset, problems).make();
}

}  // namespace saker
