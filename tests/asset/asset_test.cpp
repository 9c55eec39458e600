#include "base/hash.h"
#include "support/packed.h"
#include "support/sample_scene.h"

#include <saker/asset.h>

#include <cstring>
#include <gtest/gtest.h>
#include <random>

namespace saker {
namespace {

using test::make_arm;
using test::pack;

std::vector<uint8_t> arm_file() {
  auto built = build_asset(make_arm());
  EXPECT_TRUE(built);
  return std::move(built->bytes);
}

// Makes the checksum fit again, so that what is behind it gets tested.
void seal(std::vector<uint8_t>& file) {
  if (file.size() < 32) return;
  const uint64_t size = file.size();
  std::memcpy(file.data() + 24, &size, sizeof(size));
  const uint64_t checksum = hash64(file.data() + 16, file.size() - 16);
  std::memcpy(file.data() + 8, &checksum, sizeof(checksum));
}

// Plays everything an asset holds, so that a sanitizer sees what an unchecked number would do.
double play(const Asset& asset) {
  double sum = 0;
  for (const Clip& clip : asset.clips()) {
    for (const float time : {0.0f, clip.duration / 3, clip.duration}) {
      const auto models = test::runtime_models(asset, clip, time);
      for (const Affine& model : models) sum += double(model.m[0][3]);
      for (size_t c = 0; c < clip.curves.size(); ++c) {
        std::vector<float> out(clip.curves[c].keys.width);
        EXPECT_TRUE(sample_curve(clip, c, time, out));
        sum += double(clip.curve_name(clip.curves[c]).size());
      }
      for (const SkinBinding& skin : asset.skins()) {
        std::vector<Affine> palette(skin.joints.size());
        if (!models.empty()) {
          EXPECT_TRUE(make_palettes(skin, models.size(), models, palette));
        }
      }
    }
  }
  for (uint32_t j = 0; j < asset.skeleton().joint_count(); ++j)
    sum += double(asset.skeleton().name(j).size());
  for (const Asset::Instance& instance : asset.instances()) {
    for (const Asset::Primitive& primitive : asset.meshes()[instance.mesh].primitives) {
      for (const uint32_t index : primitive.indices) sum += double(primitive.positions[index].x);
      for (const uint16_t joint : primitive.joints) {
        if (instance.skin >= 0) sum += double(asset.skins()[size_t(instance.skin)].joints[joint]);
      }
    }
  }
  return sum;
}

TEST(Asset, holds_what_the_scene_held) {
  const Scene scene = make_arm();
  const Asset asset = pack(scene);
  ASSERT_EQ(asset.skeleton().joint_count(), 7u);
  EXPECT_EQ(asset.skeleton().name(1), "joint1");
  EXPECT_EQ(asset.skeleton().find("flag"), 5);
  EXPECT_EQ(asset.skeleton().nodes[5], 6);  // joints are sorted, nodes keep the file's index
  EXPECT_EQ(asset.skeleton().find("nobody"), -1);
  ASSERT_EQ(asset.skins().size(), 1u);
  EXPECT_EQ(asset.skins()[0].name, "arm");
  ASSERT_EQ(asset.meshes().size(), 2u);
  EXPECT_EQ(asset.meshes()[1].target_names[0], "up");
  EXPECT_EQ(asset.meshes()[0].primitives[0].positions.size(), 10u);
  ASSERT_EQ(asset.instances().size(), 2u);
  EXPECT_TRUE(asset.instances()[0].visible);
  EXPECT_EQ(asset.instances()[1].weights[0], 0.25f);
  ASSERT_EQ(asset.clips().size(), 1u);
  EXPECT_EQ(asset.clips()[0].name, "bend");
  EXPECT_EQ(asset.clips()[0].duration, 2);
}

TEST(Asset, finds_a_clip_by_name_or_index) {
  const Asset asset = pack(make_arm());
  EXPECT_EQ(asset.find_clip("bend"), &asset.clips()[0]);
  EXPECT_EQ(asset.find_clip("0"), &asset.clips()[0]);
  EXPECT_EQ(asset.find_clip("1"), nullptr);
  EXPECT_EQ(asset.find_clip(""), nullptr);
}

TEST(Asset, stays_valid_when_it_is_moved) {
  Asset asset = pack(make_arm());
  const double before = play(asset);
  const Asset moved = std::move(asset);
  EXPECT_EQ(play(moved), before);
}

TEST(Asset, a_texture_transform_and_the_chosen_set_end_up_in_the_coordinates) {
  Scene scene = make_arm(1);
  Primitive& primitive = scene.meshes[0].primitives[0];
  primitive.texture_coordinates = {{{9, 9}, {9, 9}}, {{1, 0}, {0, 1}}};
  primitive.material = 0;
  Material material;
  material.base_color_texture.texture_coordinate = 1;
  material.base_color_texture.offset = {10, 20};
  material.base_color_texture.rotation = std::acos(0.0f);
  material.base_color_texture.scale = {2, 3};
  scene.materials = {material};
  // The matrices of KHR_texture_transform, multiplied by hand for a quarter turn.
  const Asset asset = pack(scene);
  const auto uv = asset.meshes()[0].primitives[0].texture_coordinates;
  EXPECT_NEAR(uv[0].x, 10, 1e-5);
  EXPECT_NEAR(uv[0].y, 18, 1e-5);
  EXPECT_NEAR(uv[1].x, 13, 1e-5);
  EXPECT_NEAR(uv[1].y, 20, 1e-5);
}

TEST(Asset, meshes_outside_the_default_scene_are_there_but_not_visible) {
  Scene scene = make_arm();
  scene.scenes[0].nodes = {5};
  const Asset asset = pack(scene);
  EXPECT_TRUE(asset.instances()[0].visible);
  EXPECT_FALSE(asset.instances()[1].visible);
}

TEST(AssetLoad, names_the_file_that_is_missing_and_the_one_that_is_something_else) {
  const auto missing = Asset::load("/nowhere/a.saker");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kIo);
  EXPECT_EQ(missing.error().where, "/nowhere/a.saker");
  const auto folder = Asset::load("/");
  ASSERT_FALSE(folder);
  const auto text = Asset::from_bytes(std::vector<uint8_t>(100, 'x'), "notes.txt");
  ASSERT_FALSE(text);
  EXPECT_NE(text.error().text().find("not a .saker file"), std::string::npos);
}

TEST(AssetLoad, is_the_same_from_a_mapped_file_and_from_memory) {
  const auto bytes = arm_file();
  const auto path = std::filesystem::path(testing::TempDir()) / "mapped.saker";
  ASSERT_FALSE(write_file(path, bytes));
  auto mapped = Asset::load(path);
  ASSERT_TRUE(mapped) << mapped.error().text();
  auto memory = Asset::from_bytes(bytes);
  ASSERT_TRUE(memory);
  EXPECT_EQ(play(*mapped), play(*memory));
}

TEST(HostileFile, every_truncation_is_refused) {
  const auto file = arm_file();
  std::mt19937 random(1);
  for (int i = 0; i < 10000; ++i) {
    const size_t size = random() % file.size();
    EXPECT_FALSE(Asset::from_bytes({file.begin(), file.begin() + ptrdiff_t(size)})) << size;
  }
}

TEST(HostileFile, every_changed_byte_is_noticed) {
  const auto file = arm_file();
  std::mt19937 random(2);
  for (int i = 0; i < 10000; ++i) {
    auto damaged = file;
    const size_t at = random() % file.size();
    damaged[at] ^= uint8_t(1 + random() % 255);
    EXPECT_FALSE(Asset::from_bytes(std::move(damaged))) << "byte " << at;
  }
}

// Whoever forges a file also forges its checksum: then every number has to be checked for itself.
TEST(HostileFile, forged_files_with_a_right_checksum_are_refused_or_safe_to_play) {
  const auto file = arm_file();
  std::mt19937 random(3);
  size_t refused = 0;
  const uint32_t interesting[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffff0, 65536};
  for (int i = 0; i < 10000; ++i) {
    auto forged = file;
    for (uint32_t n = 0; n <= random() % 3; ++n) {
      const size_t at = 16 + random() % (file.size() - 20);
      if (random() % 2) {
        forged[at] ^= uint8_t(1 + random() % 255);
      } else {
        std::memcpy(forged.data() + at / 4 * 4, &interesting[random() % 7], 4);
      }
    }
    if (random() % 10 == 0) forged.resize(forged.size() - random() % forged.size());
    seal(forged);
    auto asset = Asset::from_bytes(std::move(forged));
    if (asset) {
      play(*asset);
    } else {
      ++refused;
    }
  }
  EXPECT_GT(refused, 1000u);
}

}  // namespace
}  // namespace saker
