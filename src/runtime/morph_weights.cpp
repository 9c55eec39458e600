#include <saker/asset.h>

#include <algorithm>

namespace saker {

size_t morph_weight_count(const Asset& asset) {
  size_t count = 0;
  for (const Asset::Instance& instance : asset.instances()) count += instance.weights.size();
  return count;
}

Status sample_morph_weights(const Asset& asset, const Clip* clip, float time,
                            std::span<float> out) {
  if (out.size() != morph_weight_count(asset)) return {"out", "has morph_weight_count() entries"};
  for (const Asset::Instance& instance : asset.instances()) {
    const std::span<float> own = out.first(instance.weights.size());
    out = out.subspan(own.size());
    if (clip != nullptr) {
      (void)sample_weights(*clip, instance.joint, time, instance.weights, own);
    } else {
      std::copy(instance.weights.begin(), instance.weights.end(), own.begin());
    }
  }
  return {};
}

}  // namespace saker
