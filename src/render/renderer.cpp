#include "render/frame_data.h"
#include "render/ground_pass.h"
#include "render/line_pass.h"
#include "render/mesh_pass.h"

#include <saker/renderer.h>

#include <algorithm>
#include <cmath>

namespace saker {
namespace {

constexpr int kSamples = 4;

enum class Alpha { kBackground, kPremultiplied, kStraight };

// Numbers that are none, or a camera without a direction, would make every pixel undefined.
bool is_usable(const View& view) {
  const float size = determinant(view.view);
  return view.width > 0 && view.height > 0 && std::isfinite(size) && size != 0;
}

// As MeshUniforms has it: a point, or a direction for parallel projections.
Vec4 eye_of(const View& view) {
  const Affine to_world = inverse(view.view);
  const bool parallel = view.projection.m[3][3] == 1;
  const Vec3 eye = parallel ? axis(to_world, 2) : origin(to_world);
  return {eye.x, eye.y, eye.z, parallel ? 0.f : 1.f};
}

MeshUniforms frame_uniforms(const View& view) {
  const Vec3 light = light_direction();
  MeshUniforms uniforms;
  uniforms.view_projection = view.projection * view.view;
  uniforms.eye = eye_of(view);
  uniforms.light = {light.x, light.y, light.z, view.ground};
  uniforms.size = std::max(2.f, float(view.height) / 240);
  return uniforms;
}

}  // namespace

class Renderer::Impl {
 public:
  explicit Impl(Device& device)
      : device_(device), meshes_(device), ground_(device), lines_(device) {}

  std::optional<Error> set_up();
  Result<ModelHandle> add(const Asset& asset, Diagnostics* problems);
  void remove(ModelHandle model) { models_.erase(model.id); }
  std::optional<Error> draw(const View& view, std::span<const Character> characters,
                            TargetHandle destination, Alpha alpha);
  Result<Picture> picture(View view, std::span<const Character> characters);

 private:
  std::optional<Error> set_up_present();
  std::optional<Error> draw_scene(const View& view, const MeshUniforms& uniforms);
  std::optional<Error> draw_overlay(const View& view, const MeshUniforms& uniforms);
  std::optional<Error> present(const View& view, TargetHandle destination, Alpha alpha);

  // A target that has the size of the view.
  struct Canvas {
    Owned<TargetHandle> target;
    int width = 0, height = 0;
  };
  std::optional<Error> fit(Canvas& canvas, const View& view, const TargetInfo& info);

