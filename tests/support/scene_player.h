#pragma once
// Evaluates a clip at many times, quickly.

#include <saker/scene.h>

#include <array>

namespace saker::test {

// The world matrices of evaluate(), without its allocations: what does not depend on the time is
// found out once. The scene must outlive it.
class ScenePlayer {
 public:
  ScenePlayer(const Scene& scene, const RawClip& clip)
      : scene_(scene), clip_(clip), order_(parents_first(scene)), world_(scene.nodes.size()) {
    for (const Node& node : scene.nodes) locals_.push_back(cast<double>(node.local));
  }

  // One matrix per node, until the next call.
  const std::vector<DAffine>& world(double time) {
    for (const Track& track : clip_.tracks) apply(track, time);
    for (const int i : order_) {
      const Node& node = scene_.nodes[size_t(i)];
      const DAffine local = node.matrix ? cast<double>(*node.matrix) : compose(locals_[size_t(i)]);
      world_[size_t(i)] = node.parent < 0 ? local : world_[size_t(node.parent)] * local;
    }
    return world_;
  }

 private:
  void apply(const Track& track, double time) {
    if (track.target.node < 0 || track.width > 4) return;
    std::array<double, 4> v = {};
    DTransform& local = locals_[size_t(track.target.node)];
    switch (track.target.property) {
      case Property::kTranslation:
        sample_track(track, time, std::span(v).first(3));
        local.translation = {v[0], v[1], v[2]};
        break;
      case Property::kRotation:
        sample_track(track, time, v);
        local.rotation = {v[0], v[1], v[2], v[3]};
        break;
      case Property::kScale:
        sample_track(track, time, std::span(v).first(3));
        local.scale = {v[0], v[1], v[2]};
        break;
      default:
        break;  // moves no node
    }
  }

  const Scene& scene_;
  const RawClip& clip_;
  std::vector<int> order_;
  std::vector<DTransform> locals_;
  std::vector<DAffine> world_;
};

}  // namespace saker::test
