#include "palette.h"

namespace saki {
namespace {

// How far around from the front: 0 to 0.5 at the back.
double from_front(const Sample& p) { return std::fabs(p.s - 0.5); }

Color paint_plumage(const Sample& p) {
  const double front = from_front(p);
  const double row = p.t * 9, column = p.s * 18 + 0.5 * std::floor(row);
  const double spot =
      dot_at((column - std::floor(column) - 0.5) * 1.5, row - std::floor(row) - 0.5, 0.30, 0.35);
  const Color breast =
      mix(kDown, kFeatherDark, 0.85 * spot * smooth(0.15, 0.3, p.t) * smooth(0.88, 0.75, p.t));
  return mix(breast, mix(kFeather, kFeatherDark, 0.5 * spot), smooth(0.22, 0.29, front));
}

Color paint_falcon_head(const Sample& p) {
  const double front = from_front(p);
  Color c = mix(kDown, kFeather, smooth(0.58, 0.72, p.t + 0.25 * smooth(0.2, 0.5, front)));
  c = mix(c, kFeatherDark, 0.5 * smooth(0.7, 1.0, p.t) * wave(p.s * 16));
  const double x = (front - 0.150) * 1.45, y = p.t - 0.50;
  c = mix(c, kFeatherDark,
          dot_at(x * 1.6, std::fmin(0, y + 0.1), 0.045) * smooth(0.1, 0.3, p.t) *
              smooth(0.5, 0.42, p.t));
  c = mix(c, kYellow, dot_at(x, y, 0.098, 0.10));
  c = mix(c, hex(0x17110f), dot_at(x, y, 0.078, 0.10));
  return mix(c, hex(0xffffff), dot_at(x + 0.018, y - 0.030, 0.022, 0.3));
}

Color paint_wing(const Sample& p) {
  const double row = p.t * 7;
  const double edge = smooth(0.70, 0.95, row - std::floor(row) + 0.18 * wave(p.s * 10));
  const Color c =
      mix(mix(kFeather, kFeatherDark, smooth(0.3, 0.9, p.t)), hex(0xc79a6b), 0.75 * edge);
  return mix(c, kDown, 0.55 * (p.normal.x < -0.4 ? 1 : 0));  // paler underneath
}

Color paint_tail(const Sample& p) {
  return mix(kFeather, kDown, 0.8 * smooth(0.55, 0.75, wave(p.t * 5)) + 0.5 * smooth(0.9, 1, p.t));
}

Color paint_beak(const Sample& p) {
  return mix(mix(kYellow, kSlate, smooth(0.28, 0.42, p.t)), hex(0x20242b), smooth(0.6, 1, p.t));
}

}  // namespace

Color paint_falcon(const Sample& p) {
  switch (p.part) {
    case Part::kFalconBody:
      return paint_plumage(p);
    case Part::kFalconHead:
      return paint_falcon_head(p);
    case Part::kFalconWing:
      return paint_wing(p);
    case Part::kFalconTail:
      return paint_tail(p);
    case Part::kFalconBeak:
      return paint_beak(p);
    default:
      return mix(kYellow, hex(0x26211f), smooth(0.66, 0.74, p.t));  // feet with talons
  }
}

}  // namespace saki
