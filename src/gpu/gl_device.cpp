// The Device on OpenGL 3.3, OpenGL ES 3.0 and WebGL 2. What differs between them is the head of
// every shader and a few switches that only desktop OpenGL has.

#include "gpu/pool.h"

#include <saker/device.h>

#ifdef __EMSCRIPTEN__
#include <GLES3/gl3.h>
#else
#include <epoxy/gl.h>
#endif

#include <algorithm>
#include <cstring>

namespace saker {
namespace {

struct Buffer {
  GLuint name = 0;
  BufferUse use = BufferUse::kVertex;
  size_t size = 0;
};

struct Texture {
  GLuint name = 0;
  int width = 0, height = 0;
  TextureFormat format = TextureFormat::kRgba8;
  bool mipmaps = false;
};

// Owns its program; pipelines share it, so that it lives as long as the last of them.
struct Shader {
  explicit Shader(GLuint name) : program(name) {}
  ~Shader() { glDeleteProgram(program); }
  Shader(const Shader&) = delete;
  Shader& operator=(const Shader&) = delete;

  GLuint program = 0;
  size_t uniform_size = 0;
  size_t texture_count = 0;
};

struct Pipeline {
  PipelineInfo info;
  std::shared_ptr<const Shader> shader;
};

struct Target {
  GLuint draw = 0;     // framebuffer that passes draw into
  GLuint resolve = 0;  // framebuffer of the texture; the same one without multisampling
  GLuint color_samples = 0, depth = 0;  // renderbuffers
  TextureHandle texture;
  int width = 0, height = 0;
  bool srgb = false;
};

struct PixelFormat {
  GLenum internal, type;
  size_t size;  // bytes
};

PixelFormat pixel_format(TextureFormat format) {
  switch (format) {
    case TextureFormat::kRgba8:
      return {GL_RGBA8, GL_UNSIGNED_BYTE, 4};
    case TextureFormat::kRgba8Srgb:
      return {GL_SRGB8_ALPHA8, GL_UNSIGNED_BYTE, 4};
    case TextureFormat::kRgba32Float:
      return {GL_RGBA32F, GL_FLOAT, 16};
  }
  return {};
}

struct AttributeFormat {
  GLint components;
  GLenum type;
  bool normalized, integer;
};

AttributeFormat attribute_format(VertexFormat format) {
  switch (format) {
    case VertexFormat::kFloat:
      return {1, GL_FLOAT, false, false};
    case VertexFormat::kFloat2:
      return {2, GL_FLOAT, false, false};
    case VertexFormat::kFloat3:
      return {3, GL_FLOAT, false, false};
    case VertexFormat::kFloat4:
      return {4, GL_FLOAT, false, false};
    case VertexFormat::kUnorm8x4:
      return {4, GL_UNSIGNED_BYTE, true, false};
    case VertexFormat::kUnorm16x4:
      return {4, GL_UNSIGNED_SHORT, true, false};
    case VertexFormat::kUint16x4:
      return {4, GL_UNSIGNED_SHORT, false, true};
    case VertexFormat::kUint32x2:
      return {2, GL_UNSIGNED_INT, false, true};
  }
  return {};
}

GLint gl_wrap(TextureWrap wrap) {
  switch (wrap) {
    case TextureWrap::kRepeat:
      return GL_REPEAT;
    case TextureWrap::kClamp:
      return GL_CLAMP_TO_EDGE;
    case TextureWrap::kMirror:
      return GL_MIRRORED_REPEAT;
  }
  return GL_CLAMP_TO_EDGE;
}

GLenum gl_mode(DrawMode mode) {
  switch (mode) {
    case DrawMode::kPoints:
      return GL_POINTS;
    case DrawMode::kLines:
      return GL_LINES;
    case DrawMode::kTriangles:
      return GL_TRIANGLES;
  }
  return GL_TRIANGLES;
}

GLenum gl_target(BufferUse use) {
  return use == BufferUse::kIndex ? GL_ELEMENT_ARRAY_BUFFER : GL_ARRAY_BUFFER;
}

GLint get_integer(GLenum what) {
  GLint value = 0;
  glGetIntegerv(what, &value);
  return value;
}

const char* get_string(GLenum what) {
  const GLubyte* text = glGetString(what);
  return text ? reinterpret_cast<const char*>(text) : "unknown";
}

const void* as_pointer(size_t offset) { return reinterpret_cast<const void*>(offset); }

// The log of a shader or program, for which the two functions are.
template <class GetParameter, class GetLog>
std::string info_log(GLuint object, GetParameter get_parameter, GetLog get_log) {
  GLint size = 0;
  get_parameter(object, GL_INFO_LOG_LENGTH, &size);
  std::string log(size_t(std::max(size, 1)), '\0');
  GLsizei written = 0;
  get_log(object, GLsizei(log.size()), &written, log.data());
  log.resize(size_t(std::clamp(written, 0, GLsizei(log.size()))));
  return log.empty() ? "no reason given" : log;
}

Error during_pass(const char* where) {
  return {ErrorCode::kInvalidArgument, "cannot be made during a pass", where};
}

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

GlDevice::GlDevice() {
#ifdef __EMSCRIPTEN__
  version_ = 30;
#else
  desktop_ = epoxy_is_desktop_gl();
  version_ = epoxy_gl_version();
#endif
  limits_.description =
      std::string(get_string(GL_VERSION)) + ", " + std::string(get_string(GL_RENDERER));
  if (check()) return;
  limits_.texture_side = get_integer(GL_MAX_TEXTURE_SIZE);
  limits_.samples = std::max(1, get_integer(GL_MAX_SAMPLES));
  uniform_alignment_ = size_t(std::max(16, get_integer(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT)));
  glGenVertexArrays(1, &vertex_array_);
  glGenBuffers(1, &uniform_buffer_);
  uniform_offset_ = kUniformBufferSize;
}

GlDevice::~GlDevice() {
  if (check()) return;
  targets_.for_each([this](const Target& t) { delete_target(t); });
  buffers_.for_each([](const Buffer& b) { glDeleteBuffers(1, &b.name); });
  textures_.for_each([](const Texture& t) { glDeleteTextures(1, &t.name); });
  glDeleteBuffers(1, &uniform_buffer_);
  glDeleteVertexArrays(1, &vertex_array_);
}

std::optional<Error> GlDevice::check() const {
  if (version_ >= (desktop_ ? 33 : 30)) return {};
  return Error{ErrorCode::kUnsupported,
               "needs OpenGL 3.3, OpenGL ES 3.0 or newer, the context is " + limits_.description,
               ""};
}

void GlDevice::fail(const char* message) {
  if (!error_) error_ = Error{ErrorCode::kInvalidArgument, message, "device"};
}

// Whether an allocation ran out of memory or was refused since the last call. A lost context
// reports errors for ever, hence the bound.
bool GlDevice::allocation_failed() const {
  bool failed = false;
  for (int i = 0; i < 16 && glGetError() != GL_NO_ERROR; ++i) failed = true;
  return failed;
}

Result<BufferHandle> GlDevice::make_buffer(BufferUse use, size_t size,
                                           std::span<const std::byte> bytes) {
  if (in_pass_) return during_pass("buffer");
  if (size == 0 || (!bytes.empty() && bytes.size() != size))
    return Error{ErrorCode::kInvalidArgument, "a buffer needs a size, and as many bytes", "buffer"};
  allocation_failed();
  Buffer buffer{0, use, size};
  glGenBuffers(1, &buffer.name);
  glBindVertexArray(vertex_array_);
  glBindBuffer(gl_target(use), buffer.name);
  glBufferData(gl_target(use), GLsizeiptr(size), bytes.empty() ? nullptr : bytes.data(),
               bytes.empty() ? GL_DYNAMIC_DRAW : GL_STATIC_DRAW);
  glBindBuffer(gl_target(use), 0);
  glBindVertexArray(0);
  if (allocation_failed()) {
    glDeleteBuffers(1, &buffer.name);
    return Error{ErrorCode::kLimit, "the device has no memory for a buffer", "buffer"};
  }
  return BufferHandle{buffers_.insert(buffer)};
}

void GlDevice::update_buffer(BufferHandle handle, size_t offset, std::span<const std::byte> bytes) {
  const Buffer* buffer = buffers_.find(handle.id);
  if (!buffer) return fail("update_buffer: no such buffer");
  if (in_pass_) return fail("update_buffer: not between begin_pass and end_pass");
  if (offset > buffer->size || bytes.size() > buffer->size - offset)
    return fail("update_buffer: more bytes than the buffer has");
  glBindVertexArray(vertex_array_);
  glBindBuffer(gl_target(buffer->use), buffer->name);
  glBufferSubData(gl_target(buffer->use), GLintptr(offset), GLsizeiptr(bytes.size()), bytes.data());
  glBindBuffer(gl_target(buffer->use), 0);
  glBindVertexArray(0);
}

void GlDevice::reset_pixel_store() const {
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  for (GLenum what : {GL_UNPACK_ROW_LENGTH, GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS,
                      GL_PACK_ROW_LENGTH, GL_PACK_SKIP_ROWS, GL_PACK_SKIP_PIXELS})
    glPixelStorei(what, 0);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
}

Result<TextureHandle> GlDevice::make_texture(const TextureInfo& info) {
  if (in_pass_) return during_pass("texture");
  const PixelFormat format = pixel_format(info.format);
  const bool floats = info.format == TextureFormat::kRgba32Float;
  if (info.width <= 0 || info.height <= 0 || (floats && (info.linear || info.mipmaps)))
    return Error{ErrorCode::kInvalidArgument, "a texture needs a size; floats are not filtered",
                 "texture"};
  if (std::max(info.width, info.height) > limits_.texture_side)
    return Error{ErrorCode::kLimit,
                 "a side of " + std::to_string(std::max(info.width, info.height)) +
                     " texels, the device has " + std::to_string(limits_.texture_side),
                 "texture"};
  if (!info.texels.empty() &&
      info.texels.size() != size_t(info.width) * size_t(info.height) * format.size)
    return Error{ErrorCode::kInvalidArgument, "texels do not match the size", "texture"};

  allocation_failed();
  Texture texture{0, info.width, info.height, info.format, info.mipmaps};
  reset_pixel_store();
  glGenTextures(1, &texture.name);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture.name);
  const GLint magnify = info.linear ? GL_LINEAR : GL_NEAREST;
  const GLint mipmapped = info.linear ? GL_LINEAR_MIPMAP_LINEAR : GL_NEAREST_MIPMAP_LINEAR;
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, magnify);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, info.mipmaps ? mipmapped : magnify);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, gl_wrap(info.wrap_u));
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, gl_wrap(info.wrap_v));
  if (!info.mipmaps) glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glTexImage2D(GL_TEXTURE_2D, 0, GLint(format.internal), info.width, info.height, 0, GL_RGBA,
               format.type, info.texels.empty() ? nullptr : info.texels.data());
  if (info.mipmaps) glGenerateMipmap(GL_TEXTURE_2D);
  glBindTexture(GL_TEXTURE_2D, 0);
  if (allocation_failed()) {
    glDeleteTextures(1, &texture.name);
    return Error{ErrorCode::kLimit, "the device has no memory for a texture of this format",
                 "texture"};
  }
  return TextureHandle{textures_.insert(texture)};
}

