// Meshes, their primitives and morph targets.

#include "import/mesh_reader.h"

#include <algorithm>
#include <cstring>

namespace saker::gltf {
namespace {

constexpr uint64_t kTriangles = 4, kMaxMode = 6;

// Floats as vectors of them, which have the same layout.
template <class Vec>
std::vector<Vec> as_vectors(const std::vector<float>& values) {
  std::vector<Vec> out(values.size() * sizeof(float) / sizeof(Vec));
  if (!out.empty())
    std::memcpy(static_cast<void*>(out.data()), values.data(), out.size() * sizeof(Vec));
  return out;
}

std::vector<Vec4> as_colors(const std::vector<float>& values, size_t width) {
  if (width == 4) return as_vectors<Vec4>(values);
  std::vector<Vec4> out(values.size() / 3);
  for (size_t i = 0; i < out.size(); ++i)
    out[i] = {values[3 * i], values[3 * i + 1], values[3 * i + 2], 1};
  return out;
}

uint64_t count_of(const Document& document, const Attribute& attribute) {
  return attribute.accessor < 0 ? 0 : document.accessors[size_t(attribute.accessor)].count();
}

// All attributes are as long as the first.
bool check_counts(const Document& document, const Attributes& attributes) {
  bool equal = true;
  for (const Attribute& attribute : attributes) {
    if (attribute.accessor < 0 ||
        count_of(document, attribute) == count_of(document, attributes[0]))
      continue;
    document.report.add(rules::kUnequalCount, attribute.path,
                        "the attributes of a primitive should be equally long");
    equal = false;
  }
  return equal;
}

void check_presence(const Document& document, const Cursor& json, const Attributes& attributes,
                    int material) {
  if (json.size() != 0 && count_sets(attributes, "POSITION") == 0)
    json.add(rules::kNoPosition, "without POSITION there is nothing to draw");
  const Attribute* tangent = find(attributes, "TANGENT");
  if (!tangent) return;
  const bool used = material >= 0 && document.material_needs[size_t(material)].tangents;
  if (!find(attributes, "NORMAL"))
    document.report.add(rules::kTangentWithoutNormal, tangent->path,
                        "tangents mean nothing without normals");
  if (!used)
    document.report.add(rules::kUnusedTangent, tangent->path, "the material does not use tangents");
}

void check_material(const Document& document, const Cursor& json, const Attributes& attributes,
                    int material) {
  if (material < 0) return;
  const MaterialNeeds& needs = document.material_needs[size_t(material)];
  if (needs.texcoords > count_sets(attributes, "TEXCOORD"))
    json.add(rules::kTooFewTexcoords, "material",
             "the material needs TEXCOORD_" + std::to_string(needs.texcoords - 1));
  if (needs.tangents && (!find(attributes, "TANGENT") || !find(attributes, "NORMAL")))
    json.add(rules::kGeneratedTangents, "material",
             "the material needs tangents that the primitive does not have");
}

// A compressed primitive can be read where its accessors have the numbers as well.
void check_compression(const Document& document, const Cursor& json, const Attributes& attributes) {
  constexpr const char* kDraco = "KHR_draco_mesh_compression";
  const Attribute* position = find(attributes, "POSITION");
  if (json.extension(kDraco) && position &&
      !document.accessors[size_t(position->accessor)].is_stored())
    json.add(rules::kCompressed, std::string("the vertices are there only in ") + kDraco +
                                     ", which is not supported; export without compression");
}

void read_vertices(Document& document, const Attributes& attributes, size_t joint_limit,
                   Primitive& out) {
  out.positions = as_vectors<Vec3>(read_attribute(document, find(attributes, "POSITION")));
  out.normals = as_vectors<Vec3>(read_attribute(document, find(attributes, "NORMAL")));
  out.tangents = as_vectors<Vec4>(read_attribute(document, find(attributes, "TANGENT")));
  for (int set = 0; const Attribute* uv = find(attributes, "TEXCOORD", set); ++set)
    out.texture_coordinates.push_back(as_vectors<Vec2>(read_attribute(document, uv)));
  if (const Attribute* color = find(attributes, "COLOR"))
    out.colors = as_colors(read_attribute(document, color),
                           document.accessors[size_t(color->accessor)].width());
  read_influences(document, attributes, joint_limit, out);
}

std::vector<Vec3> read_displacements(Document& document, const Attributes& target,
                                     std::string_view semantic, const Primitive& primitive) {
  const std::vector<Vec3> out = as_vectors<Vec3>(read_plain(document, find(target, semantic)));
  return out.size() == primitive.positions.size() ? out : std::vector<Vec3>{};
}

// Displacements of what the primitive itself does not have, or not as often, are reported and left
// out.
void check_target(Document& document, const Attributes& base, Attributes& target) {
  for (Attribute& attribute : target) {
    const auto same = std::find_if(base.begin(), base.end(),
                                   [&](const Attribute& a) { return a.name == attribute.name; });
    if (same == base.end()) {
      document.report.add(rules::kMorphNoBase, attribute.path,
                          "the primitive itself does not have this attribute");
      attribute.accessor = -1;
    } else if (same->accessor >= 0 && attribute.accessor >= 0 &&
               count_of(document, *same) != count_of(document, attribute)) {
      document.report.add(rules::kMorphCount, attribute.path,
                          "the primitive's own attribute has another length");
      attribute.accessor = -1;
    }
  }
}

MorphTarget read_target(Document& document, const Cursor& json, const Attributes& base,
                        const Primitive& primitive) {
  Attributes attributes = read_attributes(document, json, true);
  check_target(document, base, attributes);
  MorphTarget out;
  out.positions = read_displacements(document, attributes, "POSITION", primitive);
  out.normals = read_displacements(document, attributes, "NORMAL", primitive);
  out.tangents = read_displacements(document, attributes, "TANGENT", primitive);
  return out;
}

Primitive read_primitive(Document& document, const Cursor& json, size_t joint_limit) {
  Primitive out;
  json.expect({"attributes", "indices", "material", "mode", "targets"});
  json.require({"attributes"});
  const size_t refusals = document.report.refusals();
  const uint64_t mode = json.integer("mode", kTriangles, kMaxMode);
  out.material = json.index("material", document.material_needs.size());
  const Cursor attributes_json = json.object("attributes");
  const Attributes attributes = read_attributes(document, attributes_json, false);
  check_compression(document, json, attributes);
  check_presence(document, attributes_json, attributes, out.material);
  check_material(document, json, attributes, out.material);
  if (check_counts(document, attributes) && document.report.refusals() == refusals &&
      find(attributes, "POSITION"))
    read_vertices(document, attributes, joint_limit, out);
  read_indices(document, json, mode, out);
  const Cursor targets = json.array("targets");
  for (size_t i = 0; i < targets.size(); ++i)
    out.targets.push_back(read_target(document, targets.item(i), attributes, out));
  return out;
}

// Every primitive gets as many targets as the one that has most; those it lacks move nothing.
void equalize_targets(Document& document, const Cursor& json, Mesh& mesh) {
  const std::string path = json.path("primitives");
  size_t most = 0;
  for (size_t i = 0; i < mesh.primitives.size(); ++i) {
    const size_t count = mesh.primitives[i].targets.size();
    most = std::max(most, count);
    if (count != mesh.target_count())
      document.report.add(rules::kMorphUnequalTargets,
                          path + "/" + std::to_string(i) + (count == 0 ? "" : "/targets"),
                          "the primitives of a mesh should have equally many morph targets");
  }
  if (document.hold(most * mesh.primitives.size() * sizeof(MorphTarget), path))
    for (Primitive& primitive : mesh.primitives) primitive.targets.resize(most);
}

// Names of morph targets are a convention of exporters: mesh.extras.targetNames.
void read_target_names(const Cursor& json, Mesh& mesh) {
  const Json* extras = json ? json.json()->find("extras") : nullptr;
  const Json* names = extras ? extras->find("targetNames") : nullptr;
  if (!names || names->kind != Json::Kind::kArray) return;
  for (Primitive& primitive : mesh.primitives)
    for (size_t t = 0; t < primitive.targets.size() && t < names->items.size(); ++t)
      primitive.targets[t].name = names->items[t].text;
}

Mesh read_mesh(Document& document, const Cursor& json, size_t joint_limit) {
  Mesh mesh;
  json.expect({"primitives", "weights", "name"});
  json.require({"primitives"});
  mesh.name = json.string("name");
  const Cursor primitives = json.array("primitives");
  for (size_t i = 0; i < primitives.size(); ++i)
    mesh.primitives.push_back(read_primitive(document, primitives.item(i), joint_limit));
  equalize_targets(document, json, mesh);
  read_target_names(json, mesh);
  mesh.weights = json.floats("weights");
  if (json.has("weights") && mesh.weights.size() != mesh.target_count())
    json.add(rules::kMeshWeightsCount, "weights",
             std::to_string(mesh.weights.size()) + " weights for " +
                 std::to_string(mesh.target_count()) + " morph targets");
  mesh.weights.resize(mesh.target_count());
  return mesh;
}

}  // namespace

void read_meshes(Document& document, Scene& scene) {
  const std::vector<size_t> limits = joint_limits(document);
  const Cursor list = document.array("meshes");
  for (size_t i = 0; i < list.size(); ++i)
    scene.meshes.push_back(read_mesh(document, list.item(i), limits[i]));
}

}  // namespace saker::gltf
