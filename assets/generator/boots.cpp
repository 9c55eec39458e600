#include "body.h"

#include <algorithm>

namespace saki {
namespace {

constexpr double kX = 0.086;  // the middle of the left boot

// A cross-section of the foot from a point of the sole to a point of the instep.
Ring section(double half_width, double sole_y, double sole_z, double top_y, double top_z,
             double square = 0.25) {
  const Vec3 sole{kX, sole_y, sole_z}, top{kX, top_y, top_z};
  return {(sole + top) * 0.5, {half_width, 0, 0}, (top - sole) * 0.5, 1, square};
}

Ring shaft(double y, double radius, double z = 0) {
  return {{kX, y, z}, {radius, 0, 0}, {0, 0, radius * 1.05}};
}

std::vector<Ring> boot_rings() {
  return {shaft(0.345, 0.064),
          shaft(0.378, 0.084),
          shaft(0.370, 0.093),
          shaft(0.318, 0.088),
          shaft(0.310, 0.072),
          shaft(0.250, 0.067),
          shaft(0.180, 0.060, -0.006),
          shaft(0.125, 0.056, -0.008),
          section(0.057, 0.052, -0.074, 0.118, 0.048),
          section(0.058, -0.004, -0.066, 0.102, 0.070),
          section(0.059, -0.012, 0.015, 0.094, 0.082),
          section(0.064, -0.012, 0.080, 0.086, 0.104),
          section(0.066, -0.012, 0.122, 0.078, 0.126),
          section(0.058, -0.010, 0.160, 0.066, 0.154),
          section(0.038, 0.000, 0.186, 0.048, 0.178),
          section(0, 0.024, 0.192, 0.024, 0.192)};
}

}  // namespace

void add_boots(Mesh& mesh, const Binder& binder) {
  const Added left = add_loft(mesh, Part::kBoot, boot_rings(), 1, 12, -kPi / 2);
  for_each(mesh, left, [&](Vertex& v) {
    v.position.y = std::max(v.position.y, 0.0);  // a flat sole
    v.skin = binder.leg(v.position);
  });
  add_mirrored(mesh, left, [&](int joint) { return binder.across(joint); });
}

}  // namespace saki
