#include <saker/scene.h>

namespace saker {
namespace {

const Mesh* mesh_of(const Scene& scene, const Node& node) {
  return node.mesh >= 0 ? &scene.meshes[size_t(node.mesh)] : nullptr;
}

// A node's own weights win over its mesh's; missing ones are zero.
std::vector<double> rest_weights(const Scene& scene, const Node& node) {
  const Mesh* mesh = mesh_of(scene, node);
  if (mesh == nullptr) return {};
  const std::vector<float>& rest = node.weights.empty() ? mesh->weights : node.weights;
  std::vector<double> weights(mesh->target_count());
  for (size_t i = 0; i < weights.size() && i < rest.size(); ++i) weights[i] = rest[i];
  return weights;
}

// What a clip changes before the hierarchy is walked.
struct Locals {
  std::vector<DTransform> transforms;
  std::vector<std::vector<double>> weights;
};

void apply(const Track& track, double time, Locals& locals) {
  if (track.target.node < 0 || track.target.property == Property::kNamed) return;
  const size_t node = size_t(track.target.node);
  std::vector<double> v(track.width);
  sample_track(track, time, v);
  DTransform& local = locals.transforms[node];
  switch (track.target.property) {
    case Property::kTranslation:
      local.translation = {v[0], v[1], v[2]};
      break;
    case Property::kRotation:
      local.rotation = {v[0], v[1], v[2], v[3]};
      break;
    case Property::kScale:
      local.scale = {v[0], v[1], v[2]};
      break;
    case Property::kWeights:
      if (v.size() == locals.weights[node].size()) locals.weights[node] = std::move(v);
      break;
    case Property::kNamed:
      break;
  }
}

DVec3 morphed(const Primitive& primitive, const std::vector<double>& weights, size_t vertex) {
  DVec3 p = cast<double>(primitive.positions[vertex]);
  for (size_t t = 0; t < primitive.targets.size() && t < weights.size(); ++t) {
    const auto& displacements = primitive.targets[t].positions;
    if (!displacements.empty()) p = p + cast<double>(displacements[vertex]) * weights[t];
  }
  return p;
}

}  // namespace

std::vector<int> parents_first(const Scene& scene) {
  const size_t count = scene.nodes.size();
  std::vector<std::vector<int>> children(count);
  std::vector<int> order, stack;
  for (size_t i = count; i-- > 0;) {
    const int parent = scene.nodes[i].parent;
    (parent < 0 ? stack : children[size_t(parent)]).push_back(int(i));
  }
  order.reserve(count);
  while (!stack.empty()) {
    const int node = stack.back();
    stack.pop_back();
    order.push_back(node);
    const auto& below = children[size_t(node)];
    stack.insert(stack.end(), below.begin(), below.end());
  }
  return order;
}

ScenePose evaluate(const Scene& scene, const RawClip* clip, double time) {
  Locals locals;
  for (const Node& node : scene.nodes) {
    locals.transforms.push_back(cast<double>(node.local));
    locals.weights.push_back(rest_weights(scene, node));
  }
  if (clip != nullptr) {
    for (const Track& track : clip->tracks) apply(track, time, locals);
  }
  ScenePose pose;
  pose.world.resize(scene.nodes.size());
  for (const int i : parents_first(scene)) {
    const Node& node = scene.nodes[size_t(i)];
    const DAffine local =
        node.matrix ? cast<double>(*node.matrix) : compose(locals.transforms[size_t(i)]);
    pose.world[size_t(i)] = node.parent < 0 ? local : pose.world[size_t(node.parent)] * local;
  }
  pose.weights = std::move(locals.weights);
  return pose;
}

std::vector<DVec3> deform(const Scene& scene, const ScenePose& pose, int node, size_t primitive) {
  const Node& carrier = scene.nodes[size_t(node)];
  const Primitive& source = scene.meshes[size_t(carrier.mesh)].primitives[primitive];
  const bool skinned = carrier.skin >= 0 && source.influences > 0;
  std::vector<DAffine> palette;
  if (skinned) {
    const Skin& skin = scene.skins[size_t(carrier.skin)];
    for (size_t j = 0; j < skin.joints.size(); ++j)
      palette.push_back(pose.world[size_t(skin.joints[j])] * cast<double>(skin.inverse_binds[j]));
  }
  std::vector<DVec3> out(source.positions.size());
  for (size_t v = 0; v < out.size(); ++v) {
    const DVec3 p = morphed(source, pose.weights[size_t(node)], v);
    if (!skinned) {
      out[v] = transform_point(pose.world[size_t(node)], p);
      continue;
    }
    for (size_t k = v * source.influences; k < (v + 1) * source.influences; ++k) {
      if (source.weights[k] != 0)
        out[v] = out[v] + transform_point(palette[source.joints[k]], p) * double(source.weights[k]);
    }
  }
  return out;
}

int find_clip(const Scene& scene, const std::string& text) {
  for (size_t i = 0; i < scene.clips.size(); ++i) {
    if (scene.clips[i].name == text) return int(i);
  }
  if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos || text.size() > 9)
    return -1;
  const size_t index = size_t(std::stoul(text));
  return index < scene.clips.size() ? int(index) : -1;
}

}  // namespace saker
