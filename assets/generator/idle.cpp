#include "acting.h"

namespace saki {
namespace {

constexpr double kDuration = 4.0;

Pose idle_pose(const Rig& rig, double time) {
  const double phase = time / kDuration;
  const double shift = cycle(phase - 0.08);  // weight from one leg to the other
  const double breath = cycle(2 * phase);    // two breaths
  const double breath_late = cycle(2 * phase - 0.12);
  const double look = held(1.25, 1.60, 2.60, 3.10, time);  // a glance at the falcon
  const double look_late = held(1.38, 1.80, 2.72, 3.30, time);

  Pose pose = rig.neutral();
  carry_falcon(rig, pose);
  pose.hips = {0.016 * shift, kStandingHeight - 0.003 - 0.004 * shift * shift + 0.002 * breath,
               0.004 * cycle(phase)};
  rig.turn(pose, "hips", 1, 3 * shift, -1.8 * shift);
  turn_trunk(rig, pose, -0.5 - 1.6 * breath, -3 * shift + 5 * look_late, 2.6 * shift);
  rig.turn_pair(pose, "shoulder", 0, 0, 1.6 * breath_late);
  rig.turn(pose, "neck", 2 + 0.8 * breath_late, 9 * look, 1.0 * shift - 2 * look);
  rig.turn(pose, "head", 1 - 0.6 * breath_late + 5 * look_late, 17 * look_late,
           -1.5 * shift - 5 * look_late);
  const double eyes = held(1.15, 1.28, 2.48, 2.62, time);
  for (const char* eye : {"eye.L", "eye.R"}) rig.turn(pose, eye, 2 * eyes, 4.5 * eyes, 0);
  rig.turn(pose, "forearm.L", -2 * breath_late, 0, 0);
  rig.turn(pose, "upper_arm.R", 1.5 * cycle(phase - 0.2), 0, -1.2 * breath_late);
  rig.turn(pose, "forearm.R", -4 - 3 * cycle(phase - 0.27), 0, 0);
  rig.turn(pose, "hand.R", 3 * cycle(phase - 0.36), 0, 0);
  rig.curl(pose, 'R', 0.28 + 0.06 * cycle(2 * phase - 0.3));
  rig.leg(pose, 'L', planted({0.105, 0, 0.000}, 0, 14));
  rig.leg(pose, 'R', planted({-0.105, 0, -0.020}, 0, 14));
  return pose;
}

}  // namespace

Clip make_idle(const Rig& rig) {
  Clip clip{.name = "idle", .frames = {}, .face = {}, .glances = {}};
  for (int i = 0; i <= int(kDuration * kFrameRate); ++i)
    clip.frames.push_back(idle_pose(rig, i / kFrameRate));
  // blink, smile, brows up, mouth open
  clip.face = {{0.00, {0, 0.10, 0, 0}},    {0.50, {0, 0.10, 0, 0}},    {0.60, {1, 0.10, 0, 0}},
               {0.74, {0, 0.10, 0, 0}},    {1.16, {0, 0.10, 0, 0}},    {1.24, {1, 0.12, 0, 0}},
               {1.40, {0, 0.30, 0.35, 0}}, {2.40, {0, 0.55, 0.45, 0}}, {2.52, {0.95, 0.4, 0.2, 0}},
               {2.68, {0, 0.20, 0.05, 0}}, {4.00, {0, 0.10, 0, 0}}};
  clip.glances = {{0.00, euler(0, 0, 0)},    {0.53, euler(-4, -38, 0)}, {1.07, euler(2, -22, 4)},
                  {1.47, euler(-8, -64, 6)}, {2.63, euler(4, 20, -8)},  {3.30, euler(0, 46, 0)},
                  {4.00, euler(0, 0, 0)}};
  finish(
      rig, clip, true, [](double time) { return 0.16 * held(2.65, 2.80, 2.95, 3.25, time); },
      [](double time) {
        const double phase = time / kDuration;
        return Vec3{0.9 * cycle(phase) + 0.4 * cycle(2 * phase), 0, -0.5 - 0.7 * cycle(2 * phase)};
      });
  return clip;
}

}  // namespace saki
