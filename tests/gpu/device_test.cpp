#include "gpu/headless_test_device.h"

#include <cmath>
#include <epoxy/gl.h>
#include <gmock/gmock.h>

namespace saker {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<int> pixel(const Picture& picture, int x, int y) {
  const uint8_t* p = picture.pixel(x, y);
  return {p[0], p[1], p[2], p[3]};
}

// A code that may be one off, where blending rounds as it likes.
MATCHER_P(Near, code, "") { return std::abs(arg - code) <= 1; }

constexpr const char* kFlatVertex = R"(
layout(location = 0) in vec2 position;
void main() { gl_Position = vec4(position, 0.0, 1.0); })";

constexpr const char* kFlatFragment = R"(
layout(std140) uniform Uniforms { vec4 color; };
out vec4 result;
void main() { result = color; })";

constexpr float kTriangle[] = {-1, -1, 1, -1, -1, 1};

class GlDeviceTest : public DeviceTest {
 protected:
  // A shader of one colour, and the triangle that covers the lower left half.
  void make_triangle(Blend blend = Blend::kNone) {
    const ShaderHandle shader = must(device().make_shader(
        {.name = "flat", .vertex = kFlatVertex, .fragment = kFlatFragment, .uniform_size = 16}));
    pipeline = must(device().make_pipeline({.shader = shader,
                                            .streams = {{.stride = 8}},
                                            .attributes = {{0, VertexFormat::kFloat2, 0, 0}},
                                            .blend = blend}));
    triangle =
        must(device().make_buffer(BufferUse::kVertex, sizeof kTriangle, bytes_of(kTriangle)));
  }

  void draw_triangle(const Vec4& color) {
    Draw draw;
    draw.pipeline = pipeline;
    draw.streams[0] = {triangle, 0};
    draw.uniforms = std::as_bytes(std::span(&color, 1));
    draw.count = 3;
    device().draw(draw);
  }

  PipelineHandle pipeline;
  BufferHandle triangle;
};

TEST_P(GlDeviceTest, names_its_driver) {
  EXPECT_FALSE(device().limits().description.empty());
  EXPECT_GE(device().limits().texture_side, 2048);
  EXPECT_GE(device().limits().samples, 4);
}

TEST_P(GlDeviceTest, draws_a_triangle) {
  make_triangle();
  const TargetHandle target = must(device().make_target({.width = 8, .height = 8}));
  device().begin_pass({.target = target, .clear_color = Vec4{0, 0, 1, 1}});
  draw_triangle({1, 0.2f, 0, 0.6f});
  must_work(device().end_pass());
  const Picture picture = must(device().read(target));
  EXPECT_THAT(pixel(picture, 0, 7), ElementsAre(255, 51, 0, 153)) << "lower left";
  EXPECT_THAT(pixel(picture, 7, 0), ElementsAre(0, 0, 255, 255)) << "upper right";
  EXPECT_THAT(pixel(picture, 0, 1), ElementsAre(255, 51, 0, 153)) << "upper left";
}

TEST_P(GlDeviceTest, averages_samples_on_edges) {
  make_triangle();
  const TargetHandle target = must(device().make_target({.width = 8, .height = 8, .samples = 4}));
  device().begin_pass({.target = target, .clear_color = Vec4{0, 0, 0, 1}});
  draw_triangle({1, 1, 1, 1});
  must_work(device().end_pass());
  const Picture picture = must(device().read(target));
  const int edge = pixel(picture, 4, 4)[0];
  EXPECT_GT(edge, 60);
  EXPECT_LT(edge, 200);
}

TEST_P(GlDeviceTest, encodes_and_blends_light) {
  make_triangle(Blend::kOver);
  for (int samples : {1, 4}) {
    const TargetHandle target = must(device().make_target(
        {.width = 8, .height = 8, .format = TextureFormat::kRgba8Srgb, .samples = samples}));
    device().begin_pass({.target = target, .clear_color = Vec4{0.5f, 1, 0, 1}});
    draw_triangle({0.25f, 0, 0, 0.5f});  // premultiplied
    must_work(device().end_pass());
    const Picture picture = must(device().read(target));
    // 0.5 of linear light is code 188; a half of 1 and nothing as well.
    EXPECT_THAT(pixel(picture, 7, 0), ElementsAre(188, 255, 0, 255));
    EXPECT_THAT(pixel(picture, 0, 7), ElementsAre(Near(188), Near(188), 0, 255));
  }
}

