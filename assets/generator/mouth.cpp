#include "face.h"

namespace saki {
namespace {

constexpr double kLatitude = -35.5;

// A shape of the mouth in degrees of the head: half-width, how far the corners are above the
// middle, and how far the lips part above and below.
struct Shape {
  double width, corners, upper, lower;
};
constexpr Shape kRest{10.5, 2.4, 0.02, 0.02};
constexpr Shape kSmiling{14.5, 5.0, 1.0, 6.0};
constexpr Shape kOpen{8.0, 0.6, 3.0, 10.5};

// Rows, below to above: lip line, edge, inside, edge, lip line.
Vec3 on_mouth(const Shape& shape, double s, double t) {
  const double a = 2 * s - 1;
  const double middle = kLatitude + shape.corners * a * a;
  const double arch = std::pow(std::fmax(0, 1 - a * a), 0.6);
  const double line = 0.95 * (1 - 0.65 * a * a);
  const double inside = clamp01((t - 0.2) / 0.6);
  double latitude = middle + mix(-shape.lower, shape.upper, inside) * arch;
  if (t < 0.1) latitude -= line;
  if (t > 0.9) latitude += line;
  const bool rim = t < 0.1 || t > 0.9 || std::fabs(a) > 0.99;
  return on_head(a * shape.width, latitude, rim ? 0.0012 : 0.0024);
}

}  // namespace

void add_mouth(Mesh& mesh, const Binder& binder) {
  const Added mouth =
      add_grid(mesh, Part::kMouth, 5, 10, [](double s, double t) { return on_mouth(kRest, s, t); });
  for_each(mesh, mouth, [&](Vertex& v) {
    v.morph[kSmile] = on_mouth(kSmiling, v.s, v.t) - v.position;
    v.morph[kMouthOpen] = on_mouth(kOpen, v.s, v.t) - v.position;
    v.skin = binder.head(v.position);
  });
}

}  // namespace saki
