#include "support/packed.h"
#include "support/sample_scene.h"

#include <saker/player.h>

#include <gtest/gtest.h>

namespace saker {
namespace {

using test::make_track;

// One joint that clip 0 moves from x 0 to 8 in two seconds, and clip 1 holds at x 100.
Scene make_slider() {
  Scene scene = test::make_arm(1);
  const auto slide = [](std::vector<float> values) {
    return make_track(0, Property::kTranslation, Interpolation::kLinear, {0, 2}, std::move(values));
  };
  scene.clips = {RawClip{"slide", {slide({0, 0, 0, 8, 0, 0})}, 2},
                 RawClip{"hold", {slide({100, 0, 0, 100, 0, 0})}, 2}};
  return scene;
}

float x_of(Player& player) {
  player.evaluate();
  return player.matrices()[0].m[0][3];
}

TEST(Player, rests_until_it_plays) {
  const Asset asset = test::pack(make_slider());
  Player player(asset);
  EXPECT_EQ(x_of(player), 0);
  EXPECT_EQ(player.clip(), -1);
  EXPECT_EQ(player.weights()[0], 0.25f);
}

TEST(Player, loops_forwards_and_backwards) {
  const Asset asset = test::pack(make_slider());
  Player player(asset);
  player.play(0);
  player.advance(2.5f);
  EXPECT_NEAR(x_of(player), 2, 1e-4);
  player.speed = -2;
  player.advance(0.5f);
  EXPECT_NEAR(x_of(player), 6, 1e-4);
}

TEST(Player, stays_at_the_end_when_it_does_not_loop) {
  const Asset asset = test::pack(make_slider());
  Player player(asset);
  player.looping = false;
  player.play(0);
  player.advance(5);
  EXPECT_NEAR(x_of(player), 8, 1e-4);
  player.speed = -1;
  player.play(0);
  EXPECT_EQ(player.time(), 2);
  player.advance(9);
  EXPECT_NEAR(x_of(player), 0, 1e-4);
}

TEST(Player, does_not_move_while_paused_but_can_be_put_anywhere) {
  const Asset asset = test::pack(make_slider());
  Player player(asset);
  player.play(0);
  player.paused = true;
  player.advance(1);
  EXPECT_NEAR(x_of(player), 0, 1e-4);
  player.seek(1.5f);
  EXPECT_NEAR(x_of(player), 6, 1e-4);
}

TEST(Player, a_fade_goes_evenly_from_the_old_clip_to_the_new_one) {
  const Asset asset = test::pack(make_slider());
  Player player(asset);
  player.play(0);
  player.advance(1);
  player.play(1, 0.5f);
  EXPECT_NEAR(x_of(player), 4, 1e-3);
  player.advance(0.25f);
  EXPECT_NEAR(x_of(player), (5 + 100) / 2.0, 1e-3);
  player.advance(0.25f);
  EXPECT_NEAR(x_of(player), 100, 1e-3);
  EXPECT_FALSE(player.fading());
}

TEST(Player, an_interrupted_fade_goes_on_from_what_is_shown) {
  const Asset asset = test::pack(make_slider());
  Player player(asset);
  player.play(1);
  player.play(0, 1);
  player.advance(0.5f);
  const float shown = x_of(player);
  player.play(-1, 1);
  EXPECT_NEAR(x_of(player), shown, 1e-3);
  player.advance(0.5f);
  EXPECT_NEAR(x_of(player), shown / 2, 1e-3);
}

TEST(Player, an_unknown_clip_is_the_rest_pose) {
  const Asset asset = test::pack(make_slider());
  Player player(asset);
  player.play(99);
  EXPECT_EQ(player.clip(), -1);
  EXPECT_EQ(x_of(player), 0);
}

}  // namespace
}  // namespace saker
