#pragma once
// The pipelines that meshes are drawn with, made when they are first needed.

#include "render/owned.h"
#include "render/shaders.h"

#include <saker/device.h>

#include <array>

namespace saker {

// What vertices and pixels need of the shader and the state.
struct MeshVariant {
  uint32_t influences = 0;  // 0, 4 or 8
  Purpose purpose = Purpose::kColor;
  DrawMode mode = DrawMode::kTriangles;
  bool mask = false;
  bool blend = false;
  bool cull = false;
  bool mirrored = false;
};

// What differs between the instances of one draw.
struct InstanceData {
  uint32_t first_matrix = 0, first_weight = 0;  // in the texture of palettes
  Vec4 tint;
  Affine world;
};

// Places of the streams in a Draw.
enum MeshStream : uint32_t { kInstanceStream, kVertexStream, kSkinStream };

class MeshPipelines {
 public:
  explicit MeshPipelines(Device& device) : device_(&device) {}

  Result<PipelineHandle> get(const MeshVariant& variant);

 private:
  Result<ShaderHandle> shader(const MeshVariant& variant);

  static constexpr size_t kShaderCount = 3 * 3 * 2;
  static constexpr size_t kPipelineCount = kShaderCount * 3 * 2 * 2 * 2;

  Device* device_;
  std::array<Owned<ShaderHandle>, kShaderCount> shaders_;
  std::array<Owned<PipelineHandle>, kPipelineCount> pipelines_;
};

}  // namespace saker
