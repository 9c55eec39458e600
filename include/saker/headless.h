#pragma once
// An OpenGL context without a window or a display server, for pictures made by programs.

#include <saker/result.h>

#include <memory>
#include <string>

namespace saker {

enum class HeadlessApi {
  kAny,   // OpenGL 3.3 core, else OpenGL ES 3.0
  kGl,    // OpenGL 3.3 core
  kGles,  // OpenGL ES 3.0
};

// The context is current on the thread that made it, until it is destroyed there; drawing goes to
// targets of a Device. Native Linux only.
class HeadlessContext {
 public:
  // Tries EGL's surfaceless platform, then its device platform. The error tells what was tried and
  // which packages usually bring the missing driver.
  static Result<HeadlessContext> make(HeadlessApi api = HeadlessApi::kAny);

  HeadlessContext(HeadlessContext&&) noexcept;
  HeadlessContext& operator=(HeadlessContext&&) noexcept;
  ~HeadlessContext();

 private:
  struct State;
  explicit HeadlessContext(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace saker
