#pragma once
// Files for the viewer's tests, written into a folder of their own.

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace saker::viewer::test {

namespace fs = std::filesystem;

class FilesTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder = fs::path(testing::TempDir()) / "saker_viewer" / info->name();
    fs::remove_all(folder);
    fs::create_directories(folder);
  }
  void TearDown() override { fs::remove_all(folder); }

  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder / name, std::ios::binary) << text;
  }

  // A node that one clip moves by `height` metres within a second; the keys are in `name`.bin.
  fs::path write_lift(const std::string& name, float height, const std::string& clip = "lift") {
    const float keys[] = {0, 1, 0, 0, 0, 0, height, 0};
    write(name + ".bin", std::string(reinterpret_cast<const char*>(keys), sizeof keys));
    write(name + ".gltf", R"({"asset": {"version": "2.0"},
      "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"name": "cabin"}],
      "buffers": [{"uri": ")" +
                              name + R"(.bin", "byteLength": 32}],
      "bufferViews": [{"buffer": 0, "byteLength": 8},
                      {"buffer": 0, "byteOffset": 8, "byteLength": 24}],
      "accessors": [{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR",
                     "min": [0], "max": [1]},
                    {"bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC3"}],
      "animations": [{"name": ")" +
                              clip + R"(", "samplers": [{"input": 0, "output": 1}],
        "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}]})");
    return folder / (name + ".gltf");
  }

  fs::path folder;
};

}  // namespace saker::viewer::test
