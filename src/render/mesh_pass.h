#pragma once
// MeshPass: draws the characters of a frame, and the bones of the overlay.

#include "render/frame_data.h"
#include "render/mesh_pipelines.h"

namespace saker {

class MeshPass {
 public:
  explicit MeshPass(Device& device) : device_(&device), pipelines_(device) {}

  std::optional<Error> set_up();
  // Makes every pipeline that draw() needs for a model.
  std::optional<Error> prepare(const Model& model);
  // Brings palettes and instances to the device, before the passes of a frame.
  std::optional<Error> upload(const FrameData& frame);

  // The primitives whose material blends, or the others. During a pass.
  std::optional<Error> draw(const FrameData& frame, const MeshUniforms& uniforms, Purpose purpose,
                            bool blending);
  std::optional<Error> draw_bones(const FrameData& frame, MeshUniforms uniforms);

 private:
  std::optional<Error> set_up_bone();
  std::optional<Error> draw_primitive(const Batch& batch, const ModelPrimitive& primitive,
                                      MeshUniforms uniforms, Purpose purpose);

  Device* device_;
  MeshPipelines pipelines_;
  Owned<TextureHandle> white_, no_displacements_;
  Owned<TextureHandle> palettes_;
  size_t palette_rows_ = 0;
  std::vector<Affine> padded_;  // the matrices of the last row
  Owned<BufferHandle> instances_;
  size_t instance_capacity_ = 0;
  Owned<BufferHandle> bone_vertices_, bone_indices_;
};

}  // namespace saker
