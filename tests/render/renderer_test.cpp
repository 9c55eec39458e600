#include "gpu/headless_test_device.h"

#include <saker/build.h>
#include <saker/renderer.h>

#include <cmath>
#include <gmock/gmock.h>

namespace saker {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr int kSide = 64;

std::vector<int> pixel(const Picture& picture, int x, int y) {
  const uint8_t* p = picture.pixel(x, y);
  return {p[0], p[1], p[2], p[3]};
}

// A code that may be one off, where the hardware rounds as it likes.
MATCHER_P(Near, code, "") { return std::abs(arg - code) <= 1; }

auto color_is(int r, int g, int b, int a = 255) {
  return ElementsAre(Near(r), Near(g), Near(b), Near(a));
}

// A square of the given half side that faces +z.
Primitive square(float half, int material = 0) {
  Primitive primitive;
  primitive.positions = {{-half, -half, 0}, {half, -half, 0}, {half, half, 0}, {-half, half, 0}};
  primitive.normals.assign(4, {0, 0, 1});
  primitive.texture_coordinates = {{{0, 1}, {1, 1}, {1, 0}, {0, 0}}};
  primitive.indices = {0, 1, 2, 0, 2, 3};
  primitive.material = material;
  return primitive;
}

Material unlit(const Vec4& color) {
  Material material;
  material.base_color = color;
  material.unlit = true;
  return material;
}

// One node with a mesh of one primitive.
Scene scene_of(Primitive primitive, Material material) {
  Scene scene;
  scene.materials = {std::move(material)};
  scene.meshes.push_back({"mesh", {std::move(primitive)}, {}});
  Node node;
  node.name = "node";
  node.mesh = 0;
  scene.nodes = {node};
  scene.scenes = {{"scene", {0}}};
  scene.default_scene = 0;
  return scene;
}

// The square, moved by `influences` joints with equal weights.
Scene skinned_square(uint32_t influences, uint32_t joints) {
  Primitive primitive = square(0.25f);
  primitive.influences = influences;
  for (uint32_t i = 0; i < 4 * influences; ++i) {
    primitive.joints.push_back(uint16_t(joints - 1 - i % influences));
    primitive.weights.push_back(1.f / float(influences));
  }
  Scene scene = scene_of(std::move(primitive), unlit({1, 1, 1, 1}));
  scene.skins.push_back({"skin", {}, {}});
  for (uint32_t j = 0; j < joints; ++j) {
    Node node;
    node.name = "joint" + std::to_string(j);
    scene.skins[0].joints.push_back(int(scene.nodes.size()));
    scene.skins[0].inverse_binds.push_back({});
    scene.scenes[0].nodes.push_back(int(scene.nodes.size()));
    scene.nodes.push_back(node);
  }
  scene.nodes[0].skin = 0;
  return scene;
}

// Two metres of the world fill the picture, seen along -z, with nothing around.
View flat_view() {
  View view;
  view.view.m[2][3] = -5;
  view.projection = orthographic(2, 1, 1, 10);
  view.width = view.height = kSide;
  view.grid = view.shadow = false;
  view.background_top = view.background_bottom = {0, 0, 0};
  return view;
}

Affine translation(float x, float y = 0, float z = 0) {
  return {{{1, 0, 0, x}, {0, 1, 0, y}, {0, 0, 1, z}}};
}

class RendererTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (IsSkipped()) return;
    renderer = std::make_unique<Renderer>(must(Renderer::make(device())));
  }

  void TearDown() override { renderer.reset(); }

  // Builds the scene and keeps a pose at rest for it.
  void load(const Scene& scene, Diagnostics* problems = nullptr) {
    asset = std::make_unique<Asset>(must(Asset::from_bytes(must(build_asset(scene)).bytes)));
    model = must(renderer->add(*asset, problems));
    const Skeleton& skeleton = asset->skeleton();
    PoseBuffer pose(skeleton.joint_count(), 1);
    for (uint32_t j = 0; j < skeleton.joint_count(); ++j) pose.span().set(0, j, skeleton.rest[j]);
    matrices.resize(skeleton.joint_count());
    ASSERT_TRUE(local_to_model(skeleton, pose, matrices));
  }

  Character character(const Affine& world = {}) const {
    return {.model = model, .matrices = matrices, .world = world};
  }

  Picture picture(const View& view, std::span<const Character> characters) {
    return must(renderer->picture(view, characters));
  }

  Picture picture_of(const Character& one, const View& view = flat_view()) {
    return picture(view, {&one, 1});
  }

  Affine& matrix(const char* joint) { return matrices[size_t(asset->skeleton().find(joint))]; }

  std::unique_ptr<Renderer> renderer;
  std::unique_ptr<Asset> asset;
  ModelHandle model;
  std::vector<Affine> matrices;
};

