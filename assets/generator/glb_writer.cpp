#include "glb_writer.h"

#include "glb_buffer.h"
#include "texture.h"

#include <algorithm>

namespace saki {
namespace {

enum Material : int { kPainted, kGlowing };
constexpr const char* kMorphNames[] = {"blink", "smile", "brows_up", "mouth_open"};

void append(std::vector<float>& out, const Vec3& v) {
  for (double x : {v.x, v.y, v.z}) out.push_back(float(x));
}
void append(std::vector<float>& out, const Quat& q) {
  for (double x : {q.x, q.y, q.z, q.w}) out.push_back(float(x));
}

Json to_json(const Vec3& v) { return {float(v.x), float(v.y), float(v.z)}; }
Json to_json(const Quat& q) { return {float(q.x), float(q.y), float(q.z), float(q.w)}; }

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

class Writer {
 public:
  explicit Writer(const Character& character) : c_(character) {}

  std::vector<uint8_t> write() {
    document_["asset"] = {{"version", "2.0"}, {"generator", "Saker make_assets"}};
    document_["extensionsUsed"] = {"KHR_materials_unlit"};
    document_["scene"] = 0;
    add_joint_nodes();
    add_mesh_nodes();
    add_falcon_nodes();
    document_["scenes"] = {{{"name", "saki"}, {"nodes", {armature_, body_, face_}}}};
    document_["nodes"] = nodes_;
    document_["meshes"] = meshes_;
    add_skin();
    add_materials();
    for (const Clip& clip : c_.clips) add_clip(clip);
    document_["animations"] = animations_;
    return buffer_.finish(document_);
  }

 private:
  int add_node(const Json& node) {
    nodes_.push_back(node);
    return int(nodes_.size()) - 1;
  }

  // Joint i is node i.
  void add_joint_nodes() {
    const auto& joints = c_.skeleton.joints;
    for (size_t i = 0; i < joints.size(); ++i) {
      add_node({{"name", joints[i].name},
                {"translation", to_json(i == 0 ? c_.rest.hips : c_.skeleton.offset(int(i)))},
                {"rotation", to_json(c_.rest.turns[i])}});
    }
    for (size_t i = 1; i < joints.size(); ++i) adopt(joints[i].parent, int(i));
    armature_ = add_node({{"name", "saki"}, {"children", {0}}});
  }

  void adopt(int parent, int child) { nodes_[size_t(parent)]["children"].push_back(child); }

  int add_mesh(const char* name, const Mesh& mesh, bool morphs) {
    Json primitives = Json::array();
    for (Material material : {kPainted, kGlowing}) {
      if (const Selection s = select(mesh, material); !s.indices.empty())
        primitives.push_back(add_primitive(s, material, morphs));
    }
    Json out = {{"name", name}, {"primitives", primitives}};
    if (morphs) {
      out["weights"] = {0, 0, 0, 0};
      out["extras"]["targetNames"] = kMorphNames;
    }
    meshes_.push_back(out);
    return int(meshes_.size()) - 1;
  }

  Json add_primitive(const Selection& s, Material material, bool morphs) {
    std::vector<float> positions, normals, places, weights;
    std::vector<uint8_t> joints;
    for (const Vertex* v : s.vertices) {
      append(positions, v->position);
      append(normals, v->normal);
      const saker::Vec2 uv = texture_coordinate(v->part, v->s, v->t);
      places.insert(places.end(), {uv.x, uv.y});
      if (!v->skin.empty()) append_skin(*v, joints, weights);
    }
    Json attributes = {{"POSITION", buffer_.add_floats(positions, "VEC3", Usage::kVertices, true)},
                       {"NORMAL", buffer_.add_floats(normals, "VEC3", Usage::kVertices)}};
    if (material == kPainted)
      attributes["TEXCOORD_0"] = buffer_.add_floats(places, "VEC2", Usage::kVertices);
    if (!joints.empty()) {
      attributes["JOINTS_0"] = buffer_.add_joints(joints);
      attributes["WEIGHTS_0"] = buffer_.add_floats(weights, "VEC4", Usage::kVertices);
    }
    Json out = {{"attributes", attributes},
                {"indices", buffer_.add_indices(s.indices)},
                {"material", int(material)}};
    for (size_t m = 0; morphs && m < kMorphCount; ++m) out["targets"].push_back(add_target(s, m));
    return out;
  }

