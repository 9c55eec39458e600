#pragma once
// Triangles with everything a vertex needs, and the two ways they are made: grids over a surface
// function, and lofts through cross-sections.

#include <saker/math.h>

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace saki {

using Vec3 = saker::DVec3;
using Quat = saker::DQuat;

inline constexpr double kPi = 3.14159265358979323846;
inline constexpr size_t kMorphCount = 4;
enum Morph : size_t { kBlink, kSmile, kBrowsUp, kMouthOpen };

// What a piece of surface shows; each part has its own island in the texture.
enum class Part : uint8_t {
  kHead,
  kEyeWhite,
  kIris,
  kLid,
  kBrow,
  kMouth,
  kEar,
  kHairCap,
  kHairLock,
  kHairTie,
  kJacket,
  kSleeve,
  kGlove,
  kFinger,
  kGauntlet,
  kTrousers,
  kBoot,
  kScarf,
  kScarfTail,
  kBelt,
  kBuckle,
  kPouch,
  kFalconBody,
  kFalconHead,
  kFalconBeak,
  kFalconWing,
  kFalconTail,
  kFalconFoot,
  kGlint,  // untextured: the light in the eyes
  kCount,
};

struct Influence {
  int joint;
  double weight;
};
using Influences = std::vector<Influence>;

struct Vertex {
  Vec3 position;
  Vec3 normal;
  double s = 0, t = 0;  // place in the part's island, 0 to 1
  Part part = Part::kHead;
  Influences skin;
  std::array<Vec3, kMorphCount> morph{};  // displacement of the position
  std::array<Vec3, kMorphCount> bend{};   // change of the normal
  double light = 1;                       // what is left of the sky after occlusion
};

struct Mesh {
  std::vector<Vertex> vertices;
  std::vector<std::array<uint32_t, 3>> triangles;
};

// The vertices that a builder added, for binding and morphing afterwards.
struct Added {
  size_t first, last;
};

// A point of a surface, both parameters from 0 to 1.
using Surface = std::function<Vec3(double s, double t)>;
// Whether the quad in a row and column is kept.
using Keep = std::function<bool(int row, int column)>;

// rows x columns quads over a surface; the front faces where d/ds x d/dt points.
Added add_grid(Mesh& mesh, Part part, int rows, int columns, const Surface& surface,
               const Keep& keep = {});

// One cross-section: centre + u cos + v sin, `back` scales v where the sine is negative, `square`
// goes from an ellipse (0) towards a rectangle (1), `floor` cuts below a height.
struct Ring {
  Vec3 center, u, v;
  double back = 1;
  double square = 0;
};

Vec3 ring_point(const Ring& ring, double angle);
// The cross-section at t from 0 to 1, by Catmull-Rom through the given ones.
Ring ring_at(const std::vector<Ring>& rings, double t);

// A tube through cross-sections, `steps` rows per interval. Column 0 is at `start` radians.
Added add_loft(Mesh& mesh, Part part, const std::vector<Ring>& rings, int steps, int columns,
               double start = 0, const Keep& keep = {});

// Moves what was added to the other side of x = 0. `joint_across` maps joints.
void mirror(Mesh& mesh, Added added, const std::function<int(int)>& joint_across);
// The same for a copy.
Added add_mirrored(Mesh& mesh, Added added, const std::function<int(int)>& joint_across);

// Normals by area, shared by vertices at the same place, at rest and under every morph.
void compute_normals(Mesh& mesh);

template <class F>
void for_each(Mesh& mesh, Added added, const F& f) {
  for (size_t i = added.first; i < added.last; ++i) f(mesh.vertices[i]);
}

inline double clamp01(double x) { return x < 0 ? 0 : x > 1 ? 1 : x; }
inline double mix(double a, double b, double t) { return a + (b - a) * t; }
inline double smooth(double from, double to, double x) {
  const double t = clamp01((x - from) / (to - from));
  return t * t * (3 - 2 * t);
}
inline double radians(double degrees) { return degrees * kPi / 180; }
inline double bump(double x, double width) { return std::exp(-x * x / (2 * width * width)); }

}  // namespace saki
