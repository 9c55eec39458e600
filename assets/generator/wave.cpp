#include "acting.h"

namespace saki {
namespace {

constexpr double kDuration = 2.4;

Pose wave_pose(const Rig& rig, double time) {
  const double ready = held(0.00, 0.14, 0.16, 0.34, time);  // a small dip before the arm rises
  const double raised = held(0.10, 0.50, 1.80, 2.25, time);
  const double raised_late = held(0.18, 0.60, 1.76, 2.30, time);
  const double waving = held(0.42, 0.60, 1.62, 1.85, time);
  const double swing = waving * cycle((time - 0.46) * 2.3);
  const double swing_late = waving * cycle((time - 0.53) * 2.3);
  const double settle = rebound(2.15, 2.0, 6, time) * smooth(2.4, 2.25, time);

  Pose pose = rig.neutral();
  carry_falcon(rig, pose);
  const Pose resting = pose;
  pose.hips = {0.014 * raised_late, kStandingHeight - 0.014 * ready - 0.004 * raised, 0};
  rig.turn(pose, "hips", 0, 4 * raised, -2.2 * raised);
  turn_trunk(rig, pose, -4 * raised_late + 3 * ready, 5 * raised_late,
             7 * raised_late + 1.2 * swing_late);
  rig.turn(pose, "neck", -2 * raised_late, -3 * raised, 2 * raised_late);
  rig.turn(pose, "head", 3 * ready - 3 * raised_late, -5 * raised_late,
           -10 * raised_late - 1.5 * swing_late + 2 * settle);
  rig.turn(pose, "shoulder.R", 0, 0, -16 * raised + 3 * ready);

  // The target of the right arm: up at the side, the palm to the front.
  Pose up = pose;
  rig.arm(up, 'R', 28, 106, 62, 62);
  rig.turn(up, "forearm.R", 0, 0, 24 * swing);
  rig.turn(up, "hand.R", 6, -40, 16 * swing_late);
  rig.curl(up, 'R', 0.04 + 0.05 * swing_late);
  for (size_t i = 0; i < pose.turns.size(); ++i) {
    const std::string& name = rig.skeleton().joints[i].name;
    if (!name.ends_with(".R") || name.starts_with("shoulder") || name.starts_with("eye")) continue;
    const bool upper = name.starts_with("upper_arm");
    pose.turns[i] = slerp(resting.turns[i], up.turns[i], upper ? raised : raised_late);
  }
  rig.turn(pose, "forearm.R", -8 * ready + 5 * settle, 0, 0);
  rig.leg(pose, 'L', planted({0.105, 0, 0.000}, 0, 14));
  rig.leg(pose, 'R', planted({-0.105, 0, -0.020}, 0, 14));
  return pose;
}

}  // namespace

Clip make_wave(const Rig& rig) {
  Clip clip{.name = "wave", .frames = {}, .face = {}, .glances = {}};
  for (int i = 0; i <= int(std::lround(kDuration * kFrameRate)); ++i)
    clip.frames.push_back(wave_pose(rig, i / kFrameRate));
  clip.face = {{0.00, {0, 0.10, 0, 0}},   {0.12, {0, 0.10, 0.1, 0}}, {0.22, {0.9, 0.3, 0.4, 0}},
               {0.42, {0, 0.95, 0.9, 0}}, {0.75, {0, 1, 0.7, 0}},    {0.95, {0, 1, 0.6, 0.3}},
               {1.20, {0.85, 1, 0.6, 0}}, {1.36, {0, 1, 0.5, 0.05}}, {1.75, {0, 0.9, 0.3, 0}},
               {2.05, {0, 0.3, 0.05, 0}}, {2.40, {0, 0.10, 0, 0}}};
  clip.glances = {{0.0, euler(0, 0, 0)},
                  {0.40, euler(-10, -58, 0)},
                  {1.10, euler(-6, -46, 10)},
                  {1.70, euler(0, 24, 0)},
                  {2.30, euler(0, 0, 0)}};
  finish(
      rig, clip, false, [](double time) { return 0.22 * held(0.30, 0.45, 0.60, 0.95, time); },
      [](double) { return Vec3{}; });
  return clip;
}

}  // namespace saki
