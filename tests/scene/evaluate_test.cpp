#include "support/sample_scene.h"

#include <saker/scene.h>

#include <gtest/gtest.h>

namespace saker {
namespace {

void expect_near(const DVec3& a, const DVec3& b) {
  EXPECT_NEAR(a.x, b.x, 1e-6);
  EXPECT_NEAR(a.y, b.y, 1e-6);
  EXPECT_NEAR(a.z, b.z, 1e-6);
}

Node node_at(int parent, Vec3 translation) {
  Node node;
  node.parent = parent;
  node.local.translation = translation;
  return node;
}

TEST(Evaluate, parents_come_first_in_depth_first_order_even_when_the_file_has_them_last) {
  Scene scene;
  scene.nodes = {node_at(2, {}), node_at(2, {}), node_at(-1, {}), node_at(0, {})};
  EXPECT_EQ(parents_first(scene), (std::vector<int>{2, 0, 3, 1}));
}

TEST(Evaluate, a_child_moves_with_its_parent) {
  Scene scene;
  scene.nodes = {node_at(-1, {1, 0, 0}), node_at(0, {0, 2, 0})};
  scene.nodes[0].local.rotation = cast<float>(rotation_about(DVec3{0, 0, 1}, std::acos(0.0)));
  const ScenePose pose = evaluate(scene, nullptr, 0);
  expect_near(origin(pose.world[1]), {-1, 0, 0});
}

TEST(Evaluate, a_matrix_that_shears_or_mirrors_survives) {
  Scene scene;
  scene.nodes = {node_at(-1, {}), node_at(0, {1, 1, 0})};
  scene.nodes[0].matrix = Affine{{{-1, 0.5f, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
  const ScenePose pose = evaluate(scene, nullptr, 0);
  expect_near(origin(pose.world[1]), {-0.5, 1, 0});
  EXPECT_NEAR(determinant(pose.world[0]), -1, 1e-12);
}

TEST(Evaluate, node_weights_win_over_mesh_weights_and_a_clip_over_both) {
  Scene scene = test::make_arm();
  const size_t flag = scene.nodes.size() - 1;
  EXPECT_EQ(evaluate(scene, nullptr, 0).weights[flag], (std::vector<double>{0.25, 0}));
  scene.nodes[flag].weights = {0.5f, 0.125f};
  EXPECT_EQ(evaluate(scene, nullptr, 0).weights[flag], (std::vector<double>{0.5, 0.125}));
  EXPECT_EQ(evaluate(scene, &scene.clips[0], 1).weights[flag], (std::vector<double>{0.5, 0.5}));
}

TEST(Evaluate, vertices_are_morphed_by_the_weighted_sum_of_displacements) {
  const Scene scene = test::make_arm(1);
  ScenePose pose = evaluate(scene, nullptr, 0);
  pose.weights[2] = {0.5, 0.25};
  expect_near(deform(scene, pose, 2, 0)[0], {0, 0.5, 0.25});
  expect_near(deform(scene, pose, 2, 0)[1], {0.1, 0.5, 0});
}

// Two joints, the second turned by a quarter: a vertex at its origin, weighted 3/4 to it and 1/4 to
// the first, stays; one 0.1 beside it goes to 3/4 of (0.3, 0) + (-0.1, 0) and 1/4 of (0.3, 0.1).
TEST(Evaluate, vertices_follow_the_weighted_sum_of_their_joints) {
  Scene scene = test::make_arm(2);
  scene.nodes[1].local.rotation = cast<float>(rotation_about(DVec3{0, 0, 1}, std::acos(0.0)));
  scene.meshes[0].primitives[0].positions[3] = {0.3f, 0.1f, 0};
  const auto out = deform(scene, evaluate(scene, nullptr, 0), 2, 0);
  expect_near(out[3], {0.75 * 0.2 + 0.25 * 0.3, 0.25 * 0.1, 0});
}

TEST(Evaluate, the_node_that_carries_a_skinned_mesh_does_not_move_it) {
  Scene scene = test::make_arm(2);
  const auto before = deform(scene, evaluate(scene, nullptr, 0), 2, 0);
  scene.nodes[2].local.translation = {5, 5, 5};
  expect_near(deform(scene, evaluate(scene, nullptr, 0), 2, 0)[3], before[3]);
}

TEST(FindClip, a_name_wins_over_an_index) {
  Scene scene;
  scene.clips.resize(3);
  scene.clips[0].name = "run";
  scene.clips[2].name = "0";
  EXPECT_EQ(find_clip(scene, "run"), 0);
  EXPECT_EQ(find_clip(scene, "0"), 2);
  EXPECT_EQ(find_clip(scene, "1"), 1);
  EXPECT_EQ(find_clip(scene, "3"), -1);
  EXPECT_EQ(find_clip(scene, "walk"), -1);
}

}  // namespace
}  // namespace saker
