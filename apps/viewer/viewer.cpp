#include "viewer/viewer.h"

#include "viewer/actions.h"
#include "viewer/files.h"
#include "viewer/panels.h"
#include "viewer/scene_view.h"
#include "viewer/screenshot.h"
#include "viewer/theme.h"
#include "viewer/ui.h"
#include "viewer/window.h"

#include <saker/device.h>
#include <saker/renderer.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <imgui.h>

namespace saker {
namespace viewer {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Where panels and scene are in the window.
struct Layout {
  Rect side, transport, scene;
};

Layout make_layout(bool panels) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const Rect whole{0, 0, std::max(window.x, 1.0f), std::max(window.y, 1.0f)};
  if (!panels) return {{}, {}, whole};
  const float side = std::min(em(19), whole.width / 2);
  const float transport = std::min(em(6.6f), whole.height / 2);
  const Rect scene{side, 0, whole.width - side, whole.height - transport};
  return {{0, 0, side, whole.height}, {side, scene.height, scene.width, transport}, scene};
}

class Viewer {
 public:
  Viewer(const ViewerOptions& options, Window window, std::unique_ptr<Device> device,
         Renderer renderer)
      : options_(options),
        state_(options.watch),
        window_(std::move(window)),
        ui_(window_),
        device_(std::move(device)),
        renderer_(std::move(renderer)) {
    state_.playback.looping = options.loop;
    if (!options.file.empty()) state_.loader.open(options.file);
  }

  std::optional<Error> run() {
    // A document is framed for the scene's shape, which is known once the window has been laid out.
    draw();
    while (!state_.quit && !window_.wants_to_close() && !closes_by_itself()) {
      window_.update(is_still() ? kStillSeconds : 0);
      frame();
    }
    std::optional<Error> error;
    if (!options_.screenshot.empty()) {
      draw();
      const Picture picture = window_picture(window_.pixel_width(), window_.pixel_height());
      error = save_picture(picture, options_.screenshot);
    }
    // A load may take a moment to notice that nobody waits for it.
    window_.hide();
    return error;
  }

 private:
  // Frames are drawn as fast as the screen shows them, but slower when nothing moves.
  static constexpr double kStillSeconds = 0.05;

  bool is_still() const {
    return (state_.playback.paused || !state_.model || !state_.model->clip()) &&
           !state_.loader.progress() && state_.clock > state_.notice.until;
  }

  // Counts from when there is something to see, or a reason why not.
  bool closes_by_itself() {
    if (options_.seconds <= 0 || state_.loader.progress()) return false;
    if (!settled_at_) settled_at_ = state_.clock;
    return state_.clock - *settled_at_ >= options_.seconds;
  }

  void frame() {
    const double before = std::exchange(state_.clock, seconds_since(start_));
    const Clock::time_point began = Clock::now();
    take_input();
    take_outcome();
    // After a stall the clip goes on where it was.
    advance(state_, float(std::min(state_.clock - before, 0.25)));
    draw();
    if (std::exchange(state_.screenshot_wanted, false)) take_screenshot();
    measure(seconds_since(began), state_.clock - before);
    window_.show_frame();
  }

  // Averages, which can be read while they change.
  void measure(double work, double whole) {
    state_.frame_ms += (float(work * 1e3) - state_.frame_ms) * 0.1f;
    if (whole > 0) state_.frame_rate += (float(1 / whole) - state_.frame_rate) * 0.1f;
  }

  void take_input() {
    const bool typing = ImGui::GetIO().WantTextInput;
    for (const Key& key : window_.take_keys()) {
      const auto command = typing ? std::nullopt : find_command(key);
      if (command) perform(*command, state_);
    }
    const auto dropped = window_.take_dropped_files();
    if (!dropped.empty()) state_.loader.open(dropped.front());
  }

  void take_outcome() {
    auto outcome = state_.loader.take();
    if (!outcome) return;
    state_.diagnostics = std::move(outcome->diagnostics);
    state_.error = outcome->document ? show(std::move(*outcome)) : outcome->document.error();
  }

  std::optional<Error> show(LoadOutcome outcome) {
    auto document = std::make_unique<Document>(std::move(*outcome.document));
    const auto handle = renderer_.add(document->asset, &state_.diagnostics);
    if (!handle) return handle.error();
    const ModelHandle old = state_.model ? state_.model->handle : ModelHandle{};
    const std::string name = display(document->path.filename());
    const bool same = outcome.again && state_.model && state_.model->document->path == outcome.path;
    show_document(state_, std::move(document), *handle, same, options_.clip);
    renderer_.remove(old);
    window_.set_title(name + " - Saker");
    if (same) notify(state_, "Read " + name + " again");
    return {};
  }

  void draw() {
    ui_.begin();
    const Layout layout = make_layout(state_.display.panels);
    state_.scene = layout.scene;
    control_camera(state_);
    if (state_.display.panels) {
      draw_side_panel(state_, layout.side);
      draw_transport(state_, layout.transport);
    }
    draw_overlays(state_);
    draw_scene();
    ui_.end();
  }

  void draw_scene() {
    const Rect& scene = state_.scene;
    const ImVec2 pixels = ImGui::GetIO().DisplayFramebufferScale;
    const int width = int(std::lround(scene.width * pixels.x));
    const int height = int(std::lround(scene.height * pixels.y));
    if (width <= 0 || height <= 0) return;
    View view = make_view(state_, width, height);
    view.x = int(std::lround(scene.x * pixels.x));
    view.y = window_.pixel_height() - height;
    if (auto error = renderer_.draw(view, characters())) state_.error = std::move(error);
  }

  std::span<const Character> characters() {
    if (!state_.model) return {};
    character_ = make_character(*state_.model);
    return {&character_, 1};
  }

  // Of the scene alone, as it is seen.
  void take_screenshot() {
    const ImVec2 pixels = ImGui::GetIO().DisplayFramebufferScale;
    const View view = make_view(state_, std::max(int(state_.scene.width * pixels.x), 1),
                                std::max(int(state_.scene.height * pixels.y), 1));
    const auto picture = renderer_.picture(view, characters());
    const auto path =
        unused_picture_name(state_.model ? display(state_.model->document->path.stem()) : "saker");
    const auto error = picture ? save_picture(*picture, path) : picture.error();
    notify(state_, error ? error->text() : "Saved " + display(path));
  }

  const ViewerOptions& options_;
  const Clock::time_point start_ = Clock::now();
  std::optional<double> settled_at_;
  State state_;
  Window window_;
  Ui ui_;
  std::unique_ptr<Device> device_;
  Renderer renderer_;
  Character character_;
};

}  // namespace
}  // namespace viewer

std::optional<Error> run_viewer(const ViewerOptions& options) {
  auto window = viewer::Window::open("Saker", options.width, options.height);
  if (!window) return window.error();
  auto device = make_gl_device();
  if (!device) return device.error();
  auto renderer = Renderer::make(**device);
  if (!renderer) return renderer.error();
  return viewer::Viewer(options, std::move(*window), std::move(*device), std::move(*renderer))
      .run();
}

}  // namespace saker
