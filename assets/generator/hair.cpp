#include "face.h"

namespace saki {
namespace {

// Where the hair begins, by longitude: high over the face, low behind the ears.
double hairline(double longitude) {
  const double a = std::fabs(longitude);
  return mix(mix(40, -8, smooth(38, 78, a)), -47, smooth(80, 118, a));
}

void add_cap(Mesh& mesh, const Binder& binder) {
  const Added cap = add_grid(mesh, Part::kHairCap, 7, 22, [](double s, double t) {
    const double longitude = (s == 1 ? 0 : s) * 360 - 180;
    const double edge = hairline(longitude);
    const double latitude = mix(edge, 90, std::pow(t, 0.85));
    const double thick = 0.014 + 0.012 * smooth(0, 0.5, t) +
                         0.008 * smooth(60, 160, std::fabs(longitude)) * smooth(1, 0.4, t);
    return t == 1 ? on_head(0, 89.9, thick) : on_head(longitude, latitude, t == 0 ? -0.006 : thick);
  });
  for_each(mesh, cap, [&](Vertex& v) { v.skin = binder.rigid("head"); });
}

// A lock of hair lies along points of the head: longitude, latitude, lift above the skin in
// millimetres, half-width in millimetres.
struct LockPoint {
  double longitude, latitude, lift, width;
};
using Lock = std::vector<LockPoint>;

Added add_lock(Mesh& mesh, const Lock& lock) {
  std::vector<Ring> rings;
  for (size_t i = 0; i < lock.size(); ++i) {
    const LockPoint& p = lock[i];
    const LockPoint& before = lock[i > 0 ? i - 1 : i];
    const LockPoint& after = lock[i + 1 < lock.size() ? i + 1 : i];
    const Vec3 along = on_head(after.longitude, after.latitude, after.lift / 1000) -
                       on_head(before.longitude, before.latitude, before.lift / 1000);
    const Vec3 normal = head_normal(p.longitude, p.latitude);
    const Vec3 side = normalize(cross(normal, along)) * (p.width / 1000);
    const Vec3 out = normalize(cross(along, side)) * (p.width / 1000 * 0.42);
    rings.push_back({on_head(p.longitude, p.latitude, p.lift / 1000), side, out, 0.6});
  }
  const int steps = lock.size() > 4 ? 2 : 1;  // long ones curve more
  return add_loft(mesh, Part::kHairLock, rings, steps, 5, -kPi / 2);
}

const std::vector<Lock>& locks() {
  static const std::vector<Lock> all = {
      // The fringe sweeps from a parting on the right over to the left.
      {{-22, 62, 20, 6}, {-2, 52, 30, 26}, {16, 40, 26, 28}, {30, 28, 18, 20}, {40, 15, 12, 0}},
      {{-20, 66, 20, 6}, {12, 60, 30, 26}, {34, 46, 28, 28}, {50, 30, 22, 22}, {60, 10, 14, 0}},
      {{-22, 60, 18, 6}, {-14, 48, 26, 22}, {-4, 38, 24, 22}, {8, 28, 17, 16}, {18, 19, 11, 0}},
      {{-24, 62, 20, 6}, {-36, 50, 28, 22}, {-45, 38, 26, 24}, {-50, 26, 20, 18}, {-54, 8, 12, 0}},
      {{-22, 58, 18, 5}, {-24, 46, 24, 18}, {-26, 37, 20, 18}, {-26, 28, 15, 13}, {-22, 19, 10, 0}},
      // Locks in front of the ears.
      {{58, 40, 18, 10}, {66, 22, 25, 25}, {71, 2, 22, 23}, {71, -15, 18, 17}, {65, -33, 30, 0}},
      {{-56, 40, 18, 10},
       {-65, 22, 25, 25},
       {-71, 2, 22, 23},
       {-71, -16, 18, 16},
       {-64, -35, 30, 0}},
      // The nape.
      {{104, 0, 20, 14}, {110, -22, 24, 28}, {112, -40, 22, 22}, {106, -58, 44, 0}},
      {{-104, 0, 20, 14}, {-110, -22, 24, 28}, {-112, -40, 22, 22}, {-106, -58, 44, 0}},
      {{142, 0, 22, 16}, {146, -22, 24, 32}, {148, -42, 22, 27}, {142, -64, 40, 0}},
      {{-142, 0, 22, 16}, {-146, -22, 24, 32}, {-148, -42, 22, 27}, {-150, -66, 40, 0}},
      {{180, 0, 22, 16}, {178, -22, 25, 34}, {176, -42, 22, 28}, {184, -68, 38, 0}},
      // One that never lies down.
      {{-10, 78, 22, 8}, {0, 74, 44, 10}, {8, 66, 62, 8}, {14, 56, 64, 0}},
  };
  return all;
}

void add_ponytail(Mesh& mesh, const Binder& binder) {
  const std::vector<Ring> tail = {{{0, 1.535, -0.138}, {0.020, 0, 0}, {0, 0.018, 0.008}},
                                  {{0, 1.552, -0.175}, {0.032, 0, 0}, {0, 0.030, 0.014}},
                                  {{0, 1.536, -0.220}, {0.052, 0, 0}, {0, 0.034, 0.038}},
                                  {{0, 1.480, -0.254}, {0.064, 0, 0}, {0, 0.018, 0.052}},
                                  {{0, 1.415, -0.266}, {0.060, 0, 0}, {0, 0.006, 0.048}},
                                  {{0.004, 1.350, -0.268}, {0.044, 0, 0}, {0, 0.002, 0.036}},
                                  {{0.012, 1.295, -0.274}, {0.022, 0, 0}, {0, 0, 0.020}},
                                  {{0.020, 1.252, -0.288}, {}, {}}};
  const Added added = add_loft(mesh, Part::kHairLock, tail, 2, 7);
  for_each(mesh, added, [&](Vertex& v) {
    v.skin = binder.tail("ponytail", 3, "head", clamp01((v.t - 0.08) / 0.92));
  });
  const std::vector<Ring> tie = {{{0, 1.533, -0.148}, {0.022, 0, 0}, {0, 0.020, 0.009}},
                                 {{0, 1.535, -0.150}, {0.034, 0, 0}, {0, 0.032, 0.014}},
                                 {{0, 1.543, -0.168}, {0.034, 0, 0}, {0, 0.032, 0.014}},
                                 {{0, 1.545, -0.172}, {0.022, 0, 0}, {0, 0.020, 0.009}}};
  for_each(mesh, add_loft(mesh, Part::kHairTie, tie, 1, 12),
           [&](Vertex& v) { v.skin = binder.rigid("head"); });
}

// A falcon's feather behind the left ear.
void add_feather(Mesh& mesh, const Binder& binder) {
  const auto vane = [](const Vec3& center, double broad) {
    static const Vec3 facing = normalize(Vec3{0.7, 0, 0.7});
    static const Vec3 across = normalize(cross(Vec3{0.07, 0.165, -0.08}, facing));
    return Ring{center, across * broad, facing * 0.0025};
  };
  const std::vector<Ring> rings = {
      vane({0.140, 1.455, -0.055}, 0.004), vane({0.164, 1.490, -0.066}, 0.016),
      vane({0.186, 1.535, -0.084}, 0.021), vane({0.202, 1.580, -0.108}, 0.018),
      vane({0.211, 1.620, -0.136}, 0)};
  for_each(mesh, add_loft(mesh, Part::kFalconTail, rings, 1, 4),
           [&](Vertex& v) { v.skin = binder.rigid("head"); });
}

}  // namespace

void add_hair(Mesh& mesh, const Binder& binder) {
  add_cap(mesh, binder);
  for (const Lock& lock : locks())
    for_each(mesh, add_lock(mesh, lock), [&](Vertex& v) { v.skin = binder.rigid("head"); });
  add_ponytail(mesh, binder);
  add_feather(mesh, binder);
}

}  // namespace saki
