#include "texture.h"

namespace saki {
namespace {

constexpr Color hex(unsigned rgb) {
  return {(rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0};
}

constexpr Color kSkin = hex(0xf0bd96), kBlush = hex(0xe58a6c), kSkinShade = hex(0xc98766);
constexpr Color kInk = hex(0x33211f);
constexpr Color kHair = hex(0x5a3226), kHairDark = hex(0x3b1f1c), kHairLight = hex(0x9a5a38);
constexpr Color kTeal = hex(0x2f7c80), kTealDark = hex(0x1f5860), kCream = hex(0xf1dfb8);
constexpr Color kOrange = hex(0xee8f2f), kOrangeDark = hex(0xc6651f);
constexpr Color kSand = hex(0xd8bd90), kSandDark = hex(0xb49566);
constexpr Color kLeather = hex(0x8a5632), kLeatherDark = hex(0x5e3822),
                kLeatherLight = hex(0xb27a48);
constexpr Color kSole = hex(0x382620), kBrass = hex(0xf0c255), kBrassDark = hex(0xa97a26);
constexpr Color kFeather = hex(0x83583a), kFeatherDark = hex(0x543622), kDown = hex(0xf3e4c8);
constexpr Color kYellow = hex(0xf2bf3c), kSlate = hex(0x414a57);

Color mix(const Color& a, const Color& b, double t) {
  return {saki::mix(a.r, b.r, t), saki::mix(a.g, b.g, t), saki::mix(a.b, b.b, t)};
}
Color tint(const Color& a, double k) { return {a.r * k, a.g * k, a.b * k}; }

// A band from one place to another with an edge as soft as given.
double band(double from, double to, double x, double soft = 0.004) {
  return smooth(from - soft, from + soft, x) * smooth(to + soft, to - soft, x);
}
double wave(double x) { return 0.5 + 0.5 * std::sin(2 * kPi * x); }
// 1 within a circle.
double dot_at(double x, double y, double radius, double soft = 0.25) {
  return smooth(radius * (1 + soft), radius * (1 - soft), std::hypot(x, y));
}

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

// Leather strap of the bag: a line from the left shoulder to the right hip, front and back.
double strap_distance(const Vec3& p) {
  const Vec3 along = normalize(Vec3{-0.66, -0.75, 0});
  return std::fabs((p.x - 0.115) * along.y - (p.y - 1.150) * along.x);
}

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

Color paint_falcon(const Sample& p) {
  const double front = std::fabs(p.s - 0.5);
  switch (p.part) {
    case Part::kFalconBody: {
      const double row = p.t * 9, column = p.s * 18 + 0.5 * std::floor(row);
      const double spot = dot_at((column - std::floor(column) - 0.5) * 1.5,
                                 row - std::floor(row) - 0.5, 0.30, 0.35);
      const Color breast =
          mix(kDown, kFeatherDark, 0.85 * spot * smooth(0.15, 0.3, p.t) * smooth(0.88, 0.75, p.t));
      return mix(breast, mix(kFeather, kFeatherDark, 0.5 * spot), smooth(0.22, 0.29, front));
    }
    case Part::kFalconHead: {
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
    case Part::kFalconWing: {
      const double row = p.t * 7;
      const double edge = smooth(0.70, 0.95, row - std::floor(row) + 0.18 * wave(p.s * 10));
      const Color c =
          mix(mix(kFeather, kFeatherDark, smooth(0.3, 0.9, p.t)), hex(0xc79a6b), 0.75 * edge);
      return mix(c, kDown, 0.55 * (p.normal.x < -0.4 ? 1 : 0));  // paler underneath
    }
    case Part::kFalconTail:
      return mix(kFeather, kDown,
                 0.8 * smooth(0.55, 0.75, wave(p.t * 5)) + 0.5 * smooth(0.9, 1, p.t));
    case Part::kFalconBeak:
      return mix(mix(kYellow, kSlate, smooth(0.28, 0.42, p.t)), hex(0x20242b), smooth(0.6, 1, p.t));
    default:
      return mix(kYellow, hex(0x26211f), smooth(0.66, 0.74, p.t));
  }
}

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
