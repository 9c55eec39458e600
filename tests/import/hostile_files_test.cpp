// Files that were cut or corrupted end in an error or in a scene that is sound, quickly.

#include "import/gltf_builder.h"
#include "support/packed.h"

#include <cmath>
#include <fstream>
#include <random>

namespace saker {
namespace {

namespace fs = std::filesystem;

// Seeds are fixed: a failure repeats.
constexpr int kSmallRuns = 10'000, kLargeRuns = 200;

bool in_range(int index, size_t count) { return index >= -1 && index < int(count); }

void check_primitive(const Scene& scene, const Primitive& p, size_t targets) {
  const size_t count = p.positions.size();
  const auto fits = [&](size_t size) { return size == 0 || size == count; };
  ASSERT_TRUE(fits(p.normals.size()) && fits(p.tangents.size()) && fits(p.colors.size()));
  for (const auto& set : p.texture_coordinates) ASSERT_TRUE(fits(set.size()));
  ASSERT_TRUE(p.influences == 0 || p.influences == 4 || p.influences == 8);
  ASSERT_EQ(p.joints.size(), count * p.influences);
  ASSERT_EQ(p.weights.size(), count * p.influences);
  for (size_t v = 0; v < count && p.influences != 0; ++v) {
    double sum = 0;
    for (size_t i = 0; i < p.influences; ++i) sum += p.weights[v * p.influences + i];
    ASSERT_NEAR(sum, 1, 1e-5);
  }
  for (const uint32_t index : p.indices) ASSERT_LT(index, count);
  ASSERT_EQ(p.targets.size(), targets);
  for (const MorphTarget& t : p.targets)
    ASSERT_TRUE(fits(t.positions.size()) && fits(t.normals.size()) && fits(t.tangents.size()));
  ASSERT_TRUE(in_range(p.material, scene.materials.size()));
}

void check_node(const Scene& scene, const Node& node) {
  ASSERT_TRUE(in_range(node.parent, scene.nodes.size()));
  ASSERT_TRUE(in_range(node.mesh, scene.meshes.size()));
  ASSERT_TRUE(in_range(node.skin, scene.skins.size()));
  if (node.mesh < 0) {
    ASSERT_LT(node.skin, 0);
    return;
  }
  const Mesh& mesh = scene.meshes[size_t(node.mesh)];
  ASSERT_TRUE(node.weights.empty() || node.weights.size() == mesh.target_count());
  if (node.skin < 0) return;
  for (const Primitive& p : mesh.primitives)
    for (const uint16_t joint : p.joints)
      ASSERT_LT(joint, scene.skins[size_t(node.skin)].joints.size());
}

void check_track(const Scene& scene, const Track& track) {
  ASSERT_TRUE(saker::check_track(track)) << saker::check_track(track).rule;
  ASSERT_TRUE(in_range(track.target.node, scene.nodes.size()));
  ASSERT_TRUE(track.target.node >= 0 || track.target.property == Property::kNamed);
  for (const float value : track.values) ASSERT_TRUE(std::isfinite(value));
}

// Whether everything that scene.h promises holds.
void check_scene(const Scene& scene) {
  ASSERT_EQ(parents_first(scene).size(), scene.nodes.size()) << "no loops";
  for (const Mesh& mesh : scene.meshes) {
    ASSERT_EQ(mesh.weights.size(), mesh.target_count());
    for (const Primitive& p : mesh.primitives)
      ASSERT_NO_FATAL_FAILURE(check_primitive(scene, p, mesh.target_count()));
  }
  for (const Skin& skin : scene.skins) {
    ASSERT_EQ(skin.inverse_binds.size(), skin.joints.size());
    for (const int joint : skin.joints) ASSERT_TRUE(joint >= 0 && joint < int(scene.nodes.size()));
  }
  for (const Node& node : scene.nodes) ASSERT_NO_FATAL_FAILURE(check_node(scene, node));
  for (const Material& m : scene.materials)
    ASSERT_TRUE(in_range(m.base_color_texture.image, scene.images.size()));
  for (const RawClip& clip : scene.clips)
    for (const Track& track : clip.tracks) ASSERT_NO_FATAL_FAILURE(check_track(scene, track));
  for (const SceneRoots& roots : scene.scenes)
    for (const int node : roots.nodes) ASSERT_TRUE(node >= 0 && node < int(scene.nodes.size()));
  ASSERT_TRUE(in_range(scene.default_scene, scene.scenes.size()));
}

void try_file(const std::vector<uint8_t>& bytes, size_t& read) {
  ImportOptions options;
  options.memory_limit = 16 << 20;
  Diagnostics diagnostics;
  const auto scene = import_gltf(bytes, "hostile.glb", {}, options, &diagnostics);
  if (!scene) {
    ASSERT_FALSE(scene.error().message.empty());
    ASSERT_FALSE(scene.error().where.empty());
    return;
  }
  ++read;
  ASSERT_NO_FATAL_FAILURE(check_scene(*scene));
  for (size_t n = 0; n < scene->nodes.size(); ++n) {
    const ScenePose pose = evaluate(*scene, scene->clips.empty() ? nullptr : &scene->clips[0], 0.3);
    const int mesh = scene->nodes[n].mesh;
    for (size_t p = 0; mesh >= 0 && p < scene->meshes[size_t(mesh)].primitives.size(); ++p)
      deform(*scene, pose, int(n), p);
  }
  const Asset asset = test::pack(*scene);
  for (const Clip& clip : asset.clips()) test::runtime_models(asset, clip, clip.duration / 3);
}

// Cuts and corrupts a file `runs` times each.
void try_variants(const std::vector<uint8_t>& file, int runs) {
  std::mt19937 random(1);
  size_t cut = 0, corrupted = 0;
  for (int i = 0; i < runs; ++i) {
    SCOPED_TRACE(i);
    const std::vector<uint8_t> front(file.begin(),
                                     file.begin() + std::ptrdiff_t(random() % file.size()));
    ASSERT_NO_FATAL_FAILURE(try_file(front, cut));
    std::vector<uint8_t> bytes = file;
    bytes[random() % bytes.size()] = uint8_t(random());
    ASSERT_NO_FATAL_FAILURE(try_file(bytes, corrupted));
  }
  EXPECT_EQ(cut, 0u) << "a cut .glb is never whole";
  EXPECT_GT(corrupted, 0u) << "some bytes matter little";
}

// A small character that uses every feature: two skins, morph targets, sparse and normalised
// accessors, three kinds of keys, materials and an image.
GltfBuilder small_character() {
  GltfBuilder b;
  b.root["extensionsUsed"] = {"KHR_texture_transform", "KHR_mesh_quantization"};
  b.add("images", {{"bufferView", b.view<uint8_t>({0xFF, 0xD8, 0xFF, 0})}});
  b.add("samplers", {{"wrapS", 33071}});
  b.add("textures", {{"source", 0}, {"sampler", 0}});
  b.add("materials",
        {{"pbrMetallicRoughness",
          {{"baseColorTexture",
            {{"index", 0}, {"extensions", {{"KHR_texture_transform", {{"scale", {2, 2}}}}}}}}}}});
  const int sparse_indices = b.view<uint8_t>({2}), sparse_values = b.view<float>({0, 1, 0});
  const int displacement =
      b.described<float>("VEC3", 4,
                         {{"sparse",
                           {{"count", 1},
                            {"indices", {{"bufferView", sparse_indices}, {"componentType", 5121}}},
                            {"values", {{"bufferView", sparse_values}}}}}});
  const json attributes = {
      {"NORMAL",
       b.accessor<int8_t>("VEC4", {0, 0, 127, 0, 0, 0, 127, 0, 0, 0, 127, 0, 0, 0, 127, 0},
                          {{"normalized", true}})},
      {"TEXCOORD_0", b.accessor<uint16_t>("VEC2", {0, 0, 65535, 0, 65535, 65535, 0, 65535},
                                          {{"normalized", true}})},
      {"JOINTS_0", b.accessor<uint8_t>("VEC4", {0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0})},
      {"WEIGHTS_0",
       b.floats("VEC4", {0.5f, 0.5f, 0, 0, 1, 0, 0, 0, 0.25f, 0.75f, 0, 0, 0, 0, 0, 0})}};
  b.root["accessors"][1]["type"] = "VEC3";  // of 4 bytes each
  b.root["bufferViews"][3]["byteStride"] = 4;
  const int mesh = b.mesh({0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}, attributes,
                          {{"indices", b.accessor<uint8_t>("SCALAR", {0, 1, 2, 3})},
                           {"mode", 5},
                           {"material", 0},
                           {"targets", {{{"POSITION", displacement}}}}});
  b.root["meshes"][mesh]["weights"] = {0.5};
  std::vector<float> binds;
  for (int i = 0; i < 32; ++i) binds.push_back(i % 16 % 5 == 0 ? 1.0f : 0.0f);
  const int bind = b.floats("MAT4", binds);
  b.add("skins", {{"joints", {0, 1}}, {"inverseBindMatrices", bind}, {"skeleton", 0}});
  b.add("skins", {{"joints", {1, 0}}});
  b.add(
      "nodes",
      {{"name", "hip"}, {"children", {1}}, {"translation", {0, 1, 0}}, {"rotation", {0, 0, 0, 1}}});
  b.add("nodes", {{"name", "head"}});
  b.add("nodes", {{"mesh", mesh}, {"skin", 0}, {"weights", {0.25}}});
  b.add("nodes", {{"mesh", mesh}, {"skin", 1}});
  b.add("nodes", {{"matrix", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 2, 3, 4, 1}}});
  b.add("scenes", {{"nodes", {0, 2, 3, 4}}});
  b.root["scene"] = 0;
  const int times = b.floats("SCALAR", {0, 0.5f, 1}, {{"min", {0}}, {"max", {1}}});
  b.animation(0, "translation", "CUBICSPLINE", times,
              b.floats("VEC3", std::vector<float>(27, 0.5f)));
  b.animation(1, "rotation", "LINEAR", times,
              b.accessor<int16_t>("VEC4", {0, 0, 0, 32767, 0, 0, 32767, 0, 0, 32767, 0, 0},
                                  {{"normalized", true}}));
  b.animation(2, "weights", "STEP", times, b.floats("SCALAR", {0, 1, 0}));
  return b;
}

TEST(HostileGltf, the_small_character_is_sound) {
  GltfBuilder b = small_character();
  const Scene scene = import(b);
  check_scene(scene);
  EXPECT_EQ(scene.clips.size(), 3u);
  for (const RawClip& clip : scene.clips) EXPECT_EQ(clip.tracks.size(), 1u);
}

TEST(HostileGltf, a_cut_or_corrupted_character_is_an_error_or_sound) {
  try_variants(small_character().glb(), kSmallRuns);
}

TEST(HostileGltf, a_cut_or_corrupted_fox_is_an_error_or_sound) {
  std::ifstream file(fs::path(SAKER_REFERENCE_DIR) / "data/gltf/Fox.glb", std::ios::binary);
  if (!file) GTEST_SKIP() << "no reference files in " << SAKER_REFERENCE_DIR;
  const std::vector<uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
  try_variants(bytes, kLargeRuns);
}

// The text alone, where bytes decide what the numbers mean: digits are exchanged.
TEST(HostileGltf, other_numbers_in_the_text_are_an_error_or_sound) {
  GltfBuilder b = small_character();
  b.glb();  // completes the root
  const std::string text = b.root.dump();
  std::vector<size_t> digits;
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] >= '0' && text[i] <= '9') digits.push_back(i);
  std::mt19937 random(2);
  const std::string kinds[] = {"0",    "1",   "7",    "-1", "99", "4294967295", "9007199254740993",
                               "1e30", "0.5", "null", "[]", "{}", "\"x\""};
  size_t read = 0;
  for (int i = 0; i < kSmallRuns; ++i) {
    SCOPED_TRACE(i);
    std::string changed = text;
    changed.replace(digits[random() % digits.size()], 1, kinds[random() % std::size(kinds)]);
    ASSERT_NO_FATAL_FAILURE(try_file(b.glb_of(changed), read));
  }
  EXPECT_GT(read, 0u);
}

}  // namespace
}  // namespace saker
