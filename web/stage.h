#pragma once
// Stage: the one character that the page shows, with its player and camera.

#include <saker/asset.h>
#include <saker/camera.h>
#include <saker/device.h>
#include <saker/import.h>
#include <saker/player.h>
#include <saker/renderer.h>

#include <memory>
#include <optional>
#include <span>
#include <string>

namespace saker::web {

// What the page can turn on and off, or set, whatever the model.
struct Settings {
  bool paused = false;
  bool looping = true;
  float speed = 1;
  bool grid = true;
  bool shadow = true;
  bool meshes = true;
  bool wireframe = false;
  bool skeleton = false;
  Vec3 background_top = View{}.background_top, background_bottom = View{}.background_bottom;
};

struct Model {
  explicit Model(Asset read) : asset(std::move(read)), player(asset) {}

  const Asset asset;
  Player player;
  ModelHandle handle;
  std::string name;
  size_t bytes = 0;  // of the asset
  Diagnostics diagnostics;
};

class Stage {
 public:
  // Draws into the framebuffer of the WebGL context that is current.
  static Result<std::unique_ptr<Stage>> make();

  // Shows another model, at rest. After an error the one before is still shown.
  std::optional<Error> open(std::span<const uint8_t> bytes, const std::string& name,
                            const ReadFile& read_file);

  // Null until a model was opened.
  Model* model() { return model_.get(); }

  // Shows what the clip moves through, or the model at rest, from the usual side: the picture that
  // `saker render` makes. The aspect is that of the picture.
  void home(float aspect);

  // Moves the camera along its direction until the clip, or all of them, fill the picture.
  void fit(float aspect, bool all_clips);

  // Moves on and draws.
  std::optional<Error> draw(float seconds, int width, int height);

  Settings settings;
  Camera camera;

 private:
  Stage(std::unique_ptr<Device> device, Renderer renderer)
      : device_(std::move(device)), renderer_(std::move(renderer)) {}

  Bounds bounds(bool all_clips) const;

  std::unique_ptr<Device> device_;
  Renderer renderer_;
  std::unique_ptr<Model> model_;
};

}  // namespace saker::web
