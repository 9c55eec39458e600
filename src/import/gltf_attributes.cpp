// Vertex attributes: which names there are, in what formats, and what their numbers must be.

#include "import/mesh_reader.h"

#include <algorithm>
#include <cmath>

namespace saker::gltf {
namespace {

enum class Format : uint8_t {
  kFloat,       // with KHR_mesh_quantization also 8 and 16 bit integers
  kTexcoord,    // float or normalised unsigned, or as above
  kUnitFloat,   // float or normalised unsigned
  kSmallIndex,  // unsigned 8 or 16 bits
};

struct Semantic {
  const char* name;
  bool indexed;
  uint8_t min_width, max_width;
  Format format;
};
constexpr std::array<Semantic, 7> kSemantics = {{{"POSITION", false, 3, 3, Format::kFloat},
                                                 {"NORMAL", false, 3, 3, Format::kFloat},
                                                 {"TANGENT", false, 4, 4, Format::kFloat},
                                                 {"TEXCOORD", true, 2, 2, Format::kTexcoord},
                                                 {"COLOR", true, 3, 4, Format::kUnitFloat},
                                                 {"JOINTS", true, 4, 4, Format::kSmallIndex},
                                                 {"WEIGHTS", true, 4, 4, Format::kUnitFloat}}};

// More sets than this of one kind are not looked at.
constexpr size_t kMaxSetDigits = 2;

const Semantic* find_semantic(std::string_view name) {
  for (const Semantic& semantic : kSemantics)
    if (name == semantic.name) return &semantic;
  return nullptr;
}

// Splits "TEXCOORD_1"; a set number has no leading zeros.
void parse_name(Attribute& attribute) {
  const std::string_view name = attribute.name;
  const size_t bar = name.find('_');
  const Semantic* semantic = find_semantic(name.substr(0, bar));
  if (!semantic || semantic->indexed != (bar != std::string_view::npos)) return;
  if (semantic->indexed) {
    const std::string_view digits = name.substr(bar + 1);
    if (digits.empty() || digits.size() > kMaxSetDigits || (digits[0] == '0' && digits.size() > 1))
      return;
    for (const char c : digits) {
      if (c < '0' || c > '9') return;
      attribute.set = attribute.set * 10 + (c - '0');
    }
  }
  attribute.semantic = semantic->name;
}

bool is_small_integer(const Accessor& accessor) {
  return component_size(accessor.elements.type) <= 2;
}

bool is_unsigned(const Accessor& accessor) {
  return accessor.is(ComponentType::kUnsignedByte) || accessor.is(ComponentType::kUnsignedShort);
}

bool format_allowed(const Document& document, const Accessor& accessor, Format format) {
  const bool unit = accessor.is_float() || (is_unsigned(accessor) && accessor.normalized);
  switch (format) {
    case Format::kFloat:
      return accessor.is_float() || (document.quantized && is_small_integer(accessor));
    case Format::kTexcoord:
      return unit || (document.quantized && is_small_integer(accessor));
    case Format::kUnitFloat:
      return unit;
    case Format::kSmallIndex:
      return is_unsigned(accessor) && !accessor.normalized;
  }
  return false;
}

void check_format(Document& document, const Attribute& attribute, const Accessor& accessor,
                  bool morph_target) {
  Report& report = document.report;
  if (const Semantic* semantic = find_semantic(attribute.semantic)) {
    const size_t width = accessor.width();
    const bool is_matrix = accessor.elements.shape > Shape::kVec4;
    const size_t max_width =
        morph_target ? std::min<size_t>(semantic->max_width, 3) : semantic->max_width;
    const size_t min_width = std::min<size_t>(semantic->min_width, max_width);
    if (is_matrix || width < min_width || width > max_width) {
      report.add(rules::kAttributeShape, attribute.path,
                 accessor.format() + " does not fit " + attribute.name);
    } else if (!accessor.is(ComponentType::kUnsignedInt) &&
               !format_allowed(document, accessor, semantic->format)) {
      report.add(rules::kAttributeFormat, attribute.path,
                 accessor.format() + " is not allowed for " + attribute.name);
    }
  }
  if (accessor.is(ComponentType::kUnsignedInt))
    report.add(rules::kAttributeUnsignedInt, attribute.path, "attributes cannot be UNSIGNED_INT");
  if (attribute.semantic == "POSITION" && !accessor.has_bounds)
    report.add(rules::kPositionWithoutBounds, attribute.path,
               "the positions' accessor lacks min and max");
}

void check_layout(Document& document, const Attribute& attribute, const Accessor& accessor) {
  use_view(document, attribute.accessor, Usage::kVertices, attribute.path);
  const Elements& elements = accessor.elements;
  if (elements.view < 0) return;
  BufferView& view = document.views[size_t(elements.view)];
  const uint64_t size = component_size(elements.type) * accessor.width();
  if (elements.offset % 4 != 0 || (view.stride == 0 ? size : view.stride) % 4 != 0)
    document.report.add(rules::kAttributeUnaligned, attribute.path,
                        "vertices should be aligned to 4 bytes");
  if (view.vertex_accessor < 0) view.vertex_accessor = attribute.accessor;
  if (view.vertex_accessor != attribute.accessor && view.stride == 0)
    document.report.add(rules::kAttributeWithoutStride, attribute.path,
                        "accessors share a buffer view that has no byteStride");
}

// Counts the elements for which `wrong` holds and reports them together.
template <class Wrong>
void check_elements(Document& document, const Attribute& attribute, const Rule& rule,
                    const std::vector<float>& values, size_t width, const char* what, Wrong wrong) {
  size_t count = 0, first = 0;
  for (size_t i = 0; i + width <= values.size(); i += width) {
    if (!wrong(&values[i])) continue;
    if (count++ == 0) first = i / width;
  }
  if (count != 0)
    document.report.add(rule, attribute.path,
                        std::to_string(count) + " elements, the first at index " +
                            std::to_string(first) + ", " + what);
}

// The validator's tolerance.
bool is_unit(const float* v) {
  return std::fabs(std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) - 1) <= 0.00674f;
}

void check_values(Document& document, const Attribute& attribute, const std::vector<float>& values,
                  size_t width) {
  if (attribute.semantic == "NORMAL" || attribute.semantic == "TANGENT")
    check_elements(document, attribute, rules::kVectorNotUnit, values, width,
                   "are not of unit length", [](const float* v) { return !is_unit(v); });
  if (attribute.semantic == "TANGENT")
    check_elements(document, attribute, rules::kTangentSign, values, width,
                   "have a sign that is neither 1 nor -1",
                   [](const float* v) { return v[3] != 1 && v[3] != -1; });
  if (attribute.semantic == "COLOR")
    check_elements(document, attribute, rules::kColorNotClamped, values, 1,
                   "are not within 0 and 1", [](const float* v) { return *v < 0 || *v > 1; });
}

void check_sets(const Cursor& json, const Attributes& attributes) {
  for (const Semantic& semantic : kSemantics) {
    const size_t count = count_sets(attributes, semantic.name);
    int sets = 0;
    for (const Attribute& a : attributes)
      if (a.semantic == semantic.name) sets = std::max(sets, a.set + 1);
    if (size_t(sets) != count && semantic.indexed)
      json.add(rules::kSemanticContinuity,
               std::string("the sets of ") + semantic.name + " should count from 0 without gaps");
  }
  if (count_sets(attributes, "JOINTS") != count_sets(attributes, "WEIGHTS"))
    json.add(rules::kJointsWeightsMismatch, "there should be as many sets of JOINTS as of WEIGHTS");
}

}  // namespace

