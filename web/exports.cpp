// What the page calls. Texts are UTF-8 and end with a zero; those that are returned stay valid
// until the next call. Functions that can fail return 1 when they worked; else 0, and saker_error()
// tells why. Before saker_start() worked nothing else may be called.

#include "json.h"
#include "stage.h"

#include <emscripten/emscripten.h>
#include <emscripten/html5_webgl.h>
#include <map>

namespace saker::web {
namespace {

std::unique_ptr<Stage> stage;
std::map<std::string, std::vector<uint8_t>> files;
std::string error_text;
JsonWriter answer;

int succeed() {
  error_text.clear();
  return 1;
}

int fail(const Error& error) {
  error_text = error.text();
  return 0;
}

int report(const std::optional<Error>& error) { return error ? fail(*error) : succeed(); }

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// A person who drops files together drops no folders, so the name alone finds them too.
Result<std::vector<uint8_t>> find_file(const std::string& path) {
  for (const std::string& name : {path, file_name(path)}) {
    if (const auto found = files.find(name); found != files.end()) return found->second;
  }
  return Error{ErrorCode::kIo, "is needed too: drop it together with the file that refers to it",
               path};
}

void write_clips(const Asset& asset) {
  answer.key("clips");
  answer.begin_array();
  for (const Clip& clip : asset.clips()) {
    answer.begin_object();
    answer.member("name", clip.name);
    answer.member("duration", double(clip.duration));
    answer.member("rate", clip.sample_count > 0 ? double(clip.rate()) : 0);
    answer.end_object();
  }
  answer.end_array();
}

void write_counts(const Asset& asset) {
  size_t vertices = 0, triangles = 0, targets = 0;
  for (const Asset::Instance& instance : asset.instances()) {
    if (!instance.visible) continue;
    targets += instance.weights.size();
    for (const Asset::Primitive& primitive : asset.meshes()[instance.mesh].primitives) {
      vertices += primitive.positions.size();
      if (primitive.topology == Topology::kTriangles) triangles += primitive.indices.size() / 3;
    }
  }
  answer.member("joints", double(asset.skeleton().joint_count()));
  answer.member("vertices", double(vertices));
  answer.member("triangles", double(triangles));
  answer.member("morphTargets", double(targets));
}

void write_diagnostics(const Diagnostics& diagnostics) {
  answer.key("diagnostics");
  answer.begin_array();
  for (const Diagnostic& diagnostic : diagnostics) {
    answer.begin_object();
    answer.member("code", std::string_view(diagnostic.code));
    answer.member("severity", std::string_view(severity_name(diagnostic.severity)));
    answer.member("path", std::string_view(diagnostic.path));
    answer.member("message", std::string_view(diagnostic.message));
    answer.end_object();
  }
  answer.end_array();
}

bool make_context_current(const char* canvas) {
  EmscriptenWebGLContextAttributes attributes;
  emscripten_webgl_init_context_attributes(&attributes);
  attributes.majorVersion = 2;
  // The renderer has targets of its own with these, and shows an opaque picture.
  attributes.antialias = attributes.depth = attributes.stencil = attributes.alpha = false;
  const auto context = emscripten_webgl_create_context(canvas, &attributes);
  return context > 0 && emscripten_webgl_make_context_current(context) == EMSCRIPTEN_RESULT_SUCCESS;
}

}  // namespace
}  // namespace saker::web

using namespace saker;
using namespace saker::web;

