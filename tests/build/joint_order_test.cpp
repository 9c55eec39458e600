#include "build/joint_order.h"

#include "support/character.h"
#include "support/packed.h"

#include <gmock/gmock.h>
#include <limits>

namespace saker {
namespace {

using testing::ElementsAre;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

int add_node(Scene& scene, const std::string& name, int parent, const Vec3& place) {
  Node node;
  node.name = name;
  node.parent = parent;
  node.local.translation = place;
  scene.nodes.push_back(node);
  return int(scene.nodes.size()) - 1;
}

// A mesh of one vertex on a node of its own.
Primitive& add_mesh(Scene& scene, int parent, int skin, const Vec3& vertex) {
  const int node = add_node(scene, "mesh", parent, {});
  scene.nodes[size_t(node)].mesh = int(scene.meshes.size());
  scene.nodes[size_t(node)].skin = skin;
  scene.meshes.emplace_back().primitives.emplace_back().positions = {vertex};
  return scene.meshes.back().primitives[0];
}

// A vertex that hangs on two nodes; the bind pose is the one at rest.
void add_skinned_vertex(Scene& scene, const Vec3& vertex, int node, int other, float share) {
  const ScenePose rest = evaluate(scene, nullptr, 0);
  const auto bind = [&](int n) { return cast<float>(inverse(rest.world[size_t(n)])); };
  scene.skins.push_back({"skin", {node, other}, {bind(node), bind(other)}});
  Primitive& primitive = add_mesh(scene, -1, int(scene.skins.size()) - 1, vertex);
  primitive.influences = 4;
  primitive.joints = {0, 1, 0, 0};
  primitive.weights = {share, 1 - share, 0, 0};
}

std::vector<std::string> names_in_order(const Scene& scene) {
  std::vector<std::string> names;
  for (const int node : furthest_reach_first(scene))
    names.push_back(scene.nodes[size_t(node)].name);
  return names;
}

constexpr int kHead = 9;

// A trunk with a head and two arms, whose hands have a finger each.
Scene make_body() {
  Scene scene;
  const int hips = add_node(scene, "hips", -1, {0, 1, 0});
  for (const float side : {1.0f, -1.0f}) {
    const std::string suffix = side > 0 ? ".L" : ".R";
    // As far away as the other one but for rounding.
    const int arm = add_node(scene, "arm" + suffix, hips, {0.2f * side, 0.3f, 1e-5f * side});
    const int hand = add_node(scene, "hand" + suffix, arm, {0.6f * side, 1e-4f * (1 - side), 0});
    const int finger = add_node(scene, "finger" + suffix, hand, {0.1f * side, 0, 0});
    add_node(scene, "tip" + suffix, finger, {0.05f * side, 0, 0});
  }
  add_node(scene, "head", hips, {0, 0.5f, 0});
  return scene;
}

size_t place(const std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  EXPECT_NE(found, names.end()) << name;
  return size_t(found - names.begin());
}

TEST(JointOrder, parents_come_before_their_children) {
  for (const Scene& scene : {test::character(), make_body()}) {
    const std::vector<int> order = furthest_reach_first(scene);
    ASSERT_EQ(order.size(), scene.nodes.size());
    std::vector<bool> seen(order.size());
    for (const int node : order) {
      const int parent = scene.nodes[size_t(node)].parent;
      EXPECT_TRUE(parent < 0 || seen[size_t(parent)]) << scene.nodes[size_t(node)].name;
      seen[size_t(node)] = true;
    }
  }
}

TEST(JointOrder, is_that_of_a_packed_skeleton) {
  const Asset asset = test::pack(make_body());
  EXPECT_THAT(std::vector<int>(asset.skeleton().nodes.begin(), asset.skeleton().nodes.end()),
              furthest_reach_first(make_body()));
}

TEST(JointOrder, fingers_come_after_trunk_limbs_and_head) {
  const std::vector<std::string> names = names_in_order(test::character());
  size_t last = 0;
  for (const char* name : {"hips", "chest", "neck", "head", "upper_arm.L", "forearm.R", "hand.L",
                           "hand.R", "thigh.L", "shin.R", "foot.L"})
    last = std::max(last, place(names, name));
  for (const std::string finger : {"fingers.0", "thumb.0", "index.0"}) {
    for (const char* joint : {"1.L", "1.R", "2.L", "2.R"})
      EXPECT_GT(place(names, finger + joint), last);
  }
}

TEST(JointOrder, both_sides_take_turns_as_the_scene_has_them) {
  EXPECT_THAT(names_in_order(make_body()),
              ElementsAre("hips", "arm.L", "arm.R", "hand.L", "hand.R", "finger.L", "finger.R",
                          "tip.L", "tip.R", "head"));
  const std::vector<std::string> names = names_in_order(test::character());
  for (const std::string joint : {"thigh", "shin", "foot", "toe", "thumb.01", "index.02"})
    EXPECT_EQ(place(names, joint + ".R"), place(names, joint + ".L") + 1) << joint;
}

TEST(JointOrder, a_head_that_carries_much_comes_before_a_finger) {
  Scene scene = make_body();
  add_skinned_vertex(scene, {0, 1.8f, 0}, kHead, 0, 1);
  const std::vector<std::string> names = names_in_order(scene);
  EXPECT_LT(place(names, "head"), place(names, "finger.L"));
  EXPECT_LT(place(names, "arm.R"), place(names, "head"));
}

TEST(JointOrder, a_rigid_mesh_counts_for_the_joint_it_hangs_on) {
  Scene scene = make_body();
  add_mesh(scene, kHead, -1, {0, 0.3f, 0});
  const std::vector<std::string> names = names_in_order(scene);
  EXPECT_LT(place(names, "head"), place(names, "finger.L"));
}

TEST(JointOrder, a_vertex_counts_as_much_as_it_weighs) {
  Scene scene = make_body();
  add_skinned_vertex(scene, {0, 2.5f, 0}, kHead, 0, 0.01f);
  const std::vector<double> reaches = measure_reaches(scene);
  EXPECT_NEAR(reaches[kHead], 0.01, 1e-6);
  EXPECT_NEAR(reaches[0], 0.99 * 1.5, 1e-6);
}

TEST(JointOrder, a_folded_chain_reaches_as_far_as_a_stretched_one) {
  Scene scene = make_body();
  const double stretched = measure_reaches(scene)[1];
  scene.nodes[2].local.rotation = cast<float>(rotation_about(DVec3{0, 0, 1}, 3.0));
  EXPECT_NEAR(measure_reaches(scene)[1], stretched, 1e-6);
}

TEST(JointOrder, reaches_are_as_long_as_their_parents_scale_them) {
  Scene scene = make_body();
  scene.nodes[0].local.scale = {2, 2, 2};
  EXPECT_NEAR(measure_reaches(scene)[2], 0.3, 1e-6);
}

TEST(JointOrder, the_tree_that_reaches_furthest_comes_first) {
  Scene scene;
  add_node(scene, "lamp", -1, {7, 7, 7});
  const int mast = add_node(scene, "mast", -1, {});
  add_node(scene, "flag", mast, {0, 9, 0});
  const int hut = add_node(scene, "hut", -1, {});
  add_node(scene, "roof", hut, {0, 3, 0});
  EXPECT_THAT(names_in_order(scene), ElementsAre("mast", "hut", "lamp", "flag", "roof"));
}

TEST(JointOrder, is_that_of_the_scene_where_nothing_reaches_anywhere) {
  Scene scene;
  for (const int parent : {2, 0, -1, 2, -1}) add_node(scene, "", parent, {});
  EXPECT_EQ(furthest_reach_first(scene), parents_first(scene));
  EXPECT_TRUE(furthest_reach_first({}).empty());
}

TEST(JointOrder, what_is_not_finite_does_not_count) {
  Scene scene = make_body();
  const std::vector<std::string> names = names_in_order(scene);
  add_skinned_vertex(scene, {kInfinity, 0, 0}, kHead, 0, 0.5f);
  add_skinned_vertex(scene, {std::nanf(""), 0, 0}, 4, 0, 1);
  EXPECT_EQ(place(names_in_order(scene), "head"), place(names, "head"));
  scene.nodes[3].local.translation = {kInfinity, 0, 0};
  scene.nodes[6].local.rotation = {0, std::nanf(""), 0, 1};
  const std::vector<int> order = furthest_reach_first(scene);
  EXPECT_EQ(order.size(), scene.nodes.size());
  EXPECT_EQ(order[0], 0);
}

TEST(JointOrder, nodes_in_a_loop_are_left_out) {
  Scene scene = make_body();
  scene.nodes[1].parent = 4;
  EXPECT_THAT(names_in_order(scene),
              ElementsAre("hips", "arm.R", "hand.R", "finger.R", "tip.R", "head"));
}

// How far off the vertices of a scene are when only some of its nodes move.
double furthest_off(const Scene& scene, const RawClip& clip, std::span<const int> moving) {
  RawClip reduced = clip;
  std::erase_if(reduced.tracks, [&](const Track& track) {
    return track.target.property != Property::kWeights &&
           std::find(moving.begin(), moving.end(), track.target.node) == moving.end();
  });
  double furthest = 0;
  for (int i = 0; i <= 8; ++i) {
    const double time = double(clip.duration) * i / 8;
    const ScenePose whole = evaluate(scene, &clip, time), coarse = evaluate(scene, &reduced, time);
    for (size_t n = 0; n < scene.nodes.size(); ++n) {
      const int mesh = scene.nodes[n].mesh;
      for (size_t p = 0; mesh >= 0 && p < scene.meshes[size_t(mesh)].primitives.size(); ++p) {
        const auto from = deform(scene, coarse, int(n), p), to = deform(scene, whole, int(n), p);
        for (size_t v = 0; v < to.size(); ++v)
          furthest = std::max(furthest, length(to[v] - from[v]));
      }
    }
  }
  return furthest;
}

TEST(JointOrder, half_of_the_joints_keep_a_character_closer_to_itself_than_half_depth_first) {
  const Scene& scene = test::character();
  const Asset asset = test::pack(scene);
  const std::vector<int> depth_first = parents_first(scene);
  const size_t half = scene.nodes.size() / 2;
  double furthest = 0, furthest_depth_first = 0;
  for (const RawClip& clip : scene.clips) {
    const double off = furthest_off(scene, clip, asset.skeleton().nodes.first(half));
    const double off_depth_first = furthest_off(scene, clip, std::span(depth_first).first(half));
    EXPECT_LT(off, off_depth_first) << clip.name;
    furthest = std::max(furthest, off);
    furthest_depth_first = std::max(furthest_depth_first, off_depth_first);
  }
  EXPECT_LT(2 * furthest, furthest_depth_first);
}

}  // namespace
}  // namespace saker