  Device& device_;
  MeshPass meshes_;
  GroundPass ground_;
  LinePass lines_;
  Owned<PipelineHandle> present_;
  Pool<Model> models_;
  FrameData frame_;
  Canvas scene_, picture_;
};

std::optional<Error> Renderer::Impl::set_up() {
  if (auto error = meshes_.set_up()) return error;
  if (auto error = ground_.set_up()) return error;
  if (auto error = lines_.set_up()) return error;
  return set_up_present();
}

std::optional<Error> Renderer::Impl::set_up_present() {
  Owned<ShaderHandle> shader;
  if (auto error = keep(device_,
                        device_.make_shader({.name = "present",
                                             .vertex = kScreenVertex,
                                             .fragment = kPresentFragment,
                                             .textures = {"image"},
                                             .uniform_size = sizeof(PresentUniforms)}),
                        shader))
    return error;
  return keep(device_, device_.make_pipeline({.shader = shader}), present_);
}

Result<ModelHandle> Renderer::Impl::add(const Asset& asset, Diagnostics* problems) {
  Result<Model> model = make_model(device_, asset, problems);
  if (!model) return model.error();
  if (auto error = meshes_.prepare(*model)) return *error;
  return ModelHandle{models_.insert(std::move(*model))};
}

std::optional<Error> Renderer::Impl::fit(Canvas& canvas, const View& view, const TargetInfo& info) {
  if (canvas.width == view.width && canvas.height == view.height) return {};
  canvas = {};
  if (auto error = keep(device_, device_.make_target(info), canvas.target)) return error;
  canvas.width = view.width;
  canvas.height = view.height;
  return {};
}

std::optional<Error> Renderer::Impl::draw(const View& view, std::span<const Character> characters,
                                          TargetHandle destination, Alpha alpha) {
  if (!is_usable(view))
    return Error{ErrorCode::kInvalidArgument, "needs a size and a matrix with an inverse", "view"};
  if (auto error = frame_.gather(models_, view, characters)) return error;
  if (auto error = fit(scene_, view,
                       {.width = view.width,
                        .height = view.height,
                        .format = TextureFormat::kRgba8Srgb,
                        .samples = kSamples,
                        .depth = true}))
    return error;
  if (auto error = meshes_.upload(frame_)) return error;
  if (auto error = lines_.upload(view.lines)) return error;
  if (auto error = ground_.make_shadow(view, frame_, meshes_)) return error;
  const MeshUniforms uniforms = frame_uniforms(view);
  if (auto error = draw_scene(view, uniforms)) return error;
  if (frame_.leaf_count > 0 || !view.lines.empty()) {
    if (auto error = draw_overlay(view, uniforms)) return error;
  }
  return present(view, destination, alpha);
}

std::optional<Error> Renderer::Impl::draw_scene(const View& view, const MeshUniforms& uniforms) {
  device_.begin_pass(
      {.target = scene_.target, .clear_color = Vec4{0, 0, 0, 0}, .clear_depth = true});
  std::optional<Error> error;
  if (view.meshes) error = meshes_.draw(frame_, uniforms, Purpose::kColor, false);
  ground_.draw(view, frame_, uniforms.eye);
  if (view.meshes && !error) error = meshes_.draw(frame_, uniforms, Purpose::kColor, true);
  if (view.wireframe) {
    MeshUniforms edges = uniforms;
    edges.base_color = {0.02f, 0.03f, 0.05f, view.meshes ? 0.4f : 0.8f};
    for (const bool blending : {false, true}) {
      if (!error) error = meshes_.draw(frame_, edges, Purpose::kEdges, blending);
    }
  }
  auto pass = device_.end_pass();
  return error ? error : pass;
}

// With the depth of the overlay alone, so that it lies over everything else.
std::optional<Error> Renderer::Impl::draw_overlay(const View& view, const MeshUniforms& uniforms) {
  device_.begin_pass({.target = scene_.target, .clear_depth = true});
  const auto error = meshes_.draw_bones(frame_, uniforms);
  lines_.draw(view);
  auto pass = device_.end_pass();
  return error ? error : pass;
}

std::optional<Error> Renderer::Impl::present(const View& view, TargetHandle destination,
                                             Alpha alpha) {
  const Vec3 &top = view.background_top, &bottom = view.background_bottom;
  const PresentUniforms uniforms{{top.x, top.y, top.z, 1},
                                 {bottom.x, bottom.y, bottom.z, 1},
                                 {float(view.x), float(view.y), float(view.height), float(alpha)}};
  Draw draw;
  draw.pipeline = present_;
  draw.textures[0] = device_.texture_of(scene_.target);
  draw.uniforms = uniform_bytes(uniforms);
  draw.count = 3;
  device_.begin_pass({.target = destination, .area = {view.x, view.y, view.width, view.height}});
  device_.draw(draw);
  return device_.end_pass();
}

Result<Picture> Renderer::Impl::picture(View view, std::span<const Character> characters) {
  view.x = view.y = 0;
  if (!is_usable(view))
    return Error{ErrorCode::kInvalidArgument, "needs a size and a matrix with an inverse", "view"};
  if (auto error = fit(picture_, view, {.width = view.width, .height = view.height})) return *error;
  const Alpha alpha = view.transparent ? Alpha::kStraight : Alpha::kBackground;
  if (auto error = draw(view, characters, picture_.target, alpha)) return *error;
  return device_.read(picture_.target);
}

View look(const Camera& camera, int width, int height) {
  const float aspect = height > 0 ? float(width) / float(height) : 1;
  return {.view = camera.view(),
          .projection = camera.projection(aspect),
          .width = width,
          .height = height};
}

float ground_under(const Asset& asset) {
  const float lowest = asset.rest_bounds().minimum.y;
  return std::isfinite(lowest) ? std::min(lowest, 0.0f) : 0;
}

Result<Renderer> Renderer::make(Device& device) {
  auto impl = std::make_unique<Impl>(device);
  if (auto error = impl->set_up()) return *error;
  return Renderer(std::move(impl));
}

Result<ModelHandle> Renderer::add(const Asset& asset, Diagnostics* problems) {
  return impl_->add(asset, problems);
}

void Renderer::remove(ModelHandle model) { impl_->remove(model); }

std::optional<Error> Renderer::draw(const View& view, std::span<const Character> characters,
                                    TargetHandle destination) {
  const Alpha alpha = view.transparent ? Alpha::kPremultiplied : Alpha::kBackground;
  return impl_->draw(view, characters, destination, alpha);
}

Result<Picture> Renderer::picture(const View& view, std::span<const Character> characters) {
  return impl_->picture(view, characters);
}

Renderer::Renderer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;
Renderer::~Renderer() = default;

}  // namespace saker
