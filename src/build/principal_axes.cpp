#include "build/principal_axes.h"

#include "base/midpoints.h"

#include <algorithm>
#include <array>

namespace saker {
namespace {

using Matrix = std::array<std::array<double, 3>, 3>;

void add_product(Matrix& sum, const DVec3& v, double weight) {
  for (size_t r = 0; r < 3; ++r) {
    for (size_t c = 0; c < 3; ++c) sum[r][c] += weight * v[r] * v[c];
  }
}

// Second differences weigh most: they are what the finest residuals, half of all, hold.
Matrix departures(std::span<const DVec3> points) {
  constexpr double kOfChords = 0.1, kOfNeighbours = 9;
  Matrix sum = {};
  for (size_t begin = 0; begin + 1 < points.size(); begin += kLargestInterval) {
    const size_t end = std::min(points.size() - 1, begin + kLargestInterval);
    for (size_t i = begin + 1; i < end; ++i) {
      const double share = double(i - begin) / double(end - begin);
      add_product(sum, points[i] - lerp(points[begin], points[end], share), kOfChords);
      if (i > begin + 1)
        add_product(sum, points[i - 1] + points[i + 1] - points[i] * 2.0, kOfNeighbours);
    }
  }
  return sum;
}

// Zeroes one pair of off-diagonal entries, turning `vectors` along.
void rotate_away(Matrix& m, Matrix& vectors, size_t p, size_t q) {
  if (std::fabs(m[p][q]) < 1e-300) return;
  const double angle = 0.5 * std::atan2(2 * m[p][q], m[q][q] - m[p][p]);
  const double cosine = std::cos(angle), sine = std::sin(angle);
  const auto turn = [&](double& a, double& b) {
    const double before = a;
    a = cosine * before - sine * b;
    b = sine * before + cosine * b;
  };
  for (size_t r = 0; r < 3; ++r) turn(m[r][p], m[r][q]);
  for (size_t r = 0; r < 3; ++r) turn(m[p][r], m[q][r]);
  for (size_t r = 0; r < 3; ++r) turn(vectors[r][p], vectors[r][q]);
}

}  // namespace

// Jacobi's method: three pairs of entries in turn converge within a few rounds.
DQuat principal_axes(std::span<const DVec3> points) {
  constexpr int kRounds = 30;
  Matrix m = departures(points), vectors = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (int round = 0; round < kRounds; ++round) {
    rotate_away(m, vectors, 0, 1);
    rotate_away(m, vectors, 0, 2);
    rotate_away(m, vectors, 1, 2);
  }
  std::array<size_t, 3> order = {0, 1, 2};
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return m[a][a] > m[b][b]; });
  DVec3 axes[3];
  for (size_t i = 0; i < 3; ++i)
    axes[i] = {vectors[0][order[i]], vectors[1][order[i]], vectors[2][order[i]]};
  return rotation_from_axes(axes[0], axes[1], cross(axes[0], axes[1]));
}

// Shepperd, "Quaternion from Rotation Matrix", 1978: divide by the largest component.
DQuat rotation_from_axes(const DVec3& x, const DVec3& y, const DVec3& z) {
  const double ww = 1 + x.x + y.y + z.z, xx = 1 + x.x - y.y - z.z;
  const double yy = 1 - x.x + y.y - z.z, zz = 1 - x.x - y.y + z.z;
  const double largest = std::max({ww, xx, yy, zz});
  DQuat q;
  if (largest == ww) {
    q = {y.z - z.y, z.x - x.z, x.y - y.x, ww};
  } else if (largest == xx) {
    q = {xx, x.y + y.x, x.z + z.x, y.z - z.y};
  } else if (largest == yy) {
    q = {x.y + y.x, yy, y.z + z.y, z.x - x.z};
  } else {
    q = {x.z + z.x, y.z + z.y, zz, x.y - y.x};
  }
  return normalize(q);
}

}  // namespace saker
