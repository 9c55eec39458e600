#include "base/rotation_code.h"

#include <gtest/gtest.h>
#include <random>

namespace saker {
namespace {

double angle_between(const DQuat& a, const DQuat& b) {
  const DQuat d = conjugate(a) * b;
  return 2 * std::asin(std::fmin(1, length(DVec3{d.x, d.y, d.z})));
}

TEST(RotationCode, any_rotation_comes_back_within_a_step) {
  std::mt19937 random(5);
  std::normal_distribution<double> any;
  for (int i = 0; i < 2000; ++i) {
    const DQuat q = normalize(DQuat{any(random), any(random), any(random), any(random)});
    for (const int bits : {10, 20}) {
      // Three components half a step off, on a grid of 2^bits over sqrt(2), and the fourth with
      // them: no more than sqrt(3) half steps, twice over where the fourth is smallest.
      const double step = std::sqrt(2.0) / ((1 << bits) - 1);
      EXPECT_LE(angle_between(q, decode_rotation(encode_rotation(q, bits), bits)), 4 * step);
    }
  }
}

TEST(RotationCode, the_identity_and_half_turns_survive) {
  for (const DQuat& q : {DQuat{0, 0, 0, 1}, DQuat{1, 0, 0, 0}, DQuat{0, 1, 0, 0}, DQuat{0, 0, 1, 0},
                         DQuat{0, 0, 0, -1}})
    EXPECT_LE(angle_between(q, decode_rotation(encode_rotation(q, 20), 20)), 1e-5);
}

TEST(RotationCode, any_code_is_a_unit_rotation) {
  std::mt19937_64 random(6);
  for (int i = 0; i < 2000; ++i) {
    const DQuat q = decode_rotation(random(), 20);
    EXPECT_NEAR(dot(q, q), 1, 1e-12);
  }
}

}  // namespace
}  // namespace saker
