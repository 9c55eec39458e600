#include "build/write_mesh.h"

#include "asset/chunk.h"

#include <cmath>

namespace saker {
namespace {

// The coordinates of the set that the material samples, with its texture transform applied
// (KHR_texture_transform: scale, then rotate, then offset; positive angles turn counter-clockwise).
std::vector<Vec2> texture_coordinates(const Scene& scene, const Primitive& primitive) {
  TextureUse use;
  if (primitive.material >= 0) use = scene.materials[size_t(primitive.material)].base_color_texture;
  if (use.texture_coordinate >= primitive.texture_coordinates.size()) return {};
  std::vector<Vec2> out = primitive.texture_coordinates[use.texture_coordinate];
  const float c = std::cos(use.rotation), s = std::sin(use.rotation);
  for (Vec2& uv : out) {
    const float u = uv.x * use.scale.x, v = uv.y * use.scale.y;
    uv = {use.offset.x + c * u + s * v, use.offset.y - s * u + c * v};
  }
  return out;
}

format::PrimitiveRecord write_primitive(const Scene& scene, const Primitive& primitive,
                                        size_t target_count, ChunkWriter& chunk) {
  format::PrimitiveRecord record = {};
  record.topology = uint32_t(primitive.topology);
  record.material = primitive.material;
  record.influences = primitive.influences;
  record.positions = chunk.add(primitive.positions);
  record.normals = chunk.add(primitive.normals);
  record.texture_coordinates = chunk.add(texture_coordinates(scene, primitive));
  record.colors = chunk.add(primitive.colors);
  record.joints = chunk.add(primitive.joints);
  record.weights = chunk.add(primitive.weights);
  record.indices = chunk.add(primitive.indices);
  std::vector<format::MorphTargetRecord> targets(target_count);
  for (size_t t = 0; t < target_count && t < primitive.targets.size(); ++t) {
    targets[t].positions = chunk.add(primitive.targets[t].positions);
    targets[t].normals = chunk.add(primitive.targets[t].normals);
  }
  record.targets = chunk.add(targets);
  return record;
}

}  // namespace

std::vector<uint8_t> write_mesh(const Scene& scene, const Mesh& mesh) {
  ChunkWriter chunk(sizeof(format::MeshRecord));
  TextWriter text;
  std::vector<format::PrimitiveRecord> primitives;
  std::vector<TextRange> target_names;
  for (const Primitive& primitive : mesh.primitives)
    primitives.push_back(write_primitive(scene, primitive, mesh.target_count(), chunk));
  for (size_t t = 0; t < mesh.target_count(); ++t)
    target_names.push_back(text.add(mesh.primitives[0].targets[t].name));
  format::MeshRecord record = {};
  record.name = chunk.add(mesh.name);
  record.primitives = chunk.add(primitives);
  record.target_names = chunk.add(target_names);
  record.text = chunk.add(text.text);
  return chunk.finish(record);
}

std::vector<bool> visible_nodes(const Scene& scene) {
  if (scene.scenes.empty()) return std::vector<bool>(scene.nodes.size(), true);
  std::vector<bool> visible(scene.nodes.size(), false);
  const size_t shown = scene.default_scene < 0 ? 0 : size_t(scene.default_scene);
  for (const int root : scene.scenes[shown].nodes) visible[size_t(root)] = true;
  for (const int node : parents_first(scene)) {
    const int parent = scene.nodes[size_t(node)].parent;
    if (parent >= 0 && visible[size_t(parent)]) visible[size_t(node)] = true;
  }
  return visible;
}

std::vector<uint8_t> write_instances(const Scene& scene, const JointMap& map,
                                     const Bounds& rest_bounds) {
  ChunkWriter chunk(sizeof(format::InstancesRecord));
  std::vector<format::InstanceRecord> instances;
  std::vector<float> weights;
  const std::vector<bool> visible = visible_nodes(scene);
  for (size_t i = 0; i < scene.nodes.size(); ++i) {
    const Node& node = scene.nodes[i];
    if (node.mesh < 0) continue;
    const Mesh& mesh = scene.meshes[size_t(node.mesh)];
    const std::vector<float>& rest = node.weights.empty() ? mesh.weights : node.weights;
    instances.push_back({uint32_t(map.joints[i]), uint32_t(node.mesh), node.skin, visible[i],
                         uint32_t(weights.size()), uint32_t(mesh.target_count())});
    for (size_t t = 0; t < mesh.target_count(); ++t)
      weights.push_back(t < rest.size() ? rest[t] : 0.0f);
  }
  format::InstancesRecord record = {};
  record.rest_bounds = rest_bounds;
  record.instances = chunk.add(instances);
  record.weights = chunk.add(weights);
  return chunk.finish(record);
}

std::vector<uint8_t> write_materials(const Scene& scene) {
  ChunkWriter chunk(sizeof(format::MaterialsRecord));
  TextWriter text;
  std::vector<format::MaterialRecord> materials;
  for (const Material& material : scene.materials) {
    const TextureUse& texture = material.base_color_texture;
    format::MaterialRecord record = {};
    record.name = text.add(material.name);
    record.base_color = material.base_color;
    record.image = texture.image;
    record.wrap_u = uint32_t(texture.wrap_u);
    record.wrap_v = uint32_t(texture.wrap_v);
    record.nearest = texture.nearest;
    record.alpha_mode = uint32_t(material.alpha_mode);
    record.alpha_cutoff = material.alpha_cutoff;
    record.double_sided = material.double_sided;
    record.unlit = material.unlit;
    materials.push_back(record);
  }
  format::MaterialsRecord record = {};
  record.materials = chunk.add(materials);
  record.text = chunk.add(text.text);
  return chunk.finish(record);
}

std::vector<uint8_t> write_image(const Image& image) {
  ChunkWriter chunk(sizeof(format::ImageRecord));
  format::ImageRecord record = {};
  record.name = chunk.add(image.name);
  record.bytes = chunk.add(image.bytes);
  return chunk.finish(record);
}

}  // namespace saker
