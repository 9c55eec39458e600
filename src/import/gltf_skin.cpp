// Skins, and how they relate to the nodes around them.

#include "import/document.h"

#include <algorithm>
#include <cmath>

namespace saker::gltf {
namespace {

// A column-major 4x4 matrix; its last row is dropped.
Affine to_affine(const float* m) {
  Affine out;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 4; ++c) out.m[r][c] = m[c * 4 + r];
  return out;
}

bool has_affine_last_row(const float* m) {
  return m[3] == 0 && m[7] == 0 && m[11] == 0 && m[15] == 1;
}

void read_inverse_binds(Document& document, const Cursor& json, Skin& skin) {
  const int index = json.index("inverseBindMatrices", document.accessors.size());
  if (index < 0) return;
  const Accessor& accessor = document.accessors[size_t(index)];
  const std::string path = json.path("inverseBindMatrices");
  use_view(document, index, Usage::kOther, path);
  if (accessor.has_stride)
    document.report.add(rules::kBindStride, path,
                        "inverse bind matrices should have no byteStride");
  if (!accessor.is(Shape::kMat4) || !accessor.is_float()) {
    document.report.add(rules::kBindFormat, path,
                        "inverse bind matrices are {MAT4, FLOAT}, not " + accessor.format());
    return;
  }
  if (accessor.count() < skin.joints.size()) {
    document.report.add(rules::kBindCount, path,
                        std::to_string(accessor.count()) + " inverse bind matrices for " +
                            std::to_string(skin.joints.size()) + " joints");
    return;
  }
  const std::vector<float> values = read_floats(document, index, path);
  bool affine = true;
  for (size_t i = 0; i + 16 <= values.size(); i += 16) {
    affine &= has_affine_last_row(&values[i]);
    if (i / 16 < skin.joints.size()) skin.inverse_binds[i / 16] = to_affine(&values[i]);
  }
  if (!affine && accessor.is_stored())
    document.report.add(rules::kBindLastRow, path,
                        "the last row of a matrix is not 0 0 0 1, and was taken as that");
}

Skin read_skin(Document& document, const Cursor& json) {
  Skin skin;
  json.expect({"inverseBindMatrices", "skeleton", "joints", "name"});
  json.require({"joints"});
  skin.name = json.string("name");
  skin.joints = json.indices("joints", document.count("nodes"));
  skin.inverse_binds.resize(skin.joints.size());
  json.index("skeleton", document.count("nodes"));  // a hint that nothing depends on
  read_inverse_binds(document, json, skin);
  return skin;
}

bool is_identity(const Node& node) {
  const DAffine local =
      node.matrix ? cast<double>(*node.matrix) : compose(cast<double>(node.local));
  const DAffine identity;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 4; ++c)
      if (local.m[r][c] != identity.m[r][c]) return false;
  return true;
}

// Facts about the place of every node in its tree, found in one pass from the roots.
struct Hierarchy {
  std::vector<int> root;
  std::vector<char> moved_by_parents;
  std::vector<size_t> first,
      last;  // the descendants of a node, itself included, are neighbours in depth-first order

  explicit Hierarchy(const Scene& scene) {
    const size_t count = scene.nodes.size();
    const std::vector<int> order = parents_first(scene);
    root.resize(count);
    moved_by_parents.resize(count);
    first.resize(count);
    last.resize(count);
    for (size_t i = 0; i < order.size(); ++i) {
      const size_t node = size_t(order[i]);
      const int parent = scene.nodes[node].parent;
      first[node] = last[node] = i;
      root[node] = parent < 0 ? order[i] : root[size_t(parent)];
      moved_by_parents[node] = parent >= 0 && (moved_by_parents[size_t(parent)] ||
                                               !is_identity(scene.nodes[size_t(parent)]));
    }
    for (size_t i = order.size(); i-- > 0;) {
      const int parent = scene.nodes[size_t(order[i])].parent;
      if (parent >= 0)
        last[size_t(parent)] = std::max(last[size_t(parent)], last[size_t(order[i])]);
    }
  }

  bool contains(size_t ancestor, size_t node) const {
    return first[node] >= first[ancestor] && first[node] <= last[ancestor];
  }
};

