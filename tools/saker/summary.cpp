#include "saker/summary.h"

#include <algorithm>
#include <set>

namespace saker::cli {
namespace {

// A skin in terms of node indices.
struct SkinNodes {
  std::string name;
  std::set<int> nodes;
};

// Skins that share a joint, directly or through others, belong to one skeleton.
std::vector<std::vector<SkinNodes>> group(std::vector<SkinNodes> skins) {
  std::vector<std::vector<SkinNodes>> groups;
  for (SkinNodes& skin : skins) {
    std::vector<SkinNodes> merged = {skin};
    std::erase_if(groups, [&](std::vector<SkinNodes>& other) {
      const bool shares = std::any_of(other.begin(), other.end(), [&](const SkinNodes& s) {
        return std::any_of(s.nodes.begin(), s.nodes.end(),
                           [&](int node) { return skin.nodes.count(node) > 0; });
      });
      if (shares) merged.insert(merged.begin(), other.begin(), other.end());
      return shares;
    });
    groups.push_back(std::move(merged));
  }
  return groups;
}

std::vector<SkeletonSummary> skeletons_of(std::vector<SkinNodes> skins,
                                          const std::function<std::string(int)>& node_name) {
  std::vector<SkeletonSummary> out;
  for (const auto& members : group(std::move(skins))) {
    SkeletonSummary summary;
    std::set<int> all;
    for (const SkinNodes& skin : members) {
      summary.skins.push_back(skin.name);
      all.insert(skin.nodes.begin(), skin.nodes.end());
    }
    for (const int node : all) summary.joints.push_back(node_name(node));
    out.push_back(std::move(summary));
  }
  return out;
}

// Of a Mesh or an Asset::Mesh; target names are left to the caller.
template <class AnyMesh>
MeshSummary count_mesh(const AnyMesh& mesh) {
  MeshSummary summary{std::string(mesh.name), mesh.primitives.size(), 0, 0, 0, {}};
  for (const auto& primitive : mesh.primitives) {
    summary.vertices += primitive.positions.size();
    summary.influences = std::max<size_t>(summary.influences, primitive.influences);
    if (primitive.topology == Topology::kTriangles)
      summary.triangles += primitive.indices.size() / 3;
  }
  return summary;
}

Summary summarize_scene(const Scene& scene) {
  Summary out;
  out.nodes = scene.nodes.size();
  out.diagnostics = scene.diagnostics;
  std::vector<SkinNodes> skins;
  for (const Skin& skin : scene.skins)
    skins.push_back({skin.name, {skin.joints.begin(), skin.joints.end()}});
  out.skeletons =
      skeletons_of(std::move(skins), [&](int node) { return scene.nodes[size_t(node)].name; });
  for (const Mesh& mesh : scene.meshes) {
    MeshSummary summary = count_mesh(mesh);
    for (size_t t = 0; t < mesh.target_count(); ++t)
      summary.targets.push_back(mesh.primitives[0].targets[t].name);
    out.meshes.push_back(std::move(summary));
  }
  for (const RawClip& clip : scene.clips) {
    ClipSummary summary{clip.name, clip.duration, clip.tracks.size(), 0, std::nullopt};
    for (const Track& track : clip.tracks) summary.keys += track.times.size();
    out.clips.push_back(std::move(summary));
  }
  for (const Material& material : scene.materials) out.materials.push_back(material.name);
  for (const Image& image : scene.images) out.images.push_back(image.name);
  return out;
}

ClipSummary summarize_clip(const Clip& clip) {
  ClipSummary summary{std::string(clip.name), clip.duration, 0, 0, double(clip.error)};
  summary.tracks =
      clip.constants.size() + clip.sampled.size() + clip.keyed.size() + clip.curves.size();
  summary.keys = clip.constants.size() + clip.sampled.size() * clip.sample_count;
  for (const KeyedJointTrack& track : clip.keyed) summary.keys += track.keys.key_count;
  for (const Curve& curve : clip.curves) summary.keys += curve.keys.key_count;
  return summary;
}

Summary summarize_asset(const Asset& asset) {
  Summary out;
  const Skeleton& skeleton = asset.skeleton();
  out.nodes = skeleton.joint_count();
  std::vector<SkinNodes> skins;
  for (const SkinBinding& skin : asset.skins()) {
    SkinNodes nodes{std::string(skin.name), {}};
    for (const uint32_t joint : skin.joints) nodes.nodes.insert(int(joint));
    skins.push_back(std::move(nodes));
  }
  out.skeletons = skeletons_of(
      std::move(skins), [&](int joint) { return std::string(skeleton.name(uint32_t(joint))); });
  for (const Asset::Mesh& mesh : asset.meshes()) {
    MeshSummary summary = count_mesh(mesh);
    summary.targets.assign(mesh.target_names.begin(), mesh.target_names.end());
    out.meshes.push_back(std::move(summary));
  }
  for (const Clip& clip : asset.clips()) out.clips.push_back(summarize_clip(clip));
  for (const auto& material : asset.materials()) out.materials.emplace_back(material.name);
  for (const auto& image : asset.images()) out.images.emplace_back(image.name);
  return out;
}

}  // namespace

Summary summarize(const Input& input) {
  return input.scene ? summarize_scene(*input.scene) : summarize_asset(*input.asset);
}

}  // namespace saker::cli
