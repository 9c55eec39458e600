// Files that were cut or corrupted end in an error or in a scene that is sound, quickly.

#include "import/gltf_builder.h"
#include "support/sound_scene.h"

#include <fstream>
#include <random>

namespace saker {
namespace {

namespace fs = std::filesystem;

// Seeds are fixed: a failure repeats.
constexpr int kSmallRuns = 10'000, kLargeRuns = 200;

void try_file(const std::vector<uint8_t>& bytes, size_t& read) {
  ImportOptions options;
  options.memory_limit = 16 << 20;
  Diagnostics diagnostics;
  const auto scene = import_gltf(bytes, "hostile.glb", {}, options, &diagnostics);
  test::check_refused_or_sound(scene, read);
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
  test::check_scene(scene);
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
