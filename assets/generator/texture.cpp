#include "texture.h"

#include <algorithm>
#include <cstdlib>

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb/stb_image_write.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace saki {
namespace {

struct Island {
  Part part;
  int x, y, width, height;  // texels
};

constexpr Island kIslands[] = {{Part::kHead, 0, 0, 420, 330},
                               {Part::kJacket, 420, 0, 604, 330},
                               {Part::kSleeve, 0, 330, 240, 250},
                               {Part::kTrousers, 240, 330, 240, 250},
                               {Part::kBoot, 480, 330, 260, 250},
                               {Part::kGauntlet, 740, 330, 284, 160},
                               {Part::kGlove, 740, 490, 160, 90},
                               {Part::kFinger, 900, 490, 124, 90},
                               {Part::kScarf, 0, 580, 440, 110},
                               {Part::kScarfTail, 440, 580, 160, 250},
                               {Part::kHairCap, 600, 580, 260, 150},
                               {Part::kHairLock, 860, 580, 164, 150},
                               {Part::kBelt, 600, 730, 424, 60},
                               {Part::kBuckle, 600, 790, 80, 80},
                               {Part::kPouch, 680, 790, 110, 100},
                               {Part::kHairTie, 790, 790, 100, 40},
                               {Part::kEar, 790, 830, 100, 60},
                               {Part::kEyeWhite, 0, 690, 200, 60},
                               {Part::kIris, 200, 690, 240, 90},
                               {Part::kLid, 0, 750, 200, 80},
                               {Part::kBrow, 0, 830, 160, 50},
                               {Part::kMouth, 160, 830, 240, 110},
                               {Part::kFalconBody, 400, 830, 200, 194},
                               {Part::kFalconHead, 600, 890, 140, 134},
                               {Part::kFalconWing, 740, 890, 160, 134},
                               {Part::kFalconTail, 900, 890, 124, 134},
                               {Part::kFalconBeak, 890, 790, 134, 50},
                               {Part::kFalconFoot, 890, 840, 134, 50},
                               {Part::kGlint, 0, 1020, 8, 4}};

constexpr int kGutter = 5;  // texels between an island's rectangle and what lies on it

struct Texel {
  double x, y;
};

Texel texel_at(Part part, double s, double t) {
  const Island& i = *std::find_if(std::begin(kIslands), std::end(kIslands),
                                  [&](const Island& island) { return island.part == part; });
  const double w = std::max(0, i.width - 2 * kGutter), h = std::max(0, i.height - 2 * kGutter);
  return {i.x + kGutter + s * w, i.y + kGutter + (1 - t) * h};
}

struct Canvas {
  std::vector<Color> colors = std::vector<Color>(size_t(kTextureSize) * kTextureSize);
  std::vector<uint8_t> painted = std::vector<uint8_t>(colors.size());
};

Sample sample_at(const Vertex& a, const Vertex& b, const Vertex& c, double u, double v, double w) {
  return {a.part,
          a.s * u + b.s * v + c.s * w,
          a.t * u + b.t * v + c.t * w,
          a.position * u + b.position * v + c.position * w,
          normalize(a.normal * u + b.normal * v + c.normal * w),
          a.light * u + b.light * v + c.light * w};
}

void paint_triangle(Canvas& canvas, const Vertex& a, const Vertex& b, const Vertex& c) {
  const Texel p = texel_at(a.part, a.s, a.t), q = texel_at(b.part, b.s, b.t),
              r = texel_at(c.part, c.s, c.t);
  const double area = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
  if (area == 0) return;
  const auto low = [](double x, double y, double z) {
    return int(std::floor(std::min({x, y, z})));
  };
  const auto high = [](double x, double y, double z) {
    return int(std::ceil(std::max({x, y, z})));
  };
  for (int y = low(p.y, q.y, r.y); y <= high(p.y, q.y, r.y); ++y) {
    for (int x = low(p.x, q.x, r.x); x <= high(p.x, q.x, r.x); ++x) {
      const double cx = x + 0.5, cy = y + 0.5;
      const double u = ((q.x - cx) * (r.y - cy) - (q.y - cy) * (r.x - cx)) / area;
      const double v = ((r.x - cx) * (p.y - cy) - (r.y - cy) * (p.x - cx)) / area;
      const double w = 1 - u - v;
      if (std::min({u, v, w}) < -1e-9) continue;
      const size_t at = size_t(y) * kTextureSize + size_t(x);
      canvas.colors[at] = paint(sample_at(a, b, c, u, v, w));
      canvas.painted[at] = 1;
    }
  }
}

// Lets colours grow over the edge of their islands, so that filtering finds nothing else there.
void grow(Canvas& canvas) {
  const Canvas before = canvas;
  constexpr int steps[][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {1, 1}, {-1, 1}, {1, -1}};
  for (int y = 0; y < kTextureSize; ++y) {
    for (int x = 0; x < kTextureSize; ++x) {
      const size_t at = size_t(y) * kTextureSize + size_t(x);
      if (before.painted[at]) continue;
      for (const auto& [dx, dy] : steps) {
        const int nx = x + dx, ny = y + dy;
        if (nx < 0 || ny < 0 || nx >= kTextureSize || ny >= kTextureSize) continue;
        const size_t near = size_t(ny) * kTextureSize + size_t(nx);
        if (!before.painted[near]) continue;
        canvas.colors[at] = before.colors[near];
        canvas.painted[at] = 1;
        break;
      }
    }
  }
}

}  // namespace

saker::Vec2 texture_coordinate(Part part, double s, double t) {
  const Texel p = texel_at(part, s, t);
  return {float(p.x / kTextureSize), float(p.y / kTextureSize)};
}

std::vector<uint8_t> make_texture(const std::vector<const Mesh*>& meshes) {
  Canvas canvas;
  for (const Mesh* mesh : meshes) {
    for (const auto& [a, b, c] : mesh->triangles) {
      if (mesh->vertices[a].part != Part::kGlint)
        paint_triangle(canvas, mesh->vertices[a], mesh->vertices[b], mesh->vertices[c]);
    }
  }
  for (int i = 0; i < 2 * kGutter; ++i) grow(canvas);

  std::vector<uint8_t> pixels;
  for (const Color& c : canvas.colors)
    for (double x : {c.r, c.g, c.b}) pixels.push_back(uint8_t(std::lround(clamp01(x) * 255)));
  stbi_write_png_compression_level = 32;
  int size = 0;
  unsigned char* png =
      stbi_write_png_to_mem(pixels.data(), 3 * kTextureSize, kTextureSize, kTextureSize, 3, &size);
  std::vector<uint8_t> out(png, png + size);
  std::free(png);
  return out;
}

}  // namespace saki
