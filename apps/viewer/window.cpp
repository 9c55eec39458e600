#include "viewer/window.h"

#define GLFW_INCLUDE_NONE
#include "viewer/files.h"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <utility>

namespace saker::viewer {

struct Window::State {
  GLFWwindow* window = nullptr;
  std::vector<Key> keys;
  std::vector<std::filesystem::path> dropped;
};

namespace {

Error glfw_error(const std::string& what) {
  const char* why = nullptr;
  glfwGetError(&why);
  return {ErrorCode::kUnsupported, what + (why ? std::string(": ") + why : std::string()), ""};
}

// GLFW names keys by their place on an American keyboard; a shortcut means the letter on the key.
int labelled_key(int key, int scancode) {
  if (key < GLFW_KEY_A || key > GLFW_KEY_Z) return key;
  const char* name = glfwGetKeyName(key, scancode);
  const bool is_letter = name && name[0] >= 'a' && name[0] <= 'z' && name[1] == 0;
  return is_letter ? GLFW_KEY_A + (name[0] - 'a') : key;
}

// The same key of the number pad does the same.
int without_keypad(int key) {
  switch (key) {
    case GLFW_KEY_KP_ADD:
      return GLFW_KEY_EQUAL;
    case GLFW_KEY_KP_SUBTRACT:
      return GLFW_KEY_MINUS;
    default:
      return key;
  }
}

void request_context() {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  // The renderer brings its own.
  glfwWindowHint(GLFW_DEPTH_BITS, 0);
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
}

}  // namespace

void Window::Close::operator()(State* state) const {
  if (state->window) glfwDestroyWindow(state->window);
  glfwTerminate();
  delete state;
}

Window::Window(std::unique_ptr<State, Close> state) : state_(std::move(state)) {}

Result<Window> Window::open(const std::string& title, int width, int height) {
  if (!glfwInit()) return glfw_error("no window can be opened");
  std::unique_ptr<State, Close> state(new State);
  request_context();
  state->window =
      glfwCreateWindow(std::max(width, 1), std::max(height, 1), title.c_str(), nullptr, nullptr);
  if (!state->window) return glfw_error("no window with OpenGL 3.3 can be opened");
  glfwSetWindowUserPointer(state->window, state.get());
  glfwSetKeyCallback(
      state->window, [](GLFWwindow* window, int key, int scancode, int action, int modifiers) {
        if (action == GLFW_RELEASE) return;
        constexpr int kMeant = GLFW_MOD_SHIFT | GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER;
        static_cast<State*>(glfwGetWindowUserPointer(window))
            ->keys.push_back({without_keypad(labelled_key(key, scancode)), modifiers & kMeant});
      });
  glfwSetDropCallback(state->window, [](GLFWwindow* window, int count, const char** paths) {
    auto& dropped = static_cast<State*>(glfwGetWindowUserPointer(window))->dropped;
    for (int i = 0; i < count; ++i) dropped.push_back(path_from(paths[i]));
  });
  glfwMakeContextCurrent(state->window);
  glfwSwapInterval(1);
  return Window(std::move(state));
}

bool Window::wants_to_close() const { return glfwWindowShouldClose(state_->window); }

void Window::hide() { glfwHideWindow(state_->window); }

void Window::set_title(const std::string& title) {
  glfwSetWindowTitle(state_->window, title.c_str());
}

void Window::update(double wait) {
  if (wait > 0) {
    glfwWaitEventsTimeout(wait);
  } else {
    glfwPollEvents();
  }
}

void Window::show_frame() { glfwSwapBuffers(state_->window); }

std::vector<Key> Window::take_keys() { return std::exchange(state_->keys, {}); }

std::vector<std::filesystem::path> Window::take_dropped_files() {
  return std::exchange(state_->dropped, {});
}

int Window::pixel_width() const {
  int width = 0;
  glfwGetFramebufferSize(state_->window, &width, nullptr);
  return width;
}

int Window::pixel_height() const {
  int height = 0;
  glfwGetFramebufferSize(state_->window, nullptr, &height);
  return height;
}

float Window::content_scale() const {
  float scale = 1;
  glfwGetWindowContentScale(state_->window, &scale, nullptr);
  // Where the system counts in points (macOS), window coordinates are scaled already.
  int units = 0;
  glfwGetWindowSize(state_->window, &units, nullptr);
  const float pixels_per_unit = units > 0 ? float(pixel_width()) / float(units) : 1;
  return pixels_per_unit > 0 ? std::max(scale / pixels_per_unit, 0.5f) : 1;
}

GLFWwindow* Window::handle() const { return state_->window; }

}  // namespace saker::viewer
