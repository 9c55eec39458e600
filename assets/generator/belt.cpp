#include "body.h"

namespace saki {
namespace {

// A rounded box around a centre, wider than deep.
Added add_box(Mesh& mesh, Part part, const Vec3& center, const Vec3& size, const Vec3& outward) {
  const Vec3 n = normalize(outward), side = normalize(cross(Vec3{0, 1, 0}, n));
  const Vec3 up = cross(n, side);
  constexpr double depths[] = {-1, 0.55, 1, 1};
  constexpr double widths[] = {1, 1, 0.82, 0.01};
  std::vector<Ring> rings;
  for (size_t i = 0; i < std::size(depths); ++i) {
    rings.push_back({center + n * (depths[i] * size.z), side * (widths[i] * size.x),
                     up * (widths[i] * size.y), 1, 0.8});
  }
  return add_loft(mesh, part, rings, 1, 8, kPi / 8);
}

}  // namespace

void add_belt(Mesh& mesh, const Binder& binder) {
  const std::vector<Ring> band = {
      level(0.852, 0.128, 0.098, 0.098, 0.2), level(0.855, 0.143, 0.113, 0.112, 0.2),
      level(0.885, 0.138, 0.109, 0.108, 0.2), level(0.911, 0.140, 0.111, 0.109, 0.2),
      level(0.914, 0.124, 0.096, 0.095, 0.2)};
  const auto bind = [&](Vertex& v) { v.skin = binder.body(v.position); };
  for_each(mesh, add_loft(mesh, Part::kBelt, band, 1, 20, -kPi / 2), bind);
  for_each(mesh, add_box(mesh, Part::kBuckle, {0, 0.883, 0.113}, {0.030, 0.030, 0.010}, {0, 0, 1}),
           [&](Vertex& v) {
             v.skin = binder.body({0, 0.883, 0.11});
           });
  const Added pouch =
      add_box(mesh, Part::kPouch, {-0.140, 0.820, 0.058}, {0.046, 0.048, 0.030}, {-1, 0.12, 0.55});
  for_each(mesh, pouch, [&](Vertex& v) { v.skin = binder.body({-0.13, 0.845, 0.05}); });
}

}  // namespace saki
