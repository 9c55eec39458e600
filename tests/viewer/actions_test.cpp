#include "viewer/actions.h"

#include "support/sample_scene.h"

#include <gtest/gtest.h>

namespace saker::viewer {
namespace {

// An arm with the clips "bend", "again" and "still more".
std::unique_ptr<Document> make_document(const std::vector<std::string>& clips) {
  Scene scene = saker::test::make_arm();
  scene.clips.resize(1);
  scene.clips.resize(clips.size(), scene.clips[0]);
  for (size_t i = 0; i < clips.size(); ++i) scene.clips[i].name = clips[i];
  auto built = build_asset(scene);
  EXPECT_TRUE(built) << built.error().text();
  auto asset = Asset::from_bytes(std::move(built->bytes));
  EXPECT_TRUE(asset) << asset.error().text();
  return std::make_unique<Document>(Document{"arm.glb", std::move(*asset), {}, {}, 0, 0});
}

class ActionsTest : public testing::Test {
 protected:
  ActionsTest() : state(false) {
    state.scene = {0, 0, 400, 300};
    show({"bend", "again", "more"}, false);
  }

  void show(const std::vector<std::string>& clips, bool again, const std::string& clip = "") {
    show_document(state, make_document(clips), {}, again, clip);
    advance(state, 0);
  }
  Player& player() { return state.model->player; }

  State state;
};

TEST_F(ActionsTest, the_first_clip_plays_or_the_one_asked_for) {
  EXPECT_EQ(player().clip(), 0);
  show({"bend", "again", "more"}, false, "again");
  EXPECT_EQ(player().clip(), 1);
  show({"bend", "again", "more"}, false, "2");
  EXPECT_EQ(player().clip(), 2);
  show({"bend", "again", "more"}, false, "unknown");
  EXPECT_EQ(player().clip(), 0);
}

TEST_F(ActionsTest, a_document_read_again_keeps_clip_time_and_camera) {
  play_clip(state, 1);
  player().seek(1.25f);
  state.camera.yaw = 2;
  show({"new", "bend", "again"}, true);
  EXPECT_EQ(player().clip(), 2) << "by its name";
  EXPECT_FLOAT_EQ(player().time(), 1.25f);
  EXPECT_EQ(state.camera.yaw, 2);
  show({"only"}, true);
  EXPECT_EQ(player().clip(), 0) << "what is left";
}

TEST_F(ActionsTest, held_weights_survive_a_reload) {
  ASSERT_FALSE(state.model->weights.empty());
  state.model->held_weights[0] = 0.75f;
  show({"bend"}, true);
  EXPECT_EQ(state.model->weights[0], 0.75f);
  show({"bend"}, false);
  EXPECT_FALSE(state.model->held_weights[0]);
}

TEST_F(ActionsTest, clips_follow_each_other_around) {
  perform(Command::kPreviousClip, state);
  EXPECT_EQ(player().clip(), 2);
  perform(Command::kNextClip, state);
  EXPECT_EQ(player().clip(), 0);
  play_clip(state, -1);
  perform(Command::kNextClip, state);
  EXPECT_EQ(player().clip(), 0);
}

TEST_F(ActionsTest, the_next_clip_fades_in_unless_paused) {
  perform(Command::kNextClip, state);
  EXPECT_TRUE(player().fading());
  perform(Command::kPlayPause, state);
  perform(Command::kNextClip, state);
  EXPECT_FALSE(player().fading());
}

TEST_F(ActionsTest, steps_pause_on_frames_and_go_around) {
  const float frame = 1 / frame_rate(*state.model);
  player().seek(10.4f * frame);
  perform(Command::kStepForward, state);
  EXPECT_TRUE(state.playback.paused);
  EXPECT_NEAR(player().time(), 11 * frame, 1e-5f);
  perform(Command::kFirstFrame, state);
  perform(Command::kStepBack, state);
  EXPECT_NEAR(player().time(), player().duration(), frame);
  perform(Command::kLastFrame, state);
  perform(Command::kStepForward, state);
  EXPECT_EQ(player().time(), 0);
  state.playback.looping = false;
  perform(Command::kStepBack, state);
  EXPECT_EQ(player().time(), 0);
}

TEST_F(ActionsTest, playing_from_the_end_of_a_clip_that_does_not_loop_starts_over) {
  state.playback.looping = false;
  advance(state, 100);
  EXPECT_EQ(player().time(), player().duration());
  perform(Command::kPlayPause, state);
  perform(Command::kPlayPause, state);
  EXPECT_EQ(player().time(), 0);
}

TEST_F(ActionsTest, speed_goes_through_zero_and_back) {
  for (int i = 0; i < 8; ++i) perform(Command::kSlower, state);
  EXPECT_FLOAT_EQ(state.playback.speed, -1);
  perform(Command::kReverse, state);
  EXPECT_FLOAT_EQ(state.playback.speed, 1);
}

TEST_F(ActionsTest, time_stands_still_under_a_hand) {
  player().seek(0.5f);
  state.playback.scrubbing = true;
  advance(state, 0.25f);
  EXPECT_FLOAT_EQ(player().time(), 0.5f);
}

TEST_F(ActionsTest, closing_closes_the_cheat_sheet_first) {
  perform(Command::kHelp, state);
  perform(Command::kQuit, state);
  EXPECT_FALSE(state.display.help);
  EXPECT_FALSE(state.quit);
  perform(Command::kQuit, state);
  EXPECT_TRUE(state.quit);
}

TEST(Actions, every_command_works_without_a_model) {
  State state(false);
  for (const Shortcut& shortcut : shortcuts()) perform(shortcut.command, state);
  advance(state, 0.1f);
}

}  // namespace
}  // namespace saker::viewer
