#include "glb_buffer.h"

#include <algorithm>
#include <cstring>

namespace saki {
namespace {

constexpr int kUnsignedByte = 5121, kUnsignedShort = 5123, kFloat = 5126;

size_t width_of(const std::string& type) {
  if (type == "SCALAR") return 1;
  if (type == "VEC2") return 2;
  if (type == "VEC3") return 3;
  return type == "VEC4" ? 4 : 16;
}

template <class T>
std::span<const uint8_t> as_bytes(std::span<const T> values) {
  return {reinterpret_cast<const uint8_t*>(values.data()), values.size_bytes()};
}

void pad(std::vector<uint8_t>& bytes, uint8_t with) {
  while (bytes.size() % 4 != 0) bytes.push_back(with);
}

void append_word(std::vector<uint8_t>& out, size_t value) {
  for (int shift = 0; shift < 32; shift += 8) out.push_back(uint8_t(value >> shift & 255));
}

void append_chunk(std::vector<uint8_t>& out, const char* kind, std::span<const uint8_t> bytes) {
  append_word(out, bytes.size());
  out.insert(out.end(), kind, kind + 4);
  out.insert(out.end(), bytes.begin(), bytes.end());
}

}  // namespace

int GlbBuffer::add_accessor(int view, size_t offset, int component, size_t count,
                            const char* type) {
  Json accessor = {{"bufferView", view}};
  if (offset > 0) accessor["byteOffset"] = offset;
  accessor["componentType"] = component;
  accessor["count"] = count;
  accessor["type"] = type;
  accessors_.push_back(accessor);
  return int(accessors_.size()) - 1;
}

void GlbBuffer::add_bounds(int accessor, std::span<const float> values, size_t width) {
  Json low = Json::array(), high = Json::array();
  for (size_t c = 0; c < width; ++c) {
    float least = values[c], most = values[c];
    for (size_t i = c; i < values.size(); i += width) {
      least = std::min(least, values[i]);
      most = std::max(most, values[i]);
    }
    low.push_back(least);
    high.push_back(most);
  }
  accessors_[size_t(accessor)]["min"] = low;
  accessors_[size_t(accessor)]["max"] = high;
}

int GlbBuffer::add_bytes(std::span<const uint8_t> bytes, Usage usage) {
  pad(bytes_, 0);
  Json view = {{"buffer", 0}, {"byteOffset", bytes_.size()}, {"byteLength", bytes.size()}};
  if (usage != Usage::kNone) view["target"] = int(usage);
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  views_.push_back(view);
  return int(views_.size()) - 1;
}

int GlbBuffer::add_floats(std::span<const float> values, const char* type, Usage usage,
                          bool bounds) {
  const size_t width = width_of(type);
  const int out =
      add_accessor(add_bytes(as_bytes(values), usage), 0, kFloat, values.size() / width, type);
  if (bounds) add_bounds(out, values, width);
  return out;
}

int GlbBuffer::add_joints(std::span<const uint8_t> values) {
  return add_accessor(add_bytes(values, Usage::kVertices), 0, kUnsignedByte, values.size() / 4,
                      "VEC4");
}

int GlbBuffer::add_indices(std::span<const uint16_t> values) {
  return add_accessor(add_bytes(as_bytes(values), Usage::kIndices), 0, kUnsignedShort,
                      values.size(), "SCALAR");
}

int GlbBuffer::add_keys(std::span<const float> values, const char* type) {
  const int out =
      add_accessor(-1, keys_.size() * sizeof(float), kFloat, values.size() / width_of(type), type);
  keys_.insert(keys_.end(), values.begin(), values.end());
  key_accessors_.push_back(out);
  return out;
}

int GlbBuffer::add_times(const std::vector<float>& times) {
  const auto known = times_.find(times);
  if (known != times_.end()) return known->second;
  const int out = add_keys(times, "SCALAR");
  add_bounds(out, times, 1);
  return times_[times] = out;
}

std::vector<uint8_t> GlbBuffer::finish(Json document) {
  const int keys = add_bytes(as_bytes(std::span<const float>(keys_)));
  for (int accessor : key_accessors_) accessors_[size_t(accessor)]["bufferView"] = keys;
  pad(bytes_, 0);
  document["accessors"] = accessors_;
  document["bufferViews"] = views_;
  document["buffers"] = {{{"byteLength", bytes_.size()}}};

  const std::string text = document.dump();
  std::vector<uint8_t> json(text.begin(), text.end());
  pad(json, ' ');
  std::vector<uint8_t> out = {'g', 'l', 'T', 'F'};
  append_word(out, 2);
  append_word(out, 12 + 8 + json.size() + 8 + bytes_.size());
  append_chunk(out, "JSON", json);
  append_chunk(out, "BIN\0", bytes_);
  return out;
}

}  // namespace saki
