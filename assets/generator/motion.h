#pragma once
// The clips: what the character does, sampled at 30 Hz.

#include "rig.h"

namespace saki {

inline constexpr double kFrameRate = 30;

// Weights of the morph targets at a moment, eased in and out.
struct FaceKey {
  double time;
  std::array<double, kMorphCount> weights;
};

// The falcon looks somewhere, at once, as birds do.
struct Glance {
  double time;
  Quat turn;
};

struct Clip {
  std::string name;
  std::vector<Pose> frames;
  std::vector<FaceKey> face;    // becomes a CUBICSPLINE track
  std::vector<Glance> glances;  // become a STEP track
};

// Standing with the falcon on the fist: the rest pose of the file, where every clip can begin.
Pose standing(const Rig& rig);

Clip make_idle(const Rig& rig);
Clip make_walk(const Rig& rig);
Clip make_run(const Rig& rig);
Clip make_wave(const Rig& rig);
Clip make_jump(const Rig& rig);

}  // namespace saki
