#pragma once
// Small scenes for tests, made by hand.

#include <saker/build.h>
#include <saker/scene.h>

#include <cmath>

namespace saker::test {

inline Track make_track(int node, Property property, Interpolation interpolation,
                        std::vector<float> times, std::vector<float> values) {
  Track track;
  track.target = {node, property, ""};
  track.interpolation = interpolation;
  track.width = property == Property::kRotation ? 4 : 3;
  track.times = std::move(times);
  track.values = std::move(values);
  return track;
}

// A quaternion about z, as four floats at the end of `values`.
inline void append_turn(std::vector<float>& values, double angle) {
  values.insert(values.end(), {0, 0, float(std::sin(angle / 2)), float(std::cos(angle / 2))});
}

// A skinned strip along x on a chain of `joints` joints, 0.3 m apart, whose last joint carries a
// morphed triangle. Clip "bend" turns every joint about z (LINEAR, 30 Hz, two seconds), moves the
// root (CUBIC), scales the second joint (LINEAR) and steps the third one's translation.
inline Scene make_arm(int joints = 5) {
  Scene scene;
  scene.scenes = {{"all", {0}}};
  scene.default_scene = 0;
  Skin skin;
  skin.name = "arm";
  for (int j = 0; j < joints; ++j) {
    Node node;
    node.name = "joint" + std::to_string(j);
    node.parent = j - 1;
    node.local.translation = {j == 0 ? 0.0f : 0.3f, 0, 0};
    scene.nodes.push_back(node);
    skin.joints.push_back(j);
    Affine inverse_bind;
    inverse_bind.m[0][3] = -0.3f * float(j);
    skin.inverse_binds.push_back(inverse_bind);
  }
  scene.skins.push_back(skin);

  Mesh strip;
  strip.name = "strip";
  Primitive primitive;
  primitive.influences = 4;
  for (int j = 0; j < joints; ++j) {
    for (const float y : {-0.05f, 0.05f}) {
      primitive.positions.push_back({0.3f * float(j), y, 0});
      primitive.normals.push_back({0, 0, 1});
      const uint16_t next = uint16_t(j > 0 ? j - 1 : 0);
      primitive.joints.insert(primitive.joints.end(), {uint16_t(j), next, 0, 0});
      primitive.weights.insert(primitive.weights.end(), {0.75f, 0.25f, 0, 0});
    }
  }
  for (uint32_t q = 0; q + 1 < uint32_t(joints); ++q) {
    const uint32_t v = 2 * q;
    primitive.indices.insert(primitive.indices.end(), {v, v + 2, v + 1, v + 1, v + 2, v + 3});
  }
  strip.primitives.push_back(primitive);
  scene.meshes.push_back(strip);
  scene.nodes.push_back({"strip", -1, {}, std::nullopt, 0, 0, {}});
  scene.scenes[0].nodes.push_back(joints);

  Mesh flag;
  flag.name = "flag";
  flag.weights = {0.25f, 0};
  Primitive triangle;
  triangle.positions = {{0, 0, 0}, {0.1f, 0, 0}, {0, 0.1f, 0}};
  triangle.indices = {0, 1, 2};
  triangle.targets = {{"up", {{0, 1, 0}, {0, 1, 0}, {0, 1, 0}}, {}, {}},
                      {"out", {{0, 0, 1}, {0, 0, 0}, {0, 0, 0}}, {}, {}}};
  flag.primitives.push_back(triangle);
  scene.meshes.push_back(flag);
  scene.nodes.push_back({"flag", joints - 1, {}, std::nullopt, 1, -1, {}});

  RawClip clip;
  clip.name = "bend";
  clip.duration = 2;
  for (int j = 0; j < joints; ++j) {
    std::vector<float> times, values;
    for (int k = 0; k <= 60; ++k) {
      times.push_back(float(k) / 30.0f);
      append_turn(values, 0.8 * std::sin(0.2 * k + 0.7 * j));
    }
    clip.tracks.push_back(
        make_track(j, Property::kRotation, Interpolation::kLinear, times, values));
  }
  clip.tracks.push_back(make_track(0, Property::kTranslation, Interpolation::kCubic, {0, 0.9f, 2},
                                   {0, 0, 0, 0,    0,    0, 0.5f, 0, 0,  //
                                    0, 1, 0, 0.2f, 0.1f, 0, 0,    1, 0,  //
                                    0, 0, 0, 0,    0.3f, 0, 0,    0, 0}));
  clip.tracks.push_back(make_track(1, Property::kScale, Interpolation::kLinear, {0, 1, 2},
                                   {1, 1, 1, 1.2f, 0.9f, 1, 1, 1, 1}));
  clip.tracks.push_back(make_track(2, Property::kTranslation, Interpolation::kStep,
                                   {0, 0.37f, 1.61f}, {0.3f, 0, 0, 0.35f, 0, 0, 0.3f, 0.02f, 0}));
  Track weights;
  weights.target = {joints + 1, Property::kWeights, ""};
  weights.width = 2;
  weights.times = {0.5f, 1.5f};
  weights.values = {0, 1, 1, 0};
  clip.tracks.push_back(weights);
  scene.clips.push_back(clip);
  return scene;
}

}  // namespace saker::test
