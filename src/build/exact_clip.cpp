#include "build/exact_clip.h"

#include "build/track_reader.h"

#include <algorithm>

namespace saker {
namespace {

void put(const std::array<double, 4>& v, Channel channel, DTransform& local) {
  switch (channel) {
    case Channel::kTranslation:
      local.translation = {v[0], v[1], v[2]};
      break;
    case Channel::kRotation:
      local.rotation = {v[0], v[1], v[2], v[3]};
      break;
    case Channel::kScale:
      local.scale = {v[0], v[1], v[2]};
      break;
  }
}

}  // namespace

std::optional<Channel> channel_of(Property property) {
  switch (property) {
    case Property::kTranslation:
      return Channel::kTranslation;
    case Property::kRotation:
      return Channel::kRotation;
    case Property::kScale:
      return Channel::kScale;
    default:
      return std::nullopt;
  }
}

ExactClip::ExactClip(const Scene& scene, const RawClip& clip, const JointMap& map) : clip_(clip) {
  for (const int node : map.nodes) {
    nodes_.push_back(&scene.nodes[size_t(node)]);
    parents_.push_back(nodes_.back()->parent < 0 ? -1 : map.joints[size_t(nodes_.back()->parent)]);
  }
  for (const Track& track : clip.tracks) {
    const auto channel = channel_of(track.target.property);
    if (!channel || track.target.node < 0) continue;
    const JointTrack joint{&track, uint32_t(map.joints[size_t(track.target.node)]), *channel};
    if (nodes_[joint.joint]->matrix) continue;  // such a node does not move
    // A track that comes later replaces an earlier one on the same channel, as in evaluate().
    std::erase_if(tracks_, [&](const JointTrack& t) {
      return t.joint == joint.joint && t.channel == joint.channel;
    });
    tracks_.push_back(joint);
  }
  std::sort(tracks_.begin(), tracks_.end(), [](const JointTrack& a, const JointTrack& b) {
    return a.joint != b.joint ? a.joint < b.joint : a.channel < b.channel;
  });
}

void ExactClip::evaluate(std::span<const double> times, Moments& out) const {
  const size_t joints = joint_count();
  out.locals.resize(times.size() * joints);
  out.models.resize(times.size() * joints);
  for (size_t j = 0; j < joints; ++j) {
    const DTransform rest = cast<double>(nodes_[j]->local);
    for (size_t i = 0; i < times.size(); ++i) out.locals[i * joints + j] = rest;
  }
  for (const JointTrack& joint : tracks_) {
    TrackReader reader(*joint.track);
    for (size_t i = 0; i < times.size(); ++i)
      put(reader.at(times[i]), joint.channel, out.locals[i * joints + joint.joint]);
  }
  for (size_t i = 0; i < times.size(); ++i) {
    DAffine* models = out.models.data() + i * joints;
    for (size_t j = 0; j < joints; ++j) {
      const Node& node = *nodes_[j];
      const DAffine local =
          node.matrix ? cast<double>(*node.matrix) : compose(out.locals[i * joints + j]);
      models[j] = parents_[j] < 0 ? local : models[size_t(parents_[j])] * local;
    }
  }
}

}  // namespace saker