void check_skeleton(const Document& document, const Scene& scene, const Hierarchy& hierarchy,
                    size_t index) {
  const Skin& skin = scene.skins[index];
  const Cursor json = document.array("skins").item(index);
  const auto same_root = [&](int joint) {
    return hierarchy.root[size_t(joint)] == hierarchy.root[size_t(skin.joints[0])];
  };
  if (!std::all_of(skin.joints.begin(), skin.joints.end(), same_root))
    json.add(rules::kNoCommonRoot, "joints", "the joints lie in several trees");
  const int skeleton = json.index("skeleton", scene.nodes.size());
  const auto below = [&](int joint) { return hierarchy.contains(size_t(skeleton), size_t(joint)); };
  if (skeleton >= 0 && !std::all_of(skin.joints.begin(), skin.joints.end(), below))
    json.add(rules::kSkeletonInvalid, "skeleton", "this node is not above all joints");
}

bool has_joints(const Mesh& mesh) {
  return std::any_of(mesh.primitives.begin(), mesh.primitives.end(),
                     [](const Primitive& p) { return p.influences != 0; });
}

void check_node(const Document& document, const Scene& scene, const Hierarchy& hierarchy,
                size_t index) {
  const Node& node = scene.nodes[index];
  if (node.mesh < 0) return;
  const bool skinned = has_joints(scene.meshes[size_t(node.mesh)]);
  const auto add = [&](const Rule& rule, const char* message) {
    document.report.add(rule, "/nodes/" + std::to_string(index), message);
  };
  if (node.skin >= 0 && !skinned)
    add(rules::kSkinWithoutSkinnedMesh, "the skin does nothing: the mesh has no joints");
  if (node.skin < 0 && skinned)
    add(rules::kSkinnedMeshWithoutSkin, "the mesh has joints, but the node no skin");
  if (node.skin < 0 || !skinned) return;
  if (!is_identity(node))
    add(rules::kSkinnedLocalTransforms, "the transform of a skinned mesh's node does nothing");
  if (node.parent < 0) return;
  add(rules::kSkinnedNotRoot, "a skinned mesh does not follow the nodes above it");
  if (hierarchy.moved_by_parents[index])
    add(rules::kSkinnedParentTransforms,
        "the transforms above a skinned mesh's node do nothing to it");
}

// Skinned meshes in scenes that lack the joints. Work is bounded for files with absurdly many of
// both.
void check_scenes(const Document& document, const Scene& scene, const Hierarchy& hierarchy) {
  constexpr uint64_t kMaxPairs = 10'000'000;
  if (uint64_t(scene.scenes.size()) * scene.nodes.size() > kMaxPairs) return;
  std::vector<char> missing(scene.nodes.size()), shown(scene.nodes.size());
  for (const SceneRoots& roots : scene.scenes) {
    std::fill(shown.begin(), shown.end(), char(0));
    for (const int root : roots.nodes) shown[size_t(root)] = 1;
    for (size_t n = 0; n < scene.nodes.size(); ++n) {
      const int skin = scene.nodes[n].skin;
      if (skin < 0 || scene.skins[size_t(skin)].joints.empty() || !shown[size_t(hierarchy.root[n])])
        continue;
      missing[n] |= !shown[size_t(hierarchy.root[size_t(scene.skins[size_t(skin)].joints[0])])];
    }
  }
  for (size_t n = 0; n < missing.size(); ++n)
    if (missing[n])
      document.report.add(rules::kSkinNotInScene, "/nodes/" + std::to_string(n),
                          "a scene shows this skinned mesh, but not its joints");
}

}  // namespace

void read_skins(Document& document, Scene& scene) {
  const Cursor list = document.array("skins");
  for (size_t i = 0; i < list.size(); ++i) scene.skins.push_back(read_skin(document, list.item(i)));
}

void check_skins(Document& document, const Scene& scene) {
  const Hierarchy hierarchy(scene);
  for (size_t i = 0; i < scene.skins.size(); ++i) check_skeleton(document, scene, hierarchy, i);
  for (size_t i = 0; i < scene.nodes.size(); ++i) check_node(document, scene, hierarchy, i);
  check_scenes(document, scene, hierarchy);
}

}  // namespace saker::gltf
