#pragma once
// The joints of the character and where they are when the skin is bound: arms half raised, so that
// shoulders deform equally well up and down.

#include "geometry.h"

#include <string>

namespace saki {

struct Joint {
  std::string name;
  int parent;
  Vec3 position;  // in the bind pose, in metres from the ground between the feet
  Quat rotation;  // in the bind pose; bones of arms run along -y, everything else is upright
};

struct Skeleton {
  std::vector<Joint> joints;

  // The joint of that name, which must exist.
  int find(const std::string& name) const;
  // The joint on the other side: .L for .R and the reverse; the joint itself in the middle.
  int across(int joint) const;
  // The place of a joint in the frame of its parent.
  Vec3 offset(int joint) const;
};

// Places on the arm are given as on a left arm that hangs down from a shoulder at the origin: -y to
// the fingers, +x outwards, +z forward. This is where they are in the bind pose.
inline constexpr double kArmRaise = 50;  // degrees away from hanging
inline constexpr Vec3 kShoulder{0.148, 1.105, -0.002};
Vec3 on_left_arm(const Vec3& hanging);
// The reverse: a place of the left side of the bind pose in the frame of the hanging arm.
Vec3 to_left_arm(const Vec3& position);

// Where the left eye turns; its surface is part of a sphere around this.
inline constexpr Vec3 kEyePivot{0.0283, 1.412, 0.0095};

inline constexpr double kElbow = -0.225, kWrist = -0.43;

// Heights that mesh and joints agree on.
inline constexpr double kHipsHeight = 0.80, kKneeHeight = 0.40, kAnkleHeight = 0.095,
                        kToeHeight = 0.03;

Skeleton make_skeleton();

}  // namespace saki
