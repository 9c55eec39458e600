// The measure itself, against hand calculation and against the exact evaluation.
#include "support/shell_error.h"

#include "support/packed.h"
#include "support/sample_scene.h"
#include "support/turned.h"

namespace saker {
namespace {

using test::make_arm;
using test::make_track;
using test::worst_shell_error;

double largest_difference(const DAffine& a, const DAffine& b) {
  double largest = 0;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 4; ++c) largest = std::max(largest, std::fabs(a.m[r][c] - b.m[r][c]));
  return largest;
}

TEST(ScenePlayer, has_the_matrices_of_evaluate) {
  Scene scene = make_arm();
  scene.nodes[6].matrix = Affine{{{1, 0.5f, 0, 1}, {0, 1, 0, 2}, {0, 0, -1, 3}}};
  const RawClip& clip = scene.clips[0];
  test::ScenePlayer player(scene, clip);
  for (const double time : {-1.0, 0.0, 0.37, 0.5, 1.99, 1.2345, 0.1, 2.0, 7.0}) {
    const ScenePose pose = evaluate(scene, &clip, time);
    const auto& world = player.world(time);
    for (size_t i = 0; i < world.size(); ++i)
      EXPECT_LE(largest_difference(world[i], pose.world[i]), 1e-15) << time << " s, node " << i;
  }
}

TEST(Turned, moves_everything_about_y) {
  Scene scene = make_arm();
  scene.nodes[0].local.translation = {0.3f, 1, -2};
  const double yaw = 0.7;
  const DAffine turn = compose(DTransform{{}, rotation_about(DVec3{0, 1, 0}, yaw), {1, 1, 1}});
  const Scene other = test::turned(scene, yaw);
  for (const double time : {0.0, 0.4, 0.9, 1.3, 2.0}) {
    for (const bool rests : {true, false}) {
      const ScenePose before = evaluate(scene, rests ? nullptr : &scene.clips[0], time);
      const ScenePose after = evaluate(other, rests ? nullptr : &other.clips[0], time);
      for (size_t i = 0; i < before.world.size(); ++i)
        EXPECT_LE(largest_difference(turn * before.world[i], after.world[i]), 1e-6)
            << time << " s, node " << i;
    }
  }
}

TEST(ShellError, of_a_turn_is_the_chord_at_the_shell) {
  const DAffine turned = compose(DTransform{{}, rotation_about(DVec3{1, 0, 0}, 0.2), {1, 1, 1}});
  EXPECT_NEAR(test::shell_error({}, turned, 0.03), 2 * std::sin(0.1) * 0.03, 1e-15);
}

TEST(ShellError, reaches_three_centimetres_where_the_joint_is_squashed) {
  const DAffine squashed = compose(DTransform{{}, {}, {0.5, 0.5, 0.5}});
  const DAffine flat = compose(DTransform{{}, {}, {0.5, 0.4, 0.5}});
  EXPECT_NEAR(test::shell_error(squashed, flat, 0.03), 0.03 * 0.1 / 0.5, 1e-15);
}

TEST(ShellError, that_is_no_number_counts_as_the_worst) {
  DAffine broken;
  broken.m[1][1] = std::nan("");
  EXPECT_TRUE(std::isnan(test::shell_error({}, broken, 0.03)));
}

TEST(ShellError, finds_where_a_source_was_changed) {
  Scene scene = make_arm(3);
  scene.clips[0].tracks = {make_track(1, Property::kTranslation, Interpolation::kLinear, {0, 1, 2},
                                      {0.3f, 0, 0, 0.3f, 0, 0, 0.3f, 0, 0})};
  const Asset asset = test::pack(scene);
  EXPECT_LE(worst_shell_error(scene, 0, asset).error, 1e-7);
  scene.clips[0].tracks[0].values[4] = 0.001f;  // 1 mm at 1 s, for the joint and what hangs on it
  const test::ShellError worst = worst_shell_error(scene, 0, asset);
  EXPECT_NEAR(worst.error, 1e-3, 1e-7);
  EXPECT_EQ(worst.time, 1.0f);
  EXPECT_GE(worst.joint, 1);
}

TEST(ComparisonTimes, are_the_keys_eight_between_and_both_sides_of_a_step) {
  RawClip clip;
  clip.duration = 9;
  clip.tracks = {make_track(0, Property::kScale, Interpolation::kStep, {0, 9}, {1, 1, 1, 2, 2, 2})};
  const std::vector<float> times = test::comparison_times(clip);
  ASSERT_EQ(times.size(), 11u);
  for (size_t i = 0; i < 9; ++i) EXPECT_EQ(times[i], float(i));
  EXPECT_GE(9.0 - double(times[9]), 1e-6);
  EXPECT_LE(9.0 - double(times[9]), 3e-6);
  EXPECT_EQ(times[10], 9.0f);
}

}  // namespace
}  // namespace saker