TEST_P(GlDeviceTest, draws_only_in_the_area) {
  make_triangle();
  const TargetHandle target = must(device().make_target({.width = 8, .height = 8}));
  device().begin_pass({.target = target, .clear_color = Vec4{0, 0, 1, 1}});
  must_work(device().end_pass());
  device().begin_pass({.target = target, .area = {4, 0, 4, 4}, .clear_color = Vec4{1, 0, 0, 1}});
  draw_triangle({0, 1, 0, 1});
  must_work(device().end_pass());
  const Picture picture = must(device().read(target));
  EXPECT_THAT(pixel(picture, 3, 7), ElementsAre(0, 0, 255, 255));
  EXPECT_THAT(pixel(picture, 4, 7), ElementsAre(0, 255, 0, 255));
  EXPECT_THAT(pixel(picture, 7, 4), ElementsAre(255, 0, 0, 255));
  EXPECT_THAT(pixel(picture, 7, 3), ElementsAre(0, 0, 255, 255));
}

TEST_P(GlDeviceTest, reads_a_palette_of_a_thousand_joints_in_the_vertex_shader) {
  // One point per joint reads the joint's three texels and lands where they say, in their colour.
  constexpr int kJoints = 1000, kWidth = 96;  // texels: 32 joints in a row
  constexpr int kRows = (kJoints * 3 + kWidth - 1) / kWidth;
  std::vector<float> texels(size_t(kWidth) * kRows * 4, -7.f);
  for (int j = 0; j < kJoints; ++j) {
    float* rows = texels.data() + size_t(j) * 12;
    rows[3] = (float(j % 40) + 0.5f) / 20 - 1;
    rows[7] = (float(j / 40) + 0.5f) / 20 - 1;
    rows[8] = float(j % 251) / 255;
  }
  const TextureHandle texture = must(device().make_texture(
      {.width = kWidth, .height = kRows, .format = TextureFormat::kRgba32Float}));
  device().update_texture(texture, 0, bytes_of(texels));
  const ShaderHandle shader = must(device().make_shader({.name = "palette",
                                                         .vertex = R"(
    uniform sampler2D palettes;
    flat out float shade;
    vec4 row(int texel) { return texelFetch(palettes, ivec2(texel % 96, texel / 96), 0); }
    void main() {
      int first = gl_VertexID * 3;
      gl_Position = vec4(row(first).w, row(first + 1).w, 0.0, 1.0);
      gl_PointSize = 1.0;
      shade = row(first + 2).x;
    })",
                                                         .fragment = R"(
    flat in float shade;
    out vec4 result;
    void main() { result = vec4(shade, 0.0, 0.0, 1.0); })",
                                                         .textures = {"palettes"}}));
  Draw draw;
  draw.pipeline = must(device().make_pipeline({.shader = shader, .mode = DrawMode::kPoints}));
  draw.textures[0] = texture;
  draw.count = kJoints;
  const TargetHandle target = must(device().make_target({.width = 40, .height = 40}));
  device().begin_pass({.target = target, .clear_color = Vec4{0, 0, 0, 0}});
  device().draw(draw);
  must_work(device().end_pass());
  const Picture picture = must(device().read(target));
  for (int j = 0; j < kJoints; ++j)
    ASSERT_THAT(pixel(picture, j % 40, 39 - j / 40), ElementsAre(j % 251, 0, 0, 255)) << j;
}

TEST_P(GlDeviceTest, draws_instances) {
  constexpr float kOffsets[] = {0, 0, 1, 1};
  const ShaderHandle shader = must(device().make_shader({.name = "instances",
                                                         .vertex = R"(
    layout(location = 0) in vec2 position;
    layout(location = 1) in vec2 offset;
    void main() { gl_Position = vec4(position * 0.5 - 0.5 + offset, 0.0, 1.0); })",
                                                         .fragment = kFlatFragment,
                                                         .uniform_size = 16}));
  triangle = must(device().make_buffer(BufferUse::kVertex, sizeof kTriangle, bytes_of(kTriangle)));
  const BufferHandle offsets = must(device().make_buffer(BufferUse::kVertex, sizeof kOffsets, {}));
  device().update_buffer(offsets, 0, bytes_of(kOffsets));
  constexpr uint32_t kIndices[] = {9, 0, 1, 2};
  const BufferHandle indices =
      must(device().make_buffer(BufferUse::kIndex, sizeof kIndices, bytes_of(kIndices)));
  Draw draw;
  draw.pipeline = must(device().make_pipeline(
      {.shader = shader,
       .streams = {{.stride = 8}, {.stride = 8, .per_instance = true}},
       .attributes = {{0, VertexFormat::kFloat2, 0, 0}, {1, VertexFormat::kFloat2, 1, 0}}}));
  draw.streams[0] = {triangle, 0};
  draw.streams[1] = {offsets, 0};
  const Vec4 white{1, 1, 1, 1};
  draw.uniforms = std::as_bytes(std::span(&white, 1));
  draw.indices = indices;
  draw.first = 1;
  draw.count = 3;
  draw.instances = 2;
  const TargetHandle target = must(device().make_target({.width = 8, .height = 8}));
  device().begin_pass({.target = target, .clear_color = Vec4{0, 0, 0, 0}});
  device().draw(draw);
  must_work(device().end_pass());
  const Picture picture = must(device().read(target));
  EXPECT_EQ(pixel(picture, 0, 7)[0], 255) << "the first instance";
  EXPECT_EQ(pixel(picture, 4, 3)[0], 255) << "the second, up and to the right";
  EXPECT_EQ(pixel(picture, 4, 7)[0], 0);
  EXPECT_EQ(pixel(picture, 0, 3)[0], 0);
}

