#include "glb_mesh.h"

#include "binding.h"
#include "texture.h"

namespace saki {
namespace {

constexpr const char* kMorphNames[] = {"blink", "smile", "brows_up", "mouth_open"};

// The vertices and triangles of a mesh that one material covers.
struct Selection {
  std::vector<const Vertex*> vertices;
  std::vector<uint16_t> indices;
};

Selection select(const Mesh& mesh, Material material) {
  Selection out;
  std::vector<int> places(mesh.vertices.size(), -1);
  for (const auto& triangle : mesh.triangles) {
    for (uint32_t i : triangle) {
      const Vertex& v = mesh.vertices[i];
      if ((v.part == Part::kGlint ? kGlowing : kPainted) != material) continue;
      if (places[i] < 0) {
        places[i] = int(out.vertices.size());
        out.vertices.push_back(&v);
      }
      out.indices.push_back(uint16_t(places[i]));
    }
  }
  return out;
}

// Four joints and weights; the largest weight takes what rounding leaves of 1.
void append_skin(const Vertex& v, std::vector<uint8_t>& joints, std::vector<float>& weights) {
  const Influences skin = heaviest_four(v.skin);
  float rest = 1;
  for (size_t k = 1; k < skin.size(); ++k) rest -= float(skin[k].weight);
  for (size_t k = 0; k < 4; ++k) {
    const bool used = k < skin.size();
    joints.push_back(used ? uint8_t(skin[k].joint) : 0);
    weights.push_back(!used ? 0 : k == 0 ? rest : float(skin[k].weight));
  }
}

Json write_target(GlbBuffer& buffer, const Selection& s, size_t morph) {
  std::vector<float> positions, normals;
  for (const Vertex* v : s.vertices) {
    append(positions, v->morph[morph]);
    append(normals, v->bend[morph]);
  }
  return {{"POSITION", buffer.add_floats(positions, "VEC3", Usage::kVertices, true)},
          {"NORMAL", buffer.add_floats(normals, "VEC3", Usage::kVertices)}};
}

Json write_primitive(GlbBuffer& buffer, const Selection& s, Material material, bool morphs) {
  std::vector<float> positions, normals, places, weights;
  std::vector<uint8_t> joints;
  for (const Vertex* v : s.vertices) {
    append(positions, v->position);
    append(normals, v->normal);
    const saker::Vec2 uv = texture_coordinate(v->part, v->s, v->t);
    places.insert(places.end(), {uv.x, uv.y});
    if (!v->skin.empty()) append_skin(*v, joints, weights);
  }
  Json attributes = {{"POSITION", buffer.add_floats(positions, "VEC3", Usage::kVertices, true)},
                     {"NORMAL", buffer.add_floats(normals, "VEC3", Usage::kVertices)}};
  if (material == kPainted)
    attributes["TEXCOORD_0"] = buffer.add_floats(places, "VEC2", Usage::kVertices);
  if (!joints.empty()) {
    attributes["JOINTS_0"] = buffer.add_joints(joints);
    attributes["WEIGHTS_0"] = buffer.add_floats(weights, "VEC4", Usage::kVertices);
  }
  Json out = {{"attributes", attributes},
              {"indices", buffer.add_indices(s.indices)},
              {"material", int(material)}};
  for (size_t m = 0; morphs && m < kMorphCount; ++m)
    out["targets"].push_back(write_target(buffer, s, m));
  return out;
}

}  // namespace

void append(std::vector<float>& out, const Vec3& v) {
  for (double x : {v.x, v.y, v.z}) out.push_back(float(x));
}
void append(std::vector<float>& out, const Quat& q) {
  for (double x : {q.x, q.y, q.z, q.w}) out.push_back(float(x));
}

Json write_mesh(GlbBuffer& buffer, const char* name, const Mesh& mesh, bool morphs) {
  Json primitives = Json::array();
  for (Material material : {kPainted, kGlowing}) {
    if (const Selection s = select(mesh, material); !s.indices.empty())
      primitives.push_back(write_primitive(buffer, s, material, morphs));
  }
  Json out = {{"name", name}, {"primitives", primitives}};
  if (morphs) {
    out["weights"] = {0, 0, 0, 0};
    out["extras"]["targetNames"] = kMorphNames;
  }
  return out;
}

}  // namespace saki
