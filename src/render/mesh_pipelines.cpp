#include "render/mesh_pipelines.h"

#include "render/model.h"

#include <cstddef>
#include <string>

namespace saker {
namespace {

size_t shader_place(const MeshVariant& v) {
  return (v.influences / 4 * 3 + size_t(v.purpose)) * 2 + size_t(v.mask);
}

size_t pipeline_place(const MeshVariant& v) {
  size_t place = shader_place(v) * 3 + size_t(v.mode);
  for (const bool flag : {v.blend, v.cull, v.mirrored}) place = place * 2 + size_t(flag);
  return place;
}

void add_vertex_streams(PipelineInfo& info, uint32_t influences) {
  constexpr uint32_t kWorld = offsetof(InstanceData, world), kRow = 4 * sizeof(float);
  info.streams = {{.stride = sizeof(InstanceData), .per_instance = true},
                  {.stride = sizeof(ModelVertex)}};
  info.attributes = {
      {0, VertexFormat::kFloat3, kVertexStream, offsetof(ModelVertex, position)},
      {1, VertexFormat::kFloat3, kVertexStream, offsetof(ModelVertex, normal)},
      {2, VertexFormat::kFloat2, kVertexStream, offsetof(ModelVertex, texture_coordinate)},
      {3, VertexFormat::kUnorm16x4, kVertexStream, offsetof(ModelVertex, color)},
      {8, VertexFormat::kUint32x2, kInstanceStream, offsetof(InstanceData, first_matrix)},
      {9, VertexFormat::kFloat4, kInstanceStream, offsetof(InstanceData, tint)},
      {10, VertexFormat::kFloat4, kInstanceStream, kWorld},
      {11, VertexFormat::kFloat4, kInstanceStream, kWorld + kRow},
      {12, VertexFormat::kFloat4, kInstanceStream, kWorld + 2 * kRow}};
  if (influences == 0) return;
  info.streams.push_back({.stride = skin_stride(influences)});
  for (uint32_t group = 0; group < influences / 4; ++group) {
    const uint32_t offset = group * skin_stride(4);
    info.attributes.push_back({4 + 2 * group, VertexFormat::kUint16x4, kSkinStream, offset});
    info.attributes.push_back({5 + 2 * group, VertexFormat::kFloat4, kSkinStream, offset + 8});
  }
}

}  // namespace

Result<ShaderHandle> MeshPipelines::shader(const MeshVariant& variant) {
  Owned<ShaderHandle>& made = shaders_[shader_place(variant)];
  if (made) return ShaderHandle(made);
  const std::string defines = "#define INFLUENCES " + std::to_string(variant.influences) +
                              "\n#define PURPOSE " + std::to_string(uint32_t(variant.purpose)) +
                              "\n#define MASK " + std::to_string(int(variant.mask)) + "\n";
  const auto shader =
      device_->make_shader({.name = "mesh",
                            .defines = defines.c_str(),
                            .vertex = kMeshVertex,
                            .fragment = kMeshFragment,
                            .textures = {std::begin(kMeshTextures), std::end(kMeshTextures)},
                            .uniform_size = sizeof(MeshUniforms)});
  if (auto error = keep(*device_, shader, made)) return *error;
  return ShaderHandle(made);
}

Result<PipelineHandle> MeshPipelines::get(const MeshVariant& variant) {
  Owned<PipelineHandle>& made = pipelines_[pipeline_place(variant)];
  if (made) return PipelineHandle(made);
  PipelineInfo info;
  const auto compiled = shader(variant);
  if (!compiled) return compiled.error();
  info.shader = *compiled;
  add_vertex_streams(info, variant.influences);
  info.mode = variant.mode;
  if (variant.blend) info.blend = Blend::kOver;
  if (variant.purpose == Purpose::kShadow) info.blend = Blend::kMax;
  info.depth_test = variant.purpose != Purpose::kShadow;
  info.depth_write = variant.purpose == Purpose::kColor && !variant.blend;
  info.cull_back = variant.cull;
  info.front_is_clockwise = variant.mirrored;
  if (auto error = keep(*device_, device_->make_pipeline(info), made)) return *error;
  return PipelineHandle(made);
}

}  // namespace saker
