// Which joints move a vertex: JOINTS_n and WEIGHTS_n of all sets become 4 or 8 influences.

#include "import/mesh_reader.h"

#include <algorithm>
#include <cmath>

namespace saker::gltf {
namespace {

constexpr size_t kMaxJoints = 65536;  // a joint index has 16 bits
// Comparisons of vertices with joints, after which the nearest joint is not looked for.
constexpr uint64_t kMaxDistances = 100'000'000;

struct Set {
  const Attribute* joints_attribute;
  const Attribute* weights_attribute;
  std::vector<double> joints;
  std::vector<float> weights;
};

// Counts vertices that break a rule, to report them once.
class Tally {
 public:
  Tally(const Rule& rule, const char* what) : rule_(rule), what_(what) {}
  void count(size_t vertex) {
    if (count_++ == 0) first_ = vertex;
  }
  void report(Report& report, const std::string& path) const {
    if (count_ != 0)
      report.add(rule_, path,
                 std::to_string(count_) + " times, first at vertex " + std::to_string(first_) +
                     ": " + what_);
  }

 private:
  const Rule& rule_;
  const char* what_;
  size_t count_ = 0, first_ = 0;
};

struct Influence {
  uint16_t joint;
  float weight;
};

std::vector<Set> read_sets(Document& document, const Attributes& attributes, size_t vertices) {
  std::vector<Set> sets;
  for (int n = 0;; ++n) {
    const Attribute *joints = find(attributes, "JOINTS", n),
                    *weights = find(attributes, "WEIGHTS", n);
    if (!joints || !weights) break;
    Set set{joints, weights, {}, read_plain(document, weights)};
    if (!read_raw(document, joints->accessor, joints->path, set.joints)) break;
    if (set.weights.size() != vertices * 4 || set.joints.size() != vertices * 4) break;
    sets.push_back(std::move(set));
  }
  return sets;
}

// Joints without weight are 0 afterwards, weights are not negative.
void clean_set(Document& document, Set& set, size_t joint_limit) {
  Tally range(rules::kJointRange, "the skin does not have so many joints");
  Tally range_weightless(rules::kJointRangeWeightless,
                         "a joint without weight that the skin does not have");
  Tally zero_weight(rules::kJointZeroWeight, "a joint without weight should be 0");
  Tally negative(rules::kWeightNegative, "a negative weight was taken as 0");
  for (size_t i = 0; i < set.weights.size(); ++i) {
    const bool outside = !(set.joints[i] >= 0 && set.joints[i] < double(joint_limit)),
               weightless = set.weights[i] == 0;
    if (outside) (weightless ? range_weightless : range).count(i / 4);
    if (weightless && set.joints[i] != 0 && !outside) zero_weight.count(i / 4);
    if (set.weights[i] < 0) {
      negative.count(i / 4);
      set.weights[i] = 0;
    }
    if (outside) set.joints[i] = 0;
  }
  for (const Tally* tally : {&range, &range_weightless, &zero_weight})
    tally->report(document.report, set.joints_attribute->path);
  negative.report(document.report, set.weights_attribute->path);
}

// The validator's tolerance: rounding of every weight to its format.
bool is_one(double sum, size_t weights) {
  return std::fabs(sum - 1) <= 2e-7 * double(std::max<size_t>(weights, 1));
}

void check_sets(Document& document, const std::vector<Set>& sets, size_t vertices) {
  std::vector<Tally> duplicates(sets.size(),
                                Tally(rules::kJointDuplicate, "a joint is named twice"));
  Tally unequal(rules::kWeightsNotNormalized,
                "the weights do not sum to 1 and were scaled to do so");
  const bool are_stored = std::any_of(sets.begin(), sets.end(), [&](const Set& set) {
    return document.accessors[size_t(set.weights_attribute->accessor)].is_stored();
  });
  std::vector<double> seen;
  for (size_t v = 0; v < vertices; ++v) {
    seen.clear();
    double sum = 0;
    for (size_t s = 0; s < sets.size(); ++s)
      for (size_t i = v * 4; i < v * 4 + 4; ++i) {
        if (sets[s].weights[i] == 0) continue;
        sum += std::max(sets[s].weights[i], 0.0f);
        if (std::find(seen.begin(), seen.end(), sets[s].joints[i]) != seen.end())
          duplicates[s].count(v);
        seen.push_back(sets[s].joints[i]);
      }
    if (are_stored && !is_one(sum, seen.size())) unequal.count(v);
  }
  for (size_t s = 0; s < sets.size(); ++s) {
    duplicates[s].report(document.report, sets[s].joints_attribute->path);
    unequal.report(document.report, sets[s].weights_attribute->path);
  }
}

size_t most_influences(const std::vector<Set>& sets, size_t vertices) {
  size_t most = 0;
  for (size_t v = 0; v < vertices; ++v) {
    size_t count = 0;
    for (const Set& set : sets)
      for (size_t i = v * 4; i < v * 4 + 4; ++i) count += set.weights[i] != 0;
    most = std::max(most, count);
  }
  return most;
}

// The influences of a vertex, scaled to the sum 1 where they have one. What exceeds `kept` is left
// out, the least first.
std::vector<Influence> influences_of(const std::vector<Set>& sets, size_t vertex, size_t kept) {
  std::vector<Influence> all;
  for (const Set& set : sets)
    for (size_t i = vertex * 4; i < vertex * 4 + 4; ++i)
      if (set.weights[i] != 0 || sets.size() == 1)
        all.push_back({uint16_t(set.joints[i]), set.weights[i]});
  if (all.size() > kept)
    std::stable_sort(all.begin(), all.end(),
                     [](Influence a, Influence b) { return a.weight > b.weight; });
  all.resize(kept, {0, 0});
  double sum = 0;
  for (const Influence& influence : all) sum += influence.weight;
  for (Influence& influence : all)
    influence.weight = sum > 0 ? float(influence.weight / sum) : 0.0f;
  return all;
}

bool is_weightless(const Primitive& primitive, size_t vertex) {
  const auto begin = primitive.weights.begin() + std::ptrdiff_t(vertex * primitive.influences);
  return std::all_of(begin, begin + primitive.influences, [](float w) { return w == 0; });
}

size_t nearest_joint(const std::vector<Vec3>& joints, const Vec3& position) {
  size_t nearest = 0;
  for (size_t j = 1; j < joints.size(); ++j)
    if (length(joints[j] - position) < length(joints[nearest] - position)) nearest = j;
  return nearest;
}

// Where the joints were when the mesh was bound to them.
std::vector<Vec3> bind_positions(const Skin& skin) {
  std::vector<Vec3> out;
  for (const Affine& bind : skin.inverse_binds) out.push_back(origin(inverse(bind)));
  return out;
}

// Vertices without weight follow the joint that was nearest; without a skin, the first.
void settle(Document& document, const std::string& path, const Skin* skin, Primitive& primitive) {
  std::vector<size_t> vertices;
  for (size_t v = 0; v < primitive.positions.size() && primitive.influences != 0; ++v)
    if (is_weightless(primitive, v)) vertices.push_back(v);
  if (vertices.empty()) return;
  std::vector<Vec3> joints;
  if (skin && vertices.size() * skin->joints.size() <= kMaxDistances)
    joints = bind_positions(*skin);
  for (const size_t v : vertices) {
    primitive.joints[v * primitive.influences] =
        uint16_t(nearest_joint(joints, primitive.positions[v]));
    primitive.weights[v * primitive.influences] = 1;
  }
  document.report.add(
      rules::kWeightsMissing, path,
      std::to_string(vertices.size()) + " vertices have no weights and follow the nearest joint");
}

}  // namespace

std::vector<size_t> joint_limits(const Document& document) {
  std::vector<size_t> limits(document.count("meshes"), kMaxJoints);
  const Json *nodes = document.root.find("nodes"), *skins = document.root.find("skins");
  if (!nodes || !skins) return limits;
  for (const Json& node : nodes->items) {
    const Json *mesh = node.find("mesh"), *skin = node.find("skin");
    if (!mesh || !skin || !(mesh->number >= 0 && mesh->number < double(limits.size())) ||
        !(skin->number >= 0 && skin->number < double(skins->items.size())))
      continue;
    const Json* joints = skins->items[size_t(skin->number)].find("joints");
    size_t& limit = limits[size_t(mesh->number)];
    limit = std::min(limit, joints ? joints->items.size() : 0);
  }
  return limits;
}

void read_influences(Document& document, const Attributes& attributes, size_t joint_limit,
                     Primitive& primitive) {
  const size_t vertices = primitive.positions.size();
  std::vector<Set> sets = read_sets(document, attributes, vertices);
  if (sets.empty()) return;
  check_sets(document, sets, vertices);
  for (Set& set : sets) clean_set(document, set, joint_limit);
  const size_t most = most_influences(sets, vertices);
  primitive.influences = most > 4 && document.options.max_influences >= 8 ? 8 : 4;
  if (most > primitive.influences)
    document.report.add(rules::kInfluencesDropped, sets[0].weights_attribute->path,
                        "a vertex has " + std::to_string(most) + " influences, the heaviest " +
                            std::to_string(primitive.influences) + " were kept");
  for (size_t v = 0; v < vertices; ++v)
    for (const Influence& influence : influences_of(sets, v, primitive.influences)) {
      primitive.joints.push_back(influence.joint);
      primitive.weights.push_back(influence.weight);
    }
}

void settle_weights(Document& document, Scene& scene) {
  const auto settle_mesh = [&](size_t mesh, const Skin* skin) {
    std::vector<Primitive>& primitives = scene.meshes[mesh].primitives;
    for (size_t p = 0; p < primitives.size(); ++p)
      settle(document, "/meshes/" + std::to_string(mesh) + "/primitives/" + std::to_string(p), skin,
             primitives[p]);
  };
  std::vector<char> settled(scene.meshes.size());
  for (const Node& node : scene.nodes)
    if (node.mesh >= 0 && node.skin >= 0 && !std::exchange(settled[size_t(node.mesh)], 1))
      settle_mesh(size_t(node.mesh), &scene.skins[size_t(node.skin)]);
  for (size_t m = 0; m < scene.meshes.size(); ++m)
    if (!settled[m]) settle_mesh(m, nullptr);
}

}  // namespace saker::gltf
