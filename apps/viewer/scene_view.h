#pragma once
// The scene: the model as the renderer draws it, seen through the camera that the mouse moves.

#include "viewer/state.h"

namespace saker::viewer {

// Turns, moves and zooms the camera when the pointer is on the scene and not on a panel.
void control_camera(State& state);

// What the renderer is to draw in a picture of this size.
View make_view(const State& state, int width, int height);
Character make_character(const Model& model);

// From model space to window coordinates; nothing for what is behind the camera.
class Projector {
 public:
  explicit Projector(const State& state);
  std::optional<Vec2> operator()(const Vec3& point) const;

 private:
  Mat4 to_clip_;
  Rect scene_;
};

}  // namespace saker::viewer
