// Keys and interpolation, as notes on the mistakes of importers ask for them.

#include "import/gltf_builder.h"

#include <cmath>

namespace saker {
namespace {

constexpr float kHalf = 0.70710678f;

// One node moved by one channel.
GltfBuilder animated(const std::string& path, const std::string& interpolation,
                     const std::vector<float>& times, const std::string& type,
                     const std::vector<float>& values) {
  GltfBuilder b;
  const int node = b.add("nodes", {{"name", "mover"}});
  b.animation(node, path, interpolation, b.floats("SCALAR", times), b.floats(type, values));
  return b;
}

TEST(GltfSampling, cubic_tangents_are_scaled_by_the_interval) {
  // From 0 to 0 within 2 s, leaving with 3 units per second: at the middle 2 * (1/8 - 2/4 + 1/2)
  // * 3.
  GltfBuilder b =
      animated("translation", "CUBICSPLINE", {0, 2}, "VEC3",
               {0, 0, 0, /**/ 0, 0, 0, /**/ 3, 0, 0, /**/ 0, 0, 0, /**/ 0, 0, 0, /**/ 0, 0, 0});
  expect_near(sample(import(b), 1), {0.75, 0, 0});
}

TEST(GltfSampling, cubic_keys_are_in_tangent_value_out_tangent) {
  GltfBuilder b =
      animated("translation", "CUBICSPLINE", {0, 1}, "VEC3",
               {9, 9, 9, /**/ 1, 2, 3, /**/ 0, 0, 0, /**/ 0, 0, 0, /**/ 4, 5, 6, /**/ 9, 9, 9});
  const Scene scene = import(b);
  expect_near(sample(scene, 0), {1, 2, 3});
  expect_near(sample(scene, 0.5), {2.5, 3.5, 4.5});
  expect_near(sample(scene, 1), {4, 5, 6});
}

TEST(GltfSampling, cubic_rotations_are_normalized_after_evaluation) {
  // Halfway between 0 and 90 degrees about z the sum is (0, 0, 0.3536, 0.8536) before.
  GltfBuilder b = animated("rotation", "CUBICSPLINE", {0, 1}, "VEC4",
                           {0,      0, 0, 0, /**/ 0, 0, 0,     1,     /**/ 0, 0, 0, 0,
                            /**/ 0, 0, 0, 0, /**/ 0, 0, kHalf, kHalf, /**/ 0, 0, 0, 0});
  const double angle = std::atan2(0.5 * kHalf, 0.5 + 0.5 * kHalf);
  expect_near(sample(import(b), 0.5), {0, 0, std::sin(angle), std::cos(angle)});
}

TEST(GltfSampling, cubic_weights_keep_all_in_tangents_then_all_values_then_all_out_tangents) {
  GltfBuilder b;
  const int displacement = b.floats("VEC3", {1, 0, 0});
  const int mesh = b.mesh(
      {0, 0, 0}, json::object(),
      {{"targets", {{{"POSITION", displacement}}, {{"POSITION", displacement}}}}, {"mode", 0}});
  const int node = b.add("nodes", {{"mesh", mesh}});
  // Two targets, leaving key 0 with 4 and 8 per second.
  b.animation(node, "weights", "CUBICSPLINE", b.floats("SCALAR", {0, 1}),
              b.floats("SCALAR", {9, 9, 0.25f, 0.5f, 4, 8, 0, 0, 0.75f, 1, 9, 9}));
  const Scene scene = import(b);
  expect_near(sample(scene, 0), {0.25, 0.5});
  expect_near(sample(scene, 0.5), {0.5 + 0.125 * 4, 0.75 + 0.125 * 8});
}

TEST(GltfSampling, linear_rotations_take_the_short_way) {
  // 0 and 90 degrees, the second key with the opposite sign.
  GltfBuilder b =
      animated("rotation", "LINEAR", {0, 1}, "VEC4", {0, 0, 0, 1, 0, 0, -kHalf, -kHalf});
  const Scene scene = import(b);
  const double eighth = std::acos(-1.0) / 8;
  expect_near(sample(scene, 0.5), {0, 0, std::sin(eighth), std::cos(eighth)});
  EXPECT_GT(scene.clips[0].tracks[0].key(1)[3], 0) << "keys are aligned to one hemisphere";
}

TEST(GltfSampling, cubic_rotations_keep_their_signs) {
  // The specification interpolates the components as they are.
  GltfBuilder b = animated("rotation", "CUBICSPLINE", {0, 1}, "VEC4",
                           {0,      0, 0, 0, /**/ 0, 0, 0,      1,      /**/ 0, 0, 0, 0,
                            /**/ 0, 0, 0, 0, /**/ 0, 0, -kHalf, -kHalf, /**/ 0, 0, 0, 0});
  EXPECT_LT(import(b).clips[0].tracks[0].key(1)[3], 0);
}

TEST(GltfSampling, normalized_bytes_are_dequantized_and_clamped_at_minus_one) {
  GltfBuilder b;
  const int node = b.add("nodes", json::object());
  const int times = b.floats("SCALAR", {0, 1, 2});
  b.animation(node, "rotation", "STEP", times,
              b.accessor<int8_t>("VEC4", {0, 0, 0, 127, 0, 0, 0, -128, 0, -127, 0, 0},
                                 {{"normalized", true}}));
  b.animation(node, "rotation", "STEP", times,
              b.accessor<int16_t>("VEC4", {0, 0, 0, 32767, 0, 0, -32768, 0, 0, 23170, 0, 23170},
                                  {{"normalized", true}}));
  const Scene scene = import(b);
  expect_near(sample(scene, 0), {0, 0, 0, 1});
  expect_near(sample(scene, 1), {0, 0, 0, -1});
  expect_near(sample(scene, 2), {0, -1, 0, 0});
  expect_near(sample(scene, 1, 1), {0, 0, -1, 0});
  expect_near(sample(scene, 2, 1), {0, 23170.0 / 32767, 0, 23170.0 / 32767});
  EXPECT_TRUE(scene.diagnostics.empty() ||
              !has(scene, "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION",
                   "/animations/0/channels/0/sampler"));
}

TEST(GltfSampling, rotations_that_are_not_unit_are_normalized) {
  GltfBuilder b = animated("rotation", "LINEAR", {0, 1}, "VEC4", {0, 0, 0, 2, 0, 3, 0, 4});
  const Scene scene = import(b);
  expect_near(sample(scene, 0), {0, 0, 0, 1});
  expect_near(sample(scene, 1), {0, 0.6, 0, 0.8});
  EXPECT_TRUE(has(scene, "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION",
                  "/animations/0/channels/0/sampler"));
}

TEST(GltfSampling, rotations_that_were_rounded_stay_as_they_are_stored) {
  GltfBuilder b =
      animated("rotation", "LINEAR", {0, 1}, "VEC4", {0, 0, 0.707f, 0.707f, 0, 0, 0.707f, 0.707f});
  const Scene scene = import(b);
  expect_near(sample(scene, 0), {0, 0, 0.707, 0.707});
  EXPECT_FALSE(has(scene, "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION",
                   "/animations/0/channels/0/sampler"));
}

TEST(GltfSampling, step_stays_step) {
  GltfBuilder b = animated("translation", "STEP", {0, 1}, "VEC3", {1, 1, 1, 2, 2, 2});
  const Scene scene = import(b);
  expect_near(sample(scene, 0.999), {1, 1, 1});
  expect_near(sample(scene, 1), {2, 2, 2});
}

TEST(GltfSampling, one_key_is_a_constant) {
  for (const char* interpolation : {"STEP", "LINEAR"}) {
    GltfBuilder b = animated("scale", interpolation, {0.5f}, "VEC3", {2, 3, 4});
    const Scene scene = import(b);
    expect_near(sample(scene, 0), {2, 3, 4});
    expect_near(sample(scene, 9), {2, 3, 4});
    EXPECT_FLOAT_EQ(scene.clips[0].duration, 0.5f);
  }
  GltfBuilder b = animated("scale", "CUBICSPLINE", {0.5f}, "VEC3", {9, 9, 9, 2, 3, 4, 9, 9, 9});
  const Scene scene = import(b);
  expect_near(sample(scene, 1), {2, 3, 4});
  EXPECT_TRUE(has(scene, "ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS",
                  "/animations/0/samplers/0/input"));
}

TEST(GltfSampling, a_late_first_key_holds_from_zero) {
  GltfBuilder b = animated("translation", "LINEAR", {1, 2}, "VEC3", {1, 0, 0, 3, 0, 0});
  const Scene scene = import(b);
  expect_near(sample(scene, 0), {1, 0, 0});
  expect_near(sample(scene, 1.5), {2, 0, 0});
  EXPECT_FLOAT_EQ(scene.clips[0].duration, 2);
}

TEST(GltfSampling, times_that_do_not_increase_cost_the_track) {
  GltfBuilder b = animated("translation", "LINEAR", {0, 1, 1}, "VEC3", {0, 0, 0, 1, 0, 0, 2, 0, 0});
  const Scene scene = import(b);
  ASSERT_EQ(scene.clips.size(), 1u);
  EXPECT_TRUE(scene.clips[0].tracks.empty());
  EXPECT_TRUE(
      has(scene, "ACCESSOR_ANIMATION_INPUT_NON_INCREASING", "/animations/0/samplers/0/input"));
}

TEST(GltfSampling, times_are_repaired_on_request) {
  GltfBuilder b = animated("translation", "LINEAR", {1, -1, 0, 0}, "VEC3",
                           {4, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0});
  ImportOptions options;
  options.repair_times = true;
  const Scene scene = import(b, options);
  EXPECT_TRUE(has(scene, "ACCESSOR_ANIMATION_INPUT_NEGATIVE", "/animations/0/samplers/0/input"));
  const Track& track = scene.clips.at(0).tracks.at(0);
  EXPECT_TRUE(check_track(track));
  EXPECT_FLOAT_EQ(track.times[0], 0);
  EXPECT_FLOAT_EQ(track.times[3], 2);
  for (size_t k = 0; k < 4; ++k) EXPECT_EQ(track.key(k)[0], float(k + 1));
}

TEST(GltfSampling, samplers_and_morph_targets_may_be_sparse) {
  GltfBuilder b;
  const int indices = b.view<uint8_t>({1}), values = b.view<float>({0, 5, 0});
  const json sparse = {{"sparse",
                        {{"count", 1},
                         {"indices", {{"bufferView", indices}, {"componentType", 5121}}},
                         {"values", {{"bufferView", values}}}}}};
  const int output = b.described<float>("VEC3", 2, sparse);
  const int mesh = b.mesh({0, 0, 0, 1, 1, 1}, json::object(),
                          {{"targets", {{{"POSITION", output}}}}, {"mode", 0}});
  const int node = b.add("nodes", {{"mesh", mesh}});
  b.animation(node, "translation", "LINEAR", b.floats("SCALAR", {0, 1}), output);
  const Scene scene = import(b);
  expect_near(sample(scene, 0), {0, 0, 0});
  expect_near(sample(scene, 0.5), {0, 2.5, 0});
  const MorphTarget& target = scene.meshes[0].primitives[0].targets.at(0);
  EXPECT_EQ(target.positions.at(0).y, 0);
  EXPECT_EQ(target.positions.at(1).y, 5);
}

TEST(GltfSampling, sparse_elements_replace_stored_ones_and_ignore_the_stride) {
  GltfBuilder b;
  // Positions with a stride of 16, of which the second is replaced by a packed element.
  const int base = b.view<float>({1, 2, 3, 99, 4, 5, 6, 99}, {{"byteStride", 16}});
  ASSERT_EQ(base, 0) << "buffer view 0 is as good as any other";
  const int indices = b.view<uint16_t>({1}), values = b.view<float>({7, 8, 9});
  const int positions =
      b.described<float>("VEC3", 2,
                         {{"bufferView", base},
                          {"sparse",
                           {{"count", 1},
                            {"indices", {{"bufferView", indices}, {"componentType", 5123}}},
                            {"values", {{"bufferView", values}}}}}});
  b.add("meshes", {{"primitives", {{{"attributes", {{"POSITION", positions}}}, {"mode", 0}}}}});
  const Scene scene = import(b);
  const auto& p = scene.meshes[0].primitives[0].positions;
  expect_near(cast<double>(p.at(0)), {1, 2, 3});
  expect_near(cast<double>(p.at(1)), {7, 8, 9});
}

TEST(GltfSampling, channels_without_a_node_are_ignored) {
  GltfBuilder b;
  b.add("nodes", json::object());
  b.animation(nullptr, "translation", "LINEAR", b.floats("SCALAR", {0}),
              b.floats("VEC3", {1, 2, 3}));
  EXPECT_TRUE(import(b).clips.at(0).tracks.empty());
}

TEST(GltfSampling, animation_pointers_name_nodes_or_properties) {
  GltfBuilder b;
  b.add("nodes", json::object());
  b.root["extensionsUsed"] = b.root["extensionsRequired"] = {"KHR_animation_pointer"};
  const int times = b.floats("SCALAR", {0, 1});
  const auto pointer = [](const char* to, int sampler) -> json {
    return {
        {"sampler", sampler},
        {"target",
         {{"path", "pointer"}, {"extensions", {{"KHR_animation_pointer", {{"pointer", to}}}}}}}};
  };
  const int scales = b.floats("VEC3", {1, 1, 1, 2, 2, 2}),
            colors = b.floats("VEC4", {0, 0, 0, 1, 1, 1, 1, 1});
  b.add("animations",
        {{"samplers",
          {{{"input", times}, {"output", scales}}, {{"input", times}, {"output", colors}}}},
         {"channels",
          {pointer("/nodes/0/scale", 0),
           pointer("/materials/0/pbrMetallicRoughness/baseColorFactor", 1)}}});
  const Scene scene = import(b);
  ASSERT_EQ(scene.clips[0].tracks.size(), 2u);
  EXPECT_EQ(scene.clips[0].tracks[0].target.node, 0);
  EXPECT_EQ(scene.clips[0].tracks[0].target.property, Property::kScale);
  EXPECT_EQ(scene.clips[0].tracks[1].target.name,
            "/materials/0/pbrMetallicRoughness/baseColorFactor");
  expect_near(sample(scene, 0.5, 0, 1), {0.5, 0.5, 0.5, 1});
}

TEST(GltfSampling, unknown_paths_are_skipped_with_a_note) {
  GltfBuilder b = animated("color", "LINEAR", {0, 1}, "VEC3", {0, 0, 0, 1, 1, 1});
  const Scene scene = import(b);
  EXPECT_TRUE(scene.clips.at(0).tracks.empty());
  EXPECT_TRUE(has(scene, "VALUE_NOT_IN_LIST", "/animations/0/channels/0/target/path"));
}

TEST(GltfSampling, weight_tracks_are_as_wide_as_the_primitives_have_targets) {
  GltfBuilder b;
  const int displacement = b.floats("VEC3", {1, 0, 0});
  const int mesh = b.mesh(
      {0, 0, 0}, json::object(),
      {{"targets", {{{"POSITION", displacement}}, {{"POSITION", displacement}}}}, {"mode", 0}});
  b.root["meshes"][0]["weights"] = {0.5};  // one too few
  const int node = b.add("nodes", {{"mesh", mesh}});
  b.animation(node, "weights", "LINEAR", b.floats("SCALAR", {0, 1}),
              b.floats("SCALAR", {0, 1, 1, 0}));
  const Scene scene = import(b);
  EXPECT_TRUE(has(scene, "MESH_INVALID_WEIGHTS_COUNT", "/meshes/0/weights"));
  EXPECT_EQ(scene.meshes[0].weights, (std::vector<float>{0.5f, 0}));
  expect_near(sample(scene, 0.25), {0.25, 0.75});
}

TEST(GltfSampling, an_animated_node_has_no_matrix) {
  GltfBuilder b = animated("translation", "LINEAR", {0, 1}, "VEC3", {0, 0, 0, 1, 0, 0});
  b.root["nodes"][0]["matrix"] = {2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  const Scene scene = import(b);
  EXPECT_TRUE(scene.clips[0].tracks.empty());
  EXPECT_TRUE(
      has(scene, "ANIMATION_CHANNEL_TARGET_NODE_MATRIX", "/animations/0/channels/0/target"));
}

TEST(GltfSampling, mirrored_and_sheared_nodes_survive) {
  GltfBuilder b;
  b.add("nodes", {{"scale", {-1, 1, 1}}, {"children", {1}}});
  b.add("nodes", {{"matrix", {1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}});
  const Scene scene = import(b);
  const ScenePose pose = evaluate(scene, nullptr, 0);
  expect_near(axis(pose.world[0], 0), {-1, 0, 0});
  expect_near(axis(pose.world[0], 1), {0, 1, 0});
  expect_near(axis(pose.world[1], 1), {-0.5, 1, 0});
  EXPECT_TRUE(has(scene, "NODE_MATRIX_NON_TRS", "/nodes/1/matrix"));
}

TEST(GltfSampling, a_broken_sampler_costs_only_its_own_tracks) {
  GltfBuilder b;
  b.add("nodes", json::object());
  const int times = b.floats("SCALAR", {0, 1}), good = b.floats("VEC3", {0, 0, 0, 1, 0, 0}),
            nan = b.floats("VEC3", {0, 0, 0, NAN, 0, 0});
  b.add("animations", {{"samplers",
                        {{{"input", times}, {"output", 77}},
                         {{"input", times}, {"output", good}},
                         {{"input", times}, {"output", nan}}}},
                       {"channels",
                        {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "scale"}}}},
                         {{"sampler", 1}, {"target", {{"node", 0}, {"path", "translation"}}}},
                         {{"sampler", 2}, {"target", {{"node", 0}, {"path", "scale"}}}}}}});
  const Scene scene = import(b);
  ASSERT_EQ(scene.clips[0].tracks.size(), 1u);
  EXPECT_EQ(scene.clips[0].tracks[0].target.property, Property::kTranslation);
  EXPECT_TRUE(has(scene, "UNRESOLVED_REFERENCE", "/animations/0/samplers/0/output"));
  EXPECT_TRUE(has(scene, "ACCESSOR_INVALID_FLOAT", "/accessors/2"));
}

TEST(GltfSampling, the_later_of_two_channels_for_one_target_counts) {
  GltfBuilder b;
  b.add("nodes", json::object());
  const int times = b.floats("SCALAR", {0}), one = b.floats("VEC3", {1, 1, 1}),
            two = b.floats("VEC3", {2, 2, 2});
  const json target = {{"node", 0}, {"path", "scale"}};
  b.add(
      "animations",
      {{"samplers", {{{"input", times}, {"output", one}}, {{"input", times}, {"output", two}}}},
       {"channels", {{{"sampler", 0}, {"target", target}}, {{"sampler", 1}, {"target", target}}}}});
  const Scene scene = import(b);
  ASSERT_EQ(scene.clips[0].tracks.size(), 1u);
  expect_near(sample(scene, 0), {2, 2, 2});
  EXPECT_TRUE(has(scene, "ANIMATION_DUPLICATE_TARGETS", "/animations/0/channels/0/target"));
}

}  // namespace
}  // namespace saker
