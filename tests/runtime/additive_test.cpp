#include "support/instruction_sets.h"
#include "support/random_poses.h"

#include <saker/animate.h>

#include <algorithm>

namespace saker {
namespace {

using test::random_poses;

class Additive : public test::EachIsa {};
SAKER_EACH_ISA(Additive);

// A quarter turn is the reference, a sixth more is the pose.
struct Turn {
  Transform reference{{1, 2, 3}, cast<float>(rotation_about(DVec3{0, 0, 1}, 1.5)), {2, 2, 0}};
  Transform pose{{2, 2, 5}, cast<float>(rotation_about(DVec3{0, 0, 1}, 2.5)), {3, 2, 7}};
};

PoseBuffer one(const Transform& t) {
  PoseBuffer out(1, 1);
  out.span().set(0, 0, t);
  return out;
}

void expect_near(const Transform& t, const Transform& expected) {
  EXPECT_LT(test::distance(t, cast<double>(expected)), 2e-6);
}

TEST_P(Additive, the_difference_is_what_the_header_says) {
  const Turn turn;
  PoseBuffer delta(1, 1);
  ASSERT_TRUE(make_additive(one(turn.pose), one(turn.reference), delta));
  expect_near(delta.span().get(0, 0),
              {{1, 0, 2}, cast<float>(rotation_about(DVec3{0, 0, 1}, 1.0)), {1.5f, 1, 1}});
}

TEST_P(Additive, half_of_a_difference_is_added) {
  const Transform delta{{1, 0, 2}, cast<float>(rotation_about(DVec3{0, 1, 0}, 0.8)), {1.5f, 1, 3}};
  const Transform base{{10, 10, 10}, cast<float>(rotation_about(DVec3{0, 1, 0}, 0.1)), {2, 1, 1}};
  PoseBuffer out(1, 1);
  const float half[] = {0.5f};
  ASSERT_TRUE(add_pose(one(base), one(delta), half, {}, out));
  const Transform expected{
      {10.5f, 10, 11}, cast<float>(rotation_about(DVec3{0, 1, 0}, 0.5)), {2.5f, 1, 2}};
  expect_near(out.span().get(0, 0), expected);
  Transform turned = delta;
  turned.rotation = -turned.rotation;  // the same rotation, on the longer arc
  ASSERT_TRUE(add_pose(one(base), one(turned), half, {}, out));
  expect_near(out.span().get(0, 0), expected);
}

TEST_P(Additive, weights_are_clamped_and_masks_choose_joints) {
  PoseBuffer base(3, 4), delta(3, 4), out(3, 4);
  for (size_t i = 0; i < 4; ++i) {
    for (size_t j = 0; j < 3; ++j) {
      base.span().set(i, j, {});
      delta.span().set(i, j, {{8, 0, 0}, {}, {1, 1, 1}});
    }
  }
  const float weights[] = {0.25f, -1, 7, NAN}, mask[] = {1, 0, 0.5f};
  ASSERT_TRUE(add_pose(base, delta, weights, mask, out));
  const auto x = [&](size_t i, size_t j) { return out.span().get(i, j).translation.x; };
  EXPECT_EQ(x(0, 0), 2);
  EXPECT_EQ(x(0, 1), 0);
  EXPECT_EQ(x(0, 2), 1);
  EXPECT_EQ(x(1, 0), 0);
  EXPECT_EQ(x(2, 0), 8);
  EXPECT_EQ(x(2, 2), 8);  // 7 * 0.5 is more than all of it
  EXPECT_EQ(x(3, 0), 0);
}

TEST_P(Additive, the_reference_becomes_the_pose) {
  const size_t joints = 4;
  for (const size_t count : {1, 7, 16, 37}) {
    const PoseBuffer pose = random_poses(joints, count, 5),
                     reference = random_poses(joints, count, 6);
    PoseBuffer delta(joints, count);
    ASSERT_TRUE(make_additive(pose, reference, delta));
    const std::vector<float> whole(count, 1);
    ASSERT_TRUE(add_pose(reference, delta, whole, {}, delta));
    for (size_t i = 0; i < count; ++i) {
      for (size_t j = 0; j < joints; ++j) {
        const Transform expected = pose.span().get(i, j);
        EXPECT_LT(test::distance(delta.span().get(i, j), cast<double>(expected)), 1e-5);
      }
    }
  }
}

// add_pose in double precision.
DTransform added(const DTransform& base, const DTransform& delta, double w) {
  const DQuat& d = delta.rotation;
  const double s = d.w < 0 ? -w : w;
  const auto scaled = [&](double b, double r) { return b * (1 + w * (r - 1)); };
  return {base.translation + delta.translation * w,
          normalize(base.rotation * DQuat{s * d.x, s * d.y, s * d.z, 1 - w + s * d.w}),
          {scaled(base.scale.x, delta.scale.x), scaled(base.scale.y, delta.scale.y),
           scaled(base.scale.z, delta.scale.z)}};
}

TEST_P(Additive, agrees_with_double_precision) {
  const size_t joints = 4, count = 37;
  const PoseBuffer base = random_poses(joints, count, 7), delta = random_poses(joints, count, 8);
  PoseBuffer out(joints, count);
  std::vector<float> weights;
  for (size_t i = 0; i < count; ++i) weights.push_back(float(i) / 30);
  const float mask[] = {1, 0.5f, 0, 0.75f};
  ASSERT_TRUE(add_pose(base, delta, weights, mask, out));
  for (size_t i = 0; i < count; ++i) {
    for (size_t j = 0; j < joints; ++j) {
      const double w = std::min(1.0, double(weights[i]) * double(mask[j]));
      const DTransform expected =
          added(cast<double>(base.span().get(i, j)), cast<double>(delta.span().get(i, j)), w);
      EXPECT_LT(test::distance(out.span().get(i, j), expected), 1e-5);
    }
  }
}

TEST(AdditiveRules, what_does_not_match_is_named) {
  PoseBuffer a(2, 2), few(2, 1);
  const float weights[] = {1, 1}, mask[] = {1, 1, 1};
  EXPECT_STREQ(make_additive(a, few, a).argument, "reference");
  EXPECT_STREQ(make_additive(a, a, few).argument, "out");
  EXPECT_STREQ(add_pose(a, few, weights, {}, a).argument, "delta");
  EXPECT_STREQ(add_pose(a, a, weights, {}, few).argument, "out");
  EXPECT_STREQ(add_pose(a, a, {weights, 1}, {}, a).argument, "weights");
  EXPECT_STREQ(add_pose(a, a, weights, mask, a).argument, "mask");
}

}  // namespace
}  // namespace saker
