#pragma once
// Everything that encoding a clip's samples depends on, apart from the steps.

#include "build/choose_tracks.h"
#include "build/track_coding.h"

#include <array>

namespace saker {

// The tracks of a joint by channel, as indices into EncoderInput::tracks; -1 for none.
using JointTracks = std::array<int, 3>;

// Turns an error of a joint's position into the rotation (a small one, as a vector, in model space)
// that makes up for as much of it as can be.
using Turn = std::array<DVec3, 3>;  // rows

// What a joint has at all times in the channels that rest or are constant.
struct HeldChannels {
  std::array<bool, 3> has = {};  // by channel
  DTransform value;

  void put_into(DTransform& local) const {
    if (has[0]) local.translation = value.translation;
    if (has[1]) local.rotation = value.rotation;
    if (has[2]) local.scale = value.scale;
  }
};

struct EncoderInput {
  const SourceSamples& source;
  std::vector<int> parents;
  std::vector<uint32_t> subtree_ends;  // of each joint: the first one behind it and all below
  std::vector<const Affine*> fixed;    // the matrix of a joint that shears, else null
  std::vector<TrackCoding> tracks;     // by joint
  std::vector<uint32_t> first_tracks;  // of each joint, and of the end
  std::vector<JointTracks> joint_tracks;
  std::vector<double> levers;      // of each track: metres per unit
  std::vector<bool> unscaled;      // of each joint: it and all above have scale 1
  std::vector<HeldChannels> held;  // of each joint
  std::vector<Turn> turns;         // per joint with turn_rows, of each sample
  std::vector<int> turn_rows;      // of each joint: where its turns begin, -1: none
  double shell = 0;
};

// Channels that keep their keys are taken to be exact.
EncoderInput make_input(const SourceSamples& source, const ExactClip& exact,
                        const Skeleton& skeleton, const Reach& reach, const TrackChoice& choice,
                        std::vector<TrackCoding> tracks, double shell);

// The value that a reader gets for a constant.
std::array<double, 4> stored_constant(const ConstantChannel& constant);

}  // namespace saker
