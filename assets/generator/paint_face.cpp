#include "palette.h"

namespace saki {

Color paint_head(const Sample& p) {
  const double x = std::fabs(p.position.x), y = p.position.y;
  const double front = smooth(0.0, 0.08, p.position.z);
  Color c = mix(kSkin, kSkinShade, 0.35 * smooth(1.30, 1.24, y));
  c = mix(c, kBlush, 0.55 * front * bump(std::hypot(x - 0.082, (y - 1.350) * 1.3), 0.022));
  c = mix(c, kBlush, 0.35 * front * bump(std::hypot(x, (y - 1.372)), 0.012));
  // Freckles, few and faint.
  constexpr double freckles[][2] = {{0.030, 1.366}, {0.043, 1.358}, {0.054, 1.368},
                                    {0.038, 1.350}, {0.062, 1.355}, {0.022, 1.374}};
  for (const auto& f : freckles)
    c = mix(c, kSkinShade, 0.55 * front * dot_at(x - f[0], y - f[1], 0.0019, 0.5));
  return mix(c, kBlush, 0.30 * front * bump(std::hypot(x, (y - 1.288) * 2), 0.012));
}

Color paint_eye_white(const Sample& p) {
  const double up = std::sin(-2 * kPi * p.s) * p.t;
  const Color c = mix(hex(0xfffaf2), hex(0xb9b3c4), 0.75 * smooth(0.1, 0.85, up));
  return mix(c, kSkinShade, 0.6 * smooth(0.90, 1.0, p.t));
}

Color paint_iris(const Sample& p) {
  const double up = std::sin(-2 * kPi * p.s) * p.t;
  Color c = mix(hex(0x8fd08a), hex(0x2e8f6c), smooth(-0.85, 0.05, up));
  c = mix(c, hex(0x123b3a), 0.85 * smooth(0.0, 0.85, up));
  c = mix(c, hex(0xd8f0b0), 0.20 * wave(p.s * 16) * smooth(0.45, 0.6, p.t) * smooth(0.2, -0.3, up));
  c = mix(c, hex(0x12292b), smooth(0.84, 0.94, p.t));
  return mix(c, hex(0x0f0d10), smooth(0.50, 0.44, p.t));
}

Color paint_lid(const Sample& p) {
  const Color c = mix(tint(kSkin, 0.965), kSkinShade, 0.5 * smooth(0.80, 0.98, p.t));
  return mix(kInk, c, smooth(0.30, 0.36, p.t));
}

Color paint_mouth(const Sample& p) {
  const double inside = (p.t - 0.2) / 0.6;
  Color c = mix(hex(0xd9686a), hex(0x63211f), smooth(0.30, 0.42, inside));
  c = mix(c, hex(0xfff8ec), smooth(0.70, 0.76, inside));
  const double lip = clamp01(smooth(0.22, 0.18, p.t) + smooth(0.78, 0.82, p.t));
  return mix(c, hex(0x7a3430), lip);
}

Color paint_hair(const Sample& p) {
  if (p.part == Part::kHairCap) {
    const double strand = 0.6 * wave(p.s * 22) + 0.4 * wave(p.s * 53 + 0.3);
    Color c = mix(kHairDark, kHair, 0.35 + 0.65 * strand);
    return mix(c, kHairLight, (0.25 + 0.35 * strand) * bump(p.t - 0.52, 0.10));
  }
  const double strand = 0.6 * wave(p.s * 5) + 0.4 * wave(p.s * 13 + 0.3 * p.t);
  Color c = mix(kHairDark, kHair, smooth(-0.1, 0.45, p.t) * (0.55 + 0.45 * strand));
  c = mix(c, kHairLight, (0.30 + 0.40 * strand) * bump(p.t - 0.42, 0.13));
  return mix(c, kHairLight, 0.35 * smooth(0.7, 1.0, p.t));
}

}  // namespace saki
