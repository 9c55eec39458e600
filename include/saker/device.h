#pragma once
// Device: what drawing needs of a graphics API, and nothing about what is drawn. Written for OpenGL
// 3.3, OpenGL ES 3.0 and WebGL 2 at once, and made so that Direct3D 11 fits behind it.
//
// Making something answers with a handle or an error. update_buffer(), update_texture() and draw()
// answer nothing: the device remembers the first of their errors, and end_pass() returns it. A call
// with a handle of another device, or that was released, is such an error.
//
// Between begin_pass() and end_pass() only draw() is called.
//
// Living with others in one OpenGL context (a window toolkit, a user interface): the device assumes
// nothing about the state it finds. end_pass() puts back the framebuffer binding and the viewport;
// blending, culling, depth, scissor and stencil tests are off afterwards, and masks, blend and
// depth functions and front face are OpenGL's defaults. It and every other function leave vertex
// array, program, buffers, renderbuffer and the textures and samplers of the first kMaximumTextures
// units unbound, unit 0 active, and pixel store at its defaults. Whoever else draws and relies on
// other state saves it before, as user interface libraries do around themselves.
//
// All calls come from the thread whose context the device was made in.

#include <saker/math.h>
#include <saker/picture.h>
#include <saker/result.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace saker {

// A device's name for one of its objects. The default names none.
template <class Kind>
struct Handle {
  uint32_t id = 0;

  explicit operator bool() const { return id != 0; }
  bool operator==(const Handle&) const = default;
};
using BufferHandle = Handle<class BufferKind>;
using TextureHandle = Handle<class TextureKind>;
using ShaderHandle = Handle<class ShaderKind>;
using PipelineHandle = Handle<class PipelineKind>;
using TargetHandle = Handle<class TargetKind>;

enum class BufferUse { kVertex, kIndex };

enum class TextureFormat {
  kRgba8,      // bytes as they are
  kRgba8Srgb,  // bytes that a shader reads and writes as linear light
  kRgba32Float,
};

enum class TextureWrap { kRepeat, kClamp, kMirror };

struct TextureInfo {
  int width = 0, height = 0;
  TextureFormat format = TextureFormat::kRgba8;
  // Smooth filtering and mipmaps; kRgba32Float has neither, and is read texel by texel.
  bool linear = false;
  bool mipmaps = false;
  TextureWrap wrap_u = TextureWrap::kClamp, wrap_v = TextureWrap::kClamp;
  // All texels, first row first; empty leaves them undefined.
  std::span<const std::byte> texels = {};
};

// Text of a program in the language of the device: for OpenGL, GLSL that is both version 330 and
// ESSL 300, without a #version line; `defines` goes in front of both parts. The device adds the
// version and default precisions, highp throughout.
struct ShaderInfo {
  const char* name = "";  // stands in messages
  const char* defines = "";
  const char* vertex = "";
  const char* fragment = "";
  // Names of the samplers; the place in this list is the place in Draw::textures.
  std::vector<const char*> textures = {};
  // Bytes of the block `layout(std140) uniform Uniforms`, 0 when there is none. Members that are
  // vec4, ivec4 or arrays of them lie as in a plain struct.
  size_t uniform_size = 0;
};

enum class VertexFormat {
  kFloat,
  kFloat2,
  kFloat3,
  kFloat4,
  kUnorm8x4,   // 0 to 255 becomes 0 to 1
  kUnorm16x4,  // 0 to 65535 becomes 0 to 1
  kUint16x4,   // uvec4
  kUint32x2,   // uvec2
};

struct VertexAttribute {
  uint32_t location = 0;
  VertexFormat format = VertexFormat::kFloat4;
  uint32_t stream = 0;  // place in PipelineInfo::streams
  uint32_t offset = 0;  // bytes from the start of an element
};

struct VertexStream {
  uint32_t stride = 0;  // bytes
  bool per_instance = false;
};

enum class DrawMode { kPoints, kLines, kTriangles };

enum class Blend {
  kNone,
  kOver,  // colour with premultiplied alpha over what is there
  kMax,   // the larger of both, per channel
};

struct PipelineInfo {
  ShaderHandle shader = {};
  std::vector<VertexStream> streams = {};  // at most kMaximumStreams
  std::vector<VertexAttribute> attributes = {};
  DrawMode mode = DrawMode::kTriangles;
  Blend blend = Blend::kNone;
  bool depth_test = false;  // pass when nearer or equal
  bool depth_write = false;
  bool cull_back = false;
  bool front_is_clockwise = false;  // for mirrored geometry
};

