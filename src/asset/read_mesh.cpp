#include "asset/contents.h"

#include <algorithm>

namespace saker {
namespace {

void check_primitive(const ChunkReader& chunk, const Asset::Primitive& primitive) {
  const size_t vertices = primitive.positions.size();
  const auto fits = [&](size_t size, size_t per_vertex) {
    chunk.require(size == 0 || size == vertices * per_vertex,
                  "a vertex attribute has another length than the positions");
  };
  fits(primitive.normals.size(), 1);
  fits(primitive.texture_coordinates.size(), 1);
  fits(primitive.colors.size(), 1);
  const uint32_t influences = primitive.influences;
  chunk.require(influences == 0 || influences == 4 || influences == 8,
                "a mesh has neither 4 nor 8 influences");
  chunk.require(primitive.joints.size() == vertices * influences &&
                    primitive.weights.size() == vertices * influences,
                "a mesh does not have a joint and a weight per influence");
  for (const Asset::MorphTarget& target : primitive.targets) {
    fits(target.positions.size(), 1);
    fits(target.normals.size(), 1);
  }
  for (const uint32_t index : primitive.indices) {
    if (!chunk.require(index < vertices, "an index names a vertex that does not exist")) return;
  }
}

Asset::Primitive read_primitive(const ChunkReader& chunk, const format::PrimitiveRecord& record) {
  chunk.require(record.topology <= uint32_t(Topology::kTriangles),
                "a mesh has an unknown topology");
  Asset::Primitive primitive;
  primitive.topology = Topology(record.topology);
  primitive.material = record.material;
  primitive.positions = chunk.array<Vec3>(record.positions);
  primitive.normals = chunk.array<Vec3>(record.normals);
  primitive.texture_coordinates = chunk.array<Vec2>(record.texture_coordinates);
  primitive.colors = chunk.array<Vec4>(record.colors);
  primitive.influences = record.influences;
  primitive.joints = chunk.array<uint16_t>(record.joints);
  primitive.weights = chunk.array<float>(record.weights);
  primitive.indices = chunk.array<uint32_t>(record.indices);
  for (const auto& target : chunk.array<format::MorphTargetRecord>(record.targets))
    primitive.targets.push_back(
        {chunk.array<Vec3>(target.positions), chunk.array<Vec3>(target.normals)});
  check_primitive(chunk, primitive);
  return primitive;
}

}  // namespace

Asset::Mesh AssetReader::read_mesh(const ChunkReader& chunk) {
  const auto record = chunk.record<format::MeshRecord>();
  Asset::Mesh mesh;
  mesh.name = chunk.text(record.name);
  const std::string_view text = chunk.text(record.text);
  for (const TextRange name : chunk.array<TextRange>(record.target_names)) {
    if (chunk.require_inside(name, text))
      mesh.target_names.push_back(text.substr(name.offset, name.size));
  }
  for (const auto& primitive : chunk.array<format::PrimitiveRecord>(record.primitives)) {
    if (!chunk.ok()) break;
    mesh.primitives.push_back(read_primitive(chunk, primitive));
    chunk.require(mesh.primitives.back().targets.size() == mesh.target_names.size(),
                  "the primitives of a mesh differ in their morph targets");
  }
  return mesh;
}

Asset::Image AssetReader::read_image(const ChunkReader& chunk) {
  const auto record = chunk.record<format::ImageRecord>();
  return {chunk.text(record.name), chunk.array<uint8_t>(record.bytes)};
}

void AssetReader::read_instances(const ChunkReader& chunk, Contents& contents) {
  const auto record = chunk.record<format::InstancesRecord>();
  contents.rest_bounds = record.rest_bounds;
  const auto weights = chunk.array<float>(record.weights);
  for (const auto& instance : chunk.array<format::InstanceRecord>(record.instances)) {
    if (!chunk.require(uint64_t{instance.first_weight} + instance.weight_count <= weights.size(),
                       "the morph weights of an instance are out of range"))
      return;
    contents.instances.push_back({instance.joint, instance.mesh, instance.skin,
                                  instance.visible != 0,
                                  weights.subspan(instance.first_weight, instance.weight_count)});
  }
}

void AssetReader::read_materials(const ChunkReader& chunk, Contents& contents) {
  const auto record = chunk.record<format::MaterialsRecord>();
  const std::string_view text = chunk.text(record.text);
  for (const auto& m : chunk.array<format::MaterialRecord>(record.materials)) {
    const uint32_t last_wrap = uint32_t(Wrap::kMirror);
    if (!chunk.require_inside(m.name, text) ||
        !chunk.require(m.wrap_u <= last_wrap && m.wrap_v <= last_wrap &&
                           m.alpha_mode <= uint32_t(AlphaMode::kBlend),
                       "a material has an unknown mode"))
      return;
    contents.materials.push_back({text.substr(m.name.offset, m.name.size), m.base_color, m.image,
                                  Wrap(m.wrap_u), Wrap(m.wrap_v), m.nearest != 0,
                                  AlphaMode(m.alpha_mode), m.alpha_cutoff, m.double_sided != 0,
                                  m.unlit != 0});
  }
}

}  // namespace saker
