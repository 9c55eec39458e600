#pragma once
// What holds of every scene that an importer makes, whatever the file was.

#include "support/packed.h"

namespace saker::test {

inline bool in_range(int index, size_t count) { return index >= -1 && index < int(count); }

inline void check_primitive(const Scene& scene, const Primitive& p, size_t targets) {
  const size_t count = p.positions.size();
  const auto fits = [&](size_t size) { return size == 0 || size == count; };
  ASSERT_TRUE(fits(p.normals.size()) && fits(p.tangents.size()) && fits(p.colors.size()));
  for (const auto& set : p.texture_coordinates) ASSERT_TRUE(fits(set.size()));
  ASSERT_TRUE(p.influences == 0 || p.influences == 4 || p.influences == 8);
  ASSERT_EQ(p.joints.size(), count * p.influences);
  ASSERT_EQ(p.weights.size(), count * p.influences);
  for (size_t v = 0; v < count && p.influences != 0; ++v) {
    double sum = 0;
    for (size_t i = 0; i < p.influences; ++i) sum += p.weights[v * p.influences + i];
    ASSERT_NEAR(sum, 1, 1e-5);
  }
  for (const uint32_t index : p.indices) ASSERT_LT(index, count);
  ASSERT_EQ(p.targets.size(), targets);
  for (const MorphTarget& t : p.targets)
    ASSERT_TRUE(fits(t.positions.size()) && fits(t.normals.size()) && fits(t.tangents.size()));
  ASSERT_TRUE(in_range(p.material, scene.materials.size()));
}

inline void check_node(const Scene& scene, const Node& node) {
  ASSERT_TRUE(in_range(node.parent, scene.nodes.size()));
  ASSERT_TRUE(in_range(node.mesh, scene.meshes.size()));
  ASSERT_TRUE(in_range(node.skin, scene.skins.size()));
  if (node.mesh < 0) {
    ASSERT_LT(node.skin, 0);
    return;
  }
  const Mesh& mesh = scene.meshes[size_t(node.mesh)];
  ASSERT_TRUE(node.weights.empty() || node.weights.size() == mesh.target_count());
  if (node.skin < 0) return;
  for (const Primitive& p : mesh.primitives)
    for (const uint16_t joint : p.joints)
      ASSERT_LT(joint, scene.skins[size_t(node.skin)].joints.size());
}

inline void check_track(const Scene& scene, const Track& track) {
  ASSERT_TRUE(saker::check_track(track)) << saker::check_track(track).rule;
  ASSERT_TRUE(in_range(track.target.node, scene.nodes.size()));
  ASSERT_TRUE(track.target.node >= 0 || track.target.property == Property::kNamed);
  for (const float value : track.values) ASSERT_TRUE(std::isfinite(value));
}

// Whether everything that scene.h promises holds.
inline void check_scene(const Scene& scene) {
  ASSERT_EQ(parents_first(scene).size(), scene.nodes.size()) << "no loops";
  for (const Mesh& mesh : scene.meshes) {
    ASSERT_EQ(mesh.weights.size(), mesh.target_count());
    for (const Primitive& p : mesh.primitives)
      ASSERT_NO_FATAL_FAILURE(check_primitive(scene, p, mesh.target_count()));
  }
  for (const Skin& skin : scene.skins) {
    ASSERT_EQ(skin.inverse_binds.size(), skin.joints.size());
    for (const int joint : skin.joints) ASSERT_TRUE(joint >= 0 && joint < int(scene.nodes.size()));
  }
  for (const Node& node : scene.nodes) ASSERT_NO_FATAL_FAILURE(check_node(scene, node));
  for (const Material& m : scene.materials)
    ASSERT_TRUE(in_range(m.base_color_texture.image, scene.images.size()));
  for (const RawClip& clip : scene.clips)
    for (const Track& track : clip.tracks) ASSERT_NO_FATAL_FAILURE(check_track(scene, track));
  for (const SceneRoots& roots : scene.scenes)
    for (const int node : roots.nodes) ASSERT_TRUE(node >= 0 && node < int(scene.nodes.size()));
  ASSERT_TRUE(in_range(scene.default_scene, scene.scenes.size()));
}

// Evaluates, deforms, packs and plays a scene; nothing is looked at but that it works.
inline void use_everything(const Scene& scene) {
  const ScenePose pose = evaluate(scene, scene.clips.empty() ? nullptr : &scene.clips[0], 0.3);
  for (size_t n = 0; n < scene.nodes.size(); ++n) {
    const int mesh = scene.nodes[n].mesh;
    for (size_t p = 0; mesh >= 0 && p < scene.meshes[size_t(mesh)].primitives.size(); ++p)
      deform(scene, pose, int(n), p);
  }
  const Asset asset = pack(scene);
  for (const Clip& clip : asset.clips()) runtime_models(asset, clip, clip.duration / 3);
}

// A hostile file is refused with a reason and a place, or it was read, and counted, and is sound.
inline void check_refused_or_sound(const Result<Scene>& scene, size_t& read) {
  if (!scene) {
    ASSERT_FALSE(scene.error().message.empty());
    ASSERT_FALSE(scene.error().where.empty());
    return;
  }
  ++read;
  ASSERT_NO_FATAL_FAILURE(check_scene(*scene));
  use_everything(*scene);
}

}  // namespace saker::test
