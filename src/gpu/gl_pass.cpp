// Drawing with the OpenGL device.

#include "gpu/gl_device.h"

#include <algorithm>
#include <utility>

namespace saker::gl {

// Everything that anyone may have switched on and that would change what is drawn.
void GlDevice::reset_state() const {
  for (GLenum what : {GL_BLEND, GL_CULL_FACE, GL_DEPTH_TEST, GL_SCISSOR_TEST, GL_STENCIL_TEST,
                      GL_POLYGON_OFFSET_FILL, GL_SAMPLE_ALPHA_TO_COVERAGE, GL_SAMPLE_COVERAGE,
                      GL_RASTERIZER_DISCARD})
    glDisable(what);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glDepthMask(GL_TRUE);
  glDepthFunc(GL_LESS);
  glBlendFunc(GL_ONE, GL_ZERO);
  glBlendEquation(GL_FUNC_ADD);
  glCullFace(GL_BACK);
  glFrontFace(GL_CCW);
#ifndef __EMSCRIPTEN__
  if (!desktop_) return;
  for (GLenum what : {GL_FRAMEBUFFER_SRGB, GL_COLOR_LOGIC_OP, GL_PROGRAM_POINT_SIZE,
                      GL_PRIMITIVE_RESTART, GL_DEPTH_CLAMP})
    glDisable(what);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
#endif
}

void GlDevice::unbind() const {
  for (GLuint unit = 0; unit < kMaximumTextures; ++unit) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, 0);
    glBindSampler(unit, 0);
  }
  glActiveTexture(GL_TEXTURE0);
  glBindVertexArray(0);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
  glBindBuffer(GL_UNIFORM_BUFFER, 0);
  glUseProgram(0);
}

void GlDevice::begin_pass(const Pass& pass) {
  if (in_pass_) return fail("begin_pass: a pass has begun");
  const Target* target = targets_.find(pass.target.id);
  if (pass.target && !target) return fail("begin_pass: no such target");
  Area area = pass.area;
  if (target && area.width == 0 && area.height == 0) area = {0, 0, target->width, target->height};
  if (area.width <= 0 || area.height <= 0) return fail("begin_pass: an area without extent");

  in_pass_ = true;
  pass_target_ = target;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &found_draw_framebuffer_);
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &found_read_framebuffer_);
  glGetIntegerv(GL_VIEWPORT, found_viewport_);
  reset_state();
  unbind();
  glBindVertexArray(vertex_array_);
  glBindBuffer(GL_UNIFORM_BUFFER, uniform_buffer_);
  if (target) glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target->draw);
#ifndef __EMSCRIPTEN__
  if (desktop_) set_switch(GL_FRAMEBUFFER_SRGB, target && target->srgb);
  if (desktop_) glEnable(GL_PROGRAM_POINT_SIZE);
#endif
  glViewport(area.x, area.y, area.width, area.height);
  glScissor(area.x, area.y, area.width, area.height);
  glEnable(GL_SCISSOR_TEST);
  if (pass.clear_color) {
    const float color[4] = {pass.clear_color->x, pass.clear_color->y, pass.clear_color->z,
                            pass.clear_color->w};
    glClearBufferfv(GL_COLOR, 0, color);
  }
  if (pass.clear_depth) {
    const float farthest = 1;
    glClearBufferfv(GL_DEPTH, 0, &farthest);
  }
}

