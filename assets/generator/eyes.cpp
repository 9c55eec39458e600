#include "face.h"

namespace saki {
namespace {

// An eye is three shells over one gently curved shape: the white, the iris that slides over it
// when its joint turns, and the lid that closes over both.
constexpr double kLongitude = 24.5, kLatitude = -1.0;
constexpr double kHalfWidth = 0.040, kHalfHeight = 0.046;
constexpr double kIrisHalf = 0.0290;
constexpr double kIrisIn = 0.003;  // the irises look a little inwards

// The outline of the eye at a place from the nose (-1) to the temple (+1).
double upper_edge(double a) { return kHalfHeight * (0.95 - 0.10 * a) * std::pow(1 - a * a, 0.42); }
double lower_edge(double a) { return -kHalfHeight * (0.80 - 0.06 * a) * std::pow(1 - a * a, 0.55); }
double clamp_a(double a) { return a < -1 ? -1 : a > 1 ? 1 : a; }

// The left eye: x to the temple, y up, in metres from its centre, `lift` above the shape.
Vec3 on_eye(double x, double y, double lift) {
  static const Vec3 center = on_head(kLongitude, kLatitude, 0.0035);
  static const Vec3 normal = normalize(center - kEyePivot);
  static const Vec3 right = normalize(cross(Vec3{0, 1, 0}, normal));
  static const Vec3 up = cross(normal, right);
  const double radius = length(center - kEyePivot);
  return kEyePivot + normalize(normal * radius + right * x + up * y) * (radius + lift);
}

// A disc in rows from the middle to the edge; `edge` gives the half-size at an angle.
template <class Edge>
Added add_disc(Mesh& mesh, Part part, int rings, int spokes, const Edge& edge, double lift,
               double rim) {
  return add_grid(mesh, part, rings, spokes, [&](double s, double t) {
    const double angle = -(s == 1 ? 0 : s) * 2 * kPi;
    const Vec3 e = edge(angle);
    return on_eye(e.z + e.x * t, e.y * t, t == 1 ? rim : lift);
  });
}

Vec3 outline(double angle) {
  const double a = std::cos(angle);
  return {a * kHalfWidth, std::sin(angle) > 0 ? upper_edge(a) : lower_edge(a), 0};
}

Vec3 iris_edge(double angle) {
  const double x = std::cos(angle) * kIrisHalf, y = std::sin(angle) * kIrisHalf * 1.18;
  // Round, but not beyond the lower edge of the eye.
  return {x, std::fmax(y, lower_edge((x - kIrisIn) / kHalfWidth) * 0.97), -kIrisIn};
}

// Where the edge of the upper lid is, open and closed.
double lid_open(double a) { return upper_edge(a) * 0.82 + 0.0004; }
double lid_closed(double a) { return lower_edge(a) * 0.96 - 0.001; }

// Rows of the lid from the crease to the lash, which juts out.
Vec3 on_lid(double s, double t, bool closed) {
  const double a = clamp_a((2 * s - 1) * 1.06);
  const double x = (2 * s - 1) * kHalfWidth * 1.10;
  const double crease = upper_edge(a) + 0.006;
  const double edge = closed ? lid_closed(a) : lid_open(a);
  const double wing = 0.006 * smooth(0.55, 1.1, 2 * s - 1);
  if (t > 0.99) {
    return on_eye(x + wing * 1.2, edge - (closed ? 0.001 : 0) + wing * 0.6,
                  closed ? 0.0105 : 0.0082);
  }
  const double y = mix(crease, edge + 0.0075 + wing * 0.9, t / 0.75);
  const double ends = smooth(1.10, 0.9, std::fabs(2 * s - 1));
  const double lift = t < 0.01 ? -0.004 : 0.0056 + (closed ? 0.0032 : 0) * ends;
  return on_eye(x + wing * t, y, lift);
}

void add_lid(Mesh& mesh, const Binder& binder) {
  const auto across = [&](int joint) { return binder.across(joint); };
  const Added lid =
      add_grid(mesh, Part::kLid, 4, 10, [](double s, double t) { return on_lid(s, 1 - t, false); });
  for_each(mesh, lid, [&](Vertex& v) {
    v.morph[kBlink] = on_lid(v.s, 1 - v.t, true) - v.position;
    v.morph[kSmile] = v.morph[kBlink] * 0.10;
    v.skin = binder.rigid("head");
  });
  add_mirrored(mesh, lid, across);
}

void add_brow(Mesh& mesh, const Binder& binder) {
  const Added brow = add_grid(mesh, Part::kBrow, 3, 8, [](double s, double t) {
    const double thick = 2.1 * std::pow(std::sin(kPi * mix(0.20, 0.99, s)), 0.7) * mix(1.1, 0.7, s);
    const double middle = 22.0 + 4.5 * std::sin(kPi * s * 0.75) - 2.0 * s;
    return on_head(mix(9.5, 41, s), middle + (2 * t - 1) * thick, t == 0 || t == 1 ? 0.0 : 0.005);
  });
  for_each(mesh, brow, [&](Vertex& v) {
    v.morph[kBrowsUp] = Vec3{0, mix(0.020, 0.014, v.s), -0.004};
    v.morph[kSmile] = Vec3{0, 0.005, -0.001};
    v.skin = binder.rigid("head");
  });
  add_mirrored(mesh, brow, [&](int joint) { return binder.across(joint); });
}

}  // namespace

void add_eyes(Mesh& mesh, const Binder& binder) {
  const auto across = [&](int joint) { return binder.across(joint); };
  const auto add = [&](Added part, const char* joint) {
    for_each(mesh, part, [&](Vertex& v) { v.skin = binder.rigid(joint); });
    return part;
  };
  add_mirrored(mesh, add(add_disc(mesh, Part::kEyeWhite, 3, 16, outline, 0, -0.004), "head"),
               across);
  add_mirrored(mesh, add(add_disc(mesh, Part::kIris, 2, 16, iris_edge, 0.0014, 0.0010), "eye.L"),
               across);
  // The light comes from one side, so the glint is not mirrored: it is built once per eye.
  const auto glint = [](double size, double x, double y) {
    return [=](double angle) {
      return Vec3{std::cos(angle) * size, y + std::sin(angle) * size * 1.15, x};
    };
  };
  const auto add_glint = [&](double size, double x, double y, bool right) {
    const auto edge = glint(size, (right ? -x : x) - kIrisIn, 0);
    const Added disc = add_grid(mesh, Part::kGlint, 1, 8, [&](double s, double t) {
      const Vec3 e = edge(-(s == 1 ? 0 : s) * 2 * kPi);
      return on_eye(e.z + e.x * t, y + e.y * t, 0.0020);
    });
    add(disc, "eye.L");
    if (right) mirror(mesh, disc, across);
  };
  for (bool right : {false, true}) {
    add_glint(0.0072, 0.0100, 0.0110, right);
    add_glint(0.0034, -0.0095, -0.0125, right);
  }
  add_lid(mesh, binder);
  add_brow(mesh, binder);
}

}  // namespace saki
