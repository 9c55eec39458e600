#include "support/instruction_sets.h"
#include "support/random_poses.h"

#include <saker/animate.h>

namespace saker {
namespace {

using test::FlatSkeleton;
using test::random_poses;

class BlendLayers : public test::EachIsa {};
SAKER_EACH_ISA(BlendLayers);

Transform at(float x, double angle = 0, float scale = 1) {
  const DQuat turn = rotation_about(DVec3{0, 0, 1}, angle);
  return {{x, 0, 0}, cast<float>(turn), {scale, scale, scale}};
}

double turn_of(const Transform& t) {
  return 2 * std::atan2(double(t.rotation.z), double(t.rotation.w));
}

// All characters and joints in one transform.
PoseBuffer still(size_t joints, size_t count, const Transform& t) {
  PoseBuffer out(joints, count);
  for (size_t i = 0; i < count; ++i)
    for (size_t j = 0; j < joints; ++j) out.span().set(i, j, t);
  return out;
}

TEST_P(BlendLayers, shares_are_divided_by_their_sum) {
  const FlatSkeleton skeleton(1);
  for (const size_t count : {1, 3}) {
    const PoseBuffer a = still(1, count, at(1, 0.2, 1)), b = still(1, count, at(3, 0.6, 2)),
                     c = still(1, count, at(9, 0.2, 5));
    PoseBuffer out(1, count);
    const std::vector<float> two(count, 2), one(count, 1);
    const PoseLayer layers[] = {{a, two, {}}, {b, one, {}}, {c, one, {}}};
    ASSERT_TRUE(blend_layers(skeleton.view(), layers, out));
    const Transform mixed = out.span().get(count - 1, 0);
    EXPECT_FLOAT_EQ(mixed.translation.x, 3.5f);
    EXPECT_FLOAT_EQ(mixed.scale.y, 2.25f);
    // 3/4 at 0.2 and 1/4 at 0.6, added as vectors.
    EXPECT_NEAR(
        turn_of(mixed),
        2 * std::atan2(3 * std::sin(0.1) + std::sin(0.3), 3 * std::cos(0.1) + std::cos(0.3)), 1e-6);
  }
}

TEST_P(BlendLayers, rotations_take_the_shorter_arc) {
  const FlatSkeleton skeleton(1);
  Transform opposite = at(0, 1.0);
  opposite.rotation = -opposite.rotation;
  const PoseBuffer a = still(1, 2, at(0, 0.2)), b = still(1, 2, opposite);
  PoseBuffer out(1, 2);
  const float weights[] = {1, 1};
  const PoseLayer layers[] = {{a, weights, {}}, {b, weights, {}}};
  ASSERT_TRUE(blend_layers(skeleton.view(), layers, out));
  EXPECT_NEAR(turn_of(out.span().get(1, 0)), 0.6, 1e-6);
}

TEST_P(BlendLayers, masks_choose_joints) {
  const FlatSkeleton skeleton(3);
  const PoseBuffer body = still(3, 2, at(2)), arm = still(3, 2, at(6));
  PoseBuffer out(3, 2);
  const float weights[] = {1, 1}, not_the_last[] = {1, 1, 0}, arm_only[] = {0, 3, -1};
  const PoseLayer layers[] = {{body, weights, not_the_last}, {arm, weights, arm_only}};
  ASSERT_TRUE(blend_layers(skeleton.view(), layers, out));
  EXPECT_FLOAT_EQ(out.span().get(1, 0).translation.x, 2);
  EXPECT_FLOAT_EQ(out.span().get(1, 1).translation.x, 5);
  EXPECT_FLOAT_EQ(out.span().get(1, 2).translation.x, skeleton.rest[2].translation.x);
}

TEST_P(BlendLayers, what_nothing_moves_is_at_rest) {
  const FlatSkeleton skeleton(2);
  const size_t count = 3;
  const PoseBuffer a = still(2, count, at(2));
  PoseBuffer out(2, count);
  const float weights[] = {0, -1, NAN};
  const PoseLayer layer{a, weights, {}};
  for (const size_t layers : {0, 1}) {
    ASSERT_TRUE(blend_layers(skeleton.view(), {&layer, layers}, out));
    for (size_t i = 0; i < count; ++i) {
      for (size_t j = 0; j < 2; ++j) {
        EXPECT_LT(test::distance(out.span().get(i, j), cast<double>(skeleton.rest[j])), 1e-6);
      }
    }
  }
}

TEST_P(BlendLayers, a_lone_layer_is_followed_however_small_its_share) {
  const FlatSkeleton skeleton(1);
  const PoseBuffer a = still(1, 1, at(2, 0.5, 3));
  PoseBuffer out(1, 1);
  const float weight[] = {1e-4f};
  const PoseLayer layer{a, weight, {}};
  ASSERT_TRUE(blend_layers(skeleton.view(), {&layer, 1}, out));
  EXPECT_LT(test::distance(out.span().get(0, 0), cast<double>(at(2, 0.5, 3))), 1e-5);
}

// The same in double precision.
DTransform mixed(std::span<const DTransform> poses, std::span<const double> shares) {
  DTransform out{{}, {0, 0, 0, 0}, {0, 0, 0}};
  double total = 0;
  for (size_t i = 0; i < poses.size(); ++i) {
    const double w = shares[i];
    const DQuat& q = poses[i].rotation;
    const double s = dot(out.rotation, q) < 0 ? -w : w;
    out.translation = out.translation + poses[i].translation * w;
    out.scale = out.scale + poses[i].scale * w;
    out.rotation = {out.rotation.x + s * q.x, out.rotation.y + s * q.y, out.rotation.z + s * q.z,
                    out.rotation.w + s * q.w};
    total += w;
  }
  return {out.translation * (1 / total), normalize(out.rotation), out.scale * (1 / total)};
}

TEST_P(BlendLayers, agrees_with_double_precision_in_place_too) {
  const size_t joints = 5;
  const FlatSkeleton skeleton(joints);
  for (const size_t count : {1, 7, 16, 37}) {
    PoseBuffer a = random_poses(joints, count, 1);
    const PoseBuffer first = random_poses(joints, count, 1), b = random_poses(joints, count, 2),
                     c = random_poses(joints, count, 3);
    std::vector<float> weights[3];
    for (size_t i = 0; i < count; ++i) {
      for (size_t k = 0; k < 3; ++k) weights[k].push_back(float((i * 5 + k * 3) % 7) / 4 + 0.1f);
    }
    const float mask[] = {1, 0, 0.5f, 2, 0.125f};
    const PoseLayer layers[] = {{a, weights[0], {}}, {b, weights[1], mask}, {c, weights[2], {}}};
    ASSERT_TRUE(blend_layers(skeleton.view(), layers, a));
    for (size_t i = 0; i < count; ++i) {
      for (size_t j = 0; j < joints; ++j) {
        const DTransform poses[] = {cast<double>(first.span().get(i, j)),
                                    cast<double>(b.span().get(i, j)),
                                    cast<double>(c.span().get(i, j))};
        const double shares[] = {weights[0][i], double(weights[1][i]) * double(mask[j]),
                                 weights[2][i]};
        EXPECT_LT(test::distance(a.span().get(i, j), mixed(poses, shares)), 1e-5);
      }
    }
  }
}

TEST(BlendLayersRules, what_does_not_match_is_named) {
  const FlatSkeleton skeleton(2);
  PoseBuffer out(2, 2), few(2, 1), other(3, 2);
  const float weights[] = {1, 1}, mask[] = {1, 1, 1};
  const auto fault = [&](const PoseLayer& layer, PoseSpan to) {
    return std::string(blend_layers(skeleton.view(), {&layer, 1}, to).argument);
  };
  EXPECT_EQ(fault({out, weights, {}}, other), "out");
  EXPECT_EQ(fault({few, weights, {}}, out), "layers");
  EXPECT_EQ(fault({out, {weights, 1}, {}}, out), "layers");
  EXPECT_EQ(fault({out, weights, mask}, out), "layers");
}

}  // namespace
}  // namespace saker
