#pragma once
// Window: a window of the system with an OpenGL 3.3 context, and what people do to it.

#include "viewer/shortcuts.h"

#include <saker/result.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

struct GLFWwindow;

namespace saker::viewer {

class Window {
 public:
  // Opens it, with its context current on this thread.
  static Result<Window> open(const std::string& title, int width, int height);

  bool wants_to_close() const;
  void hide();
  void set_title(const std::string& title);

  // Takes in what happened since the last call; with `wait`, after waiting that many seconds at
  // most for something to happen.
  void update(double wait);
  void show_frame();

  // Since they were asked for last.
  std::vector<Key> take_keys();
  std::vector<std::filesystem::path> take_dropped_files();

  // Pixels of the picture.
  int pixel_width() const;
  int pixel_height() const;
  // How many units of the window's coordinates a user interface should use for what is one on a
  // plain screen.
  float content_scale() const;

  GLFWwindow* handle() const;

 private:
  struct State;
  struct Close {
    void operator()(State* state) const;
  };
  explicit Window(std::unique_ptr<State, Close> state);
  std::unique_ptr<State, Close> state_;
};

}  // namespace saker::viewer
