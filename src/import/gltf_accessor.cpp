// Accessors: numbers in buffer views, with strides, sparse parts and normalisation.

#include "import/document.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace saker::gltf {
namespace {

static_assert(std::endian::native == std::endian::little, "glTF is little-endian");

struct ShapeEntry {
  const char* name;
  uint8_t columns, rows;
};
constexpr std::array<ShapeEntry, 7> kShapes = {{{"SCALAR", 1, 1},
                                                {"VEC2", 1, 2},
                                                {"VEC3", 1, 3},
                                                {"VEC4", 1, 4},
                                                {"MAT2", 2, 2},
                                                {"MAT3", 3, 3},
                                                {"MAT4", 4, 4}}};

const ShapeEntry& entry(Shape shape) { return kShapes[size_t(shape)]; }

struct TypeEntry {
  ComponentType type;
  const char* name;
  uint8_t size;
  double unit;  // what 1 is as a normalised integer; 0: it cannot be normalised
};
constexpr std::array<TypeEntry, 6> kTypes = {
    {{ComponentType::kByte, "BYTE", 1, 127},
     {ComponentType::kUnsignedByte, "UNSIGNED_BYTE", 1, 255},
     {ComponentType::kShort, "SHORT", 2, 32767},
     {ComponentType::kUnsignedShort, "UNSIGNED_SHORT", 2, 65535},
     {ComponentType::kUnsignedInt, "UNSIGNED_INT", 4, 0},
     {ComponentType::kFloat, "FLOAT", 4, 0}}};

const TypeEntry* find_type(uint64_t code) {
  for (const TypeEntry& type : kTypes)
    if (uint64_t(type.type) == code) return &type;
  return nullptr;
}
const TypeEntry& entry(ComponentType type) { return *find_type(uint64_t(type)); }

// Columns of matrices start at multiples of 4 bytes.
uint64_t column_bytes(const Elements& e) {
  const uint64_t bytes = component_size(e.type) * entry(e.shape).rows;
  return entry(e.shape).columns == 1 ? bytes : (bytes + 3) / 4 * 4;
}
uint64_t element_bytes(const Elements& e) { return column_bytes(e) * entry(e.shape).columns; }

// From the first byte of the first element to the last of the last, without its padding. The count
// is below 2^53 and a stride below 2^53: the product is compared before it is formed.
bool fits(const Document& document, const Elements& e) {
  const BufferView& view = document.views[size_t(e.view)];
  if (e.count == 0) return true;
  if (e.offset >= view.length) return false;
  const uint64_t available = view.length - e.offset;
  const uint64_t last =
      element_bytes(e) - column_bytes(e) + component_size(e.type) * entry(e.shape).rows;
  return last <= available && e.count - 1 <= (available - last) / e.stride;
}

bool check_fit(Document& document, const Elements& e, const std::string& path) {
  if (e.view < 0 || !document.views[size_t(e.view)].readable) return false;
  if (fits(document, e)) return true;
  const uint64_t length = document.views[size_t(e.view)].length;
  document.report.add(rules::kAccessorTooLong, e.offset >= length ? path + "/byteOffset" : path,
                      std::to_string(e.count) + " elements of " + std::to_string(element_bytes(e)) +
                          " bytes from byte " + std::to_string(e.offset) +
                          " do not fit the buffer view of " + std::to_string(length) + " bytes");
  return false;
}

void check_alignment(const Document& document, const Cursor& json, const Elements& e) {
  const uint64_t size = component_size(e.type);
  if (e.offset % size != 0)
    json.add(rules::kAccessorOffsetAlignment, "byteOffset",
             "not a multiple of the component's size");
  if (entry(e.shape).columns > 1 && e.offset % 4 != 0)
    json.add(rules::kAccessorMatrixAlignment, "byteOffset", "a matrix starts at a multiple of 4");
  const BufferView& view = document.views[size_t(e.view)];
  if (view.stride != 0 && view.stride < element_bytes(e))
    json.add(rules::kAccessorSmallStride, "elements overlap: the stride is less than their size");
  if ((view.offset + e.offset) % size != 0)
    json.add(rules::kAccessorTotalAlignment,
             "the offset within the buffer is not a multiple of the component's size");
}

// A view that sparse values or indices come from, which are tightly packed.
Elements read_sparse_part(Document& document, const Cursor& json, Elements e) {
  json.require({"bufferView"});
  e.view = json.index("bufferView", document.views.size());
  e.offset = json.integer("byteOffset", 0);
  e.stride = element_bytes(e);
  if (e.view >= 0 && document.views[size_t(e.view)].stride != 0)
    json.add(rules::kViewStride, "bufferView", "sparse parts are packed, a stride is ignored");
  return e;
}

ComponentType read_index_type(const Cursor& json) {
  json.require({"componentType"});
  const uint64_t code = json.integer("componentType", uint64_t(ComponentType::kUnsignedInt));
  for (const auto type : {ComponentType::kUnsignedByte, ComponentType::kUnsignedShort})
    if (code == uint64_t(type)) return type;
  if (code != uint64_t(ComponentType::kUnsignedInt))
    json.add(rules::kValueNotInList, "componentType", "indices are 5121, 5123 or 5125");
  return ComponentType::kUnsignedInt;
}

bool read_sparse(Document& document, const Cursor& json, Accessor& accessor) {
  json.expect({"count", "indices", "values"});
  json.require({"count", "indices", "values"});
  const Cursor indices = json.object("indices"), values = json.object("values");
  indices.expect({"bufferView", "byteOffset", "componentType"});
  values.expect({"bufferView", "byteOffset"});
  const uint64_t count = accessor.sparse_count = json.integer("count", 0);
  const Elements& base = accessor.elements;
  accessor.sparse_indices =
      read_sparse_part(document, indices, {-1, 0, count, read_index_type(indices), Shape::kScalar});
  accessor.sparse_values =
      read_sparse_part(document, values, {-1, 0, count, base.type, base.shape});
  if (count > accessor.count())
    json.add(rules::kSparseCount, "count", "more elements are replaced than there are");
  const bool indices_fit = check_fit(document, accessor.sparse_indices, indices.path());
  const bool values_fit = check_fit(document, accessor.sparse_values, values.path());
  return count <= accessor.count() && indices_fit && values_fit;
}

// Component type, shape and count; false when one of them is unusable.
bool read_format(const Cursor& json, Accessor& accessor) {
  json.require({"componentType", "count", "type"});
  const TypeEntry* type = find_type(json.integer("componentType", 5126));
  if (!type) json.add(rules::kValueNotInList, "componentType", "no such component type");
  const std::string shape = json.string("type", "SCALAR");
  const auto found = std::find_if(kShapes.begin(), kShapes.end(),
                                  [&](const ShapeEntry& s) { return s.name == shape; });
  if (found == kShapes.end()) json.add(rules::kValueNotInList, "type", "no type '" + shape + "'");
  accessor.elements.count = json.integer("count", 0);
  if (json.has("count") && accessor.elements.count == 0)
    json.add(rules::kValueOdd, "count", "an accessor has at least one element");
  accessor.normalized = json.boolean("normalized", false);
  if (!type || found == kShapes.end()) return false;
  accessor.elements.type = type->type;
  accessor.elements.shape = Shape(found - kShapes.begin());
  if (accessor.normalized && type->unit == 0) {
    accessor.normalized = false;
    json.add(rules::kAccessorNormalized, "normalized", "only 8 and 16 bit integers are normalised");
  }
  return true;
}

Accessor read_accessor(Document& document, const Cursor& json) {
  Accessor accessor;
  accessor.path = json.path();
  json.expect({"bufferView", "byteOffset", "componentType", "normalized", "count", "type", "max",
               "min", "sparse", "name"});
  if (!json || !read_format(json, accessor)) return accessor;
  Elements& elements = accessor.elements;
  elements.view = json.index("bufferView", document.views.size());
  elements.offset = json.integer("byteOffset", 0);
  accessor.has_bounds = json.has("min") && json.has("max");
  accessor.readable = elements.view >= 0 || !json.has("bufferView");
  if (elements.view >= 0) {
    elements.stride = document.views[size_t(elements.view)].stride;
    accessor.has_stride = elements.stride != 0;
    if (!accessor.has_stride) elements.stride = element_bytes(elements);
    check_alignment(document, json, elements);
    accessor.readable = check_fit(document, elements, json.path());
  } else if (!json.has("bufferView") && json.has("byteOffset")) {
    json.add(rules::kUnsatisfiedDependency, "byteOffset", "an offset without a bufferView");
  }
  if (json.has("sparse"))
    accessor.readable = read_sparse(document, json.object("sparse"), accessor) && accessor.readable;
  return accessor;
}

template <class T>
void copy_components(const uint8_t* from, const Elements& e, double* to) {
  const size_t rows = entry(e.shape).rows, columns = entry(e.shape).columns;
  const uint64_t column = column_bytes(e);
  for (uint64_t i = 0; i < e.count; ++i)
    for (size_t c = 0; c < columns; ++c)
      for (size_t r = 0; r < rows; ++r) {
        T value;
        std::memcpy(&value, from + i * e.stride + c * column + r * sizeof(T), sizeof(T));
        *to++ = double(value);
      }
}

// Reads elements that are known to fit and to have their bytes.
void copy_elements(const Document& document, const Elements& e, double* to) {
  if (e.view < 0 || e.count == 0) return;
  const uint8_t* from = view_bytes(document, e.view).data() + e.offset;
  switch (e.type) {
    case ComponentType::kByte:
      copy_components<int8_t>(from, e, to);
      break;
    case ComponentType::kUnsignedByte:
      copy_components<uint8_t>(from, e, to);
      break;
    case ComponentType::kShort:
      copy_components<int16_t>(from, e, to);
      break;
    case ComponentType::kUnsignedShort:
      copy_components<uint16_t>(from, e, to);
      break;
    case ComponentType::kUnsignedInt:
      copy_components<uint32_t>(from, e, to);
      break;
    case ComponentType::kFloat:
      copy_components<float>(from, e, to);
      break;
  }
}

// Puts the sparse elements over the others; false when an index is out of range.
bool replace_sparse(Document& document, const Accessor& accessor, std::vector<double>& out) {
  const size_t count = size_t(accessor.sparse_count), width = accessor.width();
  std::vector<double> indices(count), values(count * width);
  copy_elements(document, accessor.sparse_indices, indices.data());
  copy_elements(document, accessor.sparse_values, values.data());
  const std::string path = accessor.path + "/sparse/indices";
  bool increasing = true;
  for (size_t i = 0; i < count; ++i) {
    if (indices[i] >= double(accessor.count())) {
      document.report.add(rules::kSparseIndexRange, path,
                          text(indices[i]) + " exceeds the accessor's " +
                              std::to_string(accessor.count()) + " elements");
      return false;
    }
    increasing &= i == 0 || indices[i] > indices[i - 1];
    std::copy_n(&values[i * width], width, &out[size_t(indices[i]) * width]);
  }
  if (!increasing)
    document.report.add(rules::kSparseIndexOrder, path, "the indices do not increase");
  return true;
}

}  // namespace

