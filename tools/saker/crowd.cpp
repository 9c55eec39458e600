#include "saker/crowd.h"

#include <cmath>

namespace saker::bench {

// Phases and weights only have to differ from one character to the next.
Crowd::Crowd(std::span<const Clip* const> clips, size_t characters) : layer_count_(clips.size()) {
  layers_.reserve(characters * layer_count_);
  for (size_t i = 0; i < characters; ++i) {
    for (size_t k = 0; k < layer_count_; ++k) {
      const float phase = float(i) * 0.37f + float(k) * 0.11f;
      const float weight = 0.2f + 0.01f * float((i * 7 + k * 13) % 50);
      layers_.push_back({clips[k], phase, weight});
    }
  }
  advance(0);
}

void Crowd::advance(float seconds) {
  for (Layer& layer : layers_) {
    layer.time += seconds;
    const float duration = layer.clip->duration;
    if (layer.time >= duration) layer.time = duration > 0 ? std::fmod(layer.time, duration) : 0;
  }
}

std::vector<PaletteEntry> rest_palette(const Skeleton& skeleton) {
  const uint32_t joints = skeleton.joint_count();
  PoseBuffer pose(joints, 1);
  for (uint32_t j = 0; j < joints; ++j) pose.span().set(0, j, skeleton.rest[j]);
  std::vector<Affine> models(joints);
  std::vector<PaletteEntry> entries;
  if (!local_to_model(skeleton, pose, models)) return entries;
  for (uint32_t j = 0; j < joints; ++j) entries.push_back({j, inverse(models[j])});
  return entries;
}

}  // namespace saker::bench