TEST_P(GlDeviceTest, keeps_the_nearer) {
  const float kFar[] = {-1, -1, 0.5f, 3, -1, 0.5f, -1, 3, 0.5f};
  const float kNear[] = {-1, -1, 0, 3, -1, 0, -1, 3, 0};
  const ShaderHandle shader = must(device().make_shader({.name = "depth",
                                                         .vertex = R"(
    layout(location = 0) in vec3 position;
    void main() { gl_Position = vec4(position, 1.0); })",
                                                         .fragment = kFlatFragment,
                                                         .uniform_size = 16}));
  Draw draw;
  draw.pipeline = must(device().make_pipeline({.shader = shader,
                                               .streams = {{.stride = 12}},
                                               .attributes = {{0, VertexFormat::kFloat3, 0, 0}},
                                               .depth_test = true,
                                               .depth_write = true}));
  draw.count = 3;
  const TargetHandle target =
      must(device().make_target({.width = 4, .height = 4, .samples = 4, .depth = true}));
  const Vec4 red{1, 0, 0, 1}, green{0, 1, 0, 1};
  const BufferHandle near_one =
      must(device().make_buffer(BufferUse::kVertex, sizeof kNear, bytes_of(kNear)));
  const BufferHandle far_one =
      must(device().make_buffer(BufferUse::kVertex, sizeof kFar, bytes_of(kFar)));
  device().begin_pass({.target = target, .clear_depth = true});
  draw.streams[0] = {near_one, 0};
  draw.uniforms = std::as_bytes(std::span(&green, 1));
  device().draw(draw);
  draw.streams[0] = {far_one, 0};
  draw.uniforms = std::as_bytes(std::span(&red, 1));
  device().draw(draw);
  must_work(device().end_pass());
  EXPECT_THAT(pixel(must(device().read(target)), 2, 2), ElementsAre(0, 255, 0, 255));
}

TEST_P(GlDeviceTest, tells_what_the_compiler_says) {
  const auto broken = device().make_shader(
      {.name = "broken", .vertex = kFlatVertex, .fragment = "void main() { nonsense; }"});
  ASSERT_FALSE(broken);
  EXPECT_THAT(broken.error().text(), HasSubstr("broken, fragment"));
  EXPECT_THAT(broken.error().message, HasSubstr("nonsense"));
  const auto unlinked = device().make_shader(
      {.name = "unlinked",
       .vertex = "out vec3 v; void main() { v = vec3(1.0); gl_Position = vec4(1.0); }",
       .fragment = "in vec4 v; out vec4 o; void main() { o = v; }"});
  EXPECT_FALSE(unlinked);
  const auto size = device().make_shader(
      {.name = "size", .vertex = kFlatVertex, .fragment = kFlatFragment, .uniform_size = 32});
  ASSERT_FALSE(size);
  EXPECT_THAT(size.error().message, HasSubstr("16 bytes, not 32"));
}

TEST_P(GlDeviceTest, refuses_what_it_cannot_make) {
  const int too_long = device().limits().texture_side + 1;
  EXPECT_FALSE(device().make_texture({.width = too_long, .height = 1}));
  EXPECT_FALSE(device().make_texture({.width = 0, .height = 1}));
  EXPECT_FALSE(device().make_target({.width = 1, .height = too_long}));
  EXPECT_FALSE(device().make_target({.width = -1, .height = 1}));
  EXPECT_FALSE(device().make_buffer(BufferUse::kVertex, 0, {}));
  EXPECT_FALSE(device().make_pipeline({}));
  EXPECT_FALSE(device().read({}));
}