TEST_P(RendererTest, encodes_flat_colours_exactly) {
  load(scene_of(square(2), unlit({0.5f, 0.214f, 1, 1})));
  const Picture shown = picture_of(character());
  EXPECT_EQ(shown.width, kSide);
  EXPECT_THAT(pixel(shown, 32, 32), color_is(188, 127, 255));
  EXPECT_THAT(pixel(shown, 0, 63), color_is(188, 127, 255));
}

TEST_P(RendererTest, multiplies_tint_and_vertex_colour) {
  Primitive primitive = square(2);
  primitive.colors.assign(4, {1, 0.5f, 1, 1});
  load(scene_of(primitive, unlit({1, 1, 0.5f, 1})));
  Character one = character();
  one.tint = {0.5f, 1, 1, 1};
  EXPECT_THAT(pixel(picture_of(one), 32, 32), color_is(188, 188, 188));
}

TEST_P(RendererTest, draws_every_character_in_its_place_and_pose) {
  load(scene_of(square(0.25f), unlit({1, 1, 1, 1})));
  std::vector<Affine> raised = matrices;
  raised[0] = translation(0, 0.5f);
  Character characters[] = {character(translation(-0.5f)), character(translation(0.5f))};
  characters[1].matrices = raised;
  characters[1].tint = {1, 0, 0, 1};
  const Picture shown = picture(flat_view(), characters);
  EXPECT_THAT(pixel(shown, 16, 32), color_is(255, 255, 255));
  EXPECT_THAT(pixel(shown, 48, 16), color_is(255, 0, 0));
  EXPECT_THAT(pixel(shown, 48, 32), color_is(0, 0, 0));
  EXPECT_THAT(pixel(shown, 32, 32), color_is(0, 0, 0));
}

TEST_P(RendererTest, keeps_edges_crisp) {
  // The edge runs through the middle of a column of pixels.
  load(scene_of(square(0.5f + 1.f / kSide), unlit({1, 1, 1, 1})));
  const Picture shown = picture_of(character());
  EXPECT_THAT(pixel(shown, 48 - 1, 32), color_is(255, 255, 255));
  EXPECT_THAT(pixel(shown, 48 + 1, 32), color_is(0, 0, 0));
  EXPECT_GT(pixel(shown, 48, 32)[0], 100);
  EXPECT_LT(pixel(shown, 48, 32)[0], 240);
}

TEST_P(RendererTest, blends_eight_influences) {
  load(skinned_square(8, 8));
  matrix("joint3") = translation(4);  // an eighth of it is half a metre
  const Picture shown = picture_of(character());
  EXPECT_THAT(pixel(shown, 48, 32), color_is(255, 255, 255));
  EXPECT_THAT(pixel(shown, 32 - 2, 32), color_is(0, 0, 0));
}

TEST_P(RendererTest, moves_primitives_without_joints_with_their_node) {
  Scene scene = skinned_square(4, 4);
  Primitive plain = square(0.25f);
  scene.meshes[0].primitives.push_back(plain);
  load(scene);
  matrix("node") = translation(-0.5f);
  for (const char* joint : {"joint0", "joint1", "joint2", "joint3"})
    matrix(joint) = translation(0.5f);
  const Picture shown = picture_of(character());
  EXPECT_THAT(pixel(shown, 16, 32), color_is(255, 255, 255)) << "by the node";
  EXPECT_THAT(pixel(shown, 48, 32), color_is(255, 255, 255)) << "by the joints";
  EXPECT_THAT(pixel(shown, 32, 32), color_is(0, 0, 0));
}

TEST_P(RendererTest, skins_with_any_number_of_joints) {
  load(skinned_square(4, 1000));
  for (int j = 996; j < 1000; ++j) {
    const std::string name = "joint" + std::to_string(j);
    matrix(name.c_str()) = translation(0.5f, 0.5f);
  }
  const Character characters[] = {character(), character(translation(-1, -1))};
  const Picture shown = picture(flat_view(), characters);
  EXPECT_THAT(pixel(shown, 48, 16), color_is(255, 255, 255));
  EXPECT_THAT(pixel(shown, 16, 48), color_is(255, 255, 255));
  EXPECT_THAT(pixel(shown, 32, 32), color_is(0, 0, 0));
}