const Attribute* find(const Attributes& attributes, std::string_view semantic, int set) {
  for (const Attribute& a : attributes)
    if (a.semantic == semantic && a.set == set) return a.accessor >= 0 ? &a : nullptr;
  return nullptr;
}

size_t count_sets(const Attributes& attributes, std::string_view semantic) {
  return size_t(std::count_if(attributes.begin(), attributes.end(),
                              [&](const Attribute& a) { return a.semantic == semantic; }));
}

Attributes read_attributes(Document& document, const Cursor& json, bool morph_target) {
  if (json && json.size() == 0) json.add(rules::kEmptyEntity, "there are no attributes");
  Attributes attributes;
  for (size_t i = 0; i < json.size(); ++i) {
    Attribute attribute;
    attribute.name = json.key(i);
    attribute.path = json.path(attribute.name);
    attribute.accessor = json.index(attribute.name, document.accessors.size());
    parse_name(attribute);
    if (attribute.semantic.empty() && attribute.name.substr(0, 1) != "_")
      json.add(rules::kInvalidAttribute, attribute.name, "glTF has no attribute of this name");
    if (attribute.accessor >= 0) {
      const Accessor& accessor = document.accessors[size_t(attribute.accessor)];
      check_format(document, attribute, accessor, morph_target);
      check_layout(document, attribute, accessor);
    }
    attributes.push_back(std::move(attribute));
  }
  if (!morph_target) check_sets(json, attributes);
  return attributes;
}

std::vector<float> read_plain(Document& document, const Attribute* attribute) {
  return attribute ? read_floats(document, attribute->accessor, attribute->path)
                   : std::vector<float>{};
}

std::vector<float> read_attribute(Document& document, const Attribute* attribute) {
  std::vector<float> values = read_plain(document, attribute);
  if (!attribute) return values;
  const Accessor& accessor = document.accessors[size_t(attribute->accessor)];
  if (accessor.is_stored()) check_values(document, *attribute, values, accessor.width());
  return values;
}

}  // namespace saker::gltf
