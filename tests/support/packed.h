#pragma once
// Packed scenes for tests, and an error measure that knows nothing of the packer.

#include "support/shell_error.h"

#include <saker/asset.h>
#include <saker/build.h>

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace saker::test {

inline Asset pack(const Scene& scene, const BuildOptions& options = {}) {
  auto built = build_asset(scene, options);
  EXPECT_TRUE(built) << built.error().text();
  auto asset = Asset::from_bytes(std::move(built->bytes));
  EXPECT_TRUE(asset) << asset.error().text();
  return std::move(*asset);
}

// The runtime's model matrices at one time.
inline std::vector<Affine> runtime_models(const Asset& asset, const Clip& clip, float time) {
  const Skeleton& skeleton = asset.skeleton();
  PoseBuffer pose(skeleton.joint_count(), 1);
  std::vector<Affine> models(skeleton.joint_count());
  const ClipTime sampled{&clip, time};
  EXPECT_TRUE(sample(skeleton, {&sampled, 1}, pose));
  EXPECT_TRUE(local_to_model(skeleton, pose, models));
  return models;
}

// The largest shell error of a packed clip at `count` seeded random times and at every key.
inline double worst_error(const Scene& scene, size_t clip, const Asset& asset, size_t count,
                          double shell = 0.03) {
  const RawClip& exact = scene.clips[clip];
  const Clip& packed = asset.clips()[clip];
  std::mt19937 random(7);
  std::uniform_real_distribution<float> any(0, exact.duration);
  std::vector<float> times;
  for (size_t i = 0; i < count; ++i) times.push_back(any(random));
  for (const Track& track : exact.tracks)
    times.insert(times.end(), track.times.begin(), track.times.end());
  double worst = 0;
  for (const float time : times) {
    const ScenePose pose = evaluate(scene, &exact, time);
    const auto models = runtime_models(asset, packed, time);
    for (size_t j = 0; j < models.size(); ++j) {
      const DAffine& world = pose.world[size_t(asset.skeleton().nodes[j])];
      worst = std::max(worst, shell_error(world, cast<double>(models[j]), shell));
    }
  }
  return worst;
}

}  // namespace saker::test