// The rule that a draw breaks, or null.
const char* GlDevice::fault(const Draw& draw, const Pipeline* pipeline) const {
  if (!in_pass_) return "draw: not between begin_pass and end_pass";
  if (!pipeline) return "draw: no such pipeline";
  if (draw.uniforms.size() != pipeline->shader->uniform_size)
    return "draw: uniforms do not match the shader";
  for (size_t s = 0; s < pipeline->info.streams.size(); ++s) {
    const VertexStream& stream = pipeline->info.streams[s];
    const Buffer* buffer = buffers_.find(draw.streams[s].buffer.id);
    if (!buffer || buffer->use != BufferUse::kVertex) return "draw: a stream without vertex buffer";
    // How far indices reach is for the caller to know.
    const size_t indexed = draw.indices ? 0 : draw.first + draw.count;
    const size_t elements = stream.per_instance ? draw.instances : indexed;
    if (draw.streams[s].offset > buffer->size ||
        elements > (buffer->size - draw.streams[s].offset) / std::max(1u, stream.stride))
      return "draw: a stream ends before the last vertex or instance";
  }
  for (size_t t = 0; t < pipeline->shader->texture_count; ++t) {
    if (!textures_.find(draw.textures[t].id)) return "draw: a texture is missing";
    if (pass_target_ && draw.textures[t] == pass_target_->texture)
      return "draw: a texture is being drawn into";
  }
  if (!draw.indices) return nullptr;
  const Buffer* indices = buffers_.find(draw.indices.id);
  if (!indices || indices->use != BufferUse::kIndex) return "draw: no such index buffer";
  const size_t available = indices->size / sizeof(uint32_t);
  if (draw.first > available || draw.count > available - draw.first)
    return "draw: more indices than the buffer has";
  return nullptr;
}

void GlDevice::bind_streams(const Draw& draw, const Pipeline& pipeline) {
  uint32_t used = 0;
  for (const VertexAttribute& attribute : pipeline.info.attributes) {
    const VertexStream& stream = pipeline.info.streams[attribute.stream];
    const Draw::Stream& source = draw.streams[attribute.stream];
    const AttributeFormat format = attribute_format(attribute.format);
    const void* offset = as_pointer(source.offset + attribute.offset);
    glBindBuffer(GL_ARRAY_BUFFER, buffers_.find(source.buffer.id)->name);
    if (format.integer)
      glVertexAttribIPointer(attribute.location, format.components, format.type,
                             GLsizei(stream.stride), offset);
    else
      glVertexAttribPointer(attribute.location, format.components, format.type, format.normalized,
                            GLsizei(stream.stride), offset);
    glVertexAttribDivisor(attribute.location, stream.per_instance ? 1 : 0);
    used |= 1u << attribute.location;
  }
  for (GLuint location = 0; location < 16; ++location) {
    const uint32_t bit = 1u << location;
    if ((used & bit) && !(enabled_attributes_ & bit)) glEnableVertexAttribArray(location);
    if (!(used & bit) && (enabled_attributes_ & bit)) glDisableVertexAttribArray(location);
  }
  enabled_attributes_ = used;
}

void GlDevice::bind_textures(const Draw& draw, const Shader& shader) const {
  for (size_t t = 0; t < shader.texture_count; ++t) {
    glActiveTexture(GLenum(GL_TEXTURE0 + t));
    glBindTexture(GL_TEXTURE_2D, textures_.find(draw.textures[t].id)->name);
  }
}

void GlDevice::upload_uniforms(std::span<const std::byte> uniforms) {
  if (uniforms.empty()) return;
  if (uniform_offset_ + uniforms.size() > kUniformBufferSize) {
    glBufferData(GL_UNIFORM_BUFFER, GLsizeiptr(kUniformBufferSize), nullptr, GL_STREAM_DRAW);
    uniform_offset_ = 0;
  }
  glBufferSubData(GL_UNIFORM_BUFFER, GLintptr(uniform_offset_), GLsizeiptr(uniforms.size()),
                  uniforms.data());
  glBindBufferRange(GL_UNIFORM_BUFFER, 0, uniform_buffer_, GLintptr(uniform_offset_),
                    GLsizeiptr(uniforms.size()));
  uniform_offset_ +=
      (uniforms.size() + uniform_alignment_ - 1) / uniform_alignment_ * uniform_alignment_;
}

