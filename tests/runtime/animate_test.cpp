#include "support/packed.h"
#include "support/sample_scene.h"

#include <saker/animate.h>

#include <gtest/gtest.h>

namespace saker {
namespace {

using test::make_arm;
using test::pack;

Transform turned(double angle) {
  Transform t;
  t.rotation = cast<float>(rotation_about(DVec3{0, 0, 1}, angle));
  return t;
}

double turn_of(const Transform& t) {
  return 2 * std::atan2(double(t.rotation.z), double(t.rotation.w));
}

// A skeleton made by hand: a chain of `count` joints, with or without a walk.
struct Chain {
  std::vector<int32_t> parents;
  std::vector<Transform> rest;
  std::vector<int32_t> nodes;
  std::vector<TextRange> names;
  std::vector<WalkStep> walk;

  explicit Chain(int count) : rest(size_t(count)), nodes(size_t(count)), names(size_t(count)) {
    for (int j = 0; j < count; ++j) parents.push_back(j - 1);
  }
  Skeleton view() const { return {parents, rest, {}, nodes, names, {}, walk}; }
};

TEST(Pose, keeps_every_transform_of_every_character) {
  for (const size_t count : {1, 2, 8, 19}) {
    PoseBuffer buffer(3, count);
    const PoseSpan poses = buffer;
    for (size_t i = 0; i < count; ++i) {
      for (size_t j = 0; j < 3; ++j)
        poses.set(i, j, {{float(i), float(j), 1}, {0, 0, 0, 1}, {2, float(i * j), 3}});
    }
    for (size_t i = 0; i < count; ++i) {
      for (size_t j = 0; j < 3; ++j) {
        EXPECT_EQ(poses.get(i, j).translation.x, float(i));
        EXPECT_EQ(poses.get(i, j).translation.y, float(j));
        EXPECT_EQ(poses.get(i, j).scale.y, float(i * j));
      }
    }
  }
}

TEST(Sample, a_batch_gives_what_each_character_gives_alone) {
  Scene scene = make_arm();
  scene.clips.push_back(scene.clips[0]);
  scene.clips[1].name = "other";
  scene.clips[1].tracks.resize(2);
  const Asset asset = pack(scene);
  const Skeleton& skeleton = asset.skeleton();
  std::vector<ClipTime> times;
  for (int i = 0; i < 21; ++i)
    times.push_back({&asset.clips()[size_t(i % 3 == 0)], 0.09f * float(i)});
  PoseBuffer together(skeleton.joint_count(), times.size()), alone(skeleton.joint_count(), 1);
  ASSERT_TRUE(sample(skeleton, times, together));
  for (size_t i = 0; i < times.size(); ++i) {
    ASSERT_TRUE(sample(skeleton, {&times[i], 1}, alone));
    for (size_t j = 0; j < skeleton.joint_count(); ++j) {
      const Transform a = together.span().get(i, j), b = alone.span().get(0, j);
      EXPECT_NEAR(std::fabs(dot(a.rotation, b.rotation)), 1, 1e-6);
      EXPECT_NEAR(length(a.translation - b.translation), 0, 1e-6);
      EXPECT_NEAR(length(a.scale - b.scale), 0, 1e-6);
    }
  }
}

TEST(Sample, times_outside_the_clip_are_clamped_and_nonsense_starts_over) {
  const Scene scene = make_arm();
  const Asset asset = pack(scene);
  const Clip& clip = asset.clips()[0];
  const auto at = [&](float time) { return test::runtime_models(asset, clip, time)[4].m[0][3]; };
  EXPECT_EQ(at(-5), at(0));
  EXPECT_EQ(at(100), at(clip.duration));
  EXPECT_EQ(at(NAN), at(0));
}

TEST(Sample, sizes_that_do_not_match_are_named) {
  const Asset asset = pack(make_arm());
  const ClipTime time{&asset.clips()[0], 0};
  PoseBuffer few(2, 1), many(asset.skeleton().joint_count(), 2);
  EXPECT_STREQ(sample(asset.skeleton(), {&time, 1}, few).argument, "poses");
  EXPECT_STREQ(sample(asset.skeleton(), {&time, 1}, many).argument, "poses");
  const ClipTime none;
  PoseBuffer one(asset.skeleton().joint_count(), 1);
  EXPECT_STREQ(sample(asset.skeleton(), {&none, 1}, one).argument, "times");
}

TEST(SampleWeights, follow_the_clip_and_rest_without_a_curve) {
  const Asset asset = pack(make_arm());
  const Clip& clip = asset.clips()[0];
  const Asset::Instance& flag = asset.instances()[1];
  float out[2];
  ASSERT_TRUE(sample_weights(clip, flag.joint, 0.75f, flag.weights, out));
  EXPECT_FLOAT_EQ(out[0], 0.25f);
  EXPECT_FLOAT_EQ(out[1], 0.75f);
  ASSERT_TRUE(sample_weights(clip, 0, 0.75f, flag.weights, out));
  EXPECT_FLOAT_EQ(out[0], 0.25f);
  EXPECT_FLOAT_EQ(out[1], 0);
}

TEST(Blend, mixes_translations_linearly_and_rotations_the_short_way) {
  for (const size_t count : {1, 3}) {
    PoseBuffer a(1, count), b(1, count), out(1, count);
    for (size_t i = 0; i < count; ++i) {
      Transform from = turned(0.2), to = turned(1.0);
      from.translation = {0, 4, 0};
      to.translation = {8, 0, 0};
      to.rotation = -to.rotation;
      a.span().set(i, 0, from);
      b.span().set(i, 0, to);
    }
    const std::vector<float> weights(count, 0.5f);
    ASSERT_TRUE(blend(a, b, weights, out));
    const Transform middle = out.span().get(count - 1, 0);
    EXPECT_NEAR(turn_of(middle), 0.6, 1e-6);
    EXPECT_FLOAT_EQ(middle.translation.x, 4);
    EXPECT_FLOAT_EQ(middle.translation.y, 2);
  }
}

TEST(Blend, a_weight_per_character_is_clamped) {
  PoseBuffer a(1, 3), b(1, 3), out(1, 3);
  for (size_t i = 0; i < 3; ++i) {
    a.span().set(i, 0, {{1, 0, 0}, {}, {1, 1, 1}});
    b.span().set(i, 0, {{3, 0, 0}, {}, {1, 1, 1}});
  }
  const float weights[] = {-1, 0.25f, 7};
  ASSERT_TRUE(blend(a, b, weights, out));
  EXPECT_FLOAT_EQ(out.span().get(0, 0).translation.x, 1);
  EXPECT_FLOAT_EQ(out.span().get(1, 0).translation.x, 1.5f);
  EXPECT_FLOAT_EQ(out.span().get(2, 0).translation.x, 3);
}

TEST(Blend, batches_of_different_size_are_named) {
  PoseBuffer a(1, 3), b(1, 4);
  const float weights[] = {0, 0, 0};
  EXPECT_STREQ(blend(a, b, weights, a).argument, "to");
  EXPECT_STREQ(blend(a, a, weights, b).argument, "out");
  EXPECT_STREQ(blend(a, a, {}, a).argument, "weights");
}

// A regular polygon walked along a chain: each joint one step ahead, turned by the same angle.
// After n joints the direction is n angles and the end where the closed formula puts it.
TEST(LocalToModel, a_chain_of_any_depth_ends_where_geometry_puts_it) {
  for (const int depth : {2, 30, 200}) {
    for (const size_t count : {1, 5}) {
      Chain chain(depth);
      if (depth == 30) chain.walk = make_walk(chain.parents);
      const Skeleton skeleton = chain.view();
      PoseBuffer poses(size_t(depth), count);
      for (size_t i = 0; i < count; ++i) {
        for (int j = 0; j < depth; ++j) {
          Transform t = turned(0.01 * double(i + 1));
          t.translation = {1, 0, 0};
          poses.span().set(i, size_t(j), t);
        }
      }
      std::vector<Affine> models(size_t(depth) * count);
      ASSERT_TRUE(local_to_model(skeleton, poses, models));
      for (size_t i = 0; i < count; ++i) {
        const double angle = 0.01 * double(i + 1);
        DVec3 expected{};
        for (int j = 0; j < depth; ++j)
          expected = expected + DVec3{std::cos(j * angle), std::sin(j * angle), 0};
        const DVec3 end = cast<double>(origin(models[(i + 1) * size_t(depth) - 1]));
        EXPECT_NEAR(length(end - expected), 0, 1e-3) << depth << " joints, character " << i;
      }
    }
  }
}

TEST(LocalToModel, siblings_start_again_from_their_parent) {
  Chain chain(5);
  chain.parents = {-1, 0, 1, 0, -1};
  PoseBuffer poses(5, 1);
  for (size_t j = 0; j < 5; ++j) poses.span().set(0, j, {{1, 0, 0}, {}, {2, 2, 2}});
  std::vector<Affine> models(5);
  ASSERT_TRUE(local_to_model(chain.view(), poses, models));
  EXPECT_FLOAT_EQ(models[2].m[0][3], 1 + 2 + 4);
  EXPECT_FLOAT_EQ(models[3].m[0][3], 1 + 2);
  EXPECT_FLOAT_EQ(models[4].m[0][3], 1);
}

TEST(LocalToModel, a_parent_may_come_long_before_its_child) {
  constexpr size_t kJoints = 100;
  Chain star(kJoints);
  for (size_t j = 1; j < kJoints; ++j) star.parents[j] = 0;
  for (const size_t count : {1, 5, 20, 21}) {
    if (count == 21) star.walk = make_walk(star.parents);
    PoseBuffer poses(kJoints, count);
    for (size_t i = 0; i < count; ++i) {
      for (size_t j = 0; j < kJoints; ++j)
        poses.span().set(i, j, {{float(j), float(i), 0}, {}, {2, 2, 2}});
    }
    std::vector<Affine> models(kJoints * count);
    ASSERT_TRUE(local_to_model(star.view(), poses, models));
    for (size_t i = 0; i < count; ++i) {
      for (size_t j = 1; j < kJoints; ++j) {
        EXPECT_FLOAT_EQ(models[i * kJoints + j].m[0][3], 2 * float(j));
        EXPECT_FLOAT_EQ(models[i * kJoints + j].m[1][3], 3 * float(i));
      }
    }
  }
}

TEST(LocalToModel, a_fixed_joint_uses_its_matrix) {
  const Chain chain(2);
  Skeleton skeleton = chain.view();
  const FixedJoint fixed{0, Affine{{{1, 0.5f, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}};
  skeleton.fixed = {&fixed, 1};
  PoseBuffer poses(2, 1);
  for (size_t j = 0; j < 2; ++j) poses.span().set(0, j, {{0, 2, 0}, {}, {1, 1, 1}});
  std::vector<Affine> models(2);
  ASSERT_TRUE(local_to_model(skeleton, poses, models));
  EXPECT_FLOAT_EQ(models[1].m[0][3], 1);
  EXPECT_FLOAT_EQ(models[1].m[1][3], 2);
}

TEST(Palettes, are_model_times_inverse_bind_for_every_character) {
  std::vector<Affine> models(4);
  for (size_t i = 0; i < 4; ++i) models[i].m[0][3] = float(i);
  Affine inverse_bind;
  inverse_bind.m[0][3] = -10;
  const uint32_t joints[] = {1, 0};
  const Affine inverse_binds[] = {inverse_bind, Affine{}};
  std::vector<Affine> out(4);
  ASSERT_TRUE(make_palettes({"", joints, inverse_binds}, 2, models, out));
  const float expected[] = {-9, 0, -7, 2};
  for (size_t i = 0; i < 4; ++i) EXPECT_FLOAT_EQ(out[i].m[0][3], expected[i]);
}

TEST(Palettes, a_joint_outside_the_skeleton_is_refused) {
  std::vector<Affine> models(2), out(1);
  const uint32_t joint = 2;
  const Affine inverse_bind;
  EXPECT_STREQ(make_palettes({"", {&joint, 1}, {&inverse_bind, 1}}, 2, models, out).argument,
               "skin");
  EXPECT_STREQ(make_palettes({"", {}, {}}, 0, models, out).argument, "models");
}

}  // namespace
}  // namespace saker