// Something to draw into: a colour texture, and a depth buffer of its own when asked for. With more
// than one sample per pixel the texture gets the average when a pass ends.
struct TargetInfo {
  int width = 0, height = 0;
  TextureFormat format = TextureFormat::kRgba8;  // kRgba8 or kRgba8Srgb
  int samples = 1;                               // clamped to what the device can do
  bool depth = false;
};

// Part of a target, in pixels from its lower left corner.
struct Area {
  int x = 0, y = 0, width = 0, height = 0;
};

struct Pass {
  // No target is the framebuffer that was bound when the pass began: the window, as a rule.
  TargetHandle target = {};
  // Where to draw. Without an extent it is the whole target; the framebuffer needs one.
  Area area = {};
  // Clearing affects the area only. What is not cleared stays as it was.
  std::optional<Vec4> clear_color = {};
  bool clear_depth = false;  // to the farthest depth
};

inline constexpr size_t kMaximumStreams = 4;
inline constexpr size_t kMaximumTextures = 4;

// One draw call, with everything it depends on.
struct Draw {
  PipelineHandle pipeline = {};
  struct Stream {
    BufferHandle buffer = {};
    size_t offset = 0;  // bytes, a multiple of 4
  };
  Stream streams[kMaximumStreams] = {};
  TextureHandle textures[kMaximumTextures] = {};
  std::span<const std::byte> uniforms = {};  // as long as the shader's uniform_size
  BufferHandle indices = {};                 // of uint32; none draws vertices in order
  size_t first = 0;                          // first index, or first vertex
  size_t count = 0;                          // of indices or vertices
  size_t instances = 1;
};

struct DeviceLimits {
  std::string description;  // API, version and driver, for a person
  int texture_side = 0;     // longest side of a texture or target
  int samples = 1;
};

class Device {
 public:
  virtual ~Device() = default;

  virtual const DeviceLimits& limits() const = 0;

  // A buffer of `size` bytes. `bytes` is its content, or empty for one that is updated often.
  virtual Result<BufferHandle> make_buffer(BufferUse use, size_t size,
                                           std::span<const std::byte> bytes) = 0;
  virtual Result<TextureHandle> make_texture(const TextureInfo& info) = 0;
  // Compiles and links. The error's message is the compiler's log.
  virtual Result<ShaderHandle> make_shader(const ShaderInfo& info) = 0;
  virtual Result<PipelineHandle> make_pipeline(const PipelineInfo& info) = 0;
  virtual Result<TargetHandle> make_target(const TargetInfo& info) = 0;

  // The colour of a target as a texture that draws may read while the target is not drawn into. It
  // belongs to the target.
  virtual TextureHandle texture_of(TargetHandle target) const = 0;

  // Replaces part of a buffer.
  virtual void update_buffer(BufferHandle buffer, size_t offset,
                             std::span<const std::byte> bytes) = 0;
  // Replaces the rows from `first_row` on, as many as `texels` has. Not for textures with mipmaps.
  virtual void update_texture(TextureHandle texture, int first_row,
                              std::span<const std::byte> texels) = 0;

  virtual void begin_pass(const Pass& pass) = 0;
  virtual void draw(const Draw& draw) = 0;
  // Returns the first error since the last call, if there was one.
  virtual std::optional<Error> end_pass() = 0;

  // The pixels of a target, as it has them: neither sRGB encoding nor premultiplied alpha is
  // changed. Waits for the device.
  virtual Result<Picture> read(TargetHandle target) = 0;

  // Frees an object; none, or one released before, is ignored. A shader may go once its pipelines
  // are made, and a target takes its texture along.
  virtual void release(BufferHandle buffer) = 0;
  virtual void release(TextureHandle texture) = 0;
  virtual void release(ShaderHandle shader) = 0;
  virtual void release(PipelineHandle pipeline) = 0;
  virtual void release(TargetHandle target) = 0;
};

// A device on the OpenGL context that is current on this thread: OpenGL 3.3, OpenGL ES 3.0 or WebGL
// 2, or newer. The context must outlive the device and be current whenever it is used; there must
// be one, natively this is not checked.
Result<std::unique_ptr<Device>> make_gl_device();

}  // namespace saker
