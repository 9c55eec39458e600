#include "acting.h"

#include <algorithm>

namespace saki {
namespace {

// How feet move in a gait. A foot touches the ground at phase 0 and leaves it at `stance`.
struct Gait {
  double duration, stance, speed;
  double reach;       // how far ahead of the hips the ankle lands
  double strike;      // toes up on landing, degrees
  double push;        // heel up on leaving, degrees
  double push_from;   // where in the stance the heel begins to rise
  double kick, lift;  // in the swing: heel up further, ankle up
  double width;       // of the track from the middle
};

constexpr Gait kWalk{1.0, 0.60, 0.95, 0.275, 20, 46, 0.50, 14, 0.035, 0.070};
constexpr Gait kRun{2.0 / 3, 0.36, 2.45, 0.235, 6, 52, 0.30, 40, 0.14, 0.058};

Foot on_ground(const Gait& g, double phase) {
  const double u = phase / g.stance;
  const double landing = -g.strike * (1 - smooth(0, 0.22, u));
  const double rise = clamp01((u - g.push_from) / (1 - g.push_from));
  const double z = g.reach - g.speed * g.duration * phase;
  return planted({g.width, 0, z}, landing + g.push * std::pow(rise, 1.7), 6);
}

double hermite(double a, double slope_a, double b, double slope_b, double u) {
  const double u2 = u * u, u3 = u2 * u;
  return (2 * u3 - 3 * u2 + 1) * a + (u3 - 2 * u2 + u) * slope_a + (3 * u2 - 2 * u3) * b +
         (u3 - u2) * slope_b;
}

// Through the air from where the foot leaves to where it lands, with the speeds it has there.
Foot in_swing(const Gait& g, double phase) {
  const double span = 1 - g.stance, u = (phase - g.stance) / span;
  constexpr double instant = 1e-4;
  const Foot a = on_ground(g, g.stance), a0 = on_ground(g, g.stance - instant);
  const Foot b = on_ground(g, 0), b1 = on_ground(g, instant);
  const double scale = span / instant;
  Foot out;
  for (size_t i = 0; i < 3; ++i) {
    out.ankle[i] = hermite(a.ankle[i], (a.ankle[i] - a0.ankle[i]) * scale, b.ankle[i],
                           (b1.ankle[i] - b.ankle[i]) * scale, u);
  }
  out.pitch = mix(a.pitch, b.pitch, smooth(0.05, 1.0, u)) + g.kick * held(0, 0.3, 0.3, 0.85, u);
  out.out = a.out;
  out.bend = a.bend * (1 - smooth(0, 0.45, u));
  const double arc = u * u * (1 - u) * (1 - u) * 16;
  out.ankle.y = ankle_on_ground(out.pitch, out.bend) + g.lift * arc;
  return out;
}

void step(const Rig& rig, Pose& pose, char side, const Gait& g, double phase) {
  const double p = phase - std::floor(phase);
  Foot foot = p < g.stance ? on_ground(g, p) : in_swing(g, p);
  if (side == 'R') foot.ankle.x = -foot.ankle.x;
  rig.leg(pose, side, foot);
}

// Phase 0: the left heel touches the ground.
Pose walk_pose(const Rig& rig, double p) {
  Pose pose = rig.neutral();
  carry_falcon(rig, pose);
  const double stride = std::cos(2 * kPi * p);  // 1: left leg ahead
  const double late = std::cos(2 * kPi * (p - 0.06));
  const double later = std::cos(2 * kPi * (p - 0.11));
  const double support = std::cos(2 * kPi * (p - 0.27));  // 1: on the left leg
  const double bob = std::cos(4 * kPi * (p - 0.30));      // 1: up, in passing
  const double bob_late = std::cos(4 * kPi * (p - 0.36));
  pose.hips = {0.016 * support, 0.774 + 0.015 * bob, 0.006 * cycle(2 * p)};
  rig.turn(pose, "hips", 3, -8 * stride, 4.5 * support);
  turn_trunk(rig, pose, 1.5 - 1.5 * bob_late, 15 * late, -6 * support);
  rig.turn(pose, "neck", -1 + 1.5 * bob_late, -4 * late, 0.8 * support);
  rig.turn(pose, "head", -2 + 2 * std::cos(4 * kPi * (p - 0.42)), -4 * later, 1.2 * support);

  const double swing = std::cos(2 * kPi * (p - 0.03));
  rig.arm(pose, 'R', 4 + 30 * swing, 11, -6, 24 + 14 * late);
  rig.turn(pose, "hand.R", -6 - 10 * later, 0, 4);
  rig.turn(pose, "shoulder.R", 0, -5 * swing, -1.5 * bob);
  // The arm with the falcon only gives in to each step.
  rig.arm(pose, 'L', 13 - 4 * swing, 17 + 1.5 * bob_late, 32, 92 + 4 * bob_late);
  rig.turn(pose, "hand.L", -3 * std::cos(4 * kPi * (p - 0.42)), 0, 0);
  step(rig, pose, 'L', kWalk, p);
  step(rig, pose, 'R', kWalk, p + 0.5);
  return pose;
}

Pose run_pose(const Rig& rig, double p) {
  Pose pose = rig.neutral();
  carry_falcon(rig, pose);
  const double stride = std::cos(2 * kPi * (p + 0.03));
  const double late = std::cos(2 * kPi * (p - 0.05));
  const double support = std::cos(2 * kPi * (p - 0.17));
  const double bob = -std::cos(4 * kPi * (p - 0.15));  // 1: highest, in flight
  const double bob_late = -std::cos(4 * kPi * (p - 0.21));
  pose.hips = {0.010 * support, 0.760 + 0.034 * bob, 0.010 * cycle(2 * p)};
  rig.turn(pose, "hips", 9, -11 * stride, 4 * support);
  turn_trunk(rig, pose, 10 - 3 * bob_late, 24 * late, -5 * support);
  rig.turn(pose, "neck", -7 + 2 * bob_late, -6 * late, 0);
  rig.turn(pose, "head", -8 + 3 * bob_late, -7 * late, 1.5 * support);

  const double swing = std::cos(2 * kPi * (p - 0.02));
  rig.arm(pose, 'R', 2 + 46 * swing, 16, -12, 84 + 16 * late);
  rig.turn(pose, "hand.R", -8 * late, 0, 0);
  rig.turn(pose, "shoulder.R", 0, -9 * swing, 0);
  rig.curl(pose, 'R', 0.75);
  rig.arm(pose, 'L', 8 - 9 * swing, 38 + 4 * bob_late, 50, 88 + 7 * bob_late);
  rig.turn(pose, "hand.L", -4 * bob_late, 0, 4);
  step(rig, pose, 'L', kRun, p);
  step(rig, pose, 'R', kRun, p + 0.5);
  return pose;
}

Clip make_gait(const Rig& rig, const char* name, const Gait& g,
               Pose (*pose)(const Rig&, double phase)) {
  Clip clip{.name = name, .frames = {}, .face = {}, .glances = {}};
  const int frames = int(std::lround(g.duration * kFrameRate));
  for (int i = 0; i <= frames; ++i) clip.frames.push_back(pose(rig, double(i) / frames));
  return clip;
}

}  // namespace

Clip make_walk(const Rig& rig) {
  Clip clip = make_gait(rig, "walk", kWalk, walk_pose);
  clip.face = {{0.0, {0, 0.30, 0.1, 0}}, {0.5, {0, 0.36, 0.15, 0}}, {1.0, {0, 0.30, 0.1, 0}}};
  clip.glances = {{0.0, euler(0, -18, 0)},
                  {0.4, euler(0, 16, 4)},
                  {0.8, euler(-4, -18, 0)},
                  {1.0, euler(0, -18, 0)}};
  finish(
      rig, clip, true, [](double) { return 0.04; },
      [](double time) {
        return Vec3{0.5 * cycle(time), 0, -kWalk.speed - 0.3};
      });
  return clip;
}

Clip make_run(const Rig& rig) {
  Clip clip = make_gait(rig, "run", kRun, run_pose);
  const double half = kRun.duration / 2;
  clip.face = {
      {0, {0.1, 0.35, 0, 0.20}}, {half, {0.1, 0.30, 0, 0.32}}, {2 * half, {0.1, 0.35, 0, 0.20}}};
  clip.glances = {{0.0, euler(6, 14, 0)}};
  const auto wings = [](double time) { return 0.72 + 0.10 * cycle(2 * time / kRun.duration); };
  finish(rig, clip, true, wings, [](double time) {
    return Vec3{0.7 * cycle(time / kRun.duration), 0.4 * cycle(2 * time / kRun.duration),
                -kRun.speed - 1.2};
  });
  return clip;
}

}  // namespace saki
