#include "render/mesh_pass.h"

#include <algorithm>
#include <bit>

namespace saker {
namespace {

// Octahedra: a bone one metre long, narrow and thickest near its joint, and a joint.
constexpr float kThickest = 0.14f, kRadius = 0.075f;
constexpr Vec3 kBone[][6] = {{{0, 0, 0},
                              {kRadius, kThickest, 0},
                              {0, kThickest, -kRadius},
                              {-kRadius, kThickest, 0},
                              {0, kThickest, kRadius},
                              {0, 1, 0}},
                             {{0, -1, 0}, {1, 0, 0}, {0, 0, -1}, {-1, 0, 0}, {0, 0, 1}, {0, 1, 0}}};
constexpr uint32_t kBoneIndices[] = {
    0, 2, 1, 0, 3, 2, 0, 4, 3, 0, 1, 4, 5, 1, 2, 5, 2, 3, 5, 3, 4, 5, 4, 1,
    // and its edges
    0, 1, 0, 2, 0, 3, 0, 4, 5, 1, 5, 2, 5, 3, 5, 4, 1, 2, 2, 3, 3, 4, 4, 1};
constexpr size_t kBoneTriangles = 24;  // indices, as many as the edges have
constexpr Vec4 kBoneColor{0.85f, 0.80f, 0.66f, 1}, kOutlineColor{0.02f, 0.03f, 0.06f, 0.8f};
constexpr MeshVariant kBoneFill{};
constexpr MeshVariant kBoneOutline{
    .purpose = Purpose::kEdges, .mode = DrawMode::kLines, .blend = true};

MeshVariant variant_of(const ModelPart& part, const ModelPrimitive& primitive,
                       const ModelMaterial& material, Purpose purpose, bool mirrored) {
  MeshVariant v;
  v.influences = part.skinned ? primitive.influences : 0;
  v.purpose = purpose;
  v.mode = purpose == Purpose::kEdges ? DrawMode::kLines : primitive.mode;
  v.mask = material.alpha_mode == AlphaMode::kMask && purpose != Purpose::kEdges;
  v.blend = purpose == Purpose::kEdges ||
            (purpose == Purpose::kColor && material.alpha_mode == AlphaMode::kBlend);
  v.cull = purpose == Purpose::kColor && v.mode == DrawMode::kTriangles && !material.double_sided;
  v.mirrored = mirrored && purpose == Purpose::kColor;
  return v;
}

}  // namespace

std::optional<Error> MeshPass::set_up() {
  constexpr uint8_t kWhite[] = {255, 255, 255, 255};
  constexpr Vec4 kNothing{};
  TextureInfo info{.width = 1, .height = 1, .texels = std::as_bytes(std::span(kWhite))};
  if (auto error = keep(*device_, device_->make_texture(info), white_)) return error;
  info.format = TextureFormat::kRgba32Float;
  info.texels = std::as_bytes(std::span(&kNothing, 1));
  if (auto error = keep(*device_, device_->make_texture(info), no_displacements_)) return error;
  return set_up_bone();
}

std::optional<Error> MeshPass::set_up_bone() {
  ModelVertex vertices[2][6];
  for (size_t shape = 0; shape < 2; ++shape) {
    for (size_t v = 0; v < 6; ++v) vertices[shape][v].position = kBone[shape][v];
  }
  const auto vertex_bytes = std::as_bytes(std::span(vertices));
  const auto index_bytes = std::as_bytes(std::span(kBoneIndices));
  if (auto error = keep(*device_,
                        device_->make_buffer(BufferUse::kVertex, vertex_bytes.size(), vertex_bytes),
                        bone_vertices_))
    return error;
  if (auto error =
          keep(*device_, device_->make_buffer(BufferUse::kIndex, index_bytes.size(), index_bytes),
               bone_indices_))
    return error;
  for (const MeshVariant& variant : {kBoneFill, kBoneOutline}) {
    const auto pipeline = pipelines_.get(variant);
    if (!pipeline) return pipeline.error();
  }
  return {};
}

std::optional<Error> MeshPass::prepare(const Model& model) {
  for (const ModelPart& part : model.parts) {
    for (const uint32_t place : part.primitives) {
      const ModelPrimitive& primitive = model.primitives[place];
      const ModelMaterial& material = model.materials[primitive.material];
      for (const Purpose purpose : {Purpose::kColor, Purpose::kShadow, Purpose::kEdges}) {
        for (const bool mirrored : {false, true}) {
          const auto pipeline =
              pipelines_.get(variant_of(part, primitive, material, purpose, mirrored));
          if (!pipeline) return pipeline.error();
        }
      }
    }
  }
  return {};
}

std::optional<Error> MeshPass::upload(const FrameData& frame) {
  const size_t rows = (frame.matrices.size() + kMatricesPerRow - 1) / kMatricesPerRow;
  if (rows > palette_rows_) {
    const size_t most = size_t(device_->limits().texture_side);
    if (rows > most)
      return Error{ErrorCode::kLimit, "more joints than fit into a texture of the device", "draw"};
    const size_t grown = std::min(std::bit_ceil(rows), most);
    if (auto error = keep(*device_,
                          device_->make_texture({.width = kPaletteWidth,
                                                 .height = int(grown),
                                                 .format = TextureFormat::kRgba32Float}),
                          palettes_))
      return error;
    palette_rows_ = grown;
  }
  const size_t whole = frame.matrices.size() / kMatricesPerRow * kMatricesPerRow;
  const auto matrices = std::span(frame.matrices);
  device_->update_texture(palettes_, 0, std::as_bytes(matrices.first(whole)));
  if (whole < matrices.size()) {
    padded_.assign(matrices.begin() + ptrdiff_t(whole), matrices.end());
    padded_.resize(kMatricesPerRow);
    device_->update_texture(palettes_, int(whole / kMatricesPerRow),
                            std::as_bytes(std::span(padded_)));
  }

  const auto bytes = std::as_bytes(std::span(frame.instances));
  if (bytes.size() > instance_capacity_) {
    const size_t grown = std::bit_ceil(bytes.size());
    if (auto error =
            keep(*device_, device_->make_buffer(BufferUse::kVertex, grown, {}), instances_))
      return error;
    instance_capacity_ = grown;
  }
  if (!bytes.empty()) device_->update_buffer(instances_, 0, bytes);
  return {};
}

std::optional<Error> MeshPass::draw(const FrameData& frame, const MeshUniforms& uniforms,
                                    Purpose purpose, bool blending) {
  for (const Batch& batch : frame.batches) {
    const Model& model = *batch.model;
    for (const uint32_t place : model.parts[batch.part].primitives) {
      const ModelPrimitive& primitive = model.primitives[place];
      const bool blends = model.materials[primitive.material].alpha_mode == AlphaMode::kBlend;
      if (blends != blending) continue;
      if (auto error = draw_primitive(batch, primitive, uniforms, purpose)) return error;
    }
  }
  return {};
}

std::optional<Error> MeshPass::draw_primitive(const Batch& batch, const ModelPrimitive& primitive,
                                              MeshUniforms uniforms, Purpose purpose) {
  const Model& model = *batch.model;
  const ModelMaterial& material = model.materials[primitive.material];
  const bool edges = purpose == Purpose::kEdges;
  const auto pipeline = pipelines_.get(
      variant_of(model.parts[batch.part], primitive, material, purpose, batch.mirrored));
  if (!pipeline) return pipeline.error();
  if (!edges) uniforms.base_color = material.base_color;
  switch (material.alpha_mode) {
    case AlphaMode::kOpaque:
      uniforms.alpha_cutoff = 0;
      break;
    case AlphaMode::kMask:
      uniforms.alpha_cutoff = std::max(material.alpha_cutoff, 0.f);
      break;
    case AlphaMode::kBlend:
      uniforms.alpha_cutoff = -1;
      break;
  }
  // Points and lines without normals have no side to be lit.
  const bool no_sides = primitive.mode != DrawMode::kTriangles && !primitive.has_normals;
  uniforms.unlit = material.unlit || no_sides ? 1 : 0;
  uniforms.flat = primitive.has_normals ? 0 : 1;
  std::copy(std::begin(primitive.morph), std::end(primitive.morph), uniforms.morph);

  Draw draw;
  draw.pipeline = *pipeline;
  draw.streams[kInstanceStream] = {instances_, batch.first * sizeof(InstanceData)};
  draw.streams[kVertexStream] = {model.vertices, primitive.vertices};
  draw.streams[kSkinStream] = {model.vertices, primitive.skin};
  draw.textures[0] = palettes_;
  draw.textures[1] = model.displacements ? model.displacements : no_displacements_;
  draw.textures[2] = material.image ? material.image : TextureHandle(white_);
  draw.uniforms = uniform_bytes(uniforms);
  draw.indices = model.indices;
  draw.first = edges ? primitive.first_edge : primitive.first_index;
  draw.count = edges ? primitive.edge_count : primitive.index_count;
  draw.instances = batch.count;
  device_->draw(draw);
  return {};
}

std::optional<Error> MeshPass::draw_bones(const FrameData& frame, MeshUniforms uniforms) {
  const auto fill = pipelines_.get(kBoneFill), outline = pipelines_.get(kBoneOutline);
  if (!fill) return fill.error();
  if (!outline) return outline.error();
  uniforms.flat = 1;
  Draw draw;
  draw.textures[0] = palettes_;
  draw.textures[1] = no_displacements_;
  draw.textures[2] = white_;
  draw.uniforms = uniform_bytes(uniforms);
  draw.indices = bone_indices_;
  draw.count = kBoneTriangles;
  const uint32_t firsts[] = {frame.first_bone, frame.first_leaf};
  const uint32_t counts[] = {frame.bone_count, frame.leaf_count};
  for (const bool outlined : {false, true}) {
    uniforms.base_color = outlined ? kOutlineColor : kBoneColor;
    draw.pipeline = outlined ? *outline : *fill;
    draw.first = outlined ? kBoneTriangles : 0;
    for (size_t shape = 0; shape < 2; ++shape) {
      draw.streams[kInstanceStream] = {instances_, firsts[shape] * sizeof(InstanceData)};
      draw.streams[kVertexStream] = {bone_vertices_, shape * 6 * sizeof(ModelVertex)};
      draw.instances = counts[shape];
      device_->draw(draw);
    }
  }
  return {};
}

}  // namespace saker
