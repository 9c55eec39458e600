#pragma once
// What the OpenGL device keeps of its objects, and the words OpenGL has for what Device calls
// otherwise.

#include <saker/device.h>

#ifdef __EMSCRIPTEN__
#include <GLES3/gl3.h>
#else
#include <epoxy/gl.h>
#endif

#include <memory>

namespace saker::gl {

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

inline PixelFormat pixel_format(TextureFormat format) {
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

inline AttributeFormat attribute_format(VertexFormat format) {
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

inline GLint gl_wrap(TextureWrap wrap) {
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

inline GLenum gl_mode(DrawMode mode) {
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

inline GLenum gl_target(BufferUse use) {
  return use == BufferUse::kIndex ? GL_ELEMENT_ARRAY_BUFFER : GL_ARRAY_BUFFER;
}

inline GLint get_integer(GLenum what) {
  GLint value = 0;
  glGetIntegerv(what, &value);
  return value;
}

inline const char* get_string(GLenum what) {
  const GLubyte* text = glGetString(what);
  return text ? reinterpret_cast<const char*>(text) : "unknown";
}

inline const void* as_pointer(size_t offset) { return reinterpret_cast<const void*>(offset); }

}  // namespace saker::gl