TEST_P(RendererTest, displaces_by_morph_targets) {
  Primitive primitive = square(0.25f);
  for (int t = 0; t < 6; ++t) {
    MorphTarget target;
    target.name = "target" + std::to_string(t);
    target.positions.assign(4, t == 5 ? Vec3{1, 0, 0} : Vec3{0, 9, 0});
    target.normals.assign(4, {0, 0, 0});
    primitive.targets.push_back(target);
  }
  Scene scene = scene_of(primitive, unlit({1, 1, 1, 1}));
  scene.meshes[0].weights.assign(6, 0.f);
  load(scene);
  ASSERT_EQ(morph_weight_count(*asset), 6u);
  std::vector<float> weights(6);
  ASSERT_TRUE(sample_morph_weights(*asset, nullptr, 0, weights));
  EXPECT_THAT(weights, Each(0.f));
  EXPECT_FALSE(sample_morph_weights(*asset, nullptr, 0, std::span(weights).first(5)));
  weights[5] = 0.5f;
  Character characters[] = {character(), character(translation(0, 0.5f))};
  characters[0].weights = weights;
  const Picture shown = picture(flat_view(), characters);
  EXPECT_THAT(pixel(shown, 48, 32), color_is(255, 255, 255)) << "moved by half";
  EXPECT_THAT(pixel(shown, 36, 32), color_is(0, 0, 0));
  EXPECT_THAT(pixel(shown, 32, 16), color_is(255, 255, 255)) << "at rest";
}

TEST_P(RendererTest, draws_mirrored_characters_alike) {
  Material lit;
  load(scene_of(square(0.5f), lit));
  View view = flat_view();
  const Picture plain = picture_of(character(), view);
  Affine mirror;
  mirror.m[0][0] = -1;
  const Picture mirrored = picture_of(character(mirror), view);
  EXPECT_GT(pixel(plain, 32, 32)[0], 100);
  EXPECT_EQ(pixel(plain, 32, 32), pixel(mirrored, 32, 32));
  // From behind nothing is seen of a single-sided material, mirrored or not.
  Affine turned;
  turned.m[0][0] = turned.m[2][2] = -1;
  EXPECT_THAT(pixel(picture_of(character(turned), view), 32, 32), color_is(0, 0, 0));
  matrices[0] = mirror;
  EXPECT_THAT(pixel(picture_of(character(turned), view), 32, 32), color_is(0, 0, 0));
}

TEST_P(RendererTest, lights_both_sides_of_double_sided_materials) {
  Material material;
  material.double_sided = true;
  load(scene_of(square(0.5f), material));
  Affine turned;
  turned.m[0][0] = turned.m[2][2] = -1;
  const auto front = pixel(picture_of(character()), 32, 32);
  EXPECT_GT(front[0], 100);
  EXPECT_EQ(pixel(picture_of(character(turned)), 32, 32), front);
}

TEST_P(RendererTest, makes_flat_normals_where_there_are_none) {
  Primitive without = square(0.5f);
  without.normals.clear();
  load(scene_of(square(0.5f), Material{}));
  const Picture with = picture_of(character());
  load(scene_of(without, Material{}));
  EXPECT_EQ(pixel(picture_of(character()), 32, 32), pixel(with, 32, 32));
}

TEST_P(RendererTest, unpremultiplies_transparent_pictures) {
  Material glass = unlit({0.5f, 0.5f, 0.5f, 0.5f});
  glass.alpha_mode = AlphaMode::kBlend;
  load(scene_of(square(0.5f), glass));
  View view = flat_view();
  view.transparent = view.grid = true;
  EXPECT_THAT(pixel(picture_of(character(), view), 32, 32), color_is(188, 188, 188, 128));
  EXPECT_THAT(pixel(picture_of(character(), view), 2, 2), color_is(0, 0, 0, 0));

  const TargetHandle target = must(device().make_target({.width = kSide, .height = kSide}));
  const Character one = character();
  must_work(renderer->draw(view, {&one, 1}, target));
  EXPECT_THAT(pixel(must(device().read(target)), 32, 32), color_is(94, 94, 94, 128));
}

