#include "falcon.h"

namespace saki {
namespace {

// A cross-section of the leaning body: `across` and `deep` are half-sizes.
Ring slice(double y, double z, double across, double deep) {
  const Vec3 front = normalize(Vec3{0, -0.55, 1});
  return {{0, y, z}, {across, 0, 0}, front * deep};
}

void add_torso(Mesh& mesh) {
  const std::vector<Ring> rings = {
      slice(0.048, -0.052, 0.004, 0.004), slice(0.058, -0.042, 0.030, 0.026),
      slice(0.085, -0.026, 0.050, 0.046), slice(0.120, -0.010, 0.060, 0.056),
      slice(0.155, 0.004, 0.061, 0.056),  slice(0.187, 0.014, 0.053, 0.046),
      slice(0.213, 0.022, 0.036, 0.032),  slice(0.240, 0.028, 0.022, 0.020)};
  add_loft(mesh, Part::kFalconBody, rings, 1, 12, -kPi / 2);
  const std::vector<Ring> tail = {{{0, 0.085, -0.050}, {0.022, 0, 0}, {0, 0.006, 0.010}},
                                  {{0, 0.030, -0.078}, {0.028, 0, 0}, {0, 0.004, 0.009}},
                                  {{0, -0.045, -0.108}, {0.034, 0, 0}, {0, 0.003, 0.007}},
                                  {{0, -0.090, -0.124}, {0.030, 0, 0}, {0, 0.002, 0.005}},
                                  {{0, -0.098, -0.127}, {0.018, 0, 0}, {0, 0.001, 0.002}}};
  add_loft(mesh, Part::kFalconTail, tail, 1, 6);
}

// A feathered thigh and a foot with three toes around the perch.
void add_foot(Mesh& mesh) {
  const auto round = [](double y, double z, double r) {
    return Ring{{0.028, y, z}, {r, 0, 0}, {0, 0, r}};
  };
  const Added thigh = add_loft(mesh, Part::kFalconBody,
                               {round(0.085, 0.004, 0.026), round(0.055, 0.006, 0.024),
                                round(0.030, 0.004, 0.013), round(0.022, 0.003, 0.009)},
                               1, 6, -kPi / 2);
  for_each(mesh, thigh, [](Vertex& v) { v.t = 0.55; });  // plain breast feathers
  add_mirrored(mesh, thigh, [](int joint) { return joint; });
  for (double side : {-0.7, 0.7, kPi}) {
    const Vec3 d{std::sin(side), 0, std::cos(side)}, u{d.z, 0, -d.x};
    const double size = side > 3 ? 0.020 : 0.032;
    const Vec3 base{0.028, 0.014, 0.003};
    const Added toe =
        add_loft(mesh, Part::kFalconFoot,
                 {{base - d * 0.004 + Vec3{0, 0.014, 0}, u * 0.006, {0, 0.006, 0}},
                  {base + d * 0.006, u * 0.008, {0, 0.008, 0}},
                  {base + d * size + Vec3{0, -0.004, 0}, u * 0.006, {0, 0.006, 0}},
                  {base + d * (size + 0.008) + Vec3{0, -0.014, 0}, u * 0.001, d * 0.001}},
                 1, 4);
    add_mirrored(mesh, toe, [](int joint) { return joint; });
  }
}

void add_head(Mesh& mesh) {
  const auto round = [](double y, double z, double across, double deep) {
    return Ring{{0, y, z}, {across, 0, 0}, {0, 0, deep}};
  };
  add_loft(mesh, Part::kFalconHead,
           {round(-0.030, -0.006, 0.038, 0.036), round(-0.004, -0.001, 0.036, 0.035),
            round(0.018, 0.005, 0.039, 0.040), round(0.036, 0.008, 0.038, 0.041),
            round(0.052, 0.007, 0.029, 0.032), round(0.060, 0.005, 0.016, 0.018),
            round(0.063, 0.004, 0.001, 0.001)},
           1, 14, -kPi / 2);
  add_loft(mesh, Part::kFalconBeak,
           {{{0, 0.026, 0.040}, {0.013, 0, 0}, {0, 0.013, 0.003}},
            {{0, 0.026, 0.054}, {0.010, 0, 0}, {0, 0.011, 0.003}},
            {{0, 0.019, 0.064}, {0.006, 0, 0}, {0, 0.006, 0.005}},
            {{0, 0.007, 0.066}, {0.0005, 0, 0}, {0, 0, 0.001}}},
           1, 8);
}

// A blade: thick at the shoulder, pointed at the tip, the leading edge to the front.
void add_wing(Mesh& mesh) {
  const Vec3 chord = normalize(Vec3{0, -0.5, 1});
  const auto blade = [&](double y, double z, double broad, double thick, double x) {
    return Ring{{x, y, z}, {thick, 0, 0}, chord * broad};
  };
  add_loft(mesh, Part::kFalconWing,
           {blade(0.030, 0.006, 0.006, 0.004, -0.006), blade(0.018, 0.000, 0.034, 0.012, 0.000),
            blade(-0.020, -0.014, 0.045, 0.013, 0.004), blade(-0.070, -0.032, 0.043, 0.011, 0.004),
            blade(-0.120, -0.056, 0.033, 0.008, 0.000), blade(-0.165, -0.084, 0.020, 0.005, -0.008),
            blade(-0.205, -0.112, 0.002, 0.002, -0.018)},
           1, 8);
}

}  // namespace

FalconPieces make_falcon() {
  FalconPieces out;
  out.neck = {0, 0.232, 0.028};
  out.shoulder = {0.052, 0.178, 0.006};
  add_torso(out.body);
  add_foot(out.body);
  add_head(out.head);
  add_wing(out.wing);
  for (Mesh* mesh : {&out.body, &out.head, &out.wing}) compute_normals(*mesh);
  return out;
}

}  // namespace saki