void GlDevice::update_texture(TextureHandle handle, int first_row,
                              std::span<const std::byte> texels) {
  const Texture* texture = textures_.find(handle.id);
  if (!texture) return fail("update_texture: no such texture");
  if (in_pass_) return fail("update_texture: not between begin_pass and end_pass");
  const PixelFormat format = pixel_format(texture->format);
  const size_t row_size = size_t(texture->width) * format.size;
  const size_t rows = texels.size() / row_size;
  if (texture->mipmaps || first_row < 0 || first_row > texture->height ||
      texels.size() % row_size != 0 || rows > size_t(texture->height - first_row))
    return fail("update_texture: not whole rows of a texture without mipmaps");
  reset_pixel_store();
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture->name);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, first_row, texture->width, GLsizei(rows), GL_RGBA,
                  format.type, texels.data());
  glBindTexture(GL_TEXTURE_2D, 0);
}

Result<GLuint> GlDevice::compile(const ShaderInfo& info, GLenum stage, const char* text) const {
  const char* head = desktop_ ? "#version 330 core\n"
                              : "#version 300 es\nprecision highp float;\nprecision highp int;\n"
                                "precision highp sampler2D;\n";
  const char* parts[] = {head, info.defines, "\n#line 1\n", text};
  const GLuint shader = glCreateShader(stage);
  glShaderSource(shader, 4, parts, nullptr);
  glCompileShader(shader);
  GLint compiled = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
  if (compiled) return shader;
  Error error{
      ErrorCode::kUnsupported,
      info_log(
          shader, [](auto... a) { glGetShaderiv(a...); },
          [](auto... a) { glGetShaderInfoLog(a...); }),
      std::string("shader ") + info.name + (stage == GL_VERTEX_SHADER ? ", vertex" : ", fragment")};
  glDeleteShader(shader);
  return error;
}