void GlDevice::draw(const Draw& draw) {
  const Pipeline* pipeline = pipelines_.find(draw.pipeline.id);
  if (const char* rule = fault(draw, pipeline)) return fail(rule);
  if (draw.count == 0 || draw.instances == 0) return;
  const PipelineInfo& info = pipeline->info;
  glUseProgram(pipeline->shader->program);
  set_switch(GL_BLEND, info.blend != Blend::kNone);
  glBlendFunc(GL_ONE, info.blend == Blend::kOver ? GL_ONE_MINUS_SRC_ALPHA : GL_ONE);
  glBlendEquation(info.blend == Blend::kMax ? GL_MAX : GL_FUNC_ADD);
  // Depth is written only while the test is on, so without a test every depth passes.
  set_switch(GL_DEPTH_TEST, info.depth_test || info.depth_write);
  glDepthFunc(info.depth_test ? GL_LEQUAL : GL_ALWAYS);
  glDepthMask(info.depth_write);
  set_switch(GL_CULL_FACE, info.cull_back);
  glFrontFace(info.front_is_clockwise ? GL_CW : GL_CCW);
  bind_streams(draw, *pipeline);
  bind_textures(draw, *pipeline->shader);
  upload_uniforms(draw.uniforms);

  const GLenum mode = gl_mode(info.mode);
  const GLsizei count = GLsizei(draw.count), instances = GLsizei(draw.instances);
  if (!draw.indices) return glDrawArraysInstanced(mode, GLint(draw.first), count, instances);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers_.find(draw.indices.id)->name);
  glDrawElementsInstanced(mode, count, GL_UNSIGNED_INT, as_pointer(draw.first * sizeof(uint32_t)),
                          instances);
}

std::optional<Error> GlDevice::end_pass() {
  if (in_pass_) {
    in_pass_ = false;
    reset_state();
    unbind();
    if (pass_target_ && pass_target_->draw != pass_target_->resolve) {
      const int width = pass_target_->width, height = pass_target_->height;
      glBindFramebuffer(GL_READ_FRAMEBUFFER, pass_target_->draw);
      glBindFramebuffer(GL_DRAW_FRAMEBUFFER, pass_target_->resolve);
#ifndef __EMSCRIPTEN__
      // The average is of light, not of codes, only while this is on.
      if (desktop_) set_switch(GL_FRAMEBUFFER_SRGB, pass_target_->srgb);
#endif
      glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
      reset_state();
    }
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, GLuint(found_draw_framebuffer_));
    glBindFramebuffer(GL_READ_FRAMEBUFFER, GLuint(found_read_framebuffer_));
    glViewport(found_viewport_[0], found_viewport_[1], found_viewport_[2], found_viewport_[3]);
    pass_target_ = nullptr;
  } else {
    fail("end_pass: no pass has begun");
  }
  return std::exchange(error_, std::nullopt);
}

Result<Picture> GlDevice::read(TargetHandle handle) {
  const Target* target = targets_.find(handle.id);
  if (!target || in_pass_)
    return Error{ErrorCode::kInvalidArgument, "needs a target, and no pass under way", "read"};
  Picture picture{target->width, target->height, {}};
  const size_t row_size = size_t(target->width) * 4;
  picture.rgba.resize(row_size * size_t(target->height));
  const GLint found = get_integer(GL_READ_FRAMEBUFFER_BINDING);
  reset_pixel_store();
  glBindFramebuffer(GL_READ_FRAMEBUFFER, target->resolve);
  glReadPixels(0, 0, target->width, target->height, GL_RGBA, GL_UNSIGNED_BYTE, picture.rgba.data());
  glBindFramebuffer(GL_READ_FRAMEBUFFER, GLuint(found));
  // OpenGL counts rows from the bottom.
  for (size_t y = 0; y < size_t(target->height) / 2; ++y) {
    uint8_t* upper = picture.rgba.data() + y * row_size;
    uint8_t* lower = picture.rgba.data() + (size_t(target->height) - 1 - y) * row_size;
    std::swap_ranges(upper, upper + row_size, lower);
  }
  return picture;
}

}  // namespace saker::gl
