#pragma once
// How far errors carry: what a joint moves, and how large its space is.

#include "build/exact_clip.h"

namespace saker {

// Where a shell point lies in the joint's space: a squashed axis is made up for, up to a point.
double shell_offset(const DAffine& model, int axis_index, double shell);

struct Reach {
  // Metres from each joint to the furthest shell point of it or any joint below.
  std::vector<double> distance;
  // The same, of its own shell points and its children's origins with a shell around.
  std::vector<double> near;
  // How much each joint's space is scaled.
  std::vector<double> scale;
};

// The largest over a few moments of the clip.
Reach measure_reach(const ExactClip& exact, double shell);

// Metres of error per unit of error in a channel, given how far a joint reaches.
double lever(const ExactClip& exact, const Reach& reach, const std::vector<double>& distance,
             const JointTrack& track);

}  // namespace saker
