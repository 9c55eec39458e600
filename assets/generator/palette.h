#pragma once
// The colours of the character, and the strokes they are laid on with.

#include "texture.h"

namespace saki {

constexpr Color hex(unsigned rgb) {
  return {(rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0};
}

inline constexpr Color kSkin = hex(0xf0bd96), kBlush = hex(0xe58a6c), kSkinShade = hex(0xc98766);
inline constexpr Color kInk = hex(0x33211f);
inline constexpr Color kHair = hex(0x5a3226), kHairDark = hex(0x3b1f1c), kHairLight = hex(0x9a5a38);
inline constexpr Color kTeal = hex(0x2f7c80), kTealDark = hex(0x1f5860), kCream = hex(0xf1dfb8);
inline constexpr Color kOrange = hex(0xee8f2f), kOrangeDark = hex(0xc6651f);
inline constexpr Color kSand = hex(0xd8bd90), kSandDark = hex(0xb49566);
inline constexpr Color kLeather = hex(0x8a5632), kLeatherDark = hex(0x5e3822),
                       kLeatherLight = hex(0xb27a48);
inline constexpr Color kSole = hex(0x382620), kBrass = hex(0xf0c255), kBrassDark = hex(0xa97a26);
inline constexpr Color kFeather = hex(0x83583a), kFeatherDark = hex(0x543622),
                       kDown = hex(0xf3e4c8);
inline constexpr Color kYellow = hex(0xf2bf3c), kSlate = hex(0x414a57);

inline Color mix(const Color& a, const Color& b, double t) {
  return {saki::mix(a.r, b.r, t), saki::mix(a.g, b.g, t), saki::mix(a.b, b.b, t)};
}
inline Color tint(const Color& a, double k) { return {a.r * k, a.g * k, a.b * k}; }

// A band from one place to another with an edge as soft as given.
inline double band(double from, double to, double x, double soft = 0.004) {
  return smooth(from - soft, from + soft, x) * smooth(to + soft, to - soft, x);
}
inline double wave(double x) { return 0.5 + 0.5 * std::sin(2 * kPi * x); }
// 1 within a circle.
inline double dot_at(double x, double y, double radius, double soft = 0.25) {
  return smooth(radius * (1 + soft), radius * (1 - soft), std::hypot(x, y));
}

// One painter per kind of surface; paint() picks among them.
Color paint_head(const Sample& p);
Color paint_eye_white(const Sample& p);
Color paint_iris(const Sample& p);
Color paint_lid(const Sample& p);
Color paint_mouth(const Sample& p);
Color paint_hair(const Sample& p);
Color paint_jacket(const Sample& p);
Color paint_sleeve(const Sample& p);
Color paint_trousers(const Sample& p);
Color paint_boot(const Sample& p);
Color paint_glove(const Sample& p);
Color paint_scarf(const Sample& p);
Color paint_belt(const Sample& p);
Color paint_falcon(const Sample& p);

}  // namespace saki
