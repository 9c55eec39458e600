#include "stage.h"

#include <saker/build.h>

#include <algorithm>
#include <string_view>

namespace saker::web {
namespace {

// A page has two gigabytes at most, and the scene, its packed form and what the device is given are
// there at the same time.
constexpr uint64_t kMemoryLimit = uint64_t{512} << 20;

Result<std::vector<uint8_t>> pack(std::span<const uint8_t> bytes, const std::string& name,
                                  const ReadFile& read_file, Diagnostics& diagnostics) {
  if (is_saker_file(bytes)) return std::vector<uint8_t>(bytes.begin(), bytes.end());
  auto scene = import_scene(bytes, name, read_file, {.memory_limit = kMemoryLimit}, &diagnostics);
  if (!scene) return scene.error();
  auto built = build_asset(*scene);
  if (!built) return built.error();
  return std::move(built->bytes);
}

}  // namespace

Result<std::unique_ptr<Stage>> Stage::make() {
  auto device = make_gl_device();
  if (!device) return device.error();
  auto renderer = Renderer::make(**device);
  if (!renderer) return renderer.error();
  return std::unique_ptr<Stage>(new Stage(std::move(*device), std::move(*renderer)));
}

std::optional<Error> Stage::open(std::span<const uint8_t> bytes, const std::string& name,
                                 const ReadFile& read_file) {
  Diagnostics diagnostics;
  auto packed = pack(bytes, name, read_file, diagnostics);
  if (!packed) return packed.error();
  const size_t packed_size = packed->size();
  auto asset = Asset::from_bytes(std::move(*packed), name);
  if (!asset) return asset.error();
  auto model = std::make_unique<Model>(std::move(*asset));
  auto handle = renderer_.add(model->asset, &model->diagnostics);
  if (!handle) return handle.error();
  model->handle = *handle;
  model->name = name;
  model->bytes = packed_size;
  model->diagnostics.insert(model->diagnostics.begin(), diagnostics.begin(), diagnostics.end());
  if (model_) renderer_.remove(model_->handle);
  model_ = std::move(model);
  return std::nullopt;
}

Bounds Stage::bounds(bool all_clips) const {
  Bounds sum = clip_bounds(model_->asset, model_->player.clip());
  if (!all_clips) return sum;
  for (const Clip& clip : model_->asset.clips()) sum = unite(sum, clip.bounds);
  return sum;
}

void Stage::home(float aspect) {
  if (model_) camera = Camera().framed(bounds(false), aspect);
}

void Stage::fit(float aspect, bool all_clips) {
  if (model_) camera = camera.framed(bounds(all_clips), aspect);
}

std::optional<Error> Stage::draw(float seconds, int width, int height) {
  View view = look(camera, width, height);
  view.grid = settings.grid;
  view.shadow = settings.shadow;
  view.meshes = settings.meshes;
  view.wireframe = settings.wireframe;
  view.skeleton = settings.skeleton;
  view.background_top = settings.background_top;
  view.background_bottom = settings.background_bottom;
  if (!model_) return renderer_.draw(view, {});

  view.ground = ground_under(model_->asset);
  Player& player = model_->player;
  player.paused = settings.paused;
  player.looping = settings.looping;
  player.speed = settings.speed;
  player.advance(seconds);
  player.evaluate();
  const Character character{
      .model = model_->handle, .matrices = player.matrices(), .weights = player.weights()};
  return renderer_.draw(view, {&character, 1});
}

}  // namespace saker::web
