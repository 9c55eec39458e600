#include "saker/moment.h"

#include <saker/player.h>
#include <saker/skin.h>

#include <algorithm>

namespace saker::cli {
namespace {

Moment moment_of_scene(const Scene& scene, int clip, double time, bool with_primitives) {
  const ScenePose pose = evaluate(scene, clip < 0 ? nullptr : &scene.clips[size_t(clip)], time);
  Moment moment;
  for (size_t i = 0; i < scene.nodes.size(); ++i) {
    const Node& node = scene.nodes[i];
    moment.nodes.push_back({int(i), node.parent, node.name, pose.world[i]});
    if (!pose.weights[i].empty()) moment.morphs.push_back({int(i), pose.weights[i]});
    if (node.mesh < 0 || !with_primitives) continue;
    const Mesh& mesh = scene.meshes[size_t(node.mesh)];
    for (size_t p = 0; p < mesh.primitives.size(); ++p)
      moment.primitives.push_back({int(i), node.mesh, p, mesh.name, mesh.primitives[p].topology,
                                   deform(scene, pose, int(i), p), mesh.primitives[p].indices});
  }
  return moment;
}

std::vector<DVec3> morphed(const Asset::Primitive& primitive, std::span<const float> weights) {
  std::vector<DVec3> out;
  for (const Vec3& p : primitive.positions) out.push_back(cast<double>(p));
  for (size_t t = 0; t < primitive.targets.size(); ++t) {
    const auto displacements = primitive.targets[t].positions;
    for (size_t v = 0; v < displacements.size(); ++v)
      out[v] = out[v] + cast<double>(displacements[v]) * double(weights[t]);
  }
  return out;
}

void skin(const SkinBinding& binding, const Asset::Primitive& primitive,
          std::span<const Affine> models, std::vector<DVec3>& positions) {
  std::vector<Affine> palette(binding.joints.size());
  (void)make_palettes(binding, models.size(), models, palette);
  std::vector<Vec3> vertices(positions.size());
  for (size_t v = 0; v < vertices.size(); ++v) vertices[v] = cast<float>(positions[v]);
  const auto influences =
      SkinInfluences::arrange(primitive.joints, primitive.weights, primitive.influences);
  if (influences) (void)skin_vertices(palette, *influences, {vertices, {}, {}}, {vertices, {}, {}});
  for (size_t v = 0; v < vertices.size(); ++v) positions[v] = cast<double>(vertices[v]);
}

std::vector<DVec3> deform(const Asset& asset, const Asset::Instance& instance,
                          const Asset::Primitive& primitive, std::span<const Affine> models,
                          std::span<const float> weights) {
  std::vector<DVec3> out = morphed(primitive, weights);
  if (instance.skin >= 0 && primitive.influences > 0) {
    skin(asset.skins()[size_t(instance.skin)], primitive, models, out);
  } else {
    for (DVec3& p : out) p = transform_point(cast<double>(models[instance.joint]), p);
  }
  return out;
}

Moment moment_of_asset(const Asset& asset, int clip, double time, bool with_primitives) {
  Player player(asset);
  player.play(clip);
  player.seek(float(time));
  player.evaluate();
  const Skeleton& skeleton = asset.skeleton();
  Moment moment;
  for (uint32_t j = 0; j < skeleton.joint_count(); ++j) {
    const int32_t parent = skeleton.parents[j];
    moment.nodes.push_back({skeleton.nodes[j], parent < 0 ? -1 : skeleton.nodes[size_t(parent)],
                            std::string(skeleton.name(j)), cast<double>(player.matrices()[j])});
  }
  std::sort(moment.nodes.begin(), moment.nodes.end(),
            [](const NodeState& a, const NodeState& b) { return a.node < b.node; });
  std::span<const float> weights = player.weights();
  for (const Asset::Instance& instance : asset.instances()) {
    const int node = skeleton.nodes[instance.joint];
    const auto own = weights.first(instance.weights.size());
    weights = weights.subspan(own.size());
    if (!own.empty()) moment.morphs.push_back({node, {own.begin(), own.end()}});
    const Asset::Mesh& mesh = asset.meshes()[instance.mesh];
    for (size_t p = 0; p < mesh.primitives.size() && with_primitives; ++p) {
      const Asset::Primitive& primitive = mesh.primitives[p];
      moment.primitives.push_back({node,
                                   int(instance.mesh),
                                   p,
                                   std::string(mesh.name),
                                   primitive.topology,
                                   deform(asset, instance, primitive, player.matrices(), own),
                                   {primitive.indices.begin(), primitive.indices.end()}});
    }
  }
  return moment;
}

}  // namespace

Moment moment_of(const Input& input, int clip, double time, bool with_primitives) {
  return input.scene ? moment_of_scene(*input.scene, clip, time, with_primitives)
                     : moment_of_asset(*input.asset, clip, time, with_primitives);
}

}  // namespace saker::cli
