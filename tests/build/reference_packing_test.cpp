// The packer's promise on files that people made: every clip, at a thousand random times.
#include "support/packed.h"

#include <saker/import.h>

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace saker {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> reference_files() {
  std::vector<fs::path> files;
  const fs::path folder = fs::path(SAKER_REFERENCE_DIR) / "data/gltf";
  if (!fs::exists(folder)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const auto extension = entry.path().extension();
    if (extension == ".glb" || extension == ".gltf") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void check_scene(const Scene& scene, const fs::path& path) {
  const Asset asset = test::pack(scene);
  for (size_t c = 0; c < scene.clips.size(); ++c) {
    const double error = test::worst_error(scene, c, asset, 1000);
    EXPECT_LE(error, 1e-4) << path << ", clip " << c << " " << scene.clips[c].name;
    EXPECT_LE(double(asset.clips()[c].error), 1e-4) << path << ", clip " << c;
  }
}

TEST(ReferencePacking, stays_within_a_tenth_of_a_millimetre_at_any_time) {
  const auto files = reference_files();
  if (files.empty()) GTEST_SKIP() << "the reference files are not beside the checkout";
  size_t packed = 0;
  for (const fs::path& path : files) {
    const auto scene = import_scene(path);
    if (!scene) continue;  // refused files have tests of their own
    check_scene(*scene, path);
    ++packed;
  }
  EXPECT_GE(packed, 20u);
}

TEST(ReferencePacking, the_sample_character_keeps_the_promise) {
  const fs::path path = fs::path(SAKER_SOURCE_DIR) / "assets/character.glb";
  const auto scene = import_scene(path);
  ASSERT_TRUE(scene) << scene.error().text();
  check_scene(*scene, path);
}

}  // namespace
}  // namespace saker
