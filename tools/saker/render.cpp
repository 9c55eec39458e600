#include "saker/film.h"
#include "saker/input.h"
#include "saker/messages.h"
#include "saker/verb.h"

#include <saker/headless.h>
#include <saker/player.h>
#include <saker/renderer.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace saker::cli {
namespace {

struct Options {
  std::string file, output, clip, size = "1280x720", camera;
  std::optional<double> time;
  double fps = 30;
  bool transparent = false, skeleton = false, wireframe = false, no_grid = false, sheet = false;
};

struct Size {
  int width = 0, height = 0;
};

constexpr int kLargestSide = 8192;
constexpr int kSheetColumns = 8;

std::optional<Size> parse_size(const std::string& text) {
  Size size;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%dx%d%c", &size.width, &size.height, &rest) != 2)
    return std::nullopt;
  const bool fits = size.width > 0 && size.height > 0 && size.width <= kLargestSide &&
                    size.height <= kLargestSide;
  return fits ? std::optional(size) : std::nullopt;
}

// Where to look from: radians, and a factor on the distance that frames the model.
struct Orbit {
  float yaw = 0, pitch = 0, distance = 1;
};

// "YAW,PITCH" or "YAW,PITCH,DISTANCE", angles in degrees.
std::optional<Orbit> parse_orbit(const std::string& text) {
  Orbit orbit;
  char rest = 0;
  const int read =
      std::sscanf(text.c_str(), "%f,%f,%f%c", &orbit.yaw, &orbit.pitch, &orbit.distance, &rest);
  if (read != 2 && read != 3) return std::nullopt;
  if (!(std::isfinite(orbit.yaw) && std::isfinite(orbit.pitch) && orbit.distance > 0))
    return std::nullopt;
  const float degree = std::acos(-1.0f) / 180;
  orbit.yaw *= degree;
  orbit.pitch = std::clamp(orbit.pitch * degree, -Camera::kMaximumPitch, Camera::kMaximumPitch);
  return orbit;
}

// Renders moments of one asset.
class Studio {
 public:
  static Result<Studio> make(const Asset& asset) {
    auto context = HeadlessContext::make();
    if (!context) return context.error();
    auto device = make_gl_device();
    if (!device) return device.error();
    auto renderer = Renderer::make(**device);
    if (!renderer) return renderer.error();
    Diagnostics problems;
    const auto model = renderer->add(asset, &problems);
    if (!model) return model.error();
    report(problems);
    return Studio{std::move(*context), std::move(*device), std::move(*renderer), *model,
                  Player(asset)};
  }

  Result<Picture> shoot(const View& view, int clip, double time) {
    player.play(clip);
    player.seek(float(time));
    player.evaluate();
    const Character character{
        .model = model, .matrices = player.matrices(), .weights = player.weights()};
    return renderer.picture(view, {&character, 1});
  }

