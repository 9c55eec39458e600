#pragma once
// The binary half of a .glb: buffer views and accessors over one growing buffer.

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

namespace saki {

using Json = nlohmann::ordered_json;

enum class Usage { kNone = 0, kVertices = 34962, kIndices = 34963 };

class GlbBuffer {
 public:
  // Accessors of floats; `type` is glTF's, such as "VEC3". Bounds are written where glTF asks for
  // them or they help a reader: for positions and times.
  int add_floats(std::span<const float> values, const char* type, Usage usage, bool bounds = false);
  int add_joints(std::span<const uint8_t> values);  // VEC4
  int add_indices(std::span<const uint16_t> values);
  // A buffer view of raw bytes, such as a picture.
  int add_bytes(std::span<const uint8_t> bytes, Usage usage = Usage::kNone);
  // Floats of animations share one view; equal times share one accessor.
  int add_times(const std::vector<float>& times);
  int add_keys(std::span<const float> values, const char* type);

  // Adds buffer, views and accessors to the document and returns the file.
  std::vector<uint8_t> finish(Json document);

 private:
  int add_accessor(int view, size_t offset, int component, size_t count, const char* type);
  void add_bounds(int accessor, std::span<const float> values, size_t width);

  std::vector<uint8_t> bytes_;
  std::vector<float> keys_;
  std::vector<int> key_accessors_;
  std::map<std::vector<float>, int> times_;
  Json views_ = Json::array(), accessors_ = Json::array();
};

}  // namespace saki