  Json add_target(const Selection& s, size_t morph) {
    std::vector<float> positions, normals;
    for (const Vertex* v : s.vertices) {
      append(positions, v->morph[morph]);
      append(normals, v->bend[morph]);
    }
    return {{"POSITION", buffer_.add_floats(positions, "VEC3", Usage::kVertices, true)},
            {"NORMAL", buffer_.add_floats(normals, "VEC3", Usage::kVertices)}};
  }

  void add_mesh_nodes() {
    body_ = add_node({{"name", "body"}, {"mesh", add_mesh("body", c_.body, false)}, {"skin", 0}});
    face_ = add_node({{"name", "face"}, {"mesh", add_mesh("face", c_.face, true)}, {"skin", 0}});
  }

  // The falcon is a small scene of its own, carried by the left hand.
  void add_falcon_nodes() {
    const FalconPieces& f = c_.falcon;
    const FalconPose& rest = c_.rest.falcon;
    const int wing = add_mesh("falcon_wing", f.wing, false);
    Mesh mirrored = f.wing;
    const Added all{0, mirrored.vertices.size()};
    mirror(mirrored, all, [](int joint) { return joint; });
    for_each(mirrored, all, [](Vertex& v) { v.normal.x = -v.normal.x; });
    const int other_wing = add_mesh("falcon_wing_mirrored", mirrored, false);

    falcon_ = add_node({{"name", "falcon"},
                        {"mesh", add_mesh("falcon", f.body, false)},
                        {"translation", to_json(kPerch)},
                        {"rotation", to_json(rest.body)}});
    adopt(c_.skeleton.find("hand.L"), falcon_);
    const auto add = [&](const char* name, int mesh, const Vec3& place, const Quat& turn) {
      const int node = add_node({{"name", name},
                                 {"mesh", mesh},
                                 {"translation", to_json(place)},
                                 {"rotation", to_json(turn)}});
      adopt(falcon_, node);
      return node;
    };
    falcon_head_ = add("falcon_head", add_mesh("falcon_head", f.head, false), f.neck, rest.head);
    left_wing_ = add("falcon_wing.L", wing, f.shoulder, rest.left_wing);
    right_wing_ = add("falcon_wing.R", other_wing, {-f.shoulder.x, f.shoulder.y, f.shoulder.z},
                      rest.right_wing);
  }

  void add_skin() {
    std::vector<float> inverse_binds;
    Json joints = Json::array();
    for (size_t i = 0; i < c_.skeleton.joints.size(); ++i) {
      const Joint& joint = c_.skeleton.joints[i];
      const saker::DAffine a =
          inverse(compose(saker::DTransform{joint.position, joint.rotation, {1, 1, 1}}));
      for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 3; ++row) inverse_binds.push_back(float(a.m[row][column]));
        inverse_binds.push_back(column == 3 ? 1.f : 0.f);
      }
      joints.push_back(i);
    }
    document_["skins"] = {
        {{"name", "saki"},
         {"joints", joints},
         {"skeleton", 0},
         {"inverseBindMatrices", buffer_.add_floats(inverse_binds, "MAT4", Usage::kNone)}}};
  }

  void add_materials() {
    document_["materials"] = {
        {{"name", "painted"},
         {"pbrMetallicRoughness",
          {{"baseColorTexture", {{"index", 0}}},
           {"metallicFactor", 0},
           {"roughnessFactor", 0.85}}}},
        {{"name", "glint"},
         {"pbrMetallicRoughness",
          {{"baseColorFactor", {1, 1, 1, 1}}, {"metallicFactor", 0}, {"roughnessFactor", 1}}},
         {"extensions", {{"KHR_materials_unlit", Json::object()}}}}};
    document_["textures"] = {{{"sampler", 0}, {"source", 0}}};
    document_["samplers"] = {
        {{"magFilter", 9729}, {"minFilter", 9987}, {"wrapS", 33071}, {"wrapT", 33071}}};
    document_["images"] = {{{"name", "painted"},
                            {"mimeType", "image/png"},
                            {"bufferView", buffer_.add_bytes(c_.texture)}}};
  }