TEST_P(GlDeviceTest, remembers_the_first_mistake) {
  make_triangle();
  const TargetHandle target = must(device().make_target({.width = 4, .height = 4}));
  device().begin_pass({.target = target});
  Draw draw;
  device().draw(draw);
  draw.pipeline = pipeline;
  device().draw(draw);
  const auto error = device().end_pass();
  ASSERT_TRUE(error);
  EXPECT_THAT(error->message, HasSubstr("no such pipeline"));
  device().begin_pass({.target = target});
  const Vec4 color;
  draw.uniforms = std::as_bytes(std::span(&color, 1));
  draw.streams[0] = {triangle, 0};
  draw.count = 4;
  device().draw(draw);
  const auto beyond = device().end_pass();
  ASSERT_TRUE(beyond);
  EXPECT_THAT(beyond->message, HasSubstr("ends before the last vertex"));
  EXPECT_TRUE(device().end_pass()) << "without a pass";
}

TEST_P(GlDeviceTest, knows_released_handles) {
  make_triangle();
  const BufferHandle before = triangle;
  device().release(triangle);
  device().release(triangle);
  triangle = must(device().make_buffer(BufferUse::kVertex, sizeof kTriangle, bytes_of(kTriangle)));
  EXPECT_NE(before, triangle);
  device().update_buffer(before, 0, bytes_of(kTriangle));
  const TargetHandle target = must(device().make_target({.width = 4, .height = 4}));
  device().begin_pass({.target = target});
  const auto error = device().end_pass();
  ASSERT_TRUE(error);
  EXPECT_THAT(error->message, HasSubstr("no such buffer"));
}

TEST_P(GlDeviceTest, assumes_nothing_about_the_state_it_finds) {
  make_triangle();
  const TargetHandle target = must(device().make_target({.width = 8, .height = 8}));
  glEnable(GL_SCISSOR_TEST);
  glScissor(0, 0, 1, 1);
  glEnable(GL_CULL_FACE);
  glCullFace(GL_FRONT_AND_BACK);
  glEnable(GL_RASTERIZER_DISCARD);
  glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ZERO, GL_ZERO);
  glPixelStorei(GL_PACK_SKIP_ROWS, 3);
  glViewport(1, 2, 3, 4);
  device().begin_pass({.target = target, .clear_color = Vec4{0, 0, 1, 1}});
  draw_triangle({1, 0, 0, 1});
  must_work(device().end_pass());
  const Picture picture = must(device().read(target));
  EXPECT_THAT(pixel(picture, 0, 7), ElementsAre(255, 0, 0, 255));
  EXPECT_THAT(pixel(picture, 7, 0), ElementsAre(0, 0, 255, 255));
  GLint viewport[4] = {}, framebuffer = -1, program = -1;
  glGetIntegerv(GL_VIEWPORT, viewport);
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer);
  glGetIntegerv(GL_CURRENT_PROGRAM, &program);
  EXPECT_THAT(viewport, ElementsAre(1, 2, 3, 4));
  EXPECT_EQ(framebuffer, 0);
  EXPECT_EQ(program, 0);
  EXPECT_FALSE(glIsEnabled(GL_SCISSOR_TEST));
  EXPECT_FALSE(glIsEnabled(GL_BLEND));
  EXPECT_EQ(glGetError(), GLenum(GL_NO_ERROR));
}

TEST_P(GlDeviceTest, draws_into_the_framebuffer_that_is_bound) {
  make_triangle();
  GLuint texture = 0, framebuffer = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
  device().begin_pass({.area = {0, 0, 8, 8}, .clear_color = Vec4{0, 0, 1, 1}});
  draw_triangle({1, 0, 0, 1});
  must_work(device().end_pass());
  GLint bound = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
  EXPECT_EQ(GLuint(bound), framebuffer);
  uint8_t lower_left[4] = {};
  glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, lower_left);
  EXPECT_THAT(lower_left, ElementsAre(255, 0, 0, 255));
  glDeleteFramebuffers(1, &framebuffer);
  glDeleteTextures(1, &texture);
}

TEST_P(GlDeviceTest, works_without_a_display_server) {
  EXPECT_EQ(std::getenv("DISPLAY"), nullptr);
  EXPECT_EQ(std::getenv("WAYLAND_DISPLAY"), nullptr);
}

INSTANTIATE_TEST_SUITE_P(Api, GlDeviceTest, testing::Values(HeadlessApi::kGl, HeadlessApi::kGles),
                         api_name);

// Before anything of EGL is loaded, for every test of this program.
[[maybe_unused]] const int kNoDisplay = unsetenv("DISPLAY") + unsetenv("WAYLAND_DISPLAY");

}  // namespace
}  // namespace saker
