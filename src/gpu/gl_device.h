#pragma once
// The Device on OpenGL 3.3, OpenGL ES 3.0 and WebGL 2. What differs between them is the head of
// every shader and a few switches that only desktop OpenGL has.

#include "gpu/gl_types.h"
#include "gpu/pool.h"

namespace saker::gl {

class GlDevice final : public Device {
 public:
  GlDevice();
  ~GlDevice() override;
  GlDevice(const GlDevice&) = delete;
  GlDevice& operator=(const GlDevice&) = delete;

  std::optional<Error> check() const;

  const DeviceLimits& limits() const override { return limits_; }
  Result<BufferHandle> make_buffer(BufferUse use, size_t size,
                                   std::span<const std::byte> bytes) override;
  Result<TextureHandle> make_texture(const TextureInfo& info) override;
  Result<ShaderHandle> make_shader(const ShaderInfo& info) override;
  Result<PipelineHandle> make_pipeline(const PipelineInfo& info) override;
  Result<TargetHandle> make_target(const TargetInfo& info) override;
  TextureHandle texture_of(TargetHandle target) const override;
  void update_buffer(BufferHandle buffer, size_t offset, std::span<const std::byte> bytes) override;
  void update_texture(TextureHandle texture, int first_row,
                      std::span<const std::byte> texels) override;
  void begin_pass(const Pass& pass) override;
  void draw(const Draw& draw) override;
  std::optional<Error> end_pass() override;
  Result<Picture> read(TargetHandle target) override;
  void release(BufferHandle buffer) override;
  void release(TextureHandle texture) override;
  void release(ShaderHandle shader) override;
  void release(PipelineHandle pipeline) override;
  void release(TargetHandle target) override;

 private:
  void fail(const char* message);
  bool allocation_failed() const;
  Result<GLuint> compile(const ShaderInfo& info, GLenum stage, const char* text) const;
  std::optional<Error> set_up_program(const ShaderInfo& info, GLuint program) const;
  bool attach(Target& target, const TargetInfo& info, GLuint texture) const;
  void delete_target(const Target& target);

  void reset_state() const;
  void unbind() const;
  void reset_pixel_store() const;
  const char* fault(const Draw& draw, const Pipeline* pipeline) const;
  void bind_streams(const Draw& draw, const Pipeline& pipeline);
  void bind_textures(const Draw& draw, const Shader& shader) const;
  void upload_uniforms(std::span<const std::byte> uniforms);
  void set_switch(GLenum what, bool on) const { on ? glEnable(what) : glDisable(what); }

  bool desktop_ = false;
  int version_ = 0;  // 33 is 3.3
  DeviceLimits limits_;
  Pool<Buffer> buffers_;
  Pool<Texture> textures_;
  Pool<std::shared_ptr<const Shader>> shaders_;
  Pool<Pipeline> pipelines_;
  Pool<Target> targets_;
  GLuint vertex_array_ = 0;
  uint32_t enabled_attributes_ = 0;  // of vertex_array_, a bit each

  // Uniforms of successive draws follow each other in one buffer, which is replaced when it is
  // full, so that no draw waits for one before it.
  static constexpr size_t kUniformBufferSize = size_t(256) << 10;
  GLuint uniform_buffer_ = 0;
  size_t uniform_offset_ = 0, uniform_alignment_ = 256;

  bool in_pass_ = false;
  const Target* pass_target_ = nullptr;
  GLint found_draw_framebuffer_ = 0, found_read_framebuffer_ = 0, found_viewport_[4] = {};
  std::optional<Error> error_;
};

}  // namespace saker::gl
