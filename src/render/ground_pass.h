#pragma once
// GroundPass: the soft shadow of the characters on the ground, and the grid.

#include "render/mesh_pass.h"

namespace saker {

class GroundPass {
 public:
  explicit GroundPass(Device& device) : device_(&device) {}

  std::optional<Error> set_up();
  // Passes of its own, before the pass that draw() is part of. Without meshes in sight there is no
  // shadow.
  std::optional<Error> make_shadow(const View& view, const FrameData& frame, MeshPass& meshes);
  void draw(const View& view, const FrameData& frame, const Vec4& eye);

 private:
  // The part of the ground that the shadow's texture covers.
  struct Area {
    Vec3 center;
    float half_x = 1, half_z = 1;
  };

  std::optional<Error> fit(int side);
  std::optional<Error> set_up_blur();
  std::optional<Error> set_up_ground();
  std::optional<Error> blur(int from, const Vec4& step);

  Device* device_;
  Owned<TargetHandle> shadow_[2];
  int side_ = 0;  // of these, in texels
  Owned<PipelineHandle> blur_, ground_;
  std::optional<Area> area_;
};

// The direction to the light that throws the shadow.
Vec3 light_direction();

}  // namespace saker
