#include "base/midpoints.h"

#include <gtest/gtest.h>
#include <vector>

namespace saker {
namespace {

// A curve stored as keys at 0 and m and residuals level after level, by the definition.
struct Stored {
  double keys[2];
  std::vector<double> residuals[kMidpointLevels];
};

void add_between(const std::vector<double>& curve, uint32_t a, uint32_t b, uint32_t level,
                 Stored& out) {
  if (b - a < 2) return;
  const uint32_t c = (a + b) / 2;
  const double share = double(c - a) / double(b - a);
  out.residuals[level].push_back(curve[c] - (curve[a] + (curve[b] - curve[a]) * share));
  add_between(curve, a, c, level + 1, out);
  add_between(curve, c, b, level + 1, out);
}

std::vector<double> make_curve(uint32_t m) {
  std::vector<double> curve;
  for (uint32_t i = 0; i <= m; ++i) curve.push_back(double(i * i * 7 % 23) - 0.5 * double(i));
  return curve;
}

TEST(Midpoints, two_keys_and_a_residual_per_level_give_every_sample_back) {
  for (uint32_t m = 1; m <= kLargestInterval; ++m) {
    const std::vector<double> curve = make_curve(m);
    Stored stored{{curve[0], curve[m]}, {}};
    add_between(curve, 0, m, 0, stored);
    for (uint32_t s = 0; s < m; ++s) {
      const MidpointPath path = midpoint_path(m, s);
      for (uint32_t i = 0; i < 2; ++i) {
        double sum = double(path.weights[i][0]) * stored.keys[0] +
                     double(path.weights[i][1]) * stored.keys[1];
        for (uint32_t level = 0; level < kMidpointLevels; ++level) {
          const double weight = double(path.weights[i][2 + level]);
          if (weight == 0) continue;
          ASSERT_LT(path.residuals[level], stored.residuals[level].size());
          sum += weight * stored.residuals[level][path.residuals[level]];
        }
        EXPECT_NEAR(sum, curve[s + i], 1e-5) << "sample " << s + i << " of " << m;
      }
    }
  }
}

TEST(Midpoints, counts_are_those_of_the_subdivision) {
  for (uint32_t m = 1; m <= kLargestInterval; ++m) {
    Stored stored{{0, 0}, {}};
    add_between(make_curve(m), 0, m, 0, stored);
    for (uint32_t level = 0; level < kMidpointLevels; ++level)
      EXPECT_EQ(midpoint_count(m, level), stored.residuals[level].size())
          << "level " << level << " of " << m;
  }
}

}  // namespace
}  // namespace saker
