// Poses of whole files against the oracle's numbers, which were computed from the specification.

#include <saker/import.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace saker {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path kReference = SAKER_REFERENCE_DIR;
constexpr double kTolerance = 1e-5;

struct Golden {
  std::string name;
  json data;
};

// The largest difference of one quantity in a pose, and the largest magnitude it has there.
struct Deviation {
  double difference = 0, magnitude = 0;

  void add(double expected, double actual) {
    const double d = std::fabs(expected - actual);
    difference = std::isnan(d) ? HUGE_VAL : std::max(difference, d);
    magnitude = std::max(magnitude, std::fabs(expected));
  }
  double relative() const {
    return difference == 0 ? 0 : difference / (magnitude > 0 ? magnitude : 1);
  }
};

// The largest relative deviation.
double worst = 0;

void expect_small(const Deviation& deviation, const char* quantity, double time) {
  worst = std::max(worst, deviation.relative());
  EXPECT_LE(deviation.relative(), kTolerance) << quantity << " at time " << time;
}

void expect_nodes(const ScenePose& pose, const json& expected) {
  Deviation linear, translation;
  for (const json& node : expected["nodes"]) {
    const DAffine& world = pose.world[node["index"].get<size_t>()];
    for (int c = 0; c < 4; ++c)
      for (int r = 0; r < 3; ++r)
        (c == 3 ? translation : linear).add(node["world"][size_t(c * 4 + r)], world.m[r][c]);
  }
  expect_small(linear, "linear", expected["time"]);
  expect_small(translation, "translation", expected["time"]);
}

void expect_weights(const ScenePose& pose, const json& expected) {
  Deviation deviation;
  for (const json& morph : expected["morphs"]) {
    const std::vector<double>& weights = pose.weights[morph["node"].get<size_t>()];
    ASSERT_EQ(weights.size(), morph["weights"].size());
    for (size_t i = 0; i < weights.size(); ++i) deviation.add(morph["weights"][i], weights[i]);
  }
  expect_small(deviation, "weights", expected["time"]);
}

void expect_vertices(const Scene& scene, const ScenePose& pose, const json& golden,
                     const json& expected) {
  Deviation deviation;
  for (size_t m = 0; m < expected["meshes"].size(); ++m) {
    const json &mesh = expected["meshes"][m], &info = golden["meshes"][m];
    const json& positions =
        mesh.contains("positionsNormalized") ? mesh["positionsNormalized"] : mesh["positions"];
    const std::vector<DVec3> actual =
        deform(scene, pose, mesh["node"].get<int>(), mesh["primitive"].get<size_t>());
    ASSERT_EQ(actual.size(), info["count"].get<size_t>());
    for (size_t v = 0; v < info["indices"].size(); ++v)
      for (size_t c = 0; c < 3; ++c)
        deviation.add(positions[v * 3 + c], actual[info["indices"][v].get<size_t>()][c]);
  }
  expect_small(deviation, "positions", expected["time"]);
}

std::vector<Golden> load_goldens() {
  std::vector<Golden> goldens;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(kReference / "goldens/gltf", none)) {
    std::ifstream file(entry.path());
    goldens.push_back({entry.path().filename().string(), json::parse(file)});
  }
  return goldens;
}

TEST(GltfGoldens, every_file_moves_as_the_specification_says) {
  const std::vector<Golden> goldens = load_goldens();
  if (goldens.empty()) GTEST_SKIP() << "no reference files in " << kReference;
  for (const Golden& golden : goldens) {
    SCOPED_TRACE(golden.name);
    const auto scene =
        import_scene(kReference / "data/gltf" / golden.data["file"].get<std::string>());
    ASSERT_TRUE(scene) << scene.error().text();
    ASSERT_EQ(scene->nodes.size(), golden.data["nodes"].size());
    for (const json& clip : golden.data["clips"]) {
      const RawClip* raw = nullptr;
      if (!clip["clip"].is_null()) {
        raw = &scene->clips[clip["clip"]["index"].get<size_t>()];
        SCOPED_TRACE(raw->name);
        EXPECT_FLOAT_EQ(raw->duration, clip["clip"]["duration"].get<float>());
      }
      for (const json& expected : clip["poses"]) {
        const ScenePose pose = evaluate(*scene, raw, expected["time"]);
        expect_nodes(pose, expected);
        expect_weights(pose, expected);
        expect_vertices(*scene, pose, golden.data, expected);
      }
    }
  }
  std::printf("largest relative deviation %.2g\n", worst);
}

TEST(GltfGoldens, inverse_bind_matrices_are_the_files) {
  const std::vector<Golden> goldens = load_goldens();
  if (goldens.empty()) GTEST_SKIP() << "no reference files in " << kReference;
  for (const Golden& golden : goldens) {
    SCOPED_TRACE(golden.name);
    const auto scene =
        import_scene(kReference / "data/gltf" / golden.data["file"].get<std::string>());
    ASSERT_TRUE(scene) << scene.error().text();
    const json& skins = golden.data["skins"];
    ASSERT_EQ(scene->skins.size(), skins.size());
    for (size_t s = 0; s < skins.size(); ++s) {
      const Skin& skin = scene->skins[s];
      ASSERT_EQ(json(skin.joints), skins[s]["joints"]);
      const json& binds = skins[s]["inverseBind"];
      for (size_t j = 0; j < skin.joints.size(); ++j)
        for (int r = 0; r < 3; ++r)
          for (int c = 0; c < 4; ++c) {
            const double expected = binds[j][size_t(c * 4 + r)];
            EXPECT_NEAR(skin.inverse_binds[j].m[r][c], expected,
                        1e-6 * std::fabs(expected) + 1e-12);
          }
    }
  }
}

TEST(GltfGoldens, clips_without_a_usable_track_keep_their_place) {
  const fs::path file = kReference / "data/gltf/magnum/animation.gltf";
  if (!fs::exists(file)) GTEST_SKIP() << "no reference files in " << kReference;
  const auto scene = import_scene(file);
  ASSERT_TRUE(scene) << scene.error().text();
  ASSERT_EQ(scene->clips.size(), 4u);
  EXPECT_EQ(scene->clips[0].name, "empty");
  EXPECT_TRUE(scene->clips[0].tracks.empty());
  EXPECT_TRUE(scene->clips[1].tracks.empty());
  EXPECT_EQ(scene->clips[2].tracks.size(), 3u);
}

}  // namespace
}  // namespace saker