  void add_clip(const Clip& clip) {
    clip_ = {{"name", clip.name}, {"channels", Json::array()}, {"samplers", Json::array()}};
    const auto& frames = clip.frames;
    add_moving(0, "translation", frames, c_.rest, [](const Pose& p) { return p.hips; });
    for (size_t i = 0; i < c_.skeleton.joints.size(); ++i)
      add_moving(int(i), "rotation", frames, c_.rest, [i](const Pose& p) { return p.turns[i]; });
    add_moving(falcon_, "rotation", frames, c_.rest, [](const Pose& p) { return p.falcon.body; });
    add_moving(left_wing_, "rotation", frames, c_.rest,
               [](const Pose& p) { return p.falcon.left_wing; });
    add_moving(right_wing_, "rotation", frames, c_.rest,
               [](const Pose& p) { return p.falcon.right_wing; });
    const auto stretch = [](const Pose& p) { return Vec3{1, p.falcon.stretch, 1}; };
    for (int wing : {left_wing_, right_wing_}) add_moving(wing, "scale", frames, c_.rest, stretch);
    add_face(clip);
    add_glances(clip);
    animations_.push_back(clip_);
  }

  // A track at 30 Hz, left out where nothing differs from rest, a single key where nothing moves.
  template <class F>
  void add_moving(int node, const char* path, const std::vector<Pose>& frames, const Pose& rest,
                  const F& value) {
    std::vector<float> first, values, times;
    append(first, value(rest));
    const size_t width = first.size();
    for (size_t i = 0; i < frames.size(); ++i) {
      append(values, value(frames[i]));
      times.push_back(float(double(i) / kFrameRate));
      align(values, width);
    }
    const auto same = [&](const float* a) {
      for (size_t i = 0; i < values.size(); ++i)
        if (std::fabs(values[i] - a[i % width]) > 1e-6f) return false;
      return true;
    };
    if (same(first.data())) return;
    if (same(values.data())) {
      values.resize(width);
      times.resize(1);
    }
    add_channel(node, path, "LINEAR", times, values, width == 4 ? "VEC4" : "VEC3");
  }

  // Keeps neighbouring quaternions in one hemisphere.
  static void align(std::vector<float>& values, size_t width) {
    if (width != 4 || values.size() < 8) return;
    float* last = values.data() + values.size() - 4;
    const float* before = last - 4;
    float d = 0;
    for (int i = 0; i < 4; ++i) d += last[i] * before[i];
    if (d < 0)
      for (int i = 0; i < 4; ++i) last[i] = -last[i];
  }

  void add_face(const Clip& clip) {
    if (clip.face.empty()) return;
    std::vector<float> times, values;
    for (const FaceKey& key : clip.face) {
      times.push_back(float(key.time));
      values.insert(values.end(), kMorphCount, 0.f);  // level tangents: every change eases
      for (double w : key.weights) values.push_back(float(w));
      values.insert(values.end(), kMorphCount, 0.f);
    }
    add_channel(face_, "weights", "CUBICSPLINE", times, values, "SCALAR");
  }

  void add_glances(const Clip& clip) {
    std::vector<float> times, values;
    for (const Glance& glance : clip.glances) {
      times.push_back(float(glance.time));
      append(values, glance.turn);
    }
    add_channel(falcon_head_, "rotation", "STEP", times, values, "VEC4");
  }

  void add_channel(int node, const char* path, const char* interpolation,
                   const std::vector<float>& times, const std::vector<float>& values,
                   const char* type) {
    Json& samplers = clip_["samplers"];
    samplers.push_back({{"input", buffer_.add_times(times)},
                        {"interpolation", interpolation},
                        {"output", buffer_.add_keys(values, type)}});
    clip_["channels"].push_back(
        {{"sampler", samplers.size() - 1}, {"target", {{"node", node}, {"path", path}}}});
  }

  const Character& c_;
  GlbBuffer buffer_;
  Json document_, nodes_ = Json::array(), meshes_ = Json::array(), animations_ = Json::array();
  Json clip_;
  int armature_ = -1, body_ = -1, face_ = -1, falcon_ = -1, falcon_head_ = -1;
  int left_wing_ = -1, right_wing_ = -1;
};

}  // namespace

std::vector<uint8_t> write_glb(const Character& character) { return Writer(character).write(); }

}  // namespace saki
