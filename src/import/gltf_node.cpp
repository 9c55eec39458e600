// Nodes, their hierarchy and the scenes that show them.

#include "import/document.h"

#include <cmath>

namespace saker::gltf {
namespace {

void read_rotation(const Cursor& json, Node& node) {
  float q[4];
  if (!json.numbers("rotation", q, 4)) return;
  node.local.rotation = {q[0], q[1], q[2], q[3]};
  const DQuat rotation = cast<double>(node.local.rotation);
  if (std::fabs(std::sqrt(dot(rotation, rotation)) - 1) <= kUnitTolerance) return;
  json.add(rules::kRotationNotUnit, "rotation",
           "the rotation is not a unit quaternion and was normalised");
  node.local.rotation = cast<float>(normalize(rotation));
}

// Whether T * R * S can make the matrix: its axes are at right angles, and its last row says
// nothing.
bool is_trs(const Affine& matrix, const float* m) {
  if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1) return false;
  const Vec3 x = axis(matrix, 0), y = axis(matrix, 1), z = axis(matrix, 2);
  const auto right_angle = [](const Vec3& a, const Vec3& b) {
    return std::fabs(dot(a, b)) <= 1e-3f * length(a) * length(b);
  };
  return right_angle(x, y) && right_angle(y, z) && right_angle(z, x);
}

void read_matrix(const Cursor& json, Node& node) {
  float m[16];
  if (!json.numbers("matrix", m, 16)) return;
  Affine matrix;
  bool is_default = true;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 4; ++c) {
      matrix.m[r][c] = m[c * 4 + r];
      is_default &= matrix.m[r][c] == (r == c ? 1.0f : 0.0f);
    }
  if (json.has("translation") || json.has("rotation") || json.has("scale"))
    json.add(rules::kNodeMatrixTrs, "matrix",
             "a node has either a matrix or transforms; the matrix was taken");
  if (is_default) json.add(rules::kNodeMatrixDefault, "matrix", "this matrix could be left out");
  if (!is_trs(matrix, m))
    json.add(rules::kNodeMatrixShears, "matrix",
             "the matrix is no product of translation, rotation and scale");
  node.local = {};
  node.matrix = matrix;
}

void read_weights(const Cursor& json, const Scene& scene, Node& node) {
  if (!json.has("weights")) return;
  node.weights = json.floats("weights");
  if (!json.has("mesh"))
    json.add(rules::kUnsatisfiedDependency, "weights", "weights without a mesh");
  const size_t targets = node.mesh < 0 ? 0 : scene.meshes[size_t(node.mesh)].target_count();
  if (node.weights.size() == targets) return;
  if (node.mesh >= 0)
    json.add(rules::kNodeWeights, "weights",
             std::to_string(node.weights.size()) + " weights for " + std::to_string(targets) +
                 " morph targets");
  node.weights.clear();
}

Node read_node(Document& document, const Cursor& json, const Scene& scene) {
  Node node;
  json.expect({"camera", "children", "skin", "matrix", "mesh", "rotation", "scale", "translation",
               "weights", "name"});
  node.name = json.string("name");
  json.numbers("translation", &node.local.translation.x, 3);
  json.numbers("scale", &node.local.scale.x, 3);
  read_rotation(json, node);
  read_matrix(json, node);
  node.mesh = json.index("mesh", scene.meshes.size());
  node.skin = json.index("skin", scene.skins.size());
  if (json.has("skin") && !json.has("mesh")) {
    json.add(rules::kUnsatisfiedDependency, "skin", "a skin without a mesh");
    node.skin = -1;
  }
  read_weights(json, scene, node);
  const Report::Lenient lenient(document.report);  // cameras are not read
  json.index("camera", document.count("cameras"));
  return node;
}

void adopt(Report& report, const Cursor& json, Scene& scene, size_t parent) {
  if (!json.has("children")) return;
  const std::vector<int> children = json.indices("children", scene.nodes.size());
  for (size_t i = 0; i < children.size(); ++i) {
    int& slot = scene.nodes[size_t(children[i])].parent;
    const std::string path = json.path("children") + "/" + std::to_string(i);
    if (slot == int(parent)) {
      report.add(rules::kDuplicateElements, path, "this node is listed twice");
    } else if (slot >= 0) {
      report.add(rules::kNodeParentOverride, path,
                 "node " + std::to_string(children[i]) + " is already a child of node " +
                     std::to_string(slot));
    }
    slot = int(parent);
  }
}

// Every node that is its own ancestor. Each walk up stops at nodes of an earlier one.
void check_loops(Document& document, const Scene& scene) {
  std::vector<size_t> walk_of(scene.nodes.size());
  for (size_t start = 0; start < scene.nodes.size(); ++start) {
    const size_t walk = start + 1;
    int node = int(start);
    while (node >= 0 && walk_of[size_t(node)] == 0) {
      walk_of[size_t(node)] = walk;
      node = scene.nodes[size_t(node)].parent;
    }
    if (node < 0 || walk_of[size_t(node)] != walk) continue;
    const int first = node;
    do {
      document.report.add(rules::kNodeLoop, "/nodes/" + std::to_string(node),
                          "this node is its own ancestor");
      node = scene.nodes[size_t(node)].parent;
    } while (node != first);
  }
}

}  // namespace

void read_nodes(Document& document, Scene& scene) {
  const Cursor list = document.array("nodes");
  for (size_t i = 0; i < list.size(); ++i)
    scene.nodes.push_back(read_node(document, list.item(i), scene));
  for (size_t i = 0; i < list.size(); ++i)
    if (list.is_object(i)) adopt(document.report, list.item(i), scene, i);
  check_loops(document, scene);
}

void read_scenes(Document& document, Scene& scene) {
  const Cursor list = document.array("scenes");
  for (size_t i = 0; i < list.size(); ++i) {
    const Cursor json = list.item(i);
    json.expect({"nodes", "name"});
    SceneRoots roots;
    roots.name = json.string("name");
    if (json.has("nodes")) roots.nodes = json.indices("nodes", scene.nodes.size());
    for (size_t n = 0; n < roots.nodes.size(); ++n)
      if (scene.nodes[size_t(roots.nodes[n])].parent >= 0)
        document.report.add(rules::kSceneNonRoot, json.path("nodes") + "/" + std::to_string(n),
                            "this node is the child of another and appears with that");
    scene.scenes.push_back(std::move(roots));
  }
  scene.default_scene = document.top().index("scene", scene.scenes.size());
}

}  // namespace saker::gltf
