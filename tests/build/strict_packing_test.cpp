// The packer's promise, held against the source in double precision: at every key and at eight
// times between each pair, whichever way the character faces.
#include "support/packed.h"
#include "support/sample_scene.h"
#include "support/turned.h"

#include <saker/import.h>

#include <filesystem>
#include <numbers>

namespace saker {
namespace {

namespace fs = std::filesystem;
using test::make_track;

constexpr double kDegree = std::numbers::pi / 180;

// Every way of packing that has to keep the promise.
std::vector<BuildOptions> packing_profiles() {
  BuildOptions fast, small;
  small.packing = Packing::kSmall;
  return {fast, small};
}

void expect_within_tolerance(const Scene& scene, double yaw) {
  SCOPED_TRACE("turned by " + std::to_string(yaw) + " degrees");
  const Scene turned = test::turned(scene, yaw * kDegree);
  for (const BuildOptions& options : packing_profiles()) {
    const Asset asset = test::pack(turned, options);
    for (size_t c = 0; c < scene.clips.size(); ++c) {
      const test::ShellError worst = test::worst_shell_error(turned, c, asset, options.shell);
      EXPECT_LE(worst.error, options.tolerance) << scene.clips[c].name << ": " << worst;
    }
  }
}

void expect_strict(const Scene& scene) {
  for (const double yaw : {0.0, 45.0, 90.0, 180.0}) expect_within_tolerance(scene, yaw);
}

// Two arms of three joints, 0.3 m long each, on a root; the joints are turned at rest, so that no
// axis is spared. One clip without tracks.
Scene make_pair() {
  Scene scene;
  for (int j = 0; j < 7; ++j) {
    Node node;
    node.name = "joint" + std::to_string(j);
    node.parent = j == 0 ? -1 : j == 4 ? 0 : j - 1;
    node.local.translation = j == 0 ? Vec3{0.4f, 1, -0.7f} : Vec3{0.1f, 0.28f, -0.03f};
    const DVec3 axis = normalize(DVec3{std::sin(j + 1.0), std::cos(j + 1.0), 0.4});
    node.local.rotation = cast<float>(rotation_about(axis, 0.3 * j));
    scene.nodes.push_back(node);
  }
  scene.scenes = {{"all", {0}}};
  scene.default_scene = 0;
  scene.clips = {RawClip{}};
  return scene;
}

void add_track(Scene& scene, Track track) {
  RawClip& clip = scene.clips[0];
  clip.duration = std::max(clip.duration, track.times.back());
  clip.tracks.push_back(std::move(track));
}

std::vector<float> even_times(int count, double rate) {
  std::vector<float> times;
  for (int k = 0; k < count; ++k) times.push_back(float(k / rate));
  return times;
}

void append(std::vector<float>& values, const DQuat& q) {
  for (const double component : {q.x, q.y, q.z, q.w}) values.push_back(float(component));
}

// Smooth turning about an axis that wanders; every joint another way.
std::vector<float> swinging(int joint, const std::vector<float>& times) {
  std::vector<float> values;
  for (const float t : times) {
    const DVec3 axis = normalize(DVec3{std::sin(t + joint), std::cos(0.7 * t), std::sin(2.0 * t)});
    append(values, rotation_about(axis, 0.9 * std::sin(3.1 * t + joint)));
  }
  return values;
}

void swing_all(Scene& scene, Interpolation interpolation, const std::vector<float>& times) {
  for (int j = 0; j < int(scene.nodes.size()); ++j)
    add_track(scene, make_track(j, Property::kRotation, interpolation, times, swinging(j, times)));
}

std::vector<float> wandering(const Vec3& start, const std::vector<float>& times) {
  std::vector<float> values;
  for (const float t : times) {
    values.push_back(start.x + 0.5f * std::sin(1.3f * t));
    values.push_back(start.y + 0.05f * std::cos(7 * t));
    values.push_back(start.z + 0.8f * t);
  }
  return values;
}

TEST(StrictPacking, keeps_half_turns_between_neighbouring_keys) {
  Scene scene = make_pair();
  const std::vector<float> times = even_times(41, 30);
  for (int j = 0; j < 7; ++j) {
    std::vector<float> values;
    DQuat q;
    for (int k = 0; k < 41; ++k) {
      const DVec3 axis = normalize(DVec3{std::sin(0.3 * k), std::cos(0.3 * k), 0.2 * j});
      q = rotation_about(axis, (k + j) % 5 == 0 ? 3.13 : 0.1) * q;
      append(values, k % 3 == 0 ? -q : q);
    }
    add_track(scene, make_track(j, Property::kRotation, Interpolation::kLinear, times, values));
  }
  expect_strict(scene);
}

TEST(StrictPacking, keeps_signs_that_flip_from_key_to_key) {
  Scene scene = make_pair();
  swing_all(scene, Interpolation::kLinear, even_times(61, 30));
  for (Track& track : scene.clips[0].tracks)
    for (size_t i = 0; i < track.values.size(); ++i)
      if (i / 4 % 2 == 1) track.values[i] = -track.values[i];
  expect_strict(scene);
}

TEST(StrictPacking, keeps_animated_scale) {
  Scene scene = make_pair();
  const std::vector<float> times = even_times(61, 30);
  swing_all(scene, Interpolation::kLinear, times);
  for (const int j : {0, 2, 5}) {
    std::vector<float> values;
    for (const float t : times)
      values.insert(values.end(), 3, float(1 + 0.6 * std::sin(2 * t + float(j))));
    add_track(scene, make_track(j, Property::kScale, Interpolation::kLinear, times, values));
  }
  expect_strict(scene);
}

TEST(StrictPacking, keeps_children_that_turn_in_a_stretched_parent) {
  Scene scene = make_pair();
  const std::vector<float> times = even_times(61, 30);
  swing_all(scene, Interpolation::kLinear, times);
  scene.nodes[4].local.scale = {0.3f, 2, 1.5f};
  std::vector<float> values;
  for (const float t : times) values.insert(values.end(), {1 + t, 1, 1 / (1 + t)});
  add_track(scene, make_track(1, Property::kScale, Interpolation::kLinear, times, values));
  expect_strict(scene);
}

TEST(StrictPacking, keeps_cubic_keys) {
  Scene scene = make_pair();
  const std::vector<float> times = {0, 0.4f, 0.5f, 1.3f, 2};
  swing_all(scene, Interpolation::kLinear, times);
  add_track(scene, make_track(0, Property::kTranslation, Interpolation::kLinear, times,
                              wandering({0.4f, 1, -0.7f}, times)));
  for (Track& track : scene.clips[0].tracks) make_catmull_rom(track);
  add_track(scene, make_track(3, Property::kTranslation, Interpolation::kCubic, {0, 1, 2},
                              {0, 0, 0, 0.1f,  0.3f, 0,    1, -2, 0.5f,   //
                               0, 1, 0, 0.1f,  0.2f, 0.1f, 0, 0,  -0.5f,  //
                               3, 0, 0, 0.15f, 0.3f, 0,    0, 0,  0}));
  expect_strict(scene);
}

TEST(StrictPacking, keeps_uneven_and_sparse_keys) {
  Scene scene = make_pair();
  const std::vector<float> times = {0, 0.013f, 0.9f, 0.94f, 3.7f, 3.701f, 10};
  swing_all(scene, Interpolation::kLinear, times);
  add_track(scene, make_track(0, Property::kTranslation, Interpolation::kLinear, times,
                              wandering({0.4f, 1, -0.7f}, times)));
  add_track(scene, make_track(5, Property::kTranslation, Interpolation::kLinear, {2.5f, 2.51f},
                              {0.1f, 0.28f, 0, 0.1f, 0.2f, 0.1f}));
  expect_strict(scene);
}

// Steps among joints that swing at 30 Hz, none of them at a multiple of 1/30 s.
Scene stepping() {
  Scene scene = make_pair();
  swing_all(scene, Interpolation::kLinear, even_times(61, 30));
  std::erase_if(scene.clips[0].tracks, [](const Track& track) {
    return track.target.node == 0 || track.target.node == 2;
  });
  const std::vector<float> times = {0, 0.123f, 0.777f, 0.778f, 1.6f};
  for (const int j : {0, 2})
    add_track(scene, make_track(j, Property::kRotation, Interpolation::kStep, times,
                                swinging(j, {0, 1, 2, 3, 4})));
  add_track(scene, make_track(0, Property::kTranslation, Interpolation::kStep, {0, 0.345f, 1.5f},
                              {0, 1, 0, 2, 1, 0, 2, 1, 5}));
  return scene;
}

TEST(StrictPacking, keeps_steps) { expect_strict(stepping()); }

TEST(StrictPacking, keeps_the_old_value_until_the_moment_of_a_step) {
  const Scene scene = stepping();
  for (const BuildOptions& options : packing_profiles()) {
    const Asset asset = test::pack(scene, options);
    const auto root_at = [&](float time) {
      return origin(test::runtime_models(asset, asset.clips()[0], time)[0]);
    };
    EXPECT_NEAR(root_at(test::just_before(0.345f)).x, 0, 1e-4);
    EXPECT_NEAR(root_at(0.345f).x, 2, 1e-4);
    EXPECT_NEAR(root_at(test::just_before(1.5f)).z, 0, 1e-4);
    EXPECT_NEAR(root_at(1.5f).z, 5, 1e-4);
  }
}

TEST(StrictPacking, keeps_every_kind_of_track_at_once) { expect_strict(test::make_arm(8)); }

TEST(StrictPacking, keeps_recorded_motion_whichever_way_it_faces) {
  const fs::path folder = fs::path(SAKER_REFERENCE_DIR) / "clips";
  if (!fs::exists(folder)) GTEST_SKIP() << "no reference clips in " << folder;
  size_t packed = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".skc") continue;
    SCOPED_TRACE(entry.path());
    const auto scene = import_scene(entry.path());
    ASSERT_TRUE(scene) << scene.error().text();
    expect_strict(*scene);
    ++packed;
  }
  EXPECT_GE(packed, 12u);
}

}  // namespace
}  // namespace saker
