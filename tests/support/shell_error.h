#pragma once
// How far a packed clip is from its source: a measure in double precision that shares nothing with
// the packer's own.

#include "support/scene_player.h"

#include <saker/asset.h>

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace saker::test {

// The largest distance between where two matrices have the six points at +-shell on the joint's
// axes. Where the joint is squashed, they are that far away in model space.
inline double shell_error(const DAffine& exact, const DAffine& packed, double shell) {
  double worst = 0;
  for (int i = 0; i < 3; ++i) {
    const double scale = length(axis(exact, i));
    const double distance = scale > 1e-3 && scale < 1 ? shell / scale : shell;
    for (const double side : {-distance, distance}) {
      DVec3 point{};
      point[size_t(i)] = side;
      const double error = length(transform_point(exact, point) - transform_point(packed, point));
      if (!(error <= worst)) worst = error;  // what is not a number counts as the worst
    }
  }
  return worst;
}

// Steps fall on a 32-bit time; what lies closer before one is not compared.
inline constexpr double kBeforeStep = 1e-6;

inline std::vector<float> sorted_unique(std::vector<float> times) {
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

// The times at which a STEP track changes.
inline std::vector<float> step_times(const RawClip& clip) {
  std::vector<float> times;
  for (const Track& track : clip.tracks)
    if (track.interpolation == Interpolation::kStep)
      times.insert(times.end(), track.times.begin() + 1, track.times.end());
  return sorted_unique(std::move(times));
}

inline float just_before(float step) {
  auto time = float(double(step) - kBeforeStep);
  while (double(step) - double(time) < kBeforeStep) time = std::nextafter(time, -1.0f);
  return time;
}

// Every key time of a clip, eight times between each pair of neighbours, and both sides of every
// step.
inline std::vector<float> comparison_times(const RawClip& clip) {
  std::vector<float> keys = {0, clip.duration};
  for (const Track& track : clip.tracks)
    keys.insert(keys.end(), track.times.begin(), track.times.end());
  keys = sorted_unique(std::move(keys));
  std::vector<float> times = keys;
  for (size_t k = 0; k + 1 < keys.size(); ++k)
    for (int i = 1; i <= 8; ++i)
      times.push_back(float(keys[k] + (double(keys[k + 1]) - double(keys[k])) * i / 9));
  const std::vector<float> steps = step_times(clip);
  for (const float step : steps)
    if (step > 0) times.push_back(std::max(0.0f, just_before(step)));
  std::erase_if(times, [&](float time) {
    const auto next = std::upper_bound(steps.begin(), steps.end(), time);
    return next != steps.end() && double(*next) - double(time) < kBeforeStep;
  });
  return sorted_unique(std::move(times));
}

// Model matrices in double precision, from the local transforms of a sampled character.
inline void double_models(const Skeleton& skeleton, PoseSpan poses, size_t character,
                          std::vector<DAffine>& out) {
  out.resize(skeleton.joint_count());
  for (size_t j = 0; j < out.size(); ++j) out[j] = compose(cast<double>(poses.get(character, j)));
  for (const FixedJoint& fixed : skeleton.fixed) out[fixed.joint] = cast<double>(fixed.local);
  for (size_t j = 0; j < out.size(); ++j)
    if (skeleton.parents[j] >= 0) out[j] = out[size_t(skeleton.parents[j])] * out[j];
}

// The largest error in metres, and where.
struct ShellError {
  double error = 0;
  float time = 0;
  int joint = -1;
  bool by_runtime = false;  // by its own matrices; else in double precision from its pose

  void add(double other, float at, size_t other_joint, bool by_floats) {
    if (!(other <= error)) *this = {other, at, int(other_joint), by_floats};
  }
};

inline std::ostream& operator<<(std::ostream& out, const ShellError& e) {
  return out << e.error * 1000 << " mm at joint " << e.joint << ", " << e.time << " s"
             << (e.by_runtime ? ", by the runtime's matrices" : ", by the sampled pose");
}

struct SampledBatch {
  PoseBuffer poses;
  std::vector<Affine> models;  // the runtime's
};

inline SampledBatch sample_batch(const Skeleton& skeleton, const Clip& clip,
                                 std::span<const float> times) {
  SampledBatch batch{PoseBuffer(skeleton.joint_count(), times.size()),
                     std::vector<Affine>(skeleton.joint_count() * times.size())};
  std::vector<ClipTime> moments;
  for (const float time : times) moments.push_back({&clip, time});
  EXPECT_TRUE(sample(skeleton, moments, batch.poses));
  EXPECT_TRUE(local_to_model(skeleton, batch.poses, batch.models));
  return batch;
}

// The shell error of a packed clip over its comparison times, both of the poses that the runtime
// samples and of the matrices it makes of them.
inline ShellError worst_shell_error(const Scene& scene, size_t clip, const Asset& asset,
                                    double shell = 0.03) {
  constexpr size_t kBatch = 256;
  const Skeleton& skeleton = asset.skeleton();
  const size_t joints = skeleton.joint_count();
  const std::vector<float> times = comparison_times(scene.clips[clip]);
  ScenePlayer source(scene, scene.clips[clip]);
  std::vector<DAffine> models;
  ShellError worst;
  for (size_t first = 0; first < times.size(); first += kBatch) {
    const auto part = std::span(times).subspan(first).first(std::min(kBatch, times.size() - first));
    const SampledBatch batch = sample_batch(skeleton, asset.clips()[clip], part);
    for (size_t i = 0; i < part.size(); ++i) {
      const std::vector<DAffine>& world = source.world(double(part[i]));
      double_models(skeleton, batch.poses, i, models);
      for (size_t j = 0; j < joints; ++j) {
        const DAffine& exact = world[size_t(skeleton.nodes[j])];
        const DAffine by_runtime = cast<double>(batch.models[i * joints + j]);
        worst.add(shell_error(exact, models[j], shell), part[i], j, false);
        worst.add(shell_error(exact, by_runtime, shell), part[i], j, true);
      }
    }
  }
  return worst;
}

}  // namespace saker::test
