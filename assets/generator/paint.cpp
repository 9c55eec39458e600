#include "palette.h"

namespace saki {
namespace {

Color base_color(const Sample& p) {
  switch (p.part) {
    case Part::kHead:
      return paint_head(p);
    case Part::kEar:
      return mix(kSkin, kBlush, 0.45 * smooth(0.5, 1.0, p.t));
    case Part::kEyeWhite:
      return paint_eye_white(p);
    case Part::kIris:
      return paint_iris(p);
    case Part::kLid:
      return paint_lid(p);
    case Part::kBrow:
      return mix(kHairDark, kHair, 0.5 * p.t);
    case Part::kMouth:
      return paint_mouth(p);
    case Part::kHairCap:
    case Part::kHairLock:
      return paint_hair(p);
    case Part::kHairTie:
      return kOrange;
    case Part::kJacket:
      return paint_jacket(p);
    case Part::kSleeve:
      return paint_sleeve(p);
    case Part::kTrousers:
      return paint_trousers(p);
    case Part::kBoot:
      return paint_boot(p);
    case Part::kGlove:
    case Part::kFinger:
    case Part::kGauntlet:
      return paint_glove(p);
    case Part::kScarf:
    case Part::kScarfTail:
      return paint_scarf(p);
    case Part::kBelt:
    case Part::kBuckle:
    case Part::kPouch:
      return paint_belt(p);
    default:
      return paint_falcon(p);
  }
}

// Islands that many pieces share, or that must stay pure, take no shade from where they are.
bool takes_shade(Part part) {
  switch (part) {
    case Part::kHairLock:
    case Part::kFinger:
    case Part::kIris:
    case Part::kEyeWhite:
    case Part::kLid:
    case Part::kBrow:
    case Part::kMouth:
    case Part::kFalconFoot:
      return false;
    default:
      return true;
  }
}

}  // namespace

Color paint(const Sample& sample) {
  const Color c = base_color(sample);
  if (!takes_shade(sample.part)) return c;
  // Shade is warm and never black; surfaces that look up are a little lighter.
  const double open = smooth(0.15, 0.95, sample.light);
  const Color shade{saki::mix(0.60, 1, open), saki::mix(0.50, 1, open), saki::mix(0.52, 1, open)};
  const double sky = 0.97 + 0.05 * sample.normal.y;
  return {c.r * shade.r * sky, c.g * shade.g * sky, c.b * shade.b * sky};
}

}  // namespace saki
