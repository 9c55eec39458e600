// Skins and their influences, as notes on the mistakes of importers ask for them.

#include "import/gltf_builder.h"

#include <numeric>

namespace saker {
namespace {

// Translation matrices, column-major.
std::vector<float> shifts(const std::vector<std::array<float, 3>>& by) {
  std::vector<float> out;
  for (const auto& [x, y, z] : by)
    for (const float v : {1.f, 0.f, 0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 0.f, 1.f, 0.f, x, y, z, 1.f})
      out.push_back(v);
  return out;
}

// Points bound to joints: per vertex four joints and four weights, per set.
template <class Joint>
int skinned_mesh(GltfBuilder& b, const std::vector<float>& positions,
                 const std::vector<std::pair<std::vector<Joint>, std::vector<float>>>& sets) {
  json attributes;
  for (size_t n = 0; n < sets.size(); ++n) {
    attributes["JOINTS_" + std::to_string(n)] = b.accessor<Joint>("VEC4", sets[n].first);
    attributes["WEIGHTS_" + std::to_string(n)] = b.floats("VEC4", sets[n].second);
  }
  return b.mesh(positions, attributes, {{"mode", 0}});
}

const Primitive& only_primitive(const Scene& scene) { return scene.meshes.at(0).primitives.at(0); }

std::vector<uint16_t> joints_of(const Primitive& p, size_t vertex) {
  const auto begin = p.joints.begin() + std::ptrdiff_t(vertex * p.influences);
  return {begin, begin + p.influences};
}
std::vector<double> weights_of(const Primitive& p, size_t vertex) {
  const auto begin = p.weights.begin() + std::ptrdiff_t(vertex * p.influences);
  return {begin, begin + p.influences};
}

TEST(GltfSkin, the_mesh_nodes_own_transform_is_ignored) {
  GltfBuilder b;
  const int mesh = skinned_mesh<uint8_t>(b, {1, 0, 0}, {{{0, 0, 0, 0}, {1, 0, 0, 0}}});
  b.add("skins", {{"joints", {1}}, {"skeleton", 0}});
  b.add("nodes", {{"translation", {0, 10, 0}}, {"children", {1, 2}}});  // no joint, but moves one
  b.add("nodes", {{"translation", {5, 0, 0}}});
  b.add("nodes", {{"translation", {100, 100, 100}}, {"mesh", mesh}, {"skin", 0}});
  const Scene scene = import(b);
  expect_near(deform(scene, evaluate(scene, nullptr, 0), 2, 0).at(0), {6, 10, 0});
  EXPECT_TRUE(has(scene, "NODE_SKINNED_MESH_LOCAL_TRANSFORMS", "/nodes/2"));
  EXPECT_TRUE(has(scene, "NODE_SKINNED_MESH_PARENT_TRANSFORMS", "/nodes/2"));
}

TEST(GltfSkin, skins_may_share_joints_with_other_inverse_binds) {
  GltfBuilder b;
  const int mesh = skinned_mesh<uint8_t>(b, {0, 0, 0}, {{{0, 0, 0, 0}, {1, 0, 0, 0}}});
  b.add("skins", {{"joints", {0}}, {"inverseBindMatrices", b.floats("MAT4", shifts({{1, 0, 0}}))}});
  b.add("skins", {{"joints", {0}}, {"inverseBindMatrices", b.floats("MAT4", shifts({{0, 1, 0}}))}});
  b.add("nodes", {{"name", "same"}});
  b.add("nodes", {{"name", "same"}, {"mesh", mesh}, {"skin", 0}});
  b.add("nodes", {{"name", "same"}, {"mesh", mesh}, {"skin", 1}});
  const Scene scene = import(b);
  const ScenePose pose = evaluate(scene, nullptr, 0);
  expect_near(deform(scene, pose, 1, 0).at(0), {1, 0, 0});
  expect_near(deform(scene, pose, 2, 0).at(0), {0, 1, 0});
}

TEST(GltfSkin, joints_may_lie_outside_the_scene_and_nodes_between_them_count) {
  GltfBuilder b;
  const int mesh = skinned_mesh<uint8_t>(b, {0, 0, 0}, {{{1, 0, 0, 0}, {1, 0, 0, 0}}});
  b.add("skins", {{"joints", {0, 2}}});
  b.add("nodes", {{"translation", {1, 0, 0}}, {"children", {1}}});
  b.add("nodes", {{"translation", {0, 1, 0}}, {"children", {2}}});  // between two joints
  b.add("nodes", {{"translation", {0, 0, 1}}});
  b.add("nodes", {{"mesh", mesh}, {"skin", 0}});
  b.add("scenes", {{"nodes", {3}}});
  const Scene scene = import(b);
  expect_near(deform(scene, evaluate(scene, nullptr, 0), 3, 0).at(0), {1, 1, 1});
  EXPECT_TRUE(has(scene, "NODE_SKIN_NO_SCENE", "/nodes/3"));
}

TEST(GltfSkin, weights_are_renormalized_over_all_sets) {
  GltfBuilder b;
  const int mesh = skinned_mesh<uint8_t>(
      b, {0, 0, 0},
      {{{0, 1, 2, 3}, {0.5f, 0.5f, 0.25f, 0.25f}}, {{4, 5, 0, 0}, {0.25f, 0.25f, 0, 0}}});
  b.add("nodes", {{"mesh", mesh}});
  const Scene scene = import(b);
  const Primitive& p = only_primitive(scene);
  ASSERT_EQ(p.influences, 8u);
  expect_near(weights_of(p, 0), {0.25, 0.25, 0.125, 0.125, 0.125, 0.125, 0, 0});
  EXPECT_EQ(joints_of(p, 0), (std::vector<uint16_t>{0, 1, 2, 3, 4, 5, 0, 0}));
  EXPECT_TRUE(
      has(scene, "ACCESSOR_WEIGHTS_NON_NORMALIZED", "/meshes/0/primitives/0/attributes/WEIGHTS_1"));
}

TEST(GltfSkin, the_heaviest_four_are_kept_on_request) {
  GltfBuilder b;
  skinned_mesh<uint8_t>(
      b, {0, 0, 0}, {{{0, 1, 2, 3}, {0.1f, 0.2f, 0.1f, 0.1f}}, {{4, 5, 0, 0}, {0.3f, 0.2f, 0, 0}}});
  ImportOptions options;
  options.max_influences = 4;
  const Scene scene = import(b, options);
  const Primitive& p = only_primitive(scene);
  ASSERT_EQ(p.influences, 4u);
  EXPECT_EQ(joints_of(p, 0), (std::vector<uint16_t>{4, 1, 5, 0}));
  expect_near(weights_of(p, 0), {0.375, 0.25, 0.25, 0.125});
}

TEST(GltfSkin, a_vertex_without_weight_follows_the_nearest_joint) {
  GltfBuilder b;
  const int mesh = skinned_mesh<uint8_t>(b, {9, 0, 0, 1, 0, 0},
                                         {{{0, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0}}});
  // Bound where the joints were at x = 0 and x = 10.
  b.add("skins", {{"joints", {0, 1}},
                  {"inverseBindMatrices", b.floats("MAT4", shifts({{0, 0, 0}, {-10, 0, 0}}))}});
  b.add("nodes", {{"children", {1}}});
  b.add("nodes", json::object());
  b.add("nodes", {{"mesh", mesh}, {"skin", 0}});
  const Scene scene = import(b);
  const Primitive& p = only_primitive(scene);
  EXPECT_EQ(p.joints[0], 1);
  EXPECT_EQ(p.joints[4], 0);
  EXPECT_EQ(p.weights[0], 1);
  EXPECT_TRUE(has(scene, "VERTEX_WITHOUT_WEIGHTS", "/meshes/0/primitives/0"));
}

TEST(GltfSkin, more_than_256_joints_and_normalized_weights) {
  GltfBuilder b;
  const json attributes = {
      {"JOINTS_0", b.accessor<uint16_t>("VEC4", {299, 1, 0, 0})},
      {"WEIGHTS_0",
       b.accessor<uint16_t>("VEC4", {65535 / 5 * 4, 65535 / 5, 0, 0}, {{"normalized", true}})}};
  const int mesh = b.mesh({0, 0, 0}, attributes, {{"mode", 0}});
  std::vector<int> joints(300);
  std::iota(joints.begin(), joints.end(), 0);
  for (size_t i = 0; i < joints.size(); ++i) b.add("nodes", json::object());
  b.root["nodes"][299]["translation"] = {10, 0, 0};
  b.add("skins", {{"joints", joints}});
  const int node = b.add("nodes", {{"mesh", mesh}, {"skin", 0}});
  const Scene scene = import(b);
  expect_near(deform(scene, evaluate(scene, nullptr, 0), node, 0).at(0), {8, 0, 0});
}

TEST(GltfSkin, a_weighted_joint_that_the_skin_lacks_is_an_error) {
  GltfBuilder b;
  const int mesh = skinned_mesh<uint8_t>(b, {0, 0, 0}, {{{1, 0, 0, 0}, {1, 0, 0, 0}}});
  b.add("skins", {{"joints", {0}}});
  b.add("nodes", json::object());
  b.add("nodes", {{"mesh", mesh}, {"skin", 0}});
  EXPECT_EQ(import_error(b).where, "test.glb: /meshes/0/primitives/0/attributes/JOINTS_0");
}

TEST(GltfSkin, a_weightless_joint_that_the_skin_lacks_is_harmless) {
  GltfBuilder b;
  const int mesh = skinned_mesh<uint8_t>(b, {0, 0, 0}, {{{0, 200, 0, 0}, {1, 0, 0, 0}}});
  b.add("skins", {{"joints", {0}}});
  b.add("nodes", json::object());
  b.add("nodes", {{"mesh", mesh}, {"skin", 0}});
  const Scene scene = import(b);
  EXPECT_EQ(only_primitive(scene).joints[1], 0);
  EXPECT_TRUE(
      has(scene, "ACCESSOR_JOINTS_INDEX_OOB", "/meshes/0/primitives/0/attributes/JOINTS_0"));
}

TEST(GltfSkin, too_few_inverse_bind_matrices_are_an_error) {
  GltfBuilder b;
  b.add("nodes", {{"children", {1}}});
  b.add("nodes", json::object());
  b.add("skins",
        {{"joints", {0, 1}}, {"inverseBindMatrices", b.floats("MAT4", shifts({{0, 0, 0}}))}});
  EXPECT_EQ(import_error(b).where, "test.glb: /skins/0/inverseBindMatrices");
}

TEST(GltfSkin, quantized_positions_are_read_as_stored_and_folded_back_by_inverse_binds) {
  // The exporter moved the dequantisation of a skinned mesh into its inverse bind matrix: times
  // 100.
  GltfBuilder b;
  b.root["extensionsUsed"] = b.root["extensionsRequired"] = {"KHR_mesh_quantization"};
  const json attributes = {
      {"POSITION",
       b.accessor<int16_t>(
           "VEC3", {16384, -32768, 0},
           {{"normalized", true}, {"min", {16384, -32768, 0}}, {"max", {16384, -32768, 0}}})},
      {"JOINTS_0", b.accessor<uint8_t>("VEC4", {0, 0, 0, 0})},
      {"WEIGHTS_0", b.accessor<uint8_t>("VEC4", {255, 0, 0, 0}, {{"normalized", true}})}};
  b.add("meshes", {{"primitives", {{{"attributes", attributes}, {"mode", 0}}}}});
  b.add("skins", {{"joints", {0}},
                  {"inverseBindMatrices",
                   b.floats("MAT4", {100, 0, 0, 0, 0, 100, 0, 0, 0, 0, 100, 0, 0, 0, 0, 1})}});
  b.add("nodes", json::object());
  b.add("nodes", {{"mesh", 0}, {"skin", 0}, {"scale", {7, 7, 7}}});
  const Scene scene = import(b);
  const DVec3 p = deform(scene, evaluate(scene, nullptr, 0), 1, 0).at(0);
  EXPECT_NEAR(p.x, 100 * 16384.0 / 32767, 1e-4);
  EXPECT_NEAR(p.y, -100, 1e-4);
  for (const Diagnostic& d : scene.diagnostics)
    EXPECT_NE(d.code, "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT");
}

}  // namespace
}  // namespace saker
