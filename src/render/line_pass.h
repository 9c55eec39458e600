#pragma once
// LinePass: lines of constant width on the screen.

#include "render/owned.h"
#include "render/shaders.h"

#include <saker/renderer.h>

namespace saker {

class LinePass {
 public:
  explicit LinePass(Device& device) : device_(&device) {}

  std::optional<Error> set_up();
  // Before the pass that draw() is part of.
  std::optional<Error> upload(std::span<const Line> lines);
  void draw(const View& view);

 private:
  Device* device_;
  Owned<PipelineHandle> pipeline_;
  Owned<BufferHandle> buffer_;
  size_t capacity_ = 0;
};

}  // namespace saker
