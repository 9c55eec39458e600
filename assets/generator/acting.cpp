#include "acting.h"

namespace saki {
namespace {

Quat hand_of(const Rig& rig, const Pose& pose) {
  return rig.places(pose)[size_t(rig.skeleton().find("hand.L"))].rotation;
}

// The falcon stays upright while the hand below it turns; opened wings beat a little.
void balance(const Rig& rig, Pose& pose, double wings, double time) {
  static const Quat standing_hand = hand_of(rig, standing(rig));
  const Quat hand = hand_of(rig, pose);
  const Quat moved = hand * conjugate(standing_hand);
  const Quat upright = slerp(Quat{}, moved, 0.30) * euler(4 + 10 * wings, -14 + 26 * wings, 0);
  pose.falcon.body = conjugate(hand) * upright;
  const double beat = wings * 16 * cycle(time * 5);
  const Quat open = euler(-10 * wings, 24 * wings, (122 + beat) * wings);
  pose.falcon.left_wing = open;
  pose.falcon.right_wing = {open.x, -open.y, -open.z, open.w};
  pose.falcon.stretch = 1 + 0.35 * wings;
}

}  // namespace

void carry_falcon(const Rig& rig, Pose& pose) {
  rig.arm(pose, 'L', 12, 16, 34, 92);
  rig.turn(pose, "hand.L", 4, 0, 6);
  rig.turn(pose, "shoulder.L", 0, 0, 3);
  rig.curl(pose, 'L', 0.92);
  rig.arm(pose, 'R', -3, 15, -8, 20);
  rig.turn(pose, "hand.R", -6, 0, 4);
  rig.curl(pose, 'R', 0.28);
}

void turn_trunk(const Rig& rig, Pose& pose, double x, double y, double z) {
  rig.turn(pose, "spine", 0.35 * x, 0.25 * y, 0.35 * z);
  rig.turn(pose, "chest", 0.35 * x, 0.35 * y, 0.35 * z);
  rig.turn(pose, "upper_chest", 0.30 * x, 0.40 * y, 0.30 * z);
}

Pose standing(const Rig& rig) {
  Pose pose = rig.neutral();
  pose.hips = {0, kStandingHeight, 0};
  carry_falcon(rig, pose);
  rig.leg(pose, 'L', planted({0.105, 0, 0.000}, 0, 14));
  rig.leg(pose, 'R', planted({-0.105, 0, -0.020}, 0, 14));
  return pose;
}

void finish(const Rig& rig, Clip& clip, bool loop, const std::function<double(double)>& wings,
            const std::function<Vec3(double)>& wind) {
  for (size_t i = 0; i < clip.frames.size(); ++i) {
    const double time = double(i) / kFrameRate;
    balance(rig, clip.frames[i], wings(time), time);
  }
  const Tail scarf{{"scarf.001", "scarf.002", "scarf.003", "scarf.004"}, 0.11, 45, 3.5, -0.118};
  const Tail ponytail{{"ponytail.001", "ponytail.002", "ponytail.003"}, 0.13, 160, 5, -0.150};
  follow_through(rig, clip.frames, scarf, loop, wind);
  follow_through(rig, clip.frames, ponytail, loop, wind);
  if (loop) clip.frames.back() = clip.frames.front();
}

}  // namespace saki
