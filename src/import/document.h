#pragma once
// A glTF document being read: its JSON, its bytes, and the tables that everything refers to.

#include "import/cursor.h"
#include "import/json.h"
#include "import/report.h"

#include <saker/import.h>

#include <array>
#include <span>
#include <string>
#include <vector>

namespace saker::gltf {

struct Buffer {
  std::vector<uint8_t> owned;
  std::span<const uint8_t> bytes;  // empty where the file has no data for it
  uint64_t length = 0;             // as declared
};

// What a buffer view is used for; a view may serve only one purpose.
enum class Usage : uint8_t { kNone, kVertices, kIndices, kOther };

struct BufferView {
  int buffer = -1;
  uint64_t offset = 0, length = 0;
  uint64_t stride = 0;  // 0: tightly packed
  uint64_t target = 0;
  bool readable = false;    // lies within its buffer
  bool compressed = false;  // its numbers are, as EXT_meshopt_compression, in another buffer
  Usage usage = Usage::kNone;
  int vertex_accessor = -1;  // the first one that reads vertices through this view
};

enum class ComponentType : uint16_t {
  kByte = 5120,
  kUnsignedByte = 5121,
  kShort = 5122,
  kUnsignedShort = 5123,
  kUnsignedInt = 5125,
  kFloat = 5126,
};

enum class Shape : uint8_t { kScalar, kVec2, kVec3, kVec4, kMat2, kMat3, kMat4 };

size_t component_size(ComponentType type);
size_t width(Shape shape);  // components per element

// Where the elements of an accessor, or the sparse part of one, lie.
struct Elements {
  int view = -1;
  uint64_t offset = 0;
  uint64_t count = 0;
  ComponentType type = ComponentType::kFloat;
  Shape shape = Shape::kScalar;
  uint64_t stride = 0;  // from one element to the next
};

struct Accessor {
  Elements elements;
  uint64_t sparse_count = 0;
  Elements sparse_indices, sparse_values;
  bool normalized = false;
  bool readable = false;  // everything it says can be followed
  bool has_bounds = false;
  bool has_stride = false;
  std::string path;

  uint64_t count() const { return elements.count; }
  size_t width() const { return gltf::width(elements.shape); }
  bool is_stored() const { return elements.view >= 0 || sparse_count != 0; }  // else all are 0
  bool is(Shape shape) const { return elements.shape == shape; }
  bool is(ComponentType type) const { return elements.type == type; }
  bool is_float() const { return is(ComponentType::kFloat); }
  std::string format() const;  // "{VEC3, FLOAT}"
};

// What a material asks of the primitives that use it.
struct MaterialNeeds {
  bool tangents = false;
  uint64_t texcoords = 0;  // how many sets
};

struct Document {
  Document(const ReadFile& reader, const ImportOptions& opts, Report& rep)
      : read_file(reader), options(opts), report(rep) {}

  const ReadFile& read_file;
  const ImportOptions& options;
  Report& report;

  Json root;
  std::span<const uint8_t> glb_bin;
  bool is_glb = false, has_glb_bin = false;

  std::vector<Buffer> buffers;
  std::vector<BufferView> views;
  std::vector<Accessor> accessors;
  std::vector<MaterialNeeds> material_needs;
  bool quantized = false;  // KHR_mesh_quantization
  uint64_t bytes_held = 0;

  Cursor top() const { return {&root, "", report}; }
  Cursor array(std::string_view key) const { return top().array(key); }
  size_t count(std::string_view key) const;

  // Counts memory against the limit; false, and reported at `path`, when it would be exceeded.
  bool hold(uint64_t bytes, const std::string& path);
};

// Each reads one part of the document; what it needs has been read before.
void read_asset(Document& document);
void read_buffers(Document& document);
void read_buffer_views(Document& document);
void read_accessors(Document& document);
void check_accessors(Document& document);
void read_images(Document& document, Scene& scene);
void read_materials(Document& document, Scene& scene);
void read_meshes(Document& document, Scene& scene);
void read_skins(Document& document, Scene& scene);
void read_nodes(Document& document, Scene& scene);
void read_scenes(Document& document, Scene& scene);
void read_animations(Document& document, Scene& scene);

// Gives vertices without weights a joint, so that the weights of every vertex sum to 1.
void settle_weights(Document& document, Scene& scene);
// Reports what is odd about nodes that carry skinned meshes, and about skins among the nodes.
void check_skins(Document& document, const Scene& scene);

// The bytes of a buffer view; empty when it is not readable.
std::span<const uint8_t> view_bytes(const Document& document, int view);

// Notes that a view serves a purpose, at the place in the document that uses it so.
void use_view(Document& document, int accessor, Usage usage, const std::string& path);

// Whether the buffers behind an accessor have their bytes.
bool has_data(const Document& document, const Accessor& accessor);
void report_not_finite(Document& document, const Accessor& accessor);

// The elements of an accessor, sparse ones included, one after the other; integers as stored. False
// and reported at `path` when they cannot be had.
bool read_raw(Document& document, int accessor, const std::string& path, std::vector<double>& out);
// The same as floats: normalised integers become -1 to 1. Numbers that are not finite are reported
// and become 0; `finite`, when given, says whether there were none.
std::vector<float> read_floats(Document& document, int accessor, const std::string& path,
                               bool* finite = nullptr);

}  // namespace saker::gltf
