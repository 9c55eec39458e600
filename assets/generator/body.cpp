#include "body.h"

#include <algorithm>

namespace saki {
namespace {

constexpr int kColumns = 20;  // around the trunk; column 0 is at the back
constexpr int kHoleRows = 4;  // the armhole, in quads
constexpr int kHoleColumns = 4;
constexpr int kSleeveColumns = 2 * (kHoleRows + kHoleColumns);
constexpr int kHoleRow = 12;     // its first row
constexpr int kLeftColumn = 15;  // the column that points to +x
constexpr int kRightColumn = 5;

// From the lining inside the skirt, over the hem, up to the collar.
std::vector<Ring> jacket_rings() {
  return {level(0.760, 0.020, 0.020, 0.020),       level(0.700, 0.150, 0.115, 0.110, 0.2),
          level(0.612, 0.196, 0.158, 0.160, 0.2),  level(0.606, 0.206, 0.168, 0.170, 0.2),
          level(0.622, 0.207, 0.169, 0.171, 0.2),  level(0.670, 0.194, 0.156, 0.158, 0.2),
          level(0.730, 0.177, 0.137, 0.141, 0.2),  level(0.790, 0.158, 0.119, 0.122, 0.2),
          level(0.845, 0.136, 0.104, 0.104, 0.2),  level(0.885, 0.128, 0.099, 0.098, 0.2),
          level(0.935, 0.134, 0.104, 0.102, 0.2),  level(0.985, 0.144, 0.112, 0.108, 0.25),
          level(1.030, 0.151, 0.117, 0.113, 0.3),  level(1.064, 0.155, 0.117, 0.115, 0.3),
          level(1.096, 0.153, 0.112, 0.113, 0.3),  level(1.124, 0.144, 0.102, 0.107, 0.3),
          level(1.146, 0.124, 0.088, 0.096, 0.25), level(1.166, 0.095, 0.073, 0.080, 0.1),
          level(1.185, 0.069, 0.062, 0.064),       level(1.310, 0.060, 0.052, 0.070)};
}

bool in_hole(int row, int column) {
  const auto near = [&](int middle) {
    return column >= middle - kHoleColumns / 2 && column < middle + kHoleColumns / 2;
  };
  return row >= kHoleRow && row < kHoleRow + kHoleRows && (near(kLeftColumn) || near(kRightColumn));
}

// The vertices around the left armhole, starting below the arm and going round as a sleeve does.
std::vector<Vec3> armhole(const Mesh& mesh, Added jacket) {
  const auto at = [&](int row, int column) {
    return mesh.vertices[jacket.first + size_t(row * (kColumns + 1) + column)].position;
  };
  const int bottom = kHoleRow, top = kHoleRow + kHoleRows;
  const int left = kLeftColumn - kHoleColumns / 2, right = kLeftColumn + kHoleColumns / 2;
  std::vector<Vec3> loop;
  for (int c = kLeftColumn; c < right; ++c) loop.push_back(at(bottom, c));
  for (int r = bottom; r < top; ++r) loop.push_back(at(r, right));
  for (int c = right; c > left; --c) loop.push_back(at(top, c));
  for (int r = top; r > bottom; --r) loop.push_back(at(r, left));
  for (int c = left; c < kLeftColumn; ++c) loop.push_back(at(bottom, c));
  return loop;
}

// Where a row of the sleeve is along the arm, and how wide: a soft sleeve, gathered at the cuff.
struct SleeveRow {
  double y, radius;
};
constexpr SleeveRow kSleeve[] = {{0, 0},          {-0.030, 0.066}, {-0.062, 0.064}, {-0.105, 0.060},
                                 {-0.150, 0.057}, {-0.190, 0.055}, {-0.225, 0.055}, {-0.265, 0.055},
                                 {-0.335, 0.051}, {-0.370, 0.046}, {-0.400, 0.036}};

// The first row is the armhole itself; the next ones turn into circles around the arm.
Added add_sleeve(Mesh& mesh, const std::vector<Vec3>& loop) {
  std::vector<double> angles;
  for (const Vec3& p : loop) {
    const Vec3 a = to_left_arm(p);
    angles.push_back(std::atan2(-a.z, -a.x));
  }
  const int rows = int(std::size(kSleeve)) - 1;
  return add_grid(mesh, Part::kSleeve, rows, kSleeveColumns, [&](double s, double t) {
    const int row = int(std::lround(t * rows)), column = int(std::lround(s * kSleeveColumns));
    const Vec3& from = loop[size_t(column % kSleeveColumns)];
    if (row == 0) return from;
    const SleeveRow& r = kSleeve[row];
    const double even = 2 * kPi * (column % kSleeveColumns) / kSleeveColumns;
    const double loose = angles[size_t(column % kSleeveColumns)];
    const double angle = loose + std::remainder(even - loose, 2 * kPi) * smooth(0, 4, row);
    const Vec3 round = on_left_arm({-std::cos(angle) * r.radius, r.y, -std::sin(angle) * r.radius});
    return lerp(from, round, smooth(-0.6, 2.2, row));
  });
}

}  // namespace

Ring level(double y, double width, double front, double back, double square, double x, double z) {
  return {{x, y, z}, {width, 0, 0}, {0, 0, front}, back / front, square};
}

void add_jacket(Mesh& mesh, const Binder& binder) {
  const auto keep = [](int row, int column) { return !in_hole(row, column); };
  const Added jacket = add_loft(mesh, Part::kJacket, jacket_rings(), 1, kColumns, -kPi / 2, keep);
  const Added left = add_sleeve(mesh, armhole(mesh, jacket));
  const auto bind = [&](Vertex& v) { v.skin = binder.body(v.position); };
  for_each(mesh, jacket, bind);
  for_each(mesh, left, bind);
  const Added right = add_mirrored(mesh, left, [](int joint) { return joint; });
  for_each(mesh, right, bind);
}

void add_trousers(Mesh& mesh, const Binder& binder) {
  const std::vector<Ring> rings = {
      level(0.79, 0.048, 0.060, 0.062, 0, 0.062),  level(0.73, 0.072, 0.088, 0.090, 0, 0.080),
      level(0.66, 0.086, 0.096, 0.098, 0, 0.088),  level(0.58, 0.087, 0.094, 0.095, 0, 0.090),
      level(0.51, 0.086, 0.090, 0.090, 0, 0.091),  level(0.455, 0.085, 0.088, 0.088, 0, 0.091),
      level(0.42, 0.084, 0.088, 0.087, 0, 0.091),  level(0.39, 0.082, 0.086, 0.086, 0, 0.090),
      level(0.362, 0.074, 0.077, 0.078, 0, 0.088), level(0.335, 0.060, 0.062, 0.062, 0, 0.086)};
  const Added left = add_loft(mesh, Part::kTrousers, rings, 1, 12, -kPi / 2);
  for_each(mesh, left, [&](Vertex& v) { v.skin = binder.leg(v.position); });
  add_mirrored(mesh, left, [&](int joint) { return binder.across(joint); });
}

}  // namespace saki
