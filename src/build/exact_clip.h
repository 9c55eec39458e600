#pragma once
// An exact clip as its joints see it: what evaluate() gives, for many times at once.

#include "build/joint_map.h"

#include <saker/clip.h>
#include <saker/scene.h>

#include <optional>
#include <span>
#include <vector>

namespace saker {

// The channel of a joint that a track drives.
struct JointTrack {
  const Track* track = nullptr;
  uint32_t joint = 0;
  Channel channel = Channel::kTranslation;
};

// None for morph weights and named properties.
std::optional<Channel> channel_of(Property property);

// Local transforms and model matrices of all joints at several times, time after time.
struct Moments {
  std::vector<DTransform> locals;
  std::vector<DAffine> models;
};

class ExactClip {
 public:
  // All three must outlive it.
  ExactClip(const Scene& scene, const RawClip& clip, const JointMap& map);

  size_t joint_count() const { return nodes_.size(); }
  const RawClip& clip() const { return clip_; }
  int parent(size_t joint) const { return parents_[joint]; }
  // By joint, then by channel; one per channel.
  const std::vector<JointTrack>& tracks() const { return tracks_; }

  // The times must not decrease. Rotations are as unit as the file has them. Complexity: joints and
  // tracks times times.
  void evaluate(std::span<const double> times, Moments& out) const;

 private:
  const RawClip& clip_;
  std::vector<const Node*> nodes_;  // of each joint
  std::vector<int> parents_;
  std::vector<JointTrack> tracks_;
};

}  // namespace saker
