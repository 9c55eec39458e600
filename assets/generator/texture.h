#pragma once
// The one texture of the character: islands, colours and the picture itself.

#include "geometry.h"

namespace saki {

inline constexpr int kTextureSize = 1024;

struct Color {
  double r, g, b;  // sRGB, 0 to 1
};

// A point of the surface, to be given a colour.
struct Sample {
  Part part;
  double s, t;
  Vec3 position, normal;
  double light;
};

// What the surface looks like there.
Color paint(const Sample& sample);

// Where a point of a part's island is in the texture, 0 to 1, v downwards as glTF has it.
saker::Vec2 texture_coordinate(Part part, double s, double t);

// Paints every triangle of the meshes and returns a PNG file.
std::vector<uint8_t> make_texture(const std::vector<const Mesh*>& meshes);

}  // namespace saki
