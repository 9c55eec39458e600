#include "body.h"

namespace saki {
namespace {

// One wrap around the neck: a soft roll, higher at the back, that swells and thins as it goes.
struct Wrap {
  Vec3 center;
  double width, depth;  // of the circle it follows
  double thick, tall;   // of the roll
  double tilt, phase;
};

Added add_wrap(Mesh& mesh, const Wrap& w, int steps, int columns) {
  return add_grid(mesh, Part::kScarf, columns, steps, [&](double s, double t) {
    const double around = (s == 1 ? 0 : s) * 2 * kPi - kPi / 2;
    const double section = -(t == 1 ? 0 : t) * 2 * kPi;
    const double swell = 1 + 0.16 * std::sin(3 * around + w.phase) + 0.10 * std::sin(5 * around);
    const Vec3 out{std::cos(around), 0, std::sin(around)};
    const double r = std::cos(section) * w.thick * swell;
    const double y = std::sin(section) * w.tall * swell - w.tilt * out.z +
                     0.006 * std::sin(2 * around + w.phase);
    return w.center + Vec3{out.x * (w.width + r), y, out.z * (w.depth + r)};
  });
}

}  // namespace

void add_scarf(Mesh& mesh, const Binder& binder) {
  const Wrap lower{{0, 1.172, -0.004}, 0.100, 0.094, 0.036, 0.035, 0.016, 0.4};
  const Wrap upper{{0, 1.224, 0.000}, 0.080, 0.078, 0.032, 0.034, 0.008, 2.1};
  for (const Wrap& w : {lower, upper}) {
    const Added wrap = add_wrap(mesh, w, 16, 7);
    for_each(mesh, wrap, [&](Vertex& v) {
      const double up = smooth(1.19, 1.26, v.position.y) * 0.6;
      v.skin = {{binder.rigid("upper_chest")[0].joint, 1 - up},
                {binder.rigid("neck")[0].joint, up}};
    });
  }
  const std::vector<Ring> tail = {{{0.046, 1.185, -0.098}, {0.020, 0, 0.004}, {0, -0.006, 0.010}},
                                  {{0.055, 1.165, -0.125}, {0.030, 0, 0.004}, {0, 0, 0.012}},
                                  {{0.062, 1.110, -0.140}, {0.036, 0, 0.004}, {0, 0, 0.011}},
                                  {{0.070, 1.050, -0.152}, {0.040, 0, 0.002}, {0, 0, 0.010}},
                                  {{0.076, 0.990, -0.160}, {0.043, 0, -0.004}, {0, 0, 0.010}},
                                  {{0.081, 0.930, -0.167}, {0.046, 0, -0.004}, {0, 0, 0.009}},
                                  {{0.085, 0.870, -0.173}, {0.049, 0, 0.003}, {0, 0, 0.009}},
                                  {{0.089, 0.800, -0.177}, {0.051, 0, 0.003}, {0, 0, 0.008}},
                                  {{0.092, 0.735, -0.180}, {0.053, 0, 0}, {0, 0, 0.007}},
                                  {{0.092, 0.730, -0.180}, {0.040, 0, 0}, {0, 0, 0.001}}};
  const Added hanging = add_loft(mesh, Part::kScarfTail, tail, 1, 8);
  for_each(mesh, hanging, [&](Vertex& v) {
    v.skin = binder.tail("scarf", 4, "upper_chest", clamp01((1.180 - v.position.y) / 0.45));
  });
}

}  // namespace saki