std::optional<Error> GlDevice::set_up_program(const ShaderInfo& info, GLuint program) const {
  GLint linked = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &linked);
  const std::string where = std::string("shader ") + info.name;
  if (!linked)
    return Error{ErrorCode::kUnsupported,
                 info_log(
                     program, [](auto... a) { glGetProgramiv(a...); },
                     [](auto... a) { glGetProgramInfoLog(a...); }),
                 where};
  glUseProgram(program);
  for (size_t i = 0; i < info.textures.size(); ++i)
    glUniform1i(glGetUniformLocation(program, info.textures[i]), GLint(i));
  glUseProgram(0);
  const GLuint block = glGetUniformBlockIndex(program, "Uniforms");
  GLint size = 0;
  if (block != GL_INVALID_INDEX) {
    glGetActiveUniformBlockiv(program, block, GL_UNIFORM_BLOCK_DATA_SIZE, &size);
    glUniformBlockBinding(program, block, 0);
  }
  if (size_t(size) == info.uniform_size) return {};
  return Error{ErrorCode::kInvalidArgument,
               "the uniform block has " + std::to_string(size) + " bytes, not " +
                   std::to_string(info.uniform_size),
               where};
}

Result<ShaderHandle> GlDevice::make_shader(const ShaderInfo& info) {
  if (in_pass_) return during_pass("shader");
  if (info.textures.size() > kMaximumTextures)
    return Error{ErrorCode::kInvalidArgument, "too many textures", info.name};
  const Result<GLuint> vertex = compile(info, GL_VERTEX_SHADER, info.vertex);
  if (!vertex) return vertex.error();
  const Result<GLuint> fragment = compile(info, GL_FRAGMENT_SHADER, info.fragment);
  if (!fragment) {
    glDeleteShader(*vertex);
    return fragment.error();
  }
  auto shader = std::make_shared<Shader>(glCreateProgram());
  shader->uniform_size = info.uniform_size;
  shader->texture_count = info.textures.size();
  for (GLuint part : {*vertex, *fragment}) glAttachShader(shader->program, part);
  glLinkProgram(shader->program);
  for (GLuint part : {*vertex, *fragment}) {
    glDetachShader(shader->program, part);
    glDeleteShader(part);
  }
  if (auto error = set_up_program(info, shader->program)) return *error;
  return ShaderHandle{shaders_.insert(shader)};
}

