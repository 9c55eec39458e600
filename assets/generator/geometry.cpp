#include "geometry.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace saki {
namespace {

using Place = std::tuple<long long, long long, long long>;

// Positions closer than a micrometre are one place.
Place place_of(const Vec3& p) {
  const auto cell = [](double x) { return std::llround(x * 1e6); };
  return {cell(p.x), cell(p.y), cell(p.z)};
}

std::vector<Vec3> normals_of(const Mesh& mesh, const std::vector<Vec3>& positions) {
  std::map<Place, Vec3> sums;
  for (const auto& [a, b, c] : mesh.triangles) {
    const Vec3 area = cross(positions[b] - positions[a], positions[c] - positions[a]);
    for (uint32_t i : {a, b, c}) {
      Vec3& sum = sums[place_of(mesh.vertices[i].position)];
      sum = sum + area;
    }
  }
  std::vector<Vec3> out;
  out.reserve(positions.size());
  for (const Vertex& v : mesh.vertices) out.push_back(normalize(sums[place_of(v.position)]));
  return out;
}

double power(double x, double exponent) {
  return std::copysign(std::pow(std::fabs(x), exponent), x);
}

template <class T>
T catmull_rom(const T& a, const T& b, const T& c, const T& d, double t) {
  return b * (1 - t * t * (2.5 - 1.5 * t)) + c * (t * (0.5 + t * (2 - 1.5 * t))) +
         a * (-0.5 * t * (1 - t) * (1 - t)) + d * (-0.5 * t * t * (1 - t));
}

void add_quad(Mesh& mesh, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  const auto at = [&](uint32_t i) { return mesh.vertices[i].position; };
  const auto add = [&](uint32_t i, uint32_t j, uint32_t k) {
    if (place_of(at(i)) == place_of(at(j)) || place_of(at(j)) == place_of(at(k)) ||
        place_of(at(k)) == place_of(at(i)))
      return;
    mesh.triangles.push_back({i, j, k});
  };
  add(a, b, c);
  add(a, c, d);
}

}  // namespace

Added add_grid(Mesh& mesh, Part part, int rows, int columns, const Surface& surface,
               const Keep& keep) {
  const size_t first = mesh.vertices.size();
  for (int i = 0; i <= rows; ++i) {
    for (int j = 0; j <= columns; ++j) {
      Vertex v;
      v.s = double(j) / columns;
      v.t = double(i) / rows;
      v.part = part;
      v.position = surface(v.s, v.t);
      mesh.vertices.push_back(v);
    }
  }
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      if (keep && !keep(i, j)) continue;
      const auto a = uint32_t(first + size_t(i * (columns + 1) + j));
      const auto c = uint32_t(a + uint32_t(columns) + 1);
      add_quad(mesh, a, a + 1, c + 1, c);
    }
  }
  return {first, mesh.vertices.size()};
}

Vec3 ring_point(const Ring& ring, double angle) {
  const double exponent = 1 - 0.6 * ring.square;
  const double c = power(std::cos(angle), exponent), s = power(std::sin(angle), exponent);
  return ring.center + ring.u * c + ring.v * (s < 0 ? s * ring.back : s);
}

Ring ring_at(const std::vector<Ring>& rings, double t) {
  const double x = t * double(rings.size() - 1);
  const auto last = int(rings.size()) - 1;
  const int i = std::min(int(x), last - 1);
  const double f = x - i;
  const auto at = [&](int k) -> const Ring& { return rings[size_t(std::clamp(k, 0, last))]; };
  const Ring &a = at(i - 1), &b = at(i), &c = at(i + 1), &d = at(i + 2);
  return {catmull_rom(a.center, b.center, c.center, d.center, f),
          catmull_rom(a.u, b.u, c.u, d.u, f), catmull_rom(a.v, b.v, c.v, d.v, f),
          mix(b.back, c.back, f), mix(b.square, c.square, f)};
}

Added add_loft(Mesh& mesh, Part part, const std::vector<Ring>& rings, int steps, int columns,
               double start, const Keep& keep) {
  // The winding follows from the widest ring and the way the tube runs there.
  const auto widest =
      std::max_element(rings.begin(), rings.end(), [](const Ring& a, const Ring& b) {
        return length(cross(a.u, a.v)) < length(cross(b.u, b.v));
      });
  const auto next = widest + 1 == rings.end() ? widest : widest + 1;
  const auto previous = widest == rings.begin() ? widest : widest - 1;
  const Vec3 along = next->center - previous->center;
  const double turn = dot(cross(widest->u, widest->v), along) < 0 ? -1 : 1;
  const Surface surface = [&](double s, double t) {
    // Exactly the same point at both ends of the seam, so that normals are shared across it.
    return ring_point(ring_at(rings, t), start + turn * 2 * kPi * (s == 1 ? 0 : s));
  };
  return add_grid(mesh, part, int(rings.size() - 1) * steps, columns, surface, keep);
}

void mirror(Mesh& mesh, Added added, const std::function<int(int)>& joint_across) {
  for_each(mesh, added, [&](Vertex& v) {
    v.position.x = -v.position.x;
    for (Vec3& d : v.morph) d.x = -d.x;
    for (Influence& influence : v.skin) influence.joint = joint_across(influence.joint);
  });
  for (auto& [a, b, c] : mesh.triangles)
    if (a >= added.first && a < added.last) std::swap(b, c);
}

Added add_mirrored(Mesh& mesh, Added added, const std::function<int(int)>& joint_across) {
  const Added copy{mesh.vertices.size(), mesh.vertices.size() + added.last - added.first};
  const auto shift = uint32_t(copy.first - added.first);
  for (size_t i = added.first; i < added.last; ++i)
    mesh.vertices.push_back(Vertex(mesh.vertices[i]));
  for (size_t i = 0, count = mesh.triangles.size(); i < count; ++i) {
    const auto [a, b, c] = mesh.triangles[i];
    if (a >= added.first && a < added.last)
      mesh.triangles.push_back({a + shift, b + shift, c + shift});
  }
  mirror(mesh, copy, joint_across);
  return copy;
}

void compute_normals(Mesh& mesh) {
  std::vector<Vec3> positions;
  for (const Vertex& v : mesh.vertices) positions.push_back(v.position);
  const std::vector<Vec3> rest = normals_of(mesh, positions);
  for (size_t i = 0; i < rest.size(); ++i) mesh.vertices[i].normal = rest[i];
  for (size_t m = 0; m < kMorphCount; ++m) {
    std::vector<Vec3> moved = positions;
    for (size_t i = 0; i < moved.size(); ++i) moved[i] = moved[i] + mesh.vertices[i].morph[m];
    const std::vector<Vec3> bent = normals_of(mesh, moved);
    for (size_t i = 0; i < moved.size(); ++i) mesh.vertices[i].bend[m] = bent[i] - rest[i];
  }
}

}  // namespace saki
