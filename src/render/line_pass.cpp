#include "render/line_pass.h"

#include <bit>
#include <cstddef>

namespace saker {

std::optional<Error> LinePass::set_up() {
  Owned<ShaderHandle> shader;
  if (auto error = keep(*device_,
                        device_->make_shader({.name = "line",
                                              .vertex = kLineVertex,
                                              .fragment = kLineFragment,
                                              .uniform_size = sizeof(LineUniforms)}),
                        shader))
    return error;
  return keep(
      *device_,
      device_->make_pipeline({.shader = shader,
                              .streams = {{.stride = sizeof(Line), .per_instance = true}},
                              .attributes = {{0, VertexFormat::kFloat3, 0, offsetof(Line, from)},
                                             {1, VertexFormat::kFloat3, 0, offsetof(Line, to)},
                                             {2, VertexFormat::kFloat4, 0, offsetof(Line, color)},
                                             {3, VertexFormat::kFloat, 0, offsetof(Line, width)}},
                              .blend = Blend::kOver}),
      pipeline_);
}

std::optional<Error> LinePass::upload(std::span<const Line> lines) {
  const auto bytes = std::as_bytes(lines);
  if (bytes.empty()) return {};
  if (bytes.size() > capacity_) {
    const size_t grown = std::bit_ceil(bytes.size());
    if (auto error = keep(*device_, device_->make_buffer(BufferUse::kVertex, grown, {}), buffer_))
      return error;
    capacity_ = grown;
  }
  device_->update_buffer(buffer_, 0, bytes);
  return {};
}

void LinePass::draw(const View& view) {
  if (view.lines.empty()) return;
  const LineUniforms uniforms{view.projection * view.view,
                              {float(view.width), float(view.height), 0, 0}};
  Draw draw;
  draw.pipeline = pipeline_;
  draw.streams[0] = {buffer_, 0};
  draw.uniforms = uniform_bytes(uniforms);
  draw.count = 6;
  draw.instances = view.lines.size();
  device_->draw(draw);
}

}  // namespace saker