Result<PipelineHandle> GlDevice::make_pipeline(const PipelineInfo& info) {
  const auto* shader = shaders_.find(info.shader.id);
  if (!shader) return Error{ErrorCode::kInvalidArgument, "no such shader", "pipeline"};
  if (info.streams.size() > kMaximumStreams)
    return Error{ErrorCode::kInvalidArgument, "too many streams", "pipeline"};
  for (const VertexAttribute& attribute : info.attributes) {
    // Sixteen locations are what every device has.
    if (attribute.location >= 16 || attribute.stream >= info.streams.size())
      return Error{ErrorCode::kInvalidArgument, "an attribute without location or stream",
                   "pipeline"};
  }
  return PipelineHandle{pipelines_.insert({info, *shader})};
}

// Makes the framebuffers of a target; false when the device refuses.
bool GlDevice::attach(Target& target, const TargetInfo& info, GLuint texture) const {
  const int samples = std::min(info.samples, limits_.samples);
  glGenFramebuffers(1, &target.resolve);
  glBindFramebuffer(GL_FRAMEBUFFER, target.resolve);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
  target.draw = target.resolve;
  if (samples > 1) {
    glGenFramebuffers(1, &target.draw);
    glBindFramebuffer(GL_FRAMEBUFFER, target.draw);
    glGenRenderbuffers(1, &target.color_samples);
    glBindRenderbuffer(GL_RENDERBUFFER, target.color_samples);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, pixel_format(info.format).internal,
                                     info.width, info.height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                              target.color_samples);
  }
  if (info.depth) {
    glGenRenderbuffers(1, &target.depth);
    glBindRenderbuffer(GL_RENDERBUFFER, target.depth);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples > 1 ? samples : 0,
                                     GL_DEPTH_COMPONENT24, info.width, info.height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, target.depth);
  }
  glBindRenderbuffer(GL_RENDERBUFFER, 0);
  return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

