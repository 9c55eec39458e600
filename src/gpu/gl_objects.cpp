// Making, changing and releasing the objects of the OpenGL device.

#include "gpu/gl_device.h"

#include <algorithm>
#include <cstring>

namespace saker {
namespace gl {
namespace {

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

}  // namespace

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

}  // namespace gl

Result<std::unique_ptr<Device>> make_gl_device() {
  auto device = std::make_unique<gl::GlDevice>();
  if (auto error = device->check()) return *error;
  return std::unique_ptr<Device>(std::move(device));
}

}  // namespace saker
