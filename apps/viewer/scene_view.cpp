#include "viewer/scene_view.h"

#include <algorithm>
#include <cmath>
#include <imgui.h>

namespace saker::viewer {
void control_camera(State& state) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantCaptureMouse || state.scene.height <= 0) return;
  const float height = state.scene.height;
  Camera& camera = state.camera;
  if (ImGui::IsMouseDown(ImGuiMouseButton_Left))
    camera.orbit(io.MouseDelta.x, io.MouseDelta.y, height);
  if (ImGui::IsMouseDown(ImGuiMouseButton_Right) || ImGui::IsMouseDown(ImGuiMouseButton_Middle))
    camera.pan(io.MouseDelta.x, io.MouseDelta.y, height);
  if (io.MouseWheel != 0) camera.zoom(io.MouseWheel);
}

View make_view(const State& state, int width, int height) {
  View view = look(state.camera, width, height);
  view.grid = state.display.grid;
  view.shadow = state.display.shadow;
  view.meshes = state.display.meshes;
  view.wireframe = state.display.wireframe;
  view.skeleton = state.display.skeleton;
  if (state.model) view.ground = ground_under(state.model->asset());
  return view;
}

Character make_character(const Model& model) {
  Character character;
  character.model = model.handle;
  character.matrices = model.player.matrices();
  character.weights = model.weights;
  return character;
}

Projector::Projector(const State& state)
    : to_clip_(state.camera.projection(state.scene.aspect()) * state.camera.view()),
      scene_(state.scene) {}

std::optional<Vec2> Projector::operator()(const Vec3& point) const {
  float clip[4];
  for (int r = 0; r < 4; ++r) {
    const float* row = to_clip_.m[r];
    clip[r] = row[0] * point.x + row[1] * point.y + row[2] * point.z + row[3];
  }
  const Vec2 at{scene_.x + (clip[0] / clip[3] + 1) / 2 * scene_.width,
                scene_.y + (1 - clip[1] / clip[3]) / 2 * scene_.height};
  // A file may have joints farther away than floats can count.
  if (!(clip[3] > 0) || !std::isfinite(at.x) || !std::isfinite(at.y)) return {};
  return at;
}

}  // namespace saker::viewer
