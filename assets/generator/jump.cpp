#include "acting.h"

#include <algorithm>

namespace saki {
namespace {

constexpr double kDuration = 1.5;
constexpr double kGravity = 9.81;
constexpr double kTakeOff = 0.50, kSpeed = 2.15;  // when the toes leave, and how fast
constexpr double kStretched = 0.862, kCrouch = 0.585;
constexpr double kTouch = 0.775;               // height of the hips on landing
constexpr double kBottom = 0.30, kLow = 0.16;  // when the crouch ends, how long landing gives in
constexpr double kPush = 50;                   // heel up at take-off, degrees

// The time of flight between those heights.
const double kFlight =
    (kSpeed + std::sqrt(kSpeed * kSpeed + 2 * kGravity * (kStretched - kTouch))) / kGravity;
const double kLanding = kTakeOff + kFlight;

double hermite(double a, double slope_a, double b, double slope_b, double span, double time) {
  const double u = clamp01(time / span), u2 = u * u, u3 = u2 * u;
  return (2 * u3 - 3 * u2 + 1) * a + (u3 - 2 * u2 + u) * slope_a * span + (3 * u2 - 2 * u3) * b +
         (u3 - u2) * slope_b * span;
}

// Down, up with the speed of take-off, a parabola, and down again with what is left of it.
double hips_height(double time) {
  if (time < kBottom) return hermite(kStandingHeight, 0, kCrouch, 0, kBottom, time);
  if (time < kTakeOff)
    return hermite(kCrouch, 0, kStretched, kSpeed, kTakeOff - kBottom, time - kBottom);
  const double air = time - kTakeOff;
  if (time < kLanding) return kStretched + kSpeed * air - 0.5 * kGravity * air * air;
  const double fall = kSpeed - kGravity * kFlight, after = time - kLanding;
  if (after < kLow) return hermite(kTouch, fall, 0.640, 0, kLow, after);
  return hermite(0.640, 0, kStandingHeight, 0, kDuration - kLanding - kLow, after - kLow) +
         0.012 * rebound(kLanding + 0.30, 2.2, 7, time) * smooth(kDuration, kDuration - 0.12, time);
}

Foot foot_at(char side, double time) {
  const double sign = side == 'L' ? 1 : -1;
  const Vec3 place{sign * 0.105, 0, side == 'L' ? 0.0 : -0.020};
  if (time <= kTakeOff) return planted(place, kPush * smooth(0.36, kTakeOff, time), 14);
  if (time >= kLanding) return planted(place, 8 * smooth(kLanding + 0.06, kLanding, time), 14);
  // In the air the ankles go with the hips, drawn up and then reaching for the ground.
  const double u = (time - kTakeOff) / kFlight;
  const Foot leave = planted(place, kPush, 14), land = planted(place, 8, 14);
  const double tuck = held(0.02, 0.48, 0.50, 0.97, u) * (side == 'L' ? 0.225 : 0.165);
  Foot out = leave;
  const double hang = mix(leave.ankle.y - kStretched, land.ankle.y - kTouch, u);
  out.ankle = {
      place.x, hips_height(time) + hang + tuck,
      mix(leave.ankle.z, land.ankle.z, u) - (side == 'L' ? -0.02 : 0.10) * bump(u - 0.45, 0.18)};
  out.pitch = mix(leave.pitch, land.pitch, smooth(0.1, 0.95, u));
  out.bend = leave.bend * (1 - smooth(0, 0.3, u)) + land.bend * smooth(0.8, 1, u);
  return out;
}

Pose jump_pose(const Rig& rig, double time) {
  const double crouch = held(0.0, 0.28, 0.32, kTakeOff, time);
  const double reach = held(0.34, 0.58, 0.80, kLanding + 0.05, time);  // arms up
  const double reach_late = held(0.40, 0.66, 0.84, kLanding + 0.10, time);
  const double impact = held(kLanding - 0.02, kLanding + 0.15, kLanding + 0.17, 1.40, time);
  const double impact_late = held(kLanding + 0.02, kLanding + 0.21, kLanding + 0.22, 1.46, time);

  Pose pose = rig.neutral();
  carry_falcon(rig, pose);
  const double height = hips_height(time);
  pose.hips = {0, height, -0.055 * crouch - 0.035 * impact};
  rig.turn(pose, "hips", 24 * crouch - 4 * reach + 16 * impact, 0, 0);
  turn_trunk(rig, pose, 16 * crouch - 12 * reach + 15 * impact_late, -6 * crouch + 4 * reach, 0);
  rig.turn(pose, "neck", -14 * crouch + 4 * reach - 11 * impact + 2 * impact_late, 0, 0);
  rig.turn(pose, "head", -16 * crouch + 4 * reach_late - 15 * impact + 5 * impact_late, 0,
           3 * reach_late);
  const double away = 13 + 22 * crouch + 88 * reach_late + 22 * impact_late;
  rig.arm(pose, 'R', -3 - 46 * crouch + 46 * reach - 14 * impact, away, -8 + 10 * reach,
          20 + 14 * crouch + 8 * reach_late + 30 * impact_late);
  rig.turn(pose, "hand.R", 10 * crouch, 0, 14 * reach_late - 10 * impact_late);
  rig.curl(pose, 'R', std::clamp(0.28 + 0.5 * crouch - 0.25 * reach + 0.3 * impact, 0.0, 1.0));
  rig.turn(pose, "shoulder.R", 0, 0, -12 * reach);
  rig.arm(pose, 'L', 12 - 14 * crouch + 26 * reach - 8 * impact, 16 + 8 * crouch + 34 * reach_late,
          34, 92 - 4 * crouch - 34 * reach + 10 * impact_late);
  rig.turn(pose, "shoulder.L", 0, 0, 8 * reach);
  for (char side : {'L', 'R'}) rig.leg(pose, side, foot_at(side, time));
  return pose;
}

}  // namespace

Clip make_jump(const Rig& rig) {
  Clip clip{.name = "jump", .frames = {}, .face = {}, .glances = {}};
  for (int i = 0; i <= int(std::lround(kDuration * kFrameRate)); ++i)
    clip.frames.push_back(jump_pose(rig, i / kFrameRate));
  clip.face = {{0.00, {0, 0.10, 0, 0}},    {0.30, {0.35, 0, 0, 0}},  {0.46, {0, 0.2, 0.6, 0.3}},
               {0.62, {0, 0.8, 1, 0.7}},   {0.90, {0, 0.6, 1, 0.5}}, {1.08, {0.9, 0.1, 0.1, 0.1}},
               {1.24, {0.1, 0.3, 0.2, 0}}, {1.50, {0, 0.10, 0, 0}}};
  clip.glances = {{0.0, euler(0, 0, 0)},
                  {0.23, euler(10, -20, 0)},
                  {0.53, euler(14, 0, 0)},
                  {1.17, euler(0, 26, 0)},
                  {1.40, euler(0, 0, 0)}};
  finish(
      rig, clip, false, [](double time) { return held(0.30, 0.52, 0.98, 1.38, time); },
      [](double) { return Vec3{}; });
  return clip;
}

}  // namespace saki
