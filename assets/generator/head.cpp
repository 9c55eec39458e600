#include "face.h"

namespace saki {
namespace {

constexpr Vec3 kCenter{0, 1.415, 0.0};
constexpr double kWidth = 0.158, kHeight = 0.178, kDepth = 0.156;

// Two sides at once: a bump at a longitude and its mirror image.
double pair_bump(double longitude, double latitude, double at, double height, double width) {
  const double d = std::fabs(longitude) - at;
  return bump(std::hypot(d, latitude - height), width);
}

// Smile and open mouth also move the cheeks and the chin.
void morph_skin(Vertex& v, double longitude, double latitude) {
  const double cheek = pair_bump(longitude, latitude, 30, -30, 13);
  v.morph[kSmile] = Vec3{std::copysign(0.004, v.position.x), 0.008, 0.005} * cheek;
  const double chin = smooth(-34, -52, latitude) * smooth(75, 20, std::fabs(longitude));
  v.morph[kMouthOpen] = Vec3{0, -0.016, -0.003} * chin;
}

// Columns and rows are denser where the features are.
double longitude_at(double s) {
  const double x = 2 * s - 1;
  return 122 * (0.58 * x + 0.42 * x * x * x);
}
double latitude_at(double t) {
  const double x = 2 * t - 1;
  return -10 + (x < 0 ? 80 : 74) * (0.66 * x + 0.34 * x * x * x);
}

}  // namespace

Vec3 on_head(double longitude, double latitude, double lift) {
  const double a = radians(longitude), b = radians(latitude);
  const double front = std::cos(a);
  // Fuller above, narrower towards the jaw; the back of the skull ends higher than the chin.
  const double below = clamp01(-std::sin(b));
  const double jaw = 1 - 0.20 * below * below - 0.10 * smooth(0.35, 1.0, below);
  Vec3 d{std::sin(a) * std::cos(b), std::sin(b), front * std::cos(b)};
  Vec3 p{d.x * kWidth * jaw, d.y * kHeight * (d.y < 0 ? 0.98 : 1.0),
         d.z * kDepth * (front > 0 ? 1 - 0.10 * below : 1 - 0.45 * below * below)};
  double out = 0;
  out += 0.009 * pair_bump(longitude, latitude, 34, -26, 15);    // cheeks
  out -= 0.008 * pair_bump(longitude, latitude, 23, 0, 11);      // sockets
  out += 0.004 * pair_bump(longitude, latitude, 20, 19, 8);      // brow ridge
  out += 0.010 * bump(longitude, 16) * bump(latitude + 58, 12);  // chin
  const double nose =
      bump(longitude, 5.5) * (latitude < -17 ? bump(latitude + 17, 4.0) : bump(latitude + 17, 8));
  out += 0.020 * nose;
  p = p + d * out;
  if (lift != 0) p = p + head_normal(longitude, latitude) * lift;
  return kCenter + p;
}

Vec3 head_normal(double longitude, double latitude) {
  constexpr double step = 0.5;
  const Vec3 across = on_head(longitude + step, latitude) - on_head(longitude - step, latitude);
  const Vec3 up = on_head(longitude, latitude + step) - on_head(longitude, latitude - step);
  return normalize(cross(across, up));
}

void add_head(Mesh& mesh, const Binder& binder) {
  const Added skin = add_grid(mesh, Part::kHead, 19, 22, [](double s, double t) {
    return on_head(longitude_at(s), latitude_at(t));
  });
  for_each(mesh, skin, [&](Vertex& v) {
    v.skin = binder.head(v.position);
    morph_skin(v, longitude_at(v.s), latitude_at(v.t));
  });
  const std::vector<Ring> ear = {{{0.128, 1.395, -0.012}, {0, 0.030, 0}, {0, 0, 0.018}},
                                 {{0.152, 1.398, -0.016}, {0.004, 0.040, 0}, {0.004, 0, 0.024}},
                                 {{0.168, 1.402, -0.022}, {0.010, 0.038, 0}, {0.008, 0, 0.022}},
                                 {{0.174, 1.404, -0.026}, {0.008, 0.024, 0}, {0.006, 0, 0.012}},
                                 {{0.168, 1.400, -0.022}, {0, 0.004, 0}, {0, 0, 0.003}}};
  const Added left = add_loft(mesh, Part::kEar, ear, 1, 6);
  for_each(mesh, left, [&](Vertex& v) { v.skin = binder.rigid("head"); });
  add_mirrored(mesh, left, [&](int joint) { return binder.across(joint); });
}

}  // namespace saki
