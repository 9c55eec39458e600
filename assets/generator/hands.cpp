#include "body.h"

namespace saki {
namespace {

// Everything here is a left hand hanging down from the shoulder: -y to the fingers, +x the back of
// the hand, +z the thumb.
Ring across_arm(double y, double thick, double broad, double square = 0) {
  return {{0, y, 0}, {thick, 0, 0}, {0, 0, broad}, 1, square};
}

std::vector<Ring> palm_rings() {
  return {across_arm(-0.425, 0.035, 0.037),      across_arm(-0.460, 0.031, 0.046, 0.1),
          across_arm(-0.490, 0.031, 0.051, 0.2), across_arm(-0.515, 0.028, 0.050, 0.2),
          across_arm(-0.532, 0.020, 0.043, 0.2), across_arm(-0.540, 0, 0)};
}

// The cuff with its rim turned over: narrow on the right, a falconer's gauntlet on the left.
std::vector<Ring> cuff_rings(double top, double radius) {
  return {across_arm(top - 0.030, radius - 0.020, radius - 0.020),
          across_arm(top - 0.002, radius - 0.006, radius - 0.006),
          across_arm(top, radius, radius),
          across_arm(top - 0.010, radius + 0.004, radius + 0.004),
          across_arm(top - 0.024, radius, radius),
          across_arm(top * 0.5 - 0.215, 0.5 * radius + 0.022, 0.5 * radius + 0.022),
          across_arm(-0.418, 0.040, 0.041),
          across_arm(-0.432, 0.034, 0.0365)};
}

// A finger from its base along a direction, with a round tip.
Added add_finger(Mesh& mesh, const Vec3& base, const Vec3& direction, double size, double radius) {
  const Vec3 d = normalize(direction);
  const Vec3 u = normalize(cross(d, Vec3{0, 0, 1})), v = cross(u, d) * -1.0;
  std::vector<Ring> rings;
  constexpr double places[] = {-0.25, 0.35, 0.65, 0.90, 1.0};
  constexpr double widths[] = {0.95, 1.0, 1.0, 0.72, 0};
  for (size_t i = 0; i < std::size(places); ++i) {
    rings.push_back(
        {base + d * (places[i] * size), u * (widths[i] * radius), v * (widths[i] * radius)});
  }
  return add_loft(mesh, Part::kFinger, rings, 1, 6);
}

struct FingerShape {
  const char* name;
  Vec3 base, direction;
  double size, radius;
};
constexpr FingerShape kFingers[] = {
    {"thumb", {-0.006, -0.458, 0.034}, {-0.30, -0.62, 0.62}, 0.076, 0.0175},
    {"index", {0, -0.515, 0.032}, {-0.05, -1, 0.04}, 0.072, 0.0180},
    {"fingers", {0, -0.517, 0}, {-0.05, -1, 0}, 0.078, 0.0185},
    {"fingers", {0, -0.513, -0.032}, {-0.05, -1, -0.04}, 0.066, 0.0170}};

// Puts what was added where the arm is in the bind pose.
void place_on_arm(Mesh& mesh, Added added) {
  for_each(mesh, added, [](Vertex& v) { v.position = on_left_arm(v.position); });
}

}  // namespace

void add_hands(Mesh& mesh, const Binder& binder) {
  const auto across = [&](int joint) { return binder.across(joint); };
  const auto bind = [&](Vertex& v) { v.skin = binder.body(v.position); };

  for (const FingerShape& f : kFingers) {
    const Added finger = add_finger(mesh, f.base, f.direction, f.size, f.radius);
    for_each(mesh, finger, [&](Vertex& v) {
      v.skin = binder.finger(f.name, dot(v.position - f.base, normalize(f.direction)));
    });
    place_on_arm(mesh, finger);
    add_mirrored(mesh, finger, across);
  }

  const Added palm = add_loft(mesh, Part::kGlove, palm_rings(), 1, 10, kPi);
  place_on_arm(mesh, palm);
  for_each(mesh, palm, bind);
  add_mirrored(mesh, palm, across);

  const auto add_cuff = [&](double top, double radius) {
    const Added cuff = add_loft(mesh, Part::kGauntlet, cuff_rings(top, radius), 1, 14, kPi);
    place_on_arm(mesh, cuff);
    for_each(mesh, cuff, bind);
    return cuff;
  };
  add_cuff(-0.262, 0.074);
  mirror(mesh, add_cuff(-0.345, 0.062), across);
}

}  // namespace saki
