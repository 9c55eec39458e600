// Raw motion files: what they mean, and what is refused.
#include "support/skc_builder.h"
#include "support/sound_scene.h"

#include <saker/import.h>

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <limits>
#include <map>

namespace saker {
namespace {

namespace fs = std::filesystem;
using test::SkcBuilder;
using testing::HasSubstr;

// Two joints of which the second turns about z and grows; nine samples at 8 Hz.
SkcBuilder turning() {
  SkcBuilder file(2, 9);
  file.rate = 8;
  for (uint32_t n = 0; n < file.samples; ++n) {
    file.pose(n, 1).rotation = rotation_about(Vec3{0, 0, 1}, 0.1f * float(n));
    file.pose(n, 1).scale = {1, 1 + 0.25f * float(n), 1};
  }
  return file;
}

Scene import(const SkcBuilder& file, const std::string& name = "test.skc") {
  auto scene = import_skc(file.bytes(), name);
  EXPECT_TRUE(scene) << scene.error().text();
  return scene ? std::move(*scene) : Scene{};
}

const Track* find_track(const Scene& scene, int node, Property property) {
  for (const Track& track : scene.clips.at(0).tracks)
    if (track.target.node == node && track.target.property == property) return &track;
  return nullptr;
}

// That a file is refused with this code, at this byte, saying this.
void expect_refused(const std::vector<uint8_t>& bytes, const std::string& code, size_t byte,
                    const std::string& said) {
  Diagnostics diagnostics;
  const auto scene = import_skc(bytes, "test.skc", {}, &diagnostics);
  ASSERT_FALSE(scene) << code;
  EXPECT_EQ(scene.error().where, "test.skc: byte " + std::to_string(byte));
  EXPECT_THAT(scene.error().message, HasSubstr(said));
  EXPECT_THAT(scene.error().message, HasSubstr("export it again"));
  ASSERT_FALSE(diagnostics.empty());
  EXPECT_EQ(diagnostics[0].code, code);
  EXPECT_EQ(diagnostics[0].path, "byte " + std::to_string(byte));
}

TEST(Skc, joints_become_nodes_with_their_bind_at_rest) {
  SkcBuilder file(3, 1);
  file.parents = {-1, 0, -1};
  file.bind[1] = {{1, 2, 3}, {0.6f, 0, 0, 0.8f}, {1, 2, -1}};
  const Scene scene = import(file);
  ASSERT_EQ(scene.nodes.size(), 3u);
  EXPECT_EQ(scene.nodes[1].name, "joint1");
  EXPECT_EQ(scene.nodes[0].parent, -1);
  EXPECT_EQ(scene.nodes[1].parent, 0);
  const Transform& rest = scene.nodes[1].local;
  EXPECT_EQ(std::memcmp(&rest, &file.bind[1], sizeof(rest)), 0);
  ASSERT_EQ(scene.scenes.size(), 1u);
  EXPECT_EQ(scene.scenes[0].nodes, (std::vector<int>{0, 2}));
  EXPECT_EQ(scene.default_scene, 0);
  EXPECT_TRUE(scene.diagnostics.empty());
}

TEST(Skc, samples_become_linear_keys_at_the_rate) {
  const SkcBuilder file = turning();
  const Scene scene = import(file);
  ASSERT_EQ(scene.clips.size(), 1u);
  EXPECT_EQ(scene.clips[0].duration, 1.0f);
  const Track* rotation = find_track(scene, 1, Property::kRotation);
  ASSERT_TRUE(rotation);
  EXPECT_EQ(rotation->interpolation, Interpolation::kLinear);
  ASSERT_EQ(rotation->times.size(), 9u);
  for (size_t n = 0; n < 9; ++n) EXPECT_EQ(rotation->times[n], float(n) / 8);
  EXPECT_EQ(rotation->key(3)[2], file.poses[3 * 2 + 1].rotation.z);
  const Track* scale = find_track(scene, 1, Property::kScale);
  ASSERT_TRUE(scale);
  EXPECT_EQ(scale->key(8)[1], 3.0f);
}

TEST(Skc, times_are_divided_in_double_precision) {
  SkcBuilder file = turning();
  file.rate = 33.3f;
  const Track* rotation = nullptr;
  const Scene scene = import(file);
  ASSERT_TRUE(rotation = find_track(scene, 1, Property::kRotation));
  for (size_t n = 0; n < 9; ++n)
    EXPECT_EQ(rotation->times[n], float(double(n) / double(33.3f))) << n;
}

TEST(Skc, what_never_changes_keeps_two_keys_and_the_duration) {
  SkcBuilder file(1, 5);
  file.rate = 2;
  const Scene scene = import(file);
  EXPECT_EQ(scene.clips[0].duration, 2.0f);
  ASSERT_EQ(scene.clips[0].tracks.size(), 3u);
  for (const Track& track : scene.clips[0].tracks) {
    EXPECT_EQ(track.times, (std::vector<float>{0, 2}));
    EXPECT_TRUE(check_track(track));
  }
}

TEST(Skc, the_sign_of_zero_is_a_change) {
  SkcBuilder file(1, 3);
  file.pose(1, 0).translation.x = -0.0f;
  const Scene scene = import(file);
  EXPECT_EQ(find_track(scene, 0, Property::kTranslation)->times.size(), 3u);
}

TEST(Skc, one_sample_is_one_key_at_0) {
  const Scene scene = import(SkcBuilder(2, 1));
  EXPECT_EQ(scene.clips[0].duration, 0);
  for (const Track& track : scene.clips[0].tracks) EXPECT_EQ(track.times, std::vector<float>{0});
}

TEST(Skc, the_clip_is_named_after_the_file) {
  EXPECT_EQ(import(SkcBuilder(1, 1), "motion/pab_walk.skc").clips[0].name, "pab_walk");
  EXPECT_EQ(import(SkcBuilder(1, 1), "memory").clips[0].name, "memory");
  EXPECT_EQ(import(SkcBuilder(1, 1), "\xff.skc").clips[0].name, "?");
}

TEST(Skc, samples_are_played_where_hand_calculation_has_them) {
  const Scene scene = import(turning());
  // Between samples 4 and 5: joint 1 is 1 m above joint 0, turned by 0.45 and 2.125 times as tall.
  const ScenePose pose = evaluate(scene, &scene.clips[0], 4.5 / 8);
  const DVec3 tip = transform_point(pose.world[1], DVec3{0, 1, 0});
  EXPECT_NEAR(tip.x, -2.125 * std::sin(0.45), 1e-6);
  EXPECT_NEAR(tip.y, 1 + 2.125 * std::cos(0.45), 1e-6);
}

TEST(Skc, a_name_may_fill_its_bytes) {
  SkcBuilder file(2, 1);
  file.names[0] = std::string(48, 'n');
  const Scene scene = import(file);
  EXPECT_EQ(scene.nodes[0].name, std::string(48, 'n'));
  EXPECT_EQ(scene.nodes[1].name, "joint1");
}

TEST(Skc, bytes_of_a_name_that_are_not_utf_8_are_replaced_and_reported) {
  SkcBuilder file(2, 1);
  file.names[1] =
      "H\xc3\xbc"
      "fte\xff";
  const Scene scene = import(file);
  EXPECT_EQ(scene.nodes[1].name,
            "H\xc3\xbc"
            "fte?");
  ASSERT_EQ(scene.diagnostics.size(), 1u);
  EXPECT_EQ(scene.diagnostics[0].code, "INVALID_UTF8");
  EXPECT_EQ(scene.diagnostics[0].path, "byte " + std::to_string(file.name_at(1)));
}

TEST(Skc, rotations_within_the_tolerance_stay_as_they_are_stored) {
  SkcBuilder file = turning();
  file.bind[0].rotation = {0, 0, 0, 1.0075f};
  file.pose(3, 1).rotation = {0.9925f, 0, 0, 0};
  const Scene scene = import(file);
  EXPECT_EQ(scene.nodes[0].local.rotation.w, 1.0075f);
  EXPECT_EQ(find_track(scene, 1, Property::kRotation)->key(3)[0], 0.9925f);
  EXPECT_TRUE(scene.diagnostics.empty());
}

TEST(Skc, other_rotations_are_normalised_and_reported) {
  SkcBuilder file = turning();
  file.bind[0].rotation = {0, 0, 0, 1.01f};
  file.pose(3, 1).rotation = {0, 0, 3e30f, 4e30f};
  file.pose(4, 1).rotation = {0, 0, 3e-30f, 4e-30f};
  const Scene scene = import(file);
  EXPECT_EQ(scene.nodes[0].local.rotation.w, 1.0f);
  const Track* rotation = find_track(scene, 1, Property::kRotation);
  for (const size_t key : {3u, 4u}) {
    EXPECT_FLOAT_EQ(rotation->key(key)[2], 0.6f);
    EXPECT_FLOAT_EQ(rotation->key(key)[3], 0.8f);
  }
  ASSERT_EQ(scene.diagnostics.size(), 2u);
  for (const Diagnostic& d : scene.diagnostics) EXPECT_EQ(d.code, "SKC_ROTATION_NON_UNIT");
  EXPECT_EQ(scene.diagnostics[0].path, "byte " + std::to_string(file.bind_at(0) + 12));
  EXPECT_EQ(scene.diagnostics[1].path, "byte " + std::to_string(file.pose_at(3, 1) + 12));
  EXPECT_THAT(scene.diagnostics[1].message, HasSubstr("2 rotations of joint 1"));
}

TEST(Skc, neighbouring_rotations_are_brought_into_one_hemisphere) {
  SkcBuilder file = turning();
  file.pose(1, 1).rotation = -file.pose(1, 1).rotation;
  const Scene scene = import(file);
  EXPECT_EQ(find_track(scene, 1, Property::kRotation)->key(1)[3], turning().pose(1, 1).rotation.w);
}

TEST(Skc, a_file_without_the_magic_is_refused) {
  auto bytes = turning().bytes();
  bytes[3] = '2';
  expect_refused(bytes, "SKC_INVALID_MAGIC", 0, "SKC1");
}

TEST(Skc, a_file_that_ends_early_is_refused_where_it_ends) {
  const SkcBuilder file = turning();
  auto bytes = file.bytes();
  bytes.resize(file.pose_at(4, 1));
  expect_refused(bytes, "SKC_UNEXPECTED_END", file.pose_at(4, 1), "4 of its 9 samples");
  bytes.resize(file.bind_at(1));
  expect_refused(bytes, "SKC_UNEXPECTED_END", file.bind_at(1), "2 joints need 200 bytes");
  bytes.resize(15);
  expect_refused(bytes, "SKC_UNEXPECTED_END", 15, "15 bytes");
  expect_refused({}, "SKC_UNEXPECTED_END", 0, "0 bytes");
}

TEST(Skc, bytes_behind_the_last_sample_are_refused) {
  auto bytes = turning().bytes();
  const size_t end = bytes.size();
  bytes.resize(end + 7);
  expect_refused(bytes, "SKC_EXTRA_DATA", end, "7 bytes follow");
}

TEST(Skc, counts_whose_product_overflows_are_refused) {
  for (const uint32_t joints : {2u, 0x40000000u, 0x80000000u, 0xFFFFFFFFu}) {
    for (const uint32_t samples : {0x10000000u, 0x20000000u, 0x80000000u, 0xFFFFFFFFu}) {
      SkcBuilder file(2, 9);
      file.joints = joints;
      file.samples = samples;
      const auto bytes = file.bytes();
      expect_refused(bytes, "SKC_UNEXPECTED_END", bytes.size(), "the file ends here");
    }
  }
}

TEST(Skc, no_joints_and_no_samples_are_refused) {
  SkcBuilder file = turning();
  file.joints = 0;
  expect_refused(file.bytes(), "SKC_NO_JOINTS", 4, "no joints");
  expect_refused(SkcBuilder(2, 0).bytes(), "SKC_NO_SAMPLES", 8, "no samples");
}

TEST(Skc, a_rate_that_is_no_rate_is_refused) {
  const float infinity = std::numeric_limits<float>::infinity();
  for (const float rate : {0.0f, -0.0f, -30.0f, infinity, -infinity, std::nanf("")}) {
    SkcBuilder file = turning();
    file.rate = rate;
    expect_refused(file.bytes(), "SKC_INVALID_RATE", 12, "the rate");
  }
}

TEST(Skc, samples_whose_times_are_no_floats_of_their_own_are_refused) {
  SkcBuilder file = turning();
  file.rate = 1e-38f;  // sample 4 would be at 4e38 s
  expect_refused(file.bytes(), "SKC_TIMES_NOT_INCREASING", 12, "sample 4");
}

TEST(Skc, a_parent_that_does_not_precede_its_child_is_refused) {
  for (const int32_t parent : {1, 2, 1'000'000, -2, std::numeric_limits<int32_t>::min()}) {
    SkcBuilder file(3, 1);
    file.parents[1] = parent;
    expect_refused(file.bytes(), "SKC_INVALID_PARENT", file.parent_at(1),
                   "the parent of joint 1 is " + std::to_string(parent));
  }
}

TEST(Skc, numbers_that_are_not_finite_are_refused) {
  for (const float value : {std::nanf(""), std::numeric_limits<float>::infinity()}) {
    SkcBuilder file = turning();
    file.bind[1].scale.y = value;
    expect_refused(file.bytes(), "SKC_VALUE_NOT_FINITE", file.bind_at(1) + 32, "not finite");
    file = turning();
    file.pose(5, 0).rotation.w = value;
    expect_refused(file.bytes(), "SKC_VALUE_NOT_FINITE", file.pose_at(5, 0) + 24, "not finite");
  }
}

TEST(Skc, rotations_without_length_are_refused) {
  SkcBuilder file = turning();
  file.bind[1].rotation = {0, 0, 0, 0};
  expect_refused(file.bytes(), "SKC_ROTATION_WITHOUT_LENGTH", file.bind_at(1) + 12, "length");
  file = turning();
  file.pose(8, 1).rotation = {0, -0.0f, 0, 0};
  expect_refused(file.bytes(), "SKC_ROTATION_WITHOUT_LENGTH", file.pose_at(8, 1) + 12, "length");
}

TEST(Skc, the_memory_limit_holds) {
  const SkcBuilder file(2, 1000);
  ImportOptions options;
  options.memory_limit = 2 * 1000 * 52;  // the keys alone
  const auto scene = import_skc(file.bytes(), "test.skc", options);
  ASSERT_FALSE(scene);
  EXPECT_EQ(scene.error().code, ErrorCode::kLimit);
  EXPECT_EQ(scene.error().where, "test.skc: byte 4");
  EXPECT_THAT(scene.error().message, HasSubstr("memory_limit"));
  options.memory_limit += 10'000;
  EXPECT_TRUE(import_skc(file.bytes(), "test.skc", options));
}

TEST(Skc, files_are_told_by_their_content) {
  const fs::path path = fs::path(testing::TempDir()) / "skc_test_wave.glb";
  const auto bytes = turning().bytes();
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
  const auto scene = import_scene(path);
  ASSERT_TRUE(scene) << scene.error().text();
  EXPECT_EQ(scene->clips[0].name, "skc_test_wave");
  fs::remove(path);
  const auto same = import_scene(bytes, "wave.skc");
  ASSERT_TRUE(same);
  EXPECT_EQ(same->clips[0].name, "wave");
}

void try_file(const std::vector<uint8_t>& bytes, size_t& read) {
  const auto scene = import_skc(bytes, "hostile.skc", {.memory_limit = 16 << 20});
  test::check_refused_or_sound(scene, read);
}

TEST(HostileSkc, a_file_cut_anywhere_is_an_error) {
  const auto bytes = turning().bytes();
  size_t read = 0;
  for (size_t size = 0; size < bytes.size(); ++size) {
    SCOPED_TRACE(size);
    ASSERT_NO_FATAL_FAILURE(try_file({bytes.begin(), bytes.begin() + std::ptrdiff_t(size)}, read));
  }
  EXPECT_EQ(read, 0u);
}

TEST(HostileSkc, a_file_with_any_byte_flipped_is_an_error_or_sound) {
  const auto bytes = turning().bytes();
  size_t read = 0;
  for (size_t at = 0; at < bytes.size(); ++at) {
    for (const uint8_t flip : {0x01, 0x80, 0xFF}) {
      SCOPED_TRACE(std::to_string(at) + " ^ " + std::to_string(flip));
      auto changed = bytes;
      changed[at] ^= flip;
      ASSERT_NO_FATAL_FAILURE(try_file(changed, read));
    }
  }
  EXPECT_GT(read, 0u) << "some bytes matter little";
}

TEST(HostileSkc, a_file_with_several_bytes_changed_is_an_error_or_sound) {
  const auto bytes = turning().bytes();
  std::mt19937 random(3);
  size_t read = 0;
  for (int run = 0; run < 5000; ++run) {
    SCOPED_TRACE(run);
    auto changed = bytes;
    for (int i = 0; i < 4; ++i) changed[random() % changed.size()] = uint8_t(random());
    ASSERT_NO_FATAL_FAILURE(try_file(changed, read));
  }
  EXPECT_GT(read, 0u);
}

struct Size {
  size_t joints, samples;
};

TEST(ReferenceSkc, every_clip_has_its_joints_and_samples) {
  const std::map<std::string, Size> clips = {
      {"cmu_01_01_120hz", {31, 2751}}, {"cmu_01_01_30hz", {31, 688}}, {"boxing_33hz", {21, 1023}},
      {"pab_crossarms", {55, 259}},    {"pab_walk", {55, 41}},        {"pab_run", {55, 21}},
      {"pab_jog", {55, 25}},           {"ozz_robot", {11, 441}},      {"x_wuson_walk", {38, 109}},
      {"x_bcn_jump", {54, 100}},       {"fbx_armature", {15, 21}},    {"fbx_huesitos", {10, 40}}};
  const fs::path folder = fs::path(SAKER_REFERENCE_DIR) / "clips";
  if (!fs::exists(folder)) GTEST_SKIP() << "no reference clips in " << folder;
  for (const auto& [name, size] : clips) {
    const auto scene = import_scene(folder / (name + ".skc"));
    ASSERT_TRUE(scene) << scene.error().text();
    test::check_scene(*scene);
    EXPECT_EQ(scene->nodes.size(), size.joints) << name;
    EXPECT_TRUE(scene->diagnostics.empty()) << name;
    ASSERT_EQ(scene->clips.size(), 1u) << name;
    EXPECT_EQ(scene->clips[0].name, name);
    size_t most = 0;
    for (const Track& track : scene->clips[0].tracks) {
      most = std::max(most, track.times.size());
      EXPECT_EQ(track.times.back(), scene->clips[0].duration) << name;
    }
    EXPECT_EQ(most, size.samples) << name;
  }
}

}  // namespace
}  // namespace saker