extern "C" {

// Prepares drawing into the canvas that a CSS selector names.
EMSCRIPTEN_KEEPALIVE int saker_start(const char* canvas) {
  if (!make_context_current(canvas))
    return fail({ErrorCode::kUnsupported,
                 "The page needs WebGL 2. Try a current browser, and allow it to use the graphics "
                 "hardware.",
                 ""});
  auto made = Stage::make();
  if (!made) return fail(made.error());
  stage = std::move(*made);
  return succeed();
}

EMSCRIPTEN_KEEPALIVE const char* saker_error() { return error_text.c_str(); }

// Lends a file that the next file to be opened may refer to by `path`.
EMSCRIPTEN_KEEPALIVE void saker_lend(const char* path, const uint8_t* bytes, size_t size) {
  files[path].assign(bytes, bytes + size);
}

// Opens a .glb, .gltf, .skc or .saker file, whose content decides what it is, and shows it at rest.
// The files that were lent are gone afterwards. When it fails the model before is still shown.
EMSCRIPTEN_KEEPALIVE int saker_open(const char* name, const uint8_t* bytes, size_t size) {
  const auto error = stage->open({bytes, size}, name, find_file);
  files.clear();
  return report(error);
}

// About the model, {} without one: {"name", "bytes" (packed), "joints", "vertices", "triangles",
// "morphTargets", "clips": [{"name", "duration", "rate"}],
// "diagnostics": [{"code", "severity", "path", "message"}]}.
EMSCRIPTEN_KEEPALIVE const char* saker_model() {
  answer = {};
  answer.begin_object();
  if (const Model* model = stage->model()) {
    answer.member("name", std::string_view(model->name));
    answer.member("bytes", double(model->bytes));
    write_counts(model->asset);
    write_clips(model->asset);
    write_diagnostics(model->diagnostics);
  }
  answer.end_object();
  return answer.text().c_str();
}

// Player::play(): a clip by its index, -1 for the rest pose; the fade in seconds.
EMSCRIPTEN_KEEPALIVE void saker_play(int clip, float fade) {
  if (Model* model = stage->model()) {
    model->player.speed = stage->settings.speed;
    model->player.play(clip, fade);
  }
}

EMSCRIPTEN_KEEPALIVE void saker_seek(float time) {
  if (Model* model = stage->model()) model->player.seek(time);
}

EMSCRIPTEN_KEEPALIVE float saker_time() {
  return stage->model() ? stage->model()->player.time() : 0;
}

EMSCRIPTEN_KEEPALIVE int saker_fading() {
  return stage->model() && stage->model()->player.fading();
}

// Settings by their name in Settings; what is on or off takes 1 or 0. 0 when there is no such name.
EMSCRIPTEN_KEEPALIVE int saker_set(const char* name, float value) {
  Settings& settings = stage->settings;
  const std::string_view setting = name;
  const std::pair<std::string_view, bool*> switches[] = {
      {"paused", &settings.paused},     {"looping", &settings.looping},
      {"grid", &settings.grid},         {"shadow", &settings.shadow},
      {"meshes", &settings.meshes},     {"wireframe", &settings.wireframe},
      {"skeleton", &settings.skeleton},
  };
  for (const auto& [own, target] : switches) {
    if (own != setting) continue;
    *target = value != 0;
    return succeed();
  }
  if (setting != "speed") return fail({ErrorCode::kInvalidArgument, "is no setting", name});
  settings.speed = value;
  return succeed();
}

// Linear colours of the background.
EMSCRIPTEN_KEEPALIVE void saker_background(float top_red, float top_green, float top_blue,
                                           float bottom_red, float bottom_green,
                                           float bottom_blue) {
  stage->settings.background_top = {top_red, top_green, top_blue};
  stage->settings.background_bottom = {bottom_red, bottom_green, bottom_blue};
}

// The camera: Stage::home() and fit(), then the moves of Camera.
EMSCRIPTEN_KEEPALIVE void saker_home(float aspect) { stage->home(aspect); }
EMSCRIPTEN_KEEPALIVE void saker_fit(float aspect, int all_clips) {
  stage->fit(aspect, all_clips != 0);
}
EMSCRIPTEN_KEEPALIVE void saker_orbit(float dx, float dy, float height) {
  stage->camera.orbit(dx, dy, height);
}
EMSCRIPTEN_KEEPALIVE void saker_pan(float dx, float dy, float height) {
  stage->camera.pan(dx, dy, height);
}
EMSCRIPTEN_KEEPALIVE void saker_zoom(float steps) { stage->camera.zoom(steps); }

// Moves on by `seconds` and draws a picture of this size into the canvas.
EMSCRIPTEN_KEEPALIVE int saker_draw(float seconds, int width, int height) {
  return report(stage->draw(seconds, width, height));
}
}