TEST_P(RendererTest, cuts_masks_at_their_threshold) {
  Material mask = unlit({1, 1, 1, 0.4f});
  mask.alpha_mode = AlphaMode::kMask;
  load(scene_of(square(0.5f), mask));
  EXPECT_THAT(pixel(picture_of(character()), 32, 32), color_is(0, 0, 0));
  mask.alpha_cutoff = 0.3f;
  load(scene_of(square(0.5f), mask));
  EXPECT_THAT(pixel(picture_of(character()), 32, 32), color_is(255, 255, 255));
}

Image image_of(const std::vector<uint8_t>& rgba) {
  Picture picture{2, 2, rgba};
  return {"image", "image/png", *encode_png(picture)};
}

TEST_P(RendererTest, reads_pictures_the_right_way_up) {
  Material material = unlit({1, 1, 1, 1});
  material.base_color_texture.image = 0;
  material.base_color_texture.nearest = true;
  Scene scene = scene_of(square(1), material);
  scene.images = {image_of({255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 188, 188, 188, 255})};
  load(scene);
  const Picture shown = picture_of(character());
  EXPECT_THAT(pixel(shown, 16, 16), color_is(255, 0, 0));
  EXPECT_THAT(pixel(shown, 48, 16), color_is(0, 255, 0));
  EXPECT_THAT(pixel(shown, 16, 48), color_is(0, 0, 255));
  EXPECT_THAT(pixel(shown, 48, 48), color_is(188, 188, 188));
}

TEST_P(RendererTest, draws_white_for_pictures_it_cannot_read) {
  Material material = unlit({1, 1, 1, 1});
  material.base_color_texture.image = 0;
  Scene scene = scene_of(square(1), material);
  scene.images = {image_of({1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4})};
  scene.images[0].bytes.resize(40);
  Diagnostics problems;
  load(scene, &problems);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].code, "IMAGE_UNREADABLE");
  EXPECT_EQ(problems[0].path, "/images/0");
  EXPECT_THAT(pixel(picture_of(character()), 32, 32), color_is(255, 255, 255));
}

TEST_P(RendererTest, leaves_out_invisible_instances) {
  Scene scene = scene_of(square(1), unlit({1, 1, 1, 1}));
  Node other;
  other.name = "empty";
  scene.nodes.push_back(other);
  scene.scenes[0].nodes = {1};
  load(scene);
  EXPECT_THAT(pixel(picture_of(character()), 32, 32), color_is(0, 0, 0));
}

TEST_P(RendererTest, throws_a_shadow_and_draws_a_grid) {
  Primitive floating = square(0.3f);
  for (Vec3& p : floating.positions) p = {p.x, 0.3f, -p.y};
  floating.normals.assign(4, {0, 1, 0});
  load(scene_of(floating, unlit({1, 1, 1, 1})));
  Camera camera;
  camera.target = {};
  camera.pitch = 0.9f;
  View view = look(camera, kSide, kSide);
  view.grid = view.shadow = false;
  view.background_top = view.background_bottom = {0.6f, 0.6f, 0.6f};
  const auto darkness = [&] {
    int sum = 0;
    const Picture shown = picture_of(character(), view);
    for (size_t i = 0; i < shown.rgba.size(); i += 4) sum += 255 - shown.rgba[i];
    return sum;
  };
  const int plain = darkness();
  view.shadow = true;
  const int with_shadow = darkness();
  view.grid = true;
  const int with_grid = darkness();
  EXPECT_GT(with_shadow, plain + 1000);
  EXPECT_GT(with_grid, with_shadow + 5000);
  view.meshes = false;
  view.grid = false;
  EXPECT_NE(darkness(), with_shadow);
}

TEST_P(RendererTest, draws_bones_and_lines_over_everything) {
  Scene scene = skinned_square(4, 4);
  scene.nodes[2].parent = 1;
  scene.scenes[0].nodes = {0, 1, 3, 4};
  load(scene);
  // A bone and a line across the picture, behind a wall.
  matrix("joint0") = translation(-0.9f, 0.5f, -3);
  matrix("joint1") = translation(0.9f, 0.5f, -3);
  const Line line{{-0.9f, -0.5f, -3}, {0.9f, -0.5f, -3}, {1, 0, 0, 1}, 4};
  Affine large;
  large.m[0][0] = large.m[1][1] = large.m[2][2] = 20;
  View view = flat_view();
  const std::vector<Affine> rest(matrices.size());
  Character wall = character(large);
  wall.matrices = rest;
  wall.tint = {0, 0, 1, 1};
  const Character characters[] = {character(), wall};
  EXPECT_THAT(pixel(picture(view, characters), 20, 48), color_is(0, 0, 255));
  view.skeleton = true;
  view.lines = {&line, 1};
  const Picture shown = picture(view, characters);
  EXPECT_GT(pixel(shown, 10, 16)[0], 60) << "the bone";
  EXPECT_THAT(pixel(shown, 20, 48), color_is(255, 0, 0)) << "the line";
  EXPECT_THAT(pixel(shown, 20, 32), color_is(0, 0, 255));
}

