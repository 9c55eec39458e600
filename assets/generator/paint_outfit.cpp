#include "palette.h"

namespace saki {

namespace {

// Leather strap of the bag: a line from the left shoulder to the right hip, front and back.
double strap_distance(const Vec3& p) {
  const Vec3 along = normalize(Vec3{-0.66, -0.75, 0});
  return std::fabs((p.x - 0.115) * along.y - (p.y - 1.150) * along.x);
}

}  // namespace

Color paint_jacket(const Sample& p) {
  const Vec3& q = p.position;
  if (p.t < 0.125) return tint(kTealDark, 0.55);
  if (q.y > 1.205) return kSkin;
  Color c = mix(kTeal, tint(kTeal, 1.12), smooth(0.95, 1.12, q.y));
  c = mix(c, kTealDark, 0.35 * smooth(0.86, 0.70, q.y) * (0.5 + 0.5 * wave(p.s * 12)));
  c = mix(c, kTealDark, 0.8 * band(1.128, 1.131, q.y, 0.002));
  // Hem: a broad cream border with a thin line above it.
  c = mix(c, kCream, band(0.560, 0.640, q.y, 0.0015));
  c = mix(c, kOrange, band(0.616, 0.629, q.y, 0.0012));
  if (q.z > 0) {  // the front opens in the middle
    const double across = q.x - 0.012;
    c = mix(c, kCream, band(-0.009, 0.009, across, 0.0012) * smooth(0.64, 0.645, q.y));
    c = mix(c, kTealDark, band(-0.0012, 0.0012, across, 0.0008) * smooth(0.64, 0.645, q.y));
    for (double y : {0.945, 1.000, 1.055, 0.790, 0.730})
      c = mix(c, kBrass, dot_at(across + 0.026, q.y - y, 0.0075));
  }
  const double strap = strap_distance(q);
  const double on_trunk = smooth(0.890, 0.900, q.y);
  c = mix(c, kLeatherDark, smooth(0.0175, 0.0155, strap) * on_trunk);
  c = mix(c, kLeather, smooth(0.0140, 0.0125, strap) * on_trunk);
  return c;
}

Color paint_sleeve(const Sample& p) {
  Color c = mix(kTeal, tint(kTeal, 1.12), smooth(0.35, 0.0, p.t));
  c = mix(c, kTealDark, 0.30 * bump(p.t - 0.58, 0.07) * wave(p.t * 38));
  c = mix(c, kCream, band(0.330, 0.375, p.t, 0.004));
  c = mix(c, kOrange, band(0.345, 0.360, p.t, 0.003));
  return mix(c, kTealDark, 0.7 * (band(-1, 0.004, p.s, 0.003) + band(0.996, 2, p.s, 0.003)));
}

Color paint_trousers(const Sample& p) {
  const double y = p.position.y;
  Color c = mix(kSand, kSandDark, 0.45 * smooth(0.47, 0.37, y) * wave(p.s * 9 + y * 6));
  c = mix(c, kSandDark, 0.35 * smooth(0.62, 0.74, y));
  c = mix(c, kSandDark, 0.8 * band(0.748, 0.756, p.s, 0.003));  // the seam outside
  return c;
}

Color paint_boot(const Sample& p) {
  const double y = p.position.y;
  Color c = mix(kLeatherDark, kLeather, 0.45 + 0.55 * smooth(0.05, 0.28, y));
  if (p.t < 0.255) {  // the cuff
    c = mix(kLeatherLight, kLeather, 0.4 * wave(p.s * 6));
    c = mix(c, kCream, 0.9 * band(0.324, 0.329, y, 0.001));
  }
  c = mix(c, kLeatherLight, band(0.135, 0.160, y, 0.002));
  c = mix(c, kLeatherDark, band(0.132, 0.135, y, 0.001) + band(0.160, 0.163, y, 0.001));
  c = mix(c, kBrass, band(0.131, 0.164, y, 0.002) * band(0.205, 0.295, p.s, 0.006));
  c = mix(c, kLeatherDark, 0.6 * band(0.126, 0.129, p.position.z, 0.001) * smooth(0.1, 0.09, y));
  return mix(c, kSole, smooth(0.025, 0.022, y));
}

Color paint_glove(const Sample& p) {
  if (p.part == Part::kGauntlet) {
    Color c = mix(kLeather, kLeatherLight, 0.7 * smooth(0.75, 0.2, p.t));
    c = mix(c, kCream, 0.9 * band(0.535, 0.555, p.t, 0.004));
    c = mix(c, kLeatherDark, 0.8 * band(0.84, 0.87, p.t, 0.006));
    return p.t < 0.28 ? tint(kLeatherDark, 0.9) : c;
  }
  if (p.part == Part::kGlove) return mix(kLeather, kLeatherDark, 0.35 * smooth(0.5, 1.0, p.t));
  return mix(tint(kLeather, 0.82), kLeatherLight, 0.45 * smooth(0.1, 0.9, p.t));
}

Color paint_scarf(const Sample& p) {
  if (p.part == Part::kScarf) {
    Color c = mix(kOrange, kOrangeDark, 0.45 * wave(p.t * 3 + p.s * 2));
    return mix(c, kCream, 0.9 * band(0.85, 0.91, p.t, 0.012));
  }
  Color c = mix(kOrange, kOrangeDark, 0.30 * wave(p.s * 4 + p.t * 0.7) + 0.2 * smooth(0.2, 0, p.t));
  for (double at : {0.74, 0.82}) c = mix(c, kCream, band(at, at + 0.045, p.t, 0.004));
  c = mix(c, kTeal, band(0.785, 0.820, p.t, 0.003));
  return mix(c, kOrangeDark, 0.8 * smooth(0.92, 0.94, p.t) * wave(p.s * 14));
}

Color paint_belt(const Sample& p) {
  if (p.part == Part::kBuckle) {
    const double hollow = dot_at(p.position.x, p.position.y - 0.883, 0.015, 0.08);
    return mix(mix(kBrass, kBrassDark, smooth(0.900, 0.862, p.position.y)), kLeatherDark, hollow);
  }
  if (p.part == Part::kPouch) {
    Color c = mix(kLeatherLight, kLeather, smooth(0.84, 0.79, p.position.y));
    c = mix(c, kLeatherDark, band(0.826, 0.829, p.position.y, 0.001));
    return mix(c, kBrass, dot_at(p.position.x + 0.150, p.position.y - 0.827, 0.009));
  }
  Color c = mix(kLeatherDark, kLeather, 0.25);
  c = mix(
      c, kLeatherLight,
      0.6 * (band(0.862, 0.865, p.position.y, 0.001) + band(0.903, 0.906, p.position.y, 0.001)));
  return c;
}

}  // namespace saki
