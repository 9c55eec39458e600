#include "render/ground_pass.h"

#include <algorithm>
#include <cmath>

namespace saker {
namespace {

// Texels along a side of the shadow. A soft shadow of one character needs few.
constexpr int kFewTexels = 256, kManyTexels = 1024;

// How far the shadow of something a metre high moves over the ground.
Vec2 shadow_slope() {
  const Vec3 light = light_direction();
  return {-light.x / light.y, -light.z / light.y};
}

// What stands out of the ground, pushed along the light onto it.
Mat4 shadow_projection(const Vec3& center, float half_x, float half_z) {
  const Vec2 slope = shadow_slope();
  const float x = 1 / half_x, z = 1 / half_z;
  return {{{x, x * slope.x, 0, -x * (slope.x * center.y + center.x)},
           {0, z * slope.y, z, -z * (slope.y * center.y + center.z)},
           {0, 0, 0, 0},
           {0, 0, 0, 1}}};
}

}  // namespace

Vec3 light_direction() { return normalize(Vec3{-0.22f, 0.84f, 0.48f}); }

std::optional<Error> GroundPass::set_up() {
  if (auto error = fit(kFewTexels)) return error;
  if (auto error = set_up_blur()) return error;
  return set_up_ground();
}

std::optional<Error> GroundPass::fit(int side) {
  if (side == side_) return {};
  for (Owned<TargetHandle>& target : shadow_) {
    if (auto error = keep(*device_, device_->make_target({.width = side, .height = side}), target))
      return error;
  }
  side_ = side;
  return {};
}

std::optional<Error> GroundPass::set_up_blur() {
  Owned<ShaderHandle> shader;
  if (auto error = keep(*device_,
                        device_->make_shader({.name = "blur",
                                              .vertex = kScreenVertex,
                                              .fragment = kBlurFragment,
                                              .textures = {"image"},
                                              .uniform_size = sizeof(BlurUniforms)}),
                        shader))
    return error;
  return keep(*device_, device_->make_pipeline({.shader = shader}), blur_);
}

std::optional<Error> GroundPass::set_up_ground() {
  Owned<ShaderHandle> shader;
  if (auto error = keep(*device_,
                        device_->make_shader({.name = "ground",
                                              .vertex = kGroundVertex,
                                              .fragment = kGroundFragment,
                                              .textures = {"shadows"},
                                              .uniform_size = sizeof(GroundUniforms)}),
                        shader))
    return error;
  return keep(*device_,
              device_->make_pipeline({.shader = shader, .blend = Blend::kOver, .depth_test = true}),
              ground_);
}

std::optional<Error> GroundPass::make_shadow(const View& view, const FrameData& frame,
                                             MeshPass& meshes) {
  area_.reset();
  if (!view.shadow || !view.meshes || !frame.bounds || frame.bounds->maximum.y < view.ground)
    return {};
  const Vec2 slope = shadow_slope();
  const float rise = frame.bounds->maximum.y - view.ground;
  const float wide = 0.035f * frame.height, narrow = 0.014f * frame.height;
  // Room for what the light moves and the blur spreads.
  const Vec3 low = frame.bounds->minimum + Vec3{std::min(0.f, slope.x * rise) - 3 * wide, 0,
                                                std::min(0.f, slope.y * rise) - 3 * wide};
  const Vec3 high = frame.bounds->maximum + Vec3{std::max(0.f, slope.x * rise) + 3 * wide, 0,
                                                 std::max(0.f, slope.y * rise) + 3 * wide};
  const Area area{{(low.x + high.x) / 2, view.ground, (low.z + high.z) / 2},
                  (high.x - low.x) / 2,
                  (high.z - low.z) / 2};
  const bool crowd = std::max(area.half_x, area.half_z) > 4 * frame.height;
  if (auto error = fit(crowd ? kManyTexels : kFewTexels)) return error;
  MeshUniforms uniforms;
  uniforms.view_projection = shadow_projection(area.center, area.half_x, area.half_z);
  uniforms.light = {0, 1, 0, view.ground};
  uniforms.size = frame.height;
  device_->begin_pass({.target = shadow_[0], .clear_color = Vec4{0, 0, 0, 1}});
  auto error = meshes.draw(frame, uniforms, Purpose::kShadow, false);
  if (!error) error = meshes.draw(frame, uniforms, Purpose::kShadow, true);
  if (auto pass = device_->end_pass(); !error) error = pass;
  const float side = float(side_);
  const float texel = 1 / side, per_x = side / (2 * area.half_x), per_z = side / (2 * area.half_z);
  if (!error) error = blur(0, {texel, 0, wide * per_x, narrow * per_x});
  if (!error) error = blur(1, {0, texel, wide * per_z, narrow * per_z});
  if (!error) area_ = area;
  return error;
}

// From one shadow target to the other.
std::optional<Error> GroundPass::blur(int from, const Vec4& step) {
  const BlurUniforms uniforms{step};
  Draw draw;
  draw.pipeline = blur_;
  draw.textures[0] = device_->texture_of(shadow_[from]);
  draw.uniforms = uniform_bytes(uniforms);
  draw.count = 3;
  device_->begin_pass({.target = shadow_[1 - from]});
  device_->draw(draw);
  return device_->end_pass();
}

void GroundPass::draw(const View& view, const FrameData& frame, const Vec4& eye) {
  const bool grid = view.grid && !view.transparent;
  if (!grid && !area_) return;
  GroundUniforms uniforms;
  Vec3 center{0, view.ground, 0};
  if (frame.bounds) {
    center = (frame.bounds->minimum + frame.bounds->maximum) * 0.5f;
    center.y = view.ground;
  }
  // Metres across the picture, more or less, decide how much ground is seen and how fine its grid.
  float extent = 2 / std::fabs(view.projection.m[1][1]);
  if (eye.w > 0) extent *= length(Vec3{eye.x, eye.y, eye.z} - center);
  float radius = 2.5f * extent;
  if (area_) {
    uniforms.shadow_area = {area_->center.x - center.x, area_->center.z - center.z,
                            1 / area_->half_x, 1 / area_->half_z};
    radius = std::max({radius, area_->half_x * 2, area_->half_z * 2});
  }
  const float decades = std::log10(std::max(extent * 0.8f, 1e-6f));
  uniforms.view_projection = view.projection * view.view;
  uniforms.center = {center.x, center.y, center.z, radius};
  uniforms.step = view.grid_step > 0 ? view.grid_step : std::pow(10.f, std::floor(decades));
  uniforms.finer = view.grid_step > 0 ? 0 : 1 - (decades - std::floor(decades));
  const bool below = eye.w > 0 ? eye.y < view.ground : eye.y < 0;
  uniforms.grid = grid ? (below ? 0.4f : 1.f) : 0;
  // Whatever a transparent picture is laid over is mixed with it by codes, not by light, as a rule,
  // and there the same share of black is darker.
  const float strength = view.transparent ? 0.6f : 1.f;
  uniforms.shadow = area_ && !below ? strength : 0;
  Draw draw;
  draw.pipeline = ground_;
  draw.textures[0] = device_->texture_of(shadow_[0]);
  draw.uniforms = uniform_bytes(uniforms);
  draw.count = 6;
  device_->draw(draw);
}

}  // namespace saker