  HeadlessContext context;
  std::unique_ptr<Device> device;
  Renderer renderer;
  ModelHandle model;
  Player player;
};

bool shows_mesh(const Asset& asset) {
  const auto instances = asset.instances();
  return std::any_of(instances.begin(), instances.end(),
                     [](const Asset::Instance& instance) { return instance.visible; });
}

View make_view(const Options& options, const Asset& asset, const Bounds& bounds, const Size& size) {
  const float aspect = float(size.width) / float(size.height);
  Camera camera = Camera::frame(bounds, aspect);
  if (const auto orbit = parse_orbit(options.camera)) {
    camera.yaw = orbit->yaw;
    camera.pitch = orbit->pitch;
    camera = camera.framed(bounds, aspect);
    camera.distance *= orbit->distance;
  }
  View view = look(camera, size.width, size.height);
  view.ground = ground_under(asset);
  view.grid = !options.no_grid;
  view.skeleton = options.skeleton || !shows_mesh(asset);  // else there is nothing to see
  view.wireframe = options.wireframe;
  view.transparent = options.transparent;
  return view;
}

// Every clip in a row, eight moments of each.
std::optional<Error> shoot_sheet(Studio& studio, const Asset& asset, const Options& options,
                                 const Size& size) {
  const int rows = std::max(1, int(asset.clips().size()));
  Picture sheet{size.width * kSheetColumns, size.height * rows, {}};
  if (sheet.width > kMaximumPictureSide || sheet.height > kMaximumPictureSide)
    return Error{ErrorCode::kInvalidArgument,
                 "the contact sheet would be larger than " + std::to_string(kMaximumPictureSide) +
                     " pixels; choose a smaller --size",
                 options.output};
  sheet.rgba.resize(size_t(sheet.width) * size_t(sheet.height) * 4);
  for (int row = 0; row < rows; ++row) {
    const bool rest = asset.clips().empty();
    const Bounds bounds = rest ? asset.rest_bounds() : asset.clips()[size_t(row)].bounds;
    const double duration = rest ? 0 : asset.clips()[size_t(row)].duration;
    const View view = make_view(options, asset, bounds, size);
    for (int column = 0; column < kSheetColumns; ++column) {
      const auto picture = studio.shoot(view, rest ? -1 : row, duration * column / kSheetColumns);
      if (!picture) return picture.error();
      for (int y = 0; y < size.height; ++y)
        std::memcpy(sheet.rgba.data() + (size_t(row * size.height + y) * size_t(sheet.width) +
                                         size_t(column * size.width)) *
                                            4,
                    picture->pixel(0, y), size_t(size.width) * 4);
    }
  }
  return write_png(options.output, sheet);
}

// One moment, or the whole clip when the output holds several frames and no time was named.
std::optional<Error> shoot_film(Studio& studio, const Asset& asset, const Options& options,
                                const Size& size, const Clip* clip) {
  auto film = make_film(options.output, options.fps);
  if (!film) return film.error();
  const int index = clip ? int(clip - asset.clips().data()) : -1;
  const View view = make_view(options, asset, clip ? clip->bounds : asset.rest_bounds(), size);
  const bool moves = is_animation(options.output) && !options.time && clip != nullptr;
  const int frames = moves ? std::max(1, int(std::lround(clip->duration * options.fps))) : 1;
  ProgressBar bar("rendering");
  for (int i = 0; i < frames; ++i) {
    const double time = options.time.value_or(i / options.fps);
    const auto picture = studio.shoot(view, index, time);
    if (!picture) return picture.error();
    if (auto error = (*film)->add(*picture)) return error;
    bar.show(double(i + 1) / frames);
  }
  return (*film)->finish();
}

int bad_call(const char* message) {
  std::fprintf(stderr, "saker render: %s\n", message);
  return kBadCall;
}

int run(const Options& options) {
  const auto size = parse_size(options.size);
  if (!size) return bad_call("--size is WIDTHxHEIGHT, each from 1 to 8192");
  if (!options.camera.empty() && !parse_orbit(options.camera))
    return bad_call("--camera is YAW,PITCH or YAW,PITCH,DISTANCE: degrees and a factor");
  if (!options.sheet) {
    if (auto film = make_film(options.output, options.fps); !film) return report(film.error());
  }
  auto asset = open_asset(options.file);
  if (!asset) return report(asset.error());
  const Clip* clip = options.clip.empty() ? nullptr : asset->find_clip(options.clip);
  if (!options.clip.empty() && clip == nullptr)
    return report({ErrorCode::kInvalidArgument,
                   "there is no clip '" + options.clip + "'; `saker info` lists them",
                   options.file});
  if (clip == nullptr && is_animation(options.output) && !asset->clips().empty())
    clip = &asset->clips()[0];
  auto studio = Studio::make(*asset);
  if (!studio) return report(studio.error());
  const auto error = options.sheet ? shoot_sheet(*studio, *asset, options, *size)
                                   : shoot_film(*studio, *asset, options, *size, clip);
  return error ? report(*error) : kDone;
}

}  // namespace

Verb add_render(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("render", "Draw pictures and films without a window");
  command->add_option("FILE", options->file, ".glb, .gltf, .skc or .saker")->required();
  command->add_option("-o,--output", options->output, "OUT.png, .gif, .mp4 or frame_%04d.png")
      ->required();
  command->add_option(
      "--clip", options->clip,
      "name or number of a clip; without it the rest pose, or the first clip of a film");
  command->add_option("--time", options->time, "seconds; without it a film shows the whole clip");
  command->add_option("--fps", options->fps, "frames per second of a film")
      ->check(CLI::Range(1.0, 240.0))
      ->capture_default_str();
  command->add_option("--size", options->size, "WIDTHxHEIGHT in pixels")->capture_default_str();
  command->add_option(
      "--camera", options->camera,
      "YAW,PITCH[,DISTANCE]: degrees around and above, and a factor on the distance");
  command->add_flag("--transparent", options->transparent, "no background");
  command->add_flag("--skeleton", options->skeleton,
                    "draw the bones; done anyway where there is no mesh");
  command->add_flag("--wireframe", options->wireframe, "draw the edges");
  command->add_flag("--no-grid", options->no_grid, "leave out the ground grid");
  command->add_flag("--sheet", options->sheet,
                    "a contact sheet: eight moments of every clip, one PNG");
  return {command, [options] { return run(*options); }};
}

}  // namespace saker::cli