size_t component_size(ComponentType type) { return entry(type).size; }
size_t width(Shape shape) { return size_t(entry(shape).columns) * entry(shape).rows; }

std::string Accessor::format() const {
  return std::string("{") + entry(elements.shape).name + ", " + (normalized ? "normalized " : "") +
         entry(elements.type).name + "}";
}

void read_accessors(Document& document) {
  const Cursor list = document.array("accessors");
  for (size_t i = 0; i < list.size(); ++i)
    document.accessors.push_back(read_accessor(document, list.item(i)));
}

bool has_data(const Document& document, const Accessor& accessor) {
  const auto has_bytes = [&](const Elements& e) {
    return e.view < 0 || e.count == 0 || !view_bytes(document, e.view).empty();
  };
  return has_bytes(accessor.elements) && has_bytes(accessor.sparse_indices) &&
         has_bytes(accessor.sparse_values);
}

bool read_raw(Document& document, int index, const std::string& path, std::vector<double>& out) {
  const Accessor& accessor = document.accessors[size_t(index)];
  if (!accessor.readable) {  // reported where it was read, perhaps as no loss to the file
    document.report.add(rules::kAccessorUnreadable, path,
                        "the accessor " + accessor.path + " cannot be read");
    return false;
  }
  if (!has_data(document, accessor)) {
    const int view = accessor.elements.view;
    if (view >= 0 && document.views[size_t(view)].compressed)
      document.report.add(rules::kCompressed, path,
                          "the numbers are there only in EXT_meshopt_compression, which is not "
                          "supported; export without compression");
    else
      document.report.add(rules::kBufferWithoutData, path,
                          "the buffer behind the accessor " + accessor.path + " has no data");
    return false;
  }
  const uint64_t values = accessor.count() * accessor.width();  // at most 2^53 * 16
  if (!document.hold(values * sizeof(double), path)) return false;
  out.assign(size_t(values), 0.0);
  copy_elements(document, accessor.elements, out.data());
  return replace_sparse(document, accessor, out);
}

void report_not_finite(Document& document, const Accessor& accessor) {
  document.report.add(rules::kAccessorInvalidFloat, accessor.path, "some numbers are not finite");
}

std::vector<float> read_floats(Document& document, int index, const std::string& path,
                               bool* finite) {
  std::vector<double> raw;
  if (!read_raw(document, index, path, raw)) return {};
  const Accessor& accessor = document.accessors[size_t(index)];
  const double unit = accessor.normalized ? entry(accessor.elements.type).unit : 1;
  std::vector<float> out(raw.size());
  bool all_finite = true;
  for (size_t i = 0; i < raw.size(); ++i) {
    const bool good = std::isfinite(raw[i]);
    all_finite &= good;
    const double value = good ? raw[i] / unit : 0;
    out[i] = float(accessor.normalized ? std::max(value, -1.0) : value);
  }
  if (!all_finite) report_not_finite(document, accessor);
  if (finite) *finite = all_finite;
  return out;
}

}  // namespace saker::gltf
