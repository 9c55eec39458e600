// The sample character as any program finds it: read with a JSON parser, posed in double precision.

#include <saker/math.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using nlohmann::json;
using saker::DAffine;
using saker::DVec3;

// What assets/character.glb is documented to be; see assets/README.md.
constexpr double kWalkSpeed = 0.95;  // m/s of the ground under the walk

class Glb {
 public:
  explicit Glb(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    uint32_t length = 0;
    std::memcpy(&length, bytes.data() + 12, 4);
    document = json::parse(bytes.substr(20, length));
    binary_ = bytes.substr(28 + length);
  }

  // An accessor of floats or bytes, which here are all tightly packed.
  std::vector<double> read(int accessor) const {
    const json& a = document["accessors"][size_t(accessor)];
    const json& view = document["bufferViews"][a["bufferView"].get<size_t>()];
    const size_t offset = view.value("byteOffset", size_t{0}) + a.value("byteOffset", size_t{0});
    const std::string type = a["type"];
    const size_t width = type == "MAT4" ? 16 : type == "SCALAR" ? 1 : size_t(type[3] - '0');
    std::vector<double> out(a["count"].get<size_t>() * width);
    for (size_t i = 0; i < out.size(); ++i) {
      float value = 0;
      if (a["componentType"] == 5121) {
        value = uint8_t(binary_[offset + i]);
      } else {
        std::memcpy(&value, binary_.data() + offset + 4 * i, 4);
      }
      out[i] = double(value);
    }
    return out;
  }

  const json& clip(const std::string& name) const {
    for (const json& a : document["animations"])
      if (a["name"] == name) return a;
    throw std::out_of_range("no clip " + name);
  }

  size_t node(const std::string& name) const {
    const json& nodes = document["nodes"];
    for (size_t i = 0; i < nodes.size(); ++i)
      if (nodes[i]["name"] == name) return i;
    throw std::out_of_range("no node " + name);
  }

  json document;

 private:
  std::string binary_;
};

const Glb& character() {
  static const Glb glb(SAKER_SOURCE_DIR "/assets/character.glb");
  return glb;
}

// Node matrices in world space at a key of a clip whose tracks have a key per frame.
std::vector<DAffine> world_at(const Glb& glb, const json& clip, size_t frame) {
  const json& nodes = glb.document["nodes"];
  std::vector<saker::DTransform> local(nodes.size());
  std::vector<int> parent(nodes.size(), -1);
  const auto set = [&](size_t node, const std::string& path, const double* v) {
    if (path == "translation") local[node].translation = {v[0], v[1], v[2]};
    if (path == "rotation") local[node].rotation = {v[0], v[1], v[2], v[3]};
    if (path == "scale") local[node].scale = {v[0], v[1], v[2]};
  };
  for (size_t i = 0; i < nodes.size(); ++i) {
    for (const char* path : {"translation", "rotation", "scale"})
      if (nodes[i].contains(path)) set(i, path, nodes[i][path].get<std::vector<double>>().data());
    for (const json& child : nodes[i].value("children", json::array()))
      parent[child.get<size_t>()] = int(i);
  }
  for (const json& channel : clip["channels"]) {
    const json& sampler = clip["samplers"][channel["sampler"].get<size_t>()];
    if (sampler["interpolation"] != "LINEAR") continue;
    const std::vector<double> values = glb.read(sampler["output"]);
    const std::string path = channel["target"]["path"];
    const size_t width = path == "rotation" ? 4 : 3;
    const size_t key = std::min(frame, values.size() / width - 1);
    set(channel["target"]["node"], path, values.data() + key * width);
  }
  std::vector<DAffine> out(nodes.size());
  for (size_t i = 0; i < nodes.size(); ++i) {
    out[i] = compose(local[i]);
    for (int p = parent[i]; p >= 0; p = parent[size_t(p)])
      out[i] = compose(local[size_t(p)]) * out[i];
  }
  return out;
}

