// Indices: strips, fans and loops become lists.

#include "import/mesh_reader.h"

#include <algorithm>

namespace saker::gltf {
namespace {

enum Mode : uint64_t {
  kPoints,
  kLines,
  kLineLoop,
  kLineStrip,
  kTriangles,
  kTriangleStrip,
  kTriangleFan
};

using Indices = std::vector<uint32_t>;

bool is_compatible(uint64_t mode, size_t count) {
  switch (mode) {
    case kLines:
      return count % 2 == 0;
    case kLineLoop:
    case kLineStrip:
      return count >= 2;
    case kTriangles:
      return count % 3 == 0;
    case kTriangleStrip:
    case kTriangleFan:
      return count >= 3;
    default:
      return true;
  }
}

Topology topology(uint64_t mode) {
  return mode == kPoints     ? Topology::kPoints
         : mode < kTriangles ? Topology::kLines
                             : Topology::kTriangles;
}

// The order of the vertices of triangle i is that of glTF 2.0, 3.7.2.1.
Indices to_list(const Indices& in, uint64_t mode) {
  const size_t n = in.size();
  Indices out;
  switch (mode) {
    case kLineLoop:
    case kLineStrip:
      for (size_t i = 0; i + 1 < n; ++i) out.insert(out.end(), {in[i], in[i + 1]});
      if (mode == kLineLoop && n > 2) out.insert(out.end(), {in[n - 1], in[0]});
      return out;
    case kTriangleStrip:
      for (size_t i = 0; i + 2 < n; ++i)
        out.insert(out.end(), {in[i], in[i + 1 + i % 2], in[i + 2 - i % 2]});
      return out;
    case kTriangleFan:
      for (size_t i = 0; i + 2 < n; ++i) out.insert(out.end(), {in[i + 1], in[i + 2], in[0]});
      return out;
    default:
      out = in;
      out.resize(mode == kTriangles ? n - n % 3 : mode == kLines ? n - n % 2 : n);
      return out;
  }
}

// The value that would restart a strip: the largest of its type.
double restart_value(const Accessor& accessor) {
  const size_t bits = component_size(accessor.elements.type) * 8;
  return double((uint64_t{1} << bits) - 1);
}

Indices convert(Document& document, const Accessor& accessor, const std::string& path,
                const std::vector<double>& raw, size_t vertices) {
  Indices out;
  out.reserve(raw.size());
  for (size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] >= double(vertices) || raw[i] == restart_value(accessor)) {
      const bool restart = raw[i] == restart_value(accessor);
      document.report.add(restart ? rules::kIndexRestart : rules::kIndexRange, path,
                          "index " + text(raw[i]) + " at " + std::to_string(i) +
                              (restart ? " would restart a strip"
                                       : " exceeds the " + std::to_string(vertices) + " vertices"));
      return {};
    }
    out.push_back(uint32_t(raw[i]));
  }
  return out;
}

Indices read_list(Document& document, const Cursor& json, size_t vertices) {
  const int index = json.index("indices", document.accessors.size());
  if (index < 0) return {};
  const Accessor& accessor = document.accessors[size_t(index)];
  const std::string path = json.path("indices");
  use_view(document, index, Usage::kIndices, path);
  if (accessor.has_stride)
    document.report.add(rules::kIndicesStride, path, "indices should have no byteStride");
  const bool integers = accessor.is(ComponentType::kUnsignedByte) ||
                        accessor.is(ComponentType::kUnsignedShort) ||
                        accessor.is(ComponentType::kUnsignedInt);
  if (!accessor.is(Shape::kScalar) || !integers || accessor.normalized) {
    document.report.add(rules::kIndicesFormat, path, "indices cannot be " + accessor.format());
    return {};
  }
  std::vector<double> raw;
  if (!read_raw(document, index, path, raw)) return {};
  return convert(document, accessor, path, raw, vertices);
}

void check_degenerate(const Cursor& json, const Indices& list) {
  size_t count = 0;
  for (size_t i = 0; i + 2 < list.size(); i += 3)
    count += list[i] == list[i + 1] || list[i + 1] == list[i + 2] || list[i + 2] == list[i];
  if (count != 0)
    json.add(rules::kIndexDegenerate, "indices",
             std::to_string(count) + " of " + std::to_string(list.size() / 3) +
                 " triangles have no area");
}

}  // namespace

void read_indices(Document& document, const Cursor& json, uint64_t mode, Primitive& primitive) {
  const size_t vertices = primitive.positions.size();
  Indices list;
  if (json.has("indices")) {
    list = read_list(document, json, vertices);
  } else {
    for (size_t i = 0; i < vertices; ++i) list.push_back(uint32_t(i));
  }
  if (!is_compatible(mode, list.size()))
    json.add(rules::kIncompatibleMode,
             std::to_string(list.size()) + " vertices or indices do not fill whole primitives");
  if (!document.hold(list.size() * 3 * sizeof(uint32_t), json.path())) return;
  primitive.topology = topology(mode);
  primitive.indices = to_list(list, mode);
  if (json.has("indices") && primitive.topology == Topology::kTriangles)
    check_degenerate(json, primitive.indices);
}

}  // namespace saker::gltf
