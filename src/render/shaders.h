#pragma once
// The programs of the renderer, each written once for every OpenGL dialect, and the uniforms they
// read, laid out as the C++ structs are. Matrices are given by rows, as Affine and Mat4 are.

#include <saker/camera.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace saker {

// Texels in a row of the texture of palettes: 512 matrices, so that none is broken by a row's end.
inline constexpr int kMatricesPerRow = 512;
inline constexpr int kPaletteWidth = kMatricesPerRow * 3;
// Texels in a row of the texture of morph displacements.
inline constexpr int kDisplacementWidth = 2048;

// Meshes: morphed, skinned or rigid, in instances. Compiled in variants by three defines:
// INFLUENCES 0, 4 or 8 joints per vertex; MASK 0 or 1; PURPOSE one of these.
enum class Purpose : uint32_t {
  kColor,
  kShadow,  // how much light is taken from the ground
  kEdges,   // plain colour, pulled towards the eye
};

struct MeshUniforms {
  Mat4 view_projection;
  Vec4 eye;         // xyz is a point if w is 1, the direction to the eye if w is 0
  Vec4 light;       // xyz the direction to the light; w the height of the ground
  Vec4 base_color;  // linear
  float alpha_cutoff = 0;
  float unlit = 0;  // 1: yes
  float flat = 0;   // 1: normals of the triangles instead of the vertices'
  float size = 1;   // of points in pixels; of the scene in metres for shadows
  // First texel, number of targets, texels per target, texels per vertex.
  int32_t morph[4] = {};
};
extern const char* const kMeshVertex;
extern const char* const kMeshFragment;
inline constexpr const char* kMeshTextures[] = {"palettes", "displacements", "image"};

// A triangle that covers everything, for programs that work on whole pictures.
extern const char* const kScreenVertex;

// One direction of a Gaussian blur, with a wide radius for red and a narrow one for green.
struct BlurUniforms {
  Vec4 step;  // xy: one texel in the direction; z, w: standard deviations in texels
};
extern const char* const kBlurFragment;

// The ground: a square around a centre with shadow and grid.
struct GroundUniforms {
  Mat4 view_projection;
  Vec4 center;       // xyz; w: half of the square's side
  Vec4 shadow_area;  // xz centre minus `center`, and 1 / half sides
  float shadow = 0;  // 0 to 1
  float grid = 0;    // 0 to 1
  float step = 1;    // metres between lines
  float finer = 0;   // 0 to 1: how much of the lines at a tenth of the step is seen
};
extern const char* const kGroundVertex;
extern const char* const kGroundFragment;

// Lines of constant width, in instances of six vertices.
struct LineUniforms {
  Mat4 view_projection;
  Vec4 viewport;  // width, height
};
extern const char* const kLineVertex;
extern const char* const kLineFragment;

// The finished picture from linear premultiplied light to sRGB codes.
struct PresentUniforms {
  Vec4 top, bottom;  // background
  Vec4 area;         // x, y of its corner; height; 0 background, 1 premultiplied, 2 straight alpha
};
extern const char* const kPresentFragment;

template <class Uniforms>
std::span<const std::byte> uniform_bytes(const Uniforms& uniforms) {
  static_assert(sizeof(Uniforms) % 16 == 0, "std140 rounds blocks up to a vec4");
  return std::as_bytes(std::span(&uniforms, 1));
}

}  // namespace saker
