#pragma once
// What the clips have in common.

#include "motion.h"

namespace saki {

inline double cycle(double phase) { return std::sin(2 * kPi * phase); }

// 0 before, up to 1 and down to 0 again, with ease.
inline double held(double rise, double top, double fall, double end, double time) {
  return smooth(rise, top, time) * (1 - smooth(fall, end, time));
}

// A decaying swing after a moment: 0 until then, first to the positive side.
inline double rebound(double start, double frequency, double decay, double time) {
  const double t = time - start;
  return t <= 0 ? 0 : std::exp(-decay * t) * std::sin(2 * kPi * frequency * t);
}

// Height of the hips in standing, the knees a little soft.
inline constexpr double kStandingHeight = 0.794;

// Arms, hands and chest of someone who stands with a falcon on the left fist.
void carry_falcon(const Rig& rig, Pose& pose);

// Splits a turn of the trunk over its joints, hips excluded.
void turn_trunk(const Rig& rig, Pose& pose, double x, double y, double z);

// What the body does not decide itself: the falcon balances, scarf and ponytail follow. `wings` is
// how far the falcon opens its wings in a frame, 0 to 1; `wind` the speed of the air.
void finish(const Rig& rig, Clip& clip, bool loop, const std::function<double(double)>& wings,
            const std::function<Vec3(double)>& wind);

}  // namespace saki
