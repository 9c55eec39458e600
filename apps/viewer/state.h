#pragma once
// State: everything that the window shows and its controls change.

#include "viewer/loader.h"

#include <saker/camera.h>
#include <saker/player.h>
#include <saker/renderer.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace saker::viewer {

// The document that is shown, as it moves.
struct Model {
  std::unique_ptr<Document> document;  // its address is the player's
  Player player;
  ModelHandle handle;
  // Of every morph target: what a person set instead of the clip's weight, and what is drawn.
  std::vector<std::optional<float>> held_weights;
  std::vector<float> weights;

  const Asset& asset() const { return document->asset; }
  // The clip that plays; null at rest.
  const Clip* clip() const {
    return player.clip() < 0 ? nullptr : &asset().clips()[size_t(player.clip())];
  }
};

// How any clip of any document plays.
struct Playback {
  bool paused = false;
  bool looping = true;
  float speed = 1;
  float fade = 0.3f;       // seconds, to the next clip
  bool scrubbing = false;  // a hand is on the playhead
};

struct Display {
  bool meshes = true;
  bool grid = true;
  bool shadow = true;
  bool wireframe = false;
  bool skeleton = false;
  bool joint_names = false;
  bool panels = true;
  bool help = false;
};

// A rectangle in window coordinates, y down.
struct Rect {
  float x = 0, y = 0, width = 0, height = 0;
  float aspect() const { return width / height; }
};

// A sentence that is shown for a while.
struct Notice {
  std::string text;
  double until = 0;  // seconds, of the state's clock
};

struct State {
  explicit State(bool watching) : loader(watching) {}

  Loader loader;
  std::optional<Model> model;
  Camera camera;
  Playback playback;
  Display display;
  Rect scene;  // where the model is seen

  // Why the file asked for last is not shown, and what was found in it.
  std::optional<Error> error;
  Diagnostics diagnostics;

  std::vector<bool> named_joints;  // whose names were seen in the last frame

  Notice notice;
  double clock = 0;    // seconds since the window was opened
  float frame_ms = 0;  // the work of a frame, averaged
  float frame_rate = 0;
  bool screenshot_wanted = false;
  bool quit = false;
};

}  // namespace saker::viewer