TEST_P(RendererTest, draws_into_part_of_a_target) {
  load(scene_of(square(2), unlit({1, 1, 1, 1})));
  const TargetHandle target = must(device().make_target({.width = 3 * kSide, .height = 2 * kSide}));
  device().begin_pass({.target = target, .clear_color = Vec4{1, 0, 0, 1}});
  must_work(device().end_pass());
  View view = flat_view();
  view.x = 2 * kSide;
  view.y = kSide;
  const Character one = character();
  must_work(renderer->draw(view, {&one, 1}, target));
  const Picture shown = must(device().read(target));
  EXPECT_THAT(pixel(shown, 2 * kSide, kSide - 1), color_is(255, 255, 255));
  EXPECT_THAT(pixel(shown, 3 * kSide - 1, 0), color_is(255, 255, 255));
  EXPECT_THAT(pixel(shown, 2 * kSide - 1, 0), color_is(255, 0, 0));
  EXPECT_THAT(pixel(shown, 2 * kSide, kSide), color_is(255, 0, 0));
}

TEST_P(RendererTest, names_the_character_at_fault) {
  load(scene_of(square(1), Material{}));
  Character characters[] = {character(), character()};
  characters[1].matrices = {};
  auto error = renderer->draw(flat_view(), characters);
  ASSERT_TRUE(error);
  EXPECT_THAT(error->text(), HasSubstr("characters[1]: needs one matrix per joint"));
  characters[1] = character();
  const float weights[3] = {};
  characters[1].weights = weights;
  error = renderer->draw(flat_view(), characters);
  ASSERT_TRUE(error);
  EXPECT_THAT(error->text(), HasSubstr("morph weights"));
  characters[1] = character();
  renderer->remove(model);
  renderer->remove(model);
  error = renderer->draw(flat_view(), characters);
  ASSERT_TRUE(error);
  EXPECT_THAT(error->text(), HasSubstr("characters[0]: no such model"));
}

TEST_P(RendererTest, survives_matrices_that_are_no_numbers) {
  Material glass = unlit({1, 1, 1, 1});
  glass.alpha_mode = AlphaMode::kBlend;
  load(scene_of(square(0.25f), glass));
  std::vector<Character> characters;
  for (int i = 0; i < 40; ++i) {
    characters.push_back(character(translation(0, 0, i % 3 == 0 ? NAN : float(i % 7))));
    if (i % 5 == 0) characters.back().world.m[0][0] = INFINITY;
  }
  View view = flat_view();
  view.grid = view.shadow = view.skeleton = true;
  EXPECT_TRUE(renderer->picture(view, characters));
  EXPECT_THAT(pixel(picture_of(character()), 32, 32), color_is(255, 255, 255));
}

TEST_P(RendererTest, refuses_views_without_extent) {
  View view = flat_view();
  view.width = 0;
  EXPECT_FALSE(renderer->picture(view, {}));
  view = flat_view();
  view.view.m[0][0] = view.view.m[1][1] = std::nanf("");
  EXPECT_FALSE(renderer->picture(view, {}));
  view = flat_view();
  view.width = 1 << 20;
  EXPECT_FALSE(renderer->picture(view, {}));
  EXPECT_TRUE(renderer->picture(flat_view(), {})) << "and goes on working";
}

TEST_P(RendererTest, gives_the_same_pixels_every_time) {
  load(skinned_square(8, 8));
  View view = look(Camera{}, 100, 80);
  const Picture first = picture_of(character(), view);
  picture_of(character(), flat_view());
  EXPECT_EQ(picture_of(character(), view).rgba, first.rgba);
}

INSTANTIATE_TEST_SUITE_P(Api, RendererTest, testing::Values(HeadlessApi::kGl, HeadlessApi::kGles),
                         api_name);

}  // namespace
}  // namespace saker
