#include "occlusion.h"

namespace saki {
namespace {

constexpr double kReach = 0.30;  // surfaces farther away shade nothing
constexpr int kRays = 48;

struct Triangle {
  Vec3 corner, edge_1, edge_2, middle;
  double radius;
};

// Features of the face lie on the skin or slide over it: they shade nothing.
bool is_feature(Part part) {
  switch (part) {
    case Part::kEyeWhite:
    case Part::kIris:
    case Part::kGlint:
    case Part::kLid:
    case Part::kBrow:
    case Part::kMouth:
      return true;
    default:
      return false;
  }
}

std::vector<Triangle> triangles_of(const std::vector<Mesh*>& meshes) {
  std::vector<Triangle> out;
  for (const Mesh* mesh : meshes) {
    for (const auto& [i, j, k] : mesh->triangles) {
      if (is_feature(mesh->vertices[i].part)) continue;
      const Vec3 &a = mesh->vertices[i].position, &b = mesh->vertices[j].position,
                 &c = mesh->vertices[k].position;
      const Vec3 middle = (a + b + c) * (1.0 / 3);
      const double radius =
          std::fmax(length(a - middle), std::fmax(length(b - middle), length(c - middle)));
      out.push_back({a, b - a, c - a, middle, radius});
    }
  }
  return out;
}

// The distance along the ray where it meets the triangle, or kReach (Moeller and Trumbore).
double meet(const Triangle& t, const Vec3& from, const Vec3& direction) {
  const Vec3 p = cross(direction, t.edge_2);
  const double det = dot(t.edge_1, p);
  if (std::fabs(det) < 1e-12) return kReach;
  const Vec3 s = from - t.corner;
  const double u = dot(s, p) / det;
  if (u < 0 || u > 1) return kReach;
  const Vec3 q = cross(s, t.edge_1);
  const double v = dot(direction, q) / det;
  if (v < 0 || u + v > 1) return kReach;
  const double distance = dot(t.edge_2, q) / det;
  return distance > 1e-4 && distance < kReach ? distance : kReach;
}

// Directions over a hemisphere, denser towards its pole, on a golden spiral.
Vec3 spread(int i, const Vec3& normal) {
  const Vec3 helper = std::fabs(normal.y) < 0.9 ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
  const Vec3 x = normalize(cross(helper, normal)), y = cross(normal, x);
  const double r = std::sqrt((i + 0.5) / kRays), angle = i * 2.399963229728653;
  return x * (r * std::cos(angle)) + y * (r * std::sin(angle)) + normal * std::sqrt(1 - r * r);
}

double light_at(const Vertex& vertex, const std::vector<Triangle>& triangles) {
  const Vec3 from = vertex.position + vertex.normal * 0.003;
  std::vector<const Triangle*> near;
  for (const Triangle& t : triangles)
    if (length(t.middle - from) < kReach + t.radius) near.push_back(&t);
  double light = 0;
  for (int i = 0; i < kRays; ++i) {
    const Vec3 direction = spread(i, vertex.normal);
    double distance = kReach;
    for (const Triangle* t : near) distance = std::fmin(distance, meet(*t, from, direction));
    light += std::sqrt(distance / kReach);
  }
  return light / kRays;
}

}  // namespace

void compute_light(const std::vector<Mesh*>& meshes) {
  const std::vector<Triangle> triangles = triangles_of(meshes);
  for (Mesh* mesh : meshes) {
    for (Vertex& v : mesh->vertices)
      if (length(v.normal) > 0.5) v.light = light_at(v, triangles);
  }
}

}  // namespace saki
