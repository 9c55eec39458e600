#include "glb_writer.h"

#include "glb_clip.h"
#include "glb_mesh.h"

namespace saki {
namespace {

Json to_json(const Vec3& v) { return {float(v.x), float(v.y), float(v.z)}; }
Json to_json(const Quat& q) { return {float(q.x), float(q.y), float(q.z), float(q.w)}; }

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
    document_["scenes"] = {{{"name", "saki"}, {"nodes", {armature_, body_, moving_.face}}}};
    document_["nodes"] = nodes_;
    document_["meshes"] = meshes_;
    add_skin();
    add_materials();
    for (const Clip& clip : c_.clips)
      animations_.push_back(write_clip(buffer_, clip, c_.rest, moving_));
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

  int add_mesh(const char* name, const Mesh& mesh, bool morphs = false) {
    meshes_.push_back(write_mesh(buffer_, name, mesh, morphs));
    return int(meshes_.size()) - 1;
  }

  void add_mesh_nodes() {
    body_ = add_node({{"name", "body"}, {"mesh", add_mesh("body", c_.body)}, {"skin", 0}});
    moving_.face =
        add_node({{"name", "face"}, {"mesh", add_mesh("face", c_.face, true)}, {"skin", 0}});
  }

  // The falcon is a small scene of its own, carried by the left hand.
  void add_falcon_nodes() {
    const FalconPieces& f = c_.falcon;
    const FalconPose& rest = c_.rest.falcon;
    const int wing = add_mesh("falcon_wing", f.wing);
    Mesh mirrored = f.wing;
    const Added all{0, mirrored.vertices.size()};
    mirror(mirrored, all, [](int joint) { return joint; });
    for_each(mirrored, all, [](Vertex& v) { v.normal.x = -v.normal.x; });
    const int other_wing = add_mesh("falcon_wing_mirrored", mirrored);

    moving_.falcon = add_node({{"name", "falcon"},
                               {"mesh", add_mesh("falcon", f.body)},
                               {"translation", to_json(kPerch)},
                               {"rotation", to_json(rest.body)}});
    adopt(c_.skeleton.find("hand.L"), moving_.falcon);
    const auto add = [&](const char* name, int mesh, const Vec3& place, const Quat& turn) {
      const int node = add_node({{"name", name},
                                 {"mesh", mesh},
                                 {"translation", to_json(place)},
                                 {"rotation", to_json(turn)}});
      adopt(moving_.falcon, node);
      return node;
    };
    moving_.falcon_head = add("falcon_head", add_mesh("falcon_head", f.head), f.neck, rest.head);
    moving_.left_wing = add("falcon_wing.L", wing, f.shoulder, rest.left_wing);
    moving_.right_wing = add("falcon_wing.R", other_wing,
                             {-f.shoulder.x, f.shoulder.y, f.shoulder.z}, rest.right_wing);
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

  const Character& c_;
  GlbBuffer buffer_;
  Json document_, nodes_ = Json::array(), meshes_ = Json::array(), animations_ = Json::array();
  int armature_ = -1, body_ = -1;
  MovingNodes moving_;
};

}  // namespace

std::vector<uint8_t> write_glb(const Character& character) { return Writer(character).write(); }

}  // namespace saki
