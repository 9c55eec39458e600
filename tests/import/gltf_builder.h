#pragma once
// Assembles small glTF documents in memory: JSON by hand, numbers into one buffer.

#include <saker/import.h>

#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace saker {

using nlohmann::json;

template <class T>
constexpr int component_type() {
  if constexpr (std::is_same_v<T, int8_t>) return 5120;
  if constexpr (std::is_same_v<T, uint8_t>) return 5121;
  if constexpr (std::is_same_v<T, int16_t>) return 5122;
  if constexpr (std::is_same_v<T, uint16_t>) return 5123;
  if constexpr (std::is_same_v<T, uint32_t>) return 5125;
  return 5126;
}

class GltfBuilder {
 public:
  json root = {{"asset", {{"version", "2.0"}}}};

  // Appends an entry to a top-level array and returns its index.
  int add(const std::string& collection, json entry) {
    root[collection].push_back(std::move(entry));
    return int(root[collection].size()) - 1;
  }

  // A buffer view of its own for these numbers.
  template <class T>
  int view(const std::vector<T>& values, json more = json::object()) {
    bin_.resize((bin_.size() + 3) / 4 * 4);
    more.update(
        {{"buffer", 0}, {"byteOffset", bin_.size()}, {"byteLength", values.size() * sizeof(T)}});
    const auto* bytes = reinterpret_cast<const uint8_t*>(values.data());
    bin_.insert(bin_.end(), bytes, bytes + values.size() * sizeof(T));
    return add("bufferViews", more);
  }

  template <class T>
  int accessor(const std::string& type, const std::vector<T>& values, json more = json::object()) {
    more["bufferView"] = view(values);
    return described<T>(type, values.size() / width(type), more);
  }

  // An accessor whose bytes, if any, are where `more` says.
  template <class T>
  int described(const std::string& type, size_t count, json more = json::object()) {
    more.update({{"componentType", component_type<T>()}, {"type", type}, {"count", count}});
    return add("accessors", more);
  }

  int floats(const std::string& type, const std::vector<float>& values,
             json more = json::object()) {
    return accessor<float>(type, values, std::move(more));
  }

  // A mesh of one primitive with these positions.
  int mesh(const std::vector<float>& positions, json attributes = json::object(),
           json primitive = json::object()) {
    attributes["POSITION"] = floats("VEC3", positions);
    primitive["attributes"] = attributes;
    return add("meshes", {{"primitives", {primitive}}});
  }

  // An animation of one channel, whose node may be null.
  int animation(json node, const std::string& path, const std::string& interpolation, int times,
                int values) {
    json target = {{"path", path}};
    if (!node.is_null()) target["node"] = node;
    return add(
        "animations",
        {{"samplers", {{{"input", times}, {"output", values}, {"interpolation", interpolation}}}},
         {"channels", {{{"sampler", 0}, {"target", target}}}}});
  }

  std::vector<uint8_t> glb() {
    if (!bin_.empty()) root["buffers"] = {{{"byteLength", bin_.size()}}};
    return glb_of(root.dump());
  }

  // A container around any text.
  std::vector<uint8_t> glb_of(std::string text) const {
    text.resize((text.size() + 3) / 4 * 4, ' ');
    std::vector<uint8_t> bin = bin_, out;
    bin.resize((bin.size() + 3) / 4 * 4);
    const auto put = [&](uint32_t v) {
      for (int i = 0; i < 4; ++i) out.push_back(uint8_t(v >> (8 * i)));
    };
    put(0x46546C67), put(2),
        put(uint32_t(12 + 8 + text.size() + (bin.empty() ? 0 : 8 + bin.size())));
    put(uint32_t(text.size())), put(0x4E4F534A);
    out.insert(out.end(), text.begin(), text.end());
    if (bin.empty()) return out;
    put(uint32_t(bin.size())), put(0x004E4942);
    out.insert(out.end(), bin.begin(), bin.end());
    return out;
  }

  static size_t width(const std::string& type) {
    if (type == "SCALAR") return 1;
    const size_t n = size_t(type.back() - '0');
    return type[0] == 'M' ? n * n : n;
  }

 private:
  std::vector<uint8_t> bin_;
};

inline Scene import(GltfBuilder& builder, const ImportOptions& options = {}) {
  const auto scene = import_gltf(builder.glb(), "test.glb", {}, options);
  EXPECT_TRUE(scene) << scene.error().text();
  return scene ? *scene : Scene{};
}

inline Error import_error(GltfBuilder& builder, const ImportOptions& options = {}) {
  const auto scene = import_gltf(builder.glb(), "test.glb", {}, options);
  EXPECT_FALSE(scene);
  return scene ? Error{} : scene.error();
}

inline bool has(const Scene& scene, const std::string& code, const std::string& path) {
  for (const Diagnostic& d : scene.diagnostics)
    if (d.code == code && d.path == path) return true;
  return false;
}

// The value of a clip's track at a time.
inline std::vector<double> sample(const Scene& scene, double time, size_t clip = 0,
                                  size_t track = 0) {
  const Track& t = scene.clips.at(clip).tracks.at(track);
  std::vector<double> out(t.width);
  sample_track(t, time, out);
  return out;
}

inline void expect_near(const std::vector<double>& actual, const std::vector<double>& expected) {
  ASSERT_EQ(actual.size(), expected.size());
  for (size_t i = 0; i < actual.size(); ++i)
    EXPECT_NEAR(actual[i], expected[i], 1e-6) << "component " << i;
}

inline void expect_near(const DVec3& actual, const DVec3& expected) {
  expect_near(std::vector<double>{actual.x, actual.y, actual.z},
              {expected.x, expected.y, expected.z});
}

}  // namespace saker