// The lowest point of the skinned body.
double lowest(const Glb& glb, const std::vector<DAffine>& world) {
  const json& skin = glb.document["skins"][0];
  const std::vector<double> binds = glb.read(skin["inverseBindMatrices"]);
  std::vector<DAffine> palette;
  for (size_t j = 0; j < skin["joints"].size(); ++j) {
    DAffine bind;
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 4; ++c) bind.m[r][c] = binds[j * 16 + size_t(c * 4 + r)];
    palette.push_back(world[skin["joints"][j].get<size_t>()] * bind);
  }
  const json& body = glb.document["meshes"][0]["primitives"][0]["attributes"];
  const auto positions = glb.read(body["POSITION"]), joints = glb.read(body["JOINTS_0"]),
             weights = glb.read(body["WEIGHTS_0"]);
  double out = 1e9;
  for (size_t v = 0; v < positions.size() / 3; ++v) {
    double y = 0;
    for (size_t k = v * 4; k < v * 4 + 4; ++k) {
      y += weights[k] *
           transform_point(palette[size_t(joints[k])],
                           DVec3{positions[v * 3], positions[v * 3 + 1], positions[v * 3 + 2]})
               .y;
    }
    out = std::min(out, y);
  }
  return out;
}

TEST(Character, has_joints_clips_and_morphs) {
  const json& d = character().document;
  EXPECT_GE(d["skins"][0]["joints"].size(), 30u);
  for (const char* name : {"idle", "walk", "run", "wave", "jump"})
    EXPECT_NO_THROW(character().clip(name)) << name;
  const json& face = d["meshes"][d["nodes"][character().node("face")]["mesh"].get<size_t>()];
  EXPECT_EQ(face["extras"]["targetNames"], (json{"blink", "smile", "brows_up", "mouth_open"}));
  for (const json& primitive : face["primitives"]) EXPECT_EQ(primitive["targets"].size(), 4u);
}

TEST(Character, uses_every_interpolation) {
  std::string found;
  for (const json& clip : character().document["animations"]) {
    for (const json& sampler : clip["samplers"])
      found += sampler["interpolation"].get<std::string>() + ' ';
  }
  for (const char* name : {"STEP", "LINEAR", "CUBICSPLINE"})
    EXPECT_NE(found.find(name), std::string::npos) << name;
}

TEST(Character, weights_of_every_vertex_sum_to_one) {
  for (const json& mesh : character().document["meshes"]) {
    for (const json& primitive : mesh["primitives"]) {
      if (!primitive["attributes"].contains("WEIGHTS_0")) continue;
      const auto weights = character().read(primitive["attributes"]["WEIGHTS_0"]);
      for (size_t i = 0; i < weights.size(); i += 4)
        ASSERT_NEAR(weights[i] + weights[i + 1] + weights[i + 2] + weights[i + 3], 1, 1e-6);
    }
  }
}

TEST(Character, loops_end_where_they_begin) {
  for (const char* name : {"idle", "walk", "run"}) {
    const json& clip = character().clip(name);
    for (const json& channel : clip["channels"]) {
      const json& sampler = clip["samplers"][channel["sampler"].get<size_t>()];
      const auto times = character().read(sampler["input"]);
      const auto values = character().read(sampler["output"]);
      const size_t width = values.size() / times.size();
      for (size_t c = 0; c < width; ++c)
        ASSERT_EQ(values[c], values[values.size() - width + c]) << name << channel["target"];
    }
  }
}

TEST(Character, feet_stand_still_on_the_ground_in_walk) {
  const Glb& glb = character();
  const json& walk = glb.clip("walk");
  constexpr size_t frames = 30;
  std::vector<std::vector<DAffine>> worlds;
  for (size_t f = 0; f <= frames; ++f) worlds.push_back(world_at(glb, walk, f));
  for (const auto& world : worlds) EXPECT_GT(lowest(glb, world), -0.005);

  for (const char* name : {"toe.L", "toe.R"}) {
    const size_t toe = glb.node(name);
    double ground = 1;
    for (const auto& world : worlds) ground = std::min(ground, origin(world[toe]).y);
    size_t standing = 0;
    for (size_t f = 0; f < frames; ++f) {
      const DVec3 a = origin(worlds[f][toe]), b = origin(worlds[f + 1][toe]);
      if (std::max(a.y, b.y) > ground + 0.001) continue;
      ++standing;
      const DVec3 speed = (b - a) * 30.0;  // keys are a thirtieth of a second apart
      EXPECT_NEAR(speed.z, -kWalkSpeed, 0.02) << name << " after key " << f;
      EXPECT_NEAR(speed.x, 0, 0.02) << name << " after key " << f;
    }
    EXPECT_GE(standing, frames * 2 / 5) << name;
  }
}

}  // namespace
