#pragma once
// Ui: Dear ImGui in a window, from its start to its end.

#include "viewer/window.h"

namespace saker::viewer {

class Ui {
 public:
  explicit Ui(const Window& window);
  ~Ui();
  Ui(const Ui&) = delete;
  Ui& operator=(const Ui&) = delete;

  // Everything between them may use ImGui.
  void begin();
  void end();

 private:
  const Window& window_;
  float scale_;
};

}  // namespace saker::viewer
