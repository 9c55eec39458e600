#include "viewer/actions.h"

#include <algorithm>
#include <cmath>

namespace saker::viewer {
namespace {

constexpr float kDefaultRate = 30;
constexpr float kFastest = 4;
constexpr double kNoticeSeconds = 4;

void play_or_pause(State& state) {
  state.playback.paused = !state.playback.paused;
  if (state.playback.paused || !state.model || state.playback.looping) return;
  // At the end of a clip that does not loop, playing means once more.
  Player& player = state.model->player;
  const bool backwards = state.playback.speed < 0;
  if (player.time() == (backwards ? 0 : player.duration()))
    player.seek(backwards ? player.duration() : 0);
}

void change_clip(State& state, int by) {
  if (!state.model) return;
  const int count = int(state.model->asset().clips().size());
  if (count == 0) return;
  const int now = state.model->player.clip();
  // From the rest pose on to the first clip, or back to the last.
  const int next = now < 0 ? (by > 0 ? 0 : count - 1) : (now + by + count) % count;
  play_clip(state, next);
}

void go_to_end(State& state, bool last) {
  if (!state.model) return;
  state.playback.paused = true;
  state.model->player.seek(last ? state.model->player.duration() : 0);
}

void change_speed(State& state, float by) {
  float& speed = state.playback.speed;
  speed = std::clamp(std::round(speed * 4 + by) / 4, -kFastest, kFastest);
}

void frame(State& state, bool all_clips) {
  if (!state.model || state.scene.height <= 0) return;
  const Asset& asset = state.model->asset();
  const Bounds bounds =
      all_clips ? animated_bounds(asset) : clip_bounds(asset, state.model->player.clip());
  state.camera = state.camera.framed(bounds, state.scene.aspect());
}

void toggle(bool& value) { value = !value; }

// Closes what lies over the model before it closes the window.
void quit(State& state) {
  if (state.display.help) {
    state.display.help = false;
  } else {
    state.quit = true;
  }
}

// The clip that plays now, in a new version of its document.
int same_clip(const Model& model, const Asset& renewed) {
  const Clip* clip = model.clip();
  if (!clip) return -1;
  const auto clips = renewed.clips();
  const auto same =
      std::find_if(clips.begin(), clips.end(), [&](const Clip& c) { return c.name == clip->name; });
  if (same != clips.end() && !clip->name.empty()) return int(same - clips.begin());
  return std::min(model.player.clip(), int(clips.size()) - 1);
}

int first_clip(const Asset& asset, const std::string& wanted) {
  const Clip* clip = wanted.empty() ? nullptr : asset.find_clip(wanted);
  if (clip) return int(clip - asset.clips().data());
  return asset.clips().empty() ? -1 : 0;
}

}  // namespace

void perform(Command command, State& state) {
  switch (command) {
    case Command::kPlayPause:
      return play_or_pause(state);
    case Command::kStepBack:
      return step(state, -1);
    case Command::kStepForward:
      return step(state, 1);
    case Command::kFirstFrame:
      return go_to_end(state, false);
    case Command::kLastFrame:
      return go_to_end(state, true);
    case Command::kPreviousClip:
      return change_clip(state, -1);
    case Command::kNextClip:
      return change_clip(state, 1);
    case Command::kSlower:
      return change_speed(state, -1);
    case Command::kFaster:
      return change_speed(state, 1);
    case Command::kReverse:
      state.playback.speed = -state.playback.speed;
      return;
    case Command::kLoop:
      return toggle(state.playback.looping);
    case Command::kFrameClip:
      return frame(state, false);
    case Command::kFrameAll:
      return frame(state, true);
    case Command::kGrid:
      return toggle(state.display.grid);
    case Command::kSkeleton:
      return toggle(state.display.skeleton);
    case Command::kJointNames:
      return toggle(state.display.joint_names);
    case Command::kWireframe:
      return toggle(state.display.wireframe);
    case Command::kPanels:
      return toggle(state.display.panels);
    case Command::kReload:
      return state.loader.reload();
    case Command::kScreenshot:
      state.screenshot_wanted = true;
      return;
    case Command::kHelp:
      return toggle(state.display.help);
    case Command::kQuit:
      return quit(state);
  }
}

void play_clip(State& state, int clip) {
  if (!state.model) return;
  Player& player = state.model->player;
  player.speed = state.playback.speed;
  // Paused, a fade would never get anywhere.
  player.play(clip, state.playback.paused ? 0 : state.playback.fade);
}

float frame_rate(const Model& model) {
  const Clip* clip = model.clip();
  return clip && clip->sample_count > 0 ? clip->rate() : kDefaultRate;
}

void step(State& state, int frames) {
  if (!state.model || !state.model->clip()) return;
  state.playback.paused = true;
  Player& player = state.model->player;
  const float rate = frame_rate(*state.model);
  const float last = std::floor(player.duration() * rate + 0.01f);
  float frame = std::round(player.time() * rate) + float(frames);
  if (state.playback.looping) {
    if (frame < 0) frame = last;
    if (frame > last) frame = 0;
  }
  player.seek(frame / rate);
}

void notify(State& state, std::string text) {
  state.notice = {std::move(text), state.clock + kNoticeSeconds};
}

void show_document(State& state, std::unique_ptr<Document> document, ModelHandle handle, bool again,
                   const std::string& clip) {
  const Asset& asset = document->asset;
  const size_t weight_count = morph_weight_count(asset);
  Model model{std::move(document), Player(asset), handle, {}, {}};
  model.weights.resize(weight_count);
  model.held_weights.resize(weight_count);
  const bool keep = again && state.model;
  if (keep) {
    model.player.play(same_clip(*state.model, asset));
    model.player.seek(state.model->player.time());
    if (state.model->held_weights.size() == weight_count)
      model.held_weights = state.model->held_weights;
  } else {
    model.player.play(first_clip(asset, clip));
  }
  state.model.emplace(std::move(model));
  if (keep) return;
  frame(state, false);
  // Without meshes there is nothing else to see.
  if (state.model->document->statistics.instances == 0) state.display.skeleton = true;
}

void advance(State& state, float seconds) {
  if (!state.model) return;
  Model& model = *state.model;
  const Playback& playback = state.playback;
  model.player.paused = playback.paused || playback.scrubbing;
  model.player.looping = playback.looping;
  model.player.speed = playback.speed;
  model.player.advance(seconds);
  model.player.evaluate();
  const auto weights = model.player.weights();
  for (size_t i = 0; i < model.weights.size(); ++i)
    model.weights[i] = model.held_weights[i].value_or(weights[i]);
}

}  // namespace saker::viewer
