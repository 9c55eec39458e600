#include "build/joint_map.h"
#include "support/packed.h"
#include "support/sample_scene.h"

#include <gtest/gtest.h>

namespace saker {
namespace {

using test::make_arm;
using test::make_track;
using test::pack;
using test::worst_error;

TEST(Packing, the_error_stays_within_the_tolerance_between_the_keys_too) {
  const Scene scene = make_arm();
  const Asset asset = pack(scene);
  EXPECT_LE(worst_error(scene, 0, asset, 1000), 1e-4);
}

TEST(Packing, a_loose_tolerance_is_used_and_a_strict_one_kept) {
  const Scene scene = make_arm(12);
  for (const Packing packing : {Packing::kFast, Packing::kSmall}) {
    size_t last_size = SIZE_MAX;
    for (const double tolerance : {1e-5, 1e-4, 1e-3, 1e-2}) {
      BuildOptions options;
      options.packing = packing;
      options.tolerance = tolerance;
      auto built = build_asset(scene, options);
      ASSERT_TRUE(built);
      EXPECT_LT(built->clips[0].packed_bytes, last_size);
      last_size = built->clips[0].packed_bytes;
      auto asset = Asset::from_bytes(std::move(built->bytes));
      ASSERT_TRUE(asset);
      EXPECT_LE(worst_error(scene, 0, *asset, 1000), tolerance);
    }
  }
}

TEST(Packing, the_report_says_how_each_track_is_stored_and_how_errors_spread) {
  Scene scene = make_arm(4);  // four that turn, a cubic root, a scale and steps
  scene.clips[0].tracks.push_back(make_track(3, Property::kTranslation, Interpolation::kLinear, {0},
                                             {0.3f, 0, 0}));  // as at rest
  scene.clips[0].tracks.push_back(
      make_track(3, Property::kScale, Interpolation::kLinear, {0}, {2, 2, 2}));
  const auto built = build_asset(scene);
  ASSERT_TRUE(built);
  const ClipReport& report = built->clips[0];
  EXPECT_EQ(report.rest_tracks, 1u);
  EXPECT_EQ(report.constant_tracks, 1u);
  EXPECT_EQ(
      report.rest_tracks + report.constant_tracks + report.sampled_tracks + report.keyed_tracks,
      9u);
  EXPECT_GE(report.keyed_tracks, 1u);  // the steps
  EXPECT_GT(report.samples, 60u);
  EXPECT_NEAR(report.rate, double(report.samples - 1) / 2, 1e-4);
  EXPECT_LE(report.error_median, report.error_95);
  EXPECT_LE(report.error_95, report.error_99);
  EXPECT_LE(report.error_99, report.error * 1.01);  // classes are 1 % wide
  EXPECT_GT(report.error, 0);
  EXPECT_FALSE(report.error_joint.empty());
  EXPECT_GT(report.seconds, 0);
}

TEST(Packing, a_track_with_more_detail_than_any_code_keeps_its_keys) {
  Scene scene = make_arm(2);
  std::vector<float> times, values;
  for (int k = 0; k <= 60; ++k) {
    times.push_back(float(k) / 30);
    values.insert(values.end(), {k % 2 == 0 ? 0 : 1e-3f * float(k), k == 30 ? 4e6f : 0, 0});
  }
  scene.clips[0].tracks = {
      make_track(0, Property::kTranslation, Interpolation::kLinear, times, values)};
  for (const Packing packing : {Packing::kFast, Packing::kSmall}) {
    BuildOptions options;
    options.packing = packing;
    const Asset asset = pack(scene, options);
    ASSERT_EQ(asset.clips()[0].keyed.size(), 1u);
    EXPECT_FLOAT_EQ(test::runtime_models(asset, asset.clips()[0], 1)[0].m[1][3], 4e6f);
  }
}

TEST(Packing, the_report_admits_the_error_that_an_independent_measure_finds) {
  const Scene scene = make_arm(12);
  auto built = build_asset(scene);
  ASSERT_TRUE(built);
  const double reported = built->clips[0].error;
  auto asset = Asset::from_bytes(std::move(built->bytes));
  ASSERT_TRUE(asset);
  EXPECT_GE(reported, 0.9 * worst_error(scene, 0, *asset, 1000));
}

TEST(Packing, a_track_that_rests_takes_no_space_and_a_constant_one_value) {
  Scene scene = make_arm(3);
  scene.clips[0].tracks = {make_track(1, Property::kTranslation, Interpolation::kLinear, {0, 1},
                                      {0.3f, 0, 0, 0.3f, 0, 0}),
                           make_track(2, Property::kTranslation, Interpolation::kLinear, {0, 2},
                                      {0.4f, 0, 0, 0.4f, 0, 0})};
  const Asset asset = pack(scene);
  const Clip& clip = asset.clips()[0];
  ASSERT_EQ(clip.constants.size(), 1u);
  EXPECT_EQ(clip.constants[0].joint, 2u);
  EXPECT_TRUE(clip.sampled.empty());
  EXPECT_TRUE(clip.keyed.empty());
}

TEST(Packing, steps_stay_steps) {
  Scene scene = make_arm(2);
  scene.clips[0].tracks = {make_track(1, Property::kTranslation, Interpolation::kStep,
                                      {0, 0.3337f, 2}, {1, 0, 0, 2, 0, 0, 3, 0, 0})};
  const Asset asset = pack(scene);
  const float before = std::nextafter(0.3337f, 0.0f);
  EXPECT_FLOAT_EQ(test::runtime_models(asset, asset.clips()[0], before)[1].m[0][3], 1);
  EXPECT_FLOAT_EQ(test::runtime_models(asset, asset.clips()[0], 0.3337f)[1].m[0][3], 2);
  EXPECT_FLOAT_EQ(test::runtime_models(asset, asset.clips()[0], 2)[1].m[0][3], 3);
}

TEST(Packing, a_chosen_rate_is_used) {
  BuildOptions options;
  options.rate = 60;
  auto built = build_asset(make_arm(), options);
  ASSERT_TRUE(built);
  EXPECT_EQ(built->clips[0].samples, 121u);
}

TEST(Packing, half_turns_between_keys_keep_the_tolerance) {
  Scene scene = make_arm(2);
  std::vector<float> times, values;
  for (int k = 0; k <= 30; ++k) {
    times.push_back(float(k) / 15);
    test::append_turn(values, 3.0 * (k % 2) + 0.01 * k);
  }
  scene.clips[0].tracks = {
      make_track(0, Property::kRotation, Interpolation::kLinear, times, values)};
  EXPECT_LE(worst_error(scene, 0, pack(scene), 1000), 1e-4);
}

TEST(Packing, a_clip_without_tracks_and_without_duration_is_the_rest_pose) {
  Scene scene = make_arm(3);
  scene.clips = {RawClip{"still", {}, 0}};
  const Asset asset = pack(scene);
  EXPECT_FLOAT_EQ(test::runtime_models(asset, asset.clips()[0], 0)[2].m[0][3], 0.6f);
}

TEST(Packing, sheared_nodes_and_mirrored_nodes_survive) {
  Scene scene = make_arm(3);
  scene.nodes[0].matrix = Affine{{{1, 0.5f, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
  scene.nodes[1].matrix = Affine{{{-1, 0, 0, 0.3f}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
  const Asset asset = pack(scene);
  ASSERT_EQ(asset.skeleton().fixed.size(), 1u);
  EXPECT_LE(worst_error(scene, 0, asset, 100), 1e-4);
}

TEST(Packing, bounds_hold_every_vertex_at_every_time) {
  const Scene scene = make_arm(6);
  const Asset asset = pack(scene);
  const Bounds& bounds = asset.clips()[0].bounds;
  for (int i = 0; i <= 50; ++i) {
    const ScenePose pose = evaluate(scene, &scene.clips[0], i * 0.04);
    for (const int node : {6, 7}) {
      for (const DVec3& p : deform(scene, pose, node, 0)) {
        for (size_t axis = 0; axis < 3; ++axis) {
          EXPECT_GE(p[axis], double(bounds.minimum[axis]) - 0.01);
          EXPECT_LE(p[axis], double(bounds.maximum[axis]) + 0.01);
        }
      }
    }
  }
}

TEST(Packing, nonsense_options_are_refused) {
  BuildOptions options;
  options.tolerance = 0;
  EXPECT_FALSE(build_asset(make_arm(), options));
}

TEST(Decompose, gives_back_what_compose_made_and_refuses_shear) {
  const Transform t{{1, 2, 3}, normalize(Quat{0.1f, -0.7f, 0.3f, 0.2f}), {-2, 0.5f, 3}};
  const auto back = decompose(compose(t));
  ASSERT_TRUE(back);
  EXPECT_NEAR(std::fabs(dot(back->rotation, t.rotation)), 1, 1e-6);
  EXPECT_FLOAT_EQ(back->scale.x, -2);
  EXPECT_FALSE(decompose(Affine{{{1, 0.5f, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}));
  EXPECT_FALSE(decompose(Affine{{{0, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}));
}

}  // namespace
}  // namespace saker
