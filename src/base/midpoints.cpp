#include "base/midpoints.h"

namespace saker {
namespace {

constexpr uint32_t count(uint32_t m, uint32_t level) {
  if (m < 2) return 0;
  return level == 0 ? 1 : count(m / 2, level - 1) + count(m - m / 2, level - 1);
}

// The value at x of the function that is 1 at c and falls to 0 at a and b.
constexpr float hat(uint32_t a, uint32_t c, uint32_t b, uint32_t x) {
  if (x <= a || x >= b) return 0;
  return x <= c ? float(x - a) / float(c - a) : float(b - x) / float(b - c);
}

constexpr MidpointPath find_path(uint32_t m, uint32_t s) {
  MidpointPath path = {};
  for (uint32_t i = 0; i < 2; ++i) {
    path.weights[i][0] = float(m - s - i) / float(m);
    path.weights[i][1] = float(s + i) / float(m);
  }
  uint32_t a = 0, b = m, skipped[kMidpointLevels] = {};
  for (uint32_t level = 0; level < kMidpointLevels && b - a > 1; ++level) {
    const uint32_t c = (a + b) / 2;
    path.residuals[level] = skipped[level];
    for (uint32_t i = 0; i < 2; ++i) path.weights[i][2 + level] = hat(a, c, b, s + i);
    if (s < c) {
      b = c;
      continue;
    }
    for (uint32_t below = level + 1; below < kMidpointLevels; ++below)
      skipped[below] += count(c - a, below - level - 1);
    a = c;
  }
  return path;
}

template <uint32_t M>
struct Paths {
  MidpointPath of[M] = {};
  constexpr Paths() {
    for (uint32_t s = 0; s < M; ++s) of[s] = find_path(M, s);
  }
};

// Of whole intervals, as all but a clip's last are.
constexpr Paths<2> kOfTwo;
constexpr Paths<4> kOfFour;
constexpr Paths<kLargestInterval> kOfMost;

}  // namespace

MidpointPath midpoint_path(uint32_t m, uint32_t s) {
  if (m == 2) return kOfTwo.of[s];
  if (m == 4) return kOfFour.of[s];
  return m == kLargestInterval ? kOfMost.of[s] : find_path(m, s);
}

uint32_t midpoint_count(uint32_t m, uint32_t level) {
  return m == kLargestInterval ? 1u << level : count(m, level);
}

}  // namespace saker
