#include "support/sample_scene.h"

#include <saker/raw_clip.h>

#include <gtest/gtest.h>

namespace saker {
namespace {

using test::append_turn;
using test::make_track;

double sample_x(const Track& track, double time) {
  double v[4] = {};
  sample_track(track, time, v);
  return v[0];
}

double turn_at(const Track& track, double time) {
  double v[4] = {};
  sample_track(track, time, v);
  return 2 * std::atan2(v[2], v[3]);
}

Track linear_x(std::vector<float> times, std::vector<float> xs) {
  std::vector<float> values;
  for (const float x : xs) values.insert(values.end(), {x, 0, 0});
  return make_track(0, Property::kTranslation, Interpolation::kLinear, std::move(times), values);
}

TEST(RawClip, linear_keys_are_joined_by_straight_lines) {
  const Track track = linear_x({1, 3, 4}, {0, 8, 2});
  EXPECT_DOUBLE_EQ(sample_x(track, 1.5), 2);
  EXPECT_DOUBLE_EQ(sample_x(track, 3.25), 6.5);
}

TEST(RawClip, the_ends_are_held_before_the_first_and_after_the_last_key) {
  const Track track = linear_x({1, 3}, {5, 8});
  EXPECT_DOUBLE_EQ(sample_x(track, 0), 5);
  EXPECT_DOUBLE_EQ(sample_x(track, 99), 8);
}

TEST(RawClip, a_single_key_is_a_constant) {
  const Track track = linear_x({1}, {5});
  for (const double time : {0.0, 1.0, 2.0}) EXPECT_DOUBLE_EQ(sample_x(track, time), 5);
}

TEST(RawClip, a_step_changes_at_its_key_and_not_before) {
  Track track = linear_x({0, 1, 2}, {1, 2, 3});
  track.interpolation = Interpolation::kStep;
  EXPECT_DOUBLE_EQ(sample_x(track, 0.9999999), 1);
  EXPECT_DOUBLE_EQ(sample_x(track, 1), 2);
  EXPECT_DOUBLE_EQ(sample_x(track, 1.5), 2);
}

// Hermite from 0 to 1 over d seconds with slope 1 at the start: p(1/2) = 1/2 + d/8.
TEST(RawClip, cubic_tangents_are_scaled_by_the_interval) {
  for (const float d : {0.5f, 1.0f, 4.0f}) {
    const Track track =
        make_track(0, Property::kTranslation, Interpolation::kCubic, {0, d},
                   {9, 0, 0, 0, 0, 0, 1, 0, 0, /* second key */ 0, 0, 0, 1, 0, 0, 9, 0, 0});
    EXPECT_DOUBLE_EQ(sample_x(track, d / 2), 0.5 + d / 8);
  }
}

TEST(RawClip, cubic_groups_are_in_tangent_value_out_tangent) {
  // Only the second key's in-tangent is set: p(1/2) = 1/2 - slope * d / 8.
  const Track track =
      make_track(0, Property::kTranslation, Interpolation::kCubic, {0, 2},
                 {7, 0, 0, 0, 0, 0, 0, 0, 0, /* second key */ 0.5, 0, 0, 1, 0, 0, 7, 0, 0});
  EXPECT_DOUBLE_EQ(sample_x(track, 1), 0.5 - 0.5 * 2 / 8);
}

TEST(RawClip, rotations_turn_at_constant_speed) {
  std::vector<float> values;
  append_turn(values, 0);
  append_turn(values, 1.5);
  const Track track = make_track(0, Property::kRotation, Interpolation::kLinear, {0, 3}, values);
  EXPECT_NEAR(turn_at(track, 1), 0.5, 1e-7);
  EXPECT_NEAR(turn_at(track, 2), 1.0, 1e-7);
}

TEST(RawClip, rotations_take_the_short_way_whatever_the_sign_of_a_key) {
  std::vector<float> values;
  append_turn(values, 0.2);
  append_turn(values, 1.0);
  for (size_t c = 4; c < 8; ++c) values[c] = -values[c];
  const Track track = make_track(0, Property::kRotation, Interpolation::kLinear, {0, 1}, values);
  EXPECT_NEAR(turn_at(track, 0.5), 0.6, 1e-7);
}

TEST(RawClip, cubic_rotations_come_out_at_unit_length) {
  std::vector<float> values(4);
  append_turn(values, 0);
  values.insert(values.end(), {0, 0, 3, 0, 0, 0, -1, 0});
  append_turn(values, 2);
  values.insert(values.end(), {0, 0, 0, 0});
  const Track track = make_track(0, Property::kRotation, Interpolation::kCubic, {0, 1}, values);
  double v[4];
  sample_track(track, 0.4, v);
  EXPECT_NEAR(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3], 1, 1e-14);
}

TEST(RawClip, aligning_negates_a_cubic_key_with_its_tangents) {
  std::vector<float> values = {0, 0, 0, 0};
  append_turn(values, 0.1);
  values.insert(values.end(), {0, 0, 1, 0, /* second key */ 0, 0, -1, 0});
  append_turn(values, 0.3);
  for (size_t c = 16; c < 20; ++c) values[c] = -values[c];
  values.insert(values.end(), {0, 0, -2, 0});
  Track track = make_track(0, Property::kRotation, Interpolation::kCubic, {0, 1}, values);
  align_rotation_keys(track);
  EXPECT_FLOAT_EQ(track.values[14], 1);
  EXPECT_GT(track.values[19], 0);
  EXPECT_FLOAT_EQ(track.values[22], 2);
}

// Slopes are (v[k+1] - v[k-1]) / (t[k+1] - t[k-1]), one-sided at the ends.
TEST(RawClip, automatic_tangents_are_the_slope_between_neighbours) {
  Track track = linear_x({0, 1, 3}, {0, 2, 3});
  make_catmull_rom(track);
  ASSERT_EQ(track.interpolation, Interpolation::kCubic);
  EXPECT_FLOAT_EQ(track.values[0], 2);
  EXPECT_FLOAT_EQ(track.values[9], 1);
  EXPECT_FLOAT_EQ(track.values[15], 1);
  EXPECT_FLOAT_EQ(track.values[18], 0.5);
  EXPECT_DOUBLE_EQ(sample_x(track, 1), 2);
}

TEST(RawClip, a_broken_track_is_refused_with_the_rule_it_breaks) {
  EXPECT_TRUE(check_track(linear_x({0, 1}, {0, 1})));
  EXPECT_STREQ(check_track(linear_x({}, {})).argument, "track.times");
  EXPECT_STREQ(check_track(linear_x({0, 0}, {1, 2})).rule, "increase strictly");
  EXPECT_STREQ(check_track(linear_x({0, NAN}, {1, 2})).rule, "are finite");
  EXPECT_STREQ(check_track(linear_x({0, 1}, {1})).argument, "track.values");
}

}  // namespace
}  // namespace saker