Result<TargetHandle> GlDevice::make_target(const TargetInfo& info) {
  if (in_pass_) return during_pass("target");
  if (info.format == TextureFormat::kRgba32Float)
    return Error{ErrorCode::kInvalidArgument, "targets have eight bits per channel", "target"};
  const Result<TextureHandle> texture = make_texture(
      {.width = info.width, .height = info.height, .format = info.format, .linear = true});
  if (!texture) return texture.error();
  Target target;
  target.texture = *texture;
  target.width = info.width;
  target.height = info.height;
  target.srgb = info.format == TextureFormat::kRgba8Srgb;
  const GLint draw = get_integer(GL_DRAW_FRAMEBUFFER_BINDING);
  const GLint read = get_integer(GL_READ_FRAMEBUFFER_BINDING);
  allocation_failed();
  const bool complete = attach(target, info, textures_.find(texture->id)->name);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, GLuint(draw));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, GLuint(read));
  if (!complete || allocation_failed()) {
    delete_target(target);
    return Error{ErrorCode::kLimit, "the device cannot make a target like this", "target"};
  }
  return TargetHandle{targets_.insert(target)};
}

TextureHandle GlDevice::texture_of(TargetHandle handle) const {
  const Target* target = targets_.find(handle.id);
  return target ? target->texture : TextureHandle{};
}

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

void GlDevice::release(BufferHandle handle) {
  if (const Buffer* buffer = buffers_.find(handle.id)) glDeleteBuffers(1, &buffer->name);
  buffers_.erase(handle.id);
}

void GlDevice::release(TextureHandle handle) {
  if (const Texture* texture = textures_.find(handle.id)) glDeleteTextures(1, &texture->name);
  textures_.erase(handle.id);
}

void GlDevice::release(ShaderHandle handle) { shaders_.erase(handle.id); }

void GlDevice::release(PipelineHandle handle) { pipelines_.erase(handle.id); }

void GlDevice::delete_target(const Target& target) {
  glDeleteFramebuffers(1, &target.resolve);
  if (target.draw != target.resolve) glDeleteFramebuffers(1, &target.draw);
  for (GLuint renderbuffer : {target.color_samples, target.depth})
    glDeleteRenderbuffers(1, &renderbuffer);
  release(target.texture);
}

void GlDevice::release(TargetHandle handle) {
  if (const Target* target = targets_.find(handle.id)) delete_target(*target);
  targets_.erase(handle.id);
}

}  // namespace

Result<std::unique_ptr<Device>> make_gl_device() {
  auto device = std::make_unique<GlDevice>();
  if (auto error = device->check()) return *error;
  return std::unique_ptr<Device>(std::move(device));
}

}  // namespace saker
