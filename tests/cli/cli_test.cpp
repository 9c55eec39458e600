// The command line as a script uses it: formats, exit codes, and what it says when something is
// wrong.

#include "support/skc_builder.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Outcome {
  int code = -1;
  std::string out, err;
};

fs::path scratch(const std::string& name) {
  const fs::path folder = fs::path(testing::TempDir()) / "saker_cli_test";
  fs::create_directories(folder);
  return folder / name;
}

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

Outcome saker(const std::string& arguments) {
  const fs::path err = scratch("stderr." + std::to_string(::getpid()));
  const std::string command = std::string(SAKER_BINARY) + " " + arguments + " 2>" + err.string();
  Outcome outcome;
  std::FILE* pipe = ::popen(command.c_str(), "r");
  char buffer[4096];
  while (const size_t n = std::fread(buffer, 1, sizeof(buffer), pipe))
    outcome.out.append(buffer, n);
  outcome.code = WEXITSTATUS(::pclose(pipe));
  outcome.err = content(err);
  fs::remove(err);
  return outcome;
}

const std::string kCharacter = SAKER_SOURCE_DIR "/assets/character.glb";

std::string packed_character() {
  static const std::string path = [] {
    const std::string name = scratch("character." + std::to_string(::getpid()) + ".saker").string();
    EXPECT_EQ(saker("convert " + kCharacter + " -o " + name).code, 0);
    return name;
  }();
  return path;
}

TEST(Pose, prints_world_matrices_by_the_files_node_index) {
  const Outcome run = saker("pose " + kCharacter + " --clip walk --time 0.25 --json");
  ASSERT_EQ(run.code, 0) << run.err;
  const json pose = json::parse(run.out);
  EXPECT_EQ(pose["clip"], "walk");
  EXPECT_EQ(pose["time"], 0.25);
  for (size_t i = 0; i < pose["nodes"].size(); ++i) {
    const json& node = pose["nodes"][i];
    EXPECT_EQ(node["index"], i);
    EXPECT_EQ(node["world"].size(), 16u);
    EXPECT_EQ(node["world"][15], 1);
    EXPECT_EQ(node["world"][3], 0);
  }
  ASSERT_EQ(pose["morphs"].size(), 1u);
  EXPECT_EQ(pose["morphs"][0]["weights"].size(), 4u);
}

TEST(Pose, several_times_give_an_array_and_none_the_rest_pose) {
  const json two =
      json::parse(saker("pose " + kCharacter + " --clip 0 --time 0 --time 0.5 --json").out);
  ASSERT_TRUE(two.is_array());
  EXPECT_EQ(two.size(), 2u);
  const json rest = json::parse(saker("pose " + kCharacter + " --json").out);
  EXPECT_TRUE(rest["clip"].is_null());
}

TEST(Pose, a_packed_file_has_the_same_nodes_within_a_tenth_of_a_millimetre) {
  const std::string arguments = " --clip run --time 0.3 --json";
  const json exact = json::parse(saker("pose " + kCharacter + arguments).out);
  const json packed = json::parse(saker("pose " + packed_character() + arguments).out);
  ASSERT_EQ(exact["nodes"].size(), packed["nodes"].size());
  for (size_t i = 0; i < exact["nodes"].size(); ++i) {
    EXPECT_EQ(exact["nodes"][i]["name"], packed["nodes"][i]["name"]);
    EXPECT_EQ(exact["nodes"][i]["parent"], packed["nodes"][i]["parent"]);
    for (size_t c = 12; c < 15; ++c)
      EXPECT_NEAR(exact["nodes"][i]["world"][c].get<double>(),
                  packed["nodes"][i]["world"][c].get<double>(), 1e-4);
  }
}

TEST(Mesh, writes_an_object_per_primitive_with_the_vertices_that_json_has) {
  const std::string obj = scratch("walk.obj").string();
  const std::string arguments = "mesh " + kCharacter + " --clip walk --time 0.1 --json -o " + obj;
  const Outcome run = saker(arguments);
  ASSERT_EQ(run.code, 0) << run.err;
  const json primitives = json::parse(run.out);
  size_t vertices = 0, objects = 0, expected = 0;
  std::istringstream lines(content(obj));
  for (std::string line; std::getline(lines, line);) {
    objects += line.rfind("o ", 0) == 0;
    vertices += line.rfind("v ", 0) == 0;
  }
  for (const json& primitive : primitives) expected += primitive["positions"].size() / 3;
  EXPECT_EQ(objects, primitives.size());
  EXPECT_EQ(vertices, expected);
}

TEST(Mesh, needs_to_know_where_to) { EXPECT_EQ(saker("mesh " + kCharacter).code, 2); }

TEST(Info, lists_clips_skeletons_and_meshes) {
  for (const std::string& file : {kCharacter, packed_character()}) {
    const json info = json::parse(saker("info " + file + " --json").out);
    EXPECT_EQ(info["clips"].size(), 5u);
    EXPECT_GT(info["clips"][0]["duration"], 0);
    EXPECT_GT(info["clips"][0]["keys"], 0);
    ASSERT_EQ(info["skeletons"].size(), 1u);
    EXPECT_GE(info["skeletons"][0]["joints"], 30);
    EXPECT_GT(info["meshes"][0]["triangles"], 0);
    EXPECT_TRUE(info["diagnostics"].is_array());
  }
}

TEST(Convert, reports_an_error_below_the_tolerance) {
  const std::string out = scratch("report.saker").string();
  const Outcome run = saker("convert " + kCharacter + " --tolerance 0.5 --json -o " + out);
  ASSERT_EQ(run.code, 0) << run.err;
  const json report = json::parse(run.out);
  EXPECT_EQ(report["bytes"], fs::file_size(out));
  for (const json& clip : report["clips"]) EXPECT_LE(clip["error_max_mm"], 0.5);
}

TEST(Convert, a_failed_write_leaves_the_old_file_and_no_other) {
  const Outcome run = saker("convert " + kCharacter + " -o /nowhere/at/all.saker");
  EXPECT_EQ(run.code, 1);
  EXPECT_NE(run.err.find("/nowhere/at/all.saker"), std::string::npos);
}

// Two joints that rise by 0.1 m within a second.
std::string raw_motion() {
  saker::test::SkcBuilder file(2, 31);
  for (uint32_t n = 0; n < file.samples; ++n) file.pose(n, 0).translation.y = 0.1f * float(n) / 30;
  const auto bytes = file.bytes();
  const fs::path folder = scratch("raw_motion." + std::to_string(::getpid()));
  fs::create_directories(folder);
  const std::string name = (folder / "rise.skc").string();
  std::ofstream(name, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
  return name;
}

TEST(RawMotion, is_read_like_other_files) {
  const std::string file = raw_motion(), packed = file + ".saker";
  EXPECT_EQ(saker("validate " + file).code, 0);
  const json info = json::parse(saker("info " + file + " --json").out);
  EXPECT_EQ(info["nodes"], 2);
  ASSERT_EQ(info["clips"].size(), 1u);
  EXPECT_EQ(info["clips"][0]["name"], "rise");
  EXPECT_EQ(info["clips"][0]["duration"], 1);
  const Outcome converted = saker("convert " + file + " -o " + packed);
  EXPECT_EQ(converted.code, 0) << converted.err;
  for (const std::string& either : {file, packed}) {
    const json pose = json::parse(saker("pose " + either + " --clip rise --time 0.5 --json").out);
    EXPECT_EQ(pose["nodes"][1]["name"], "joint1");
    EXPECT_NEAR(pose["nodes"][1]["world"][13].get<double>(), 1.05, 1e-4);
    EXPECT_EQ(saker("mesh " + either + " --json").out, "[]\n");
  }
}

TEST(RawMotion, shows_its_skeleton_for_want_of_a_mesh) {
  const std::string arguments = "render " + raw_motion() + " --size 64x64 -o ";
  const fs::path plain = scratch("rise.png"), bones = scratch("rise_bones.png");
  const Outcome run = saker(arguments + plain.string());
  if (run.err.find("EGL") != std::string::npos) GTEST_SKIP() << run.err;
  ASSERT_EQ(run.code, 0) << run.err;
  ASSERT_EQ(saker(arguments + bones.string() + " --skeleton").code, 0);
  EXPECT_EQ(content(plain), content(bones));
}

TEST(Bench, prints_an_array_with_numbers_for_every_clip) {
  const Outcome run = saker("bench " + kCharacter + " " + raw_motion() + " --instances 3 --json");
  ASSERT_EQ(run.code, 0) << run.err;
  const json clips = json::parse(run.out);
  ASSERT_TRUE(clips.is_array());
  ASSERT_EQ(clips.size(), 6u);
  for (const json& clip : clips) {
    EXPECT_EQ(clip.size(), 11u);
    EXPECT_TRUE(clip["name"].is_string());
    for (const char* key : {"joints", "samples", "raw_bytes", "packed_bytes", "error_max_mm",
                            "pack_seconds", "ns_pose_forward", "ns_pose_random", "ns_joint_single"})
      EXPECT_TRUE(clip[key].is_number()) << key << " " << clip;
    EXPECT_EQ(clip["raw_bytes"], clip["joints"].get<size_t>() * clip["samples"].get<size_t>() * 40);
    EXPECT_LE(clip["error_max_mm"], 0.1);
    EXPECT_GT(clip["ns_pose_forward"], 0);
    ASSERT_EQ(clip["chain"].size(), 2u);
    for (size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(clip["chain"][i].size(), 3u);
      EXPECT_EQ(clip["chain"][i]["instances"], 3);
      EXPECT_EQ(clip["chain"][i]["clips"], i == 0 ? 1 : 3);
      EXPECT_GT(clip["chain"][i]["ns_per_character"], 0);
    }
  }
  EXPECT_EQ(clips[5]["name"], "rise");
  EXPECT_EQ(clips[5]["joints"], 2);
}

TEST(Bench, a_packed_file_has_no_pack_seconds_and_the_same_size) {
  const std::string file = raw_motion(), packed = file + ".saker", few = " --instances 2 --json";
  ASSERT_EQ(saker("convert " + file + " --pack small -o " + packed).code, 0);
  const Outcome before = saker("bench " + file + " --pack small" + few);
  const Outcome after = saker("bench " + packed + few);
  ASSERT_EQ(after.code, 0) << after.err;
  EXPECT_NE(after.err.find("packed already"), std::string::npos) << after.err;
  const json was = json::parse(before.out)[0], is = json::parse(after.out)[0];
  EXPECT_TRUE(was["pack_seconds"].is_number());
  EXPECT_TRUE(is["pack_seconds"].is_null());
  for (const char* key : {"joints", "samples", "packed_bytes", "error_max_mm"})
    EXPECT_EQ(was[key], is[key]) << key;
}

TEST(Bench, the_table_names_the_instruction_set_and_an_unknown_one_is_a_bad_call) {
  const std::string arguments = "bench " + raw_motion() + " --instances 1 --isa ";
  const Outcome unknown = saker(arguments + "abacus");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_EQ(unknown.out, "");
  const std::string_view names[] = {"sse2", "neon", "generic"};
  const auto* baseline = std::find_if(std::begin(names), std::end(names), [&](auto name) {
    return unknown.err.find(name) != std::string::npos;
  });
  ASSERT_NE(baseline, std::end(names)) << unknown.err;
  const Outcome run = saker(arguments + std::string(*baseline));
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find(*baseline), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("rise"), std::string::npos) << run.out;
  EXPECT_EQ(saker("bench " + kCharacter + " --instances 0").code, 2);
  EXPECT_EQ(saker("bench").code, 2);
}

TEST(Bench, needs_clips) {
  const std::string still = scratch("still.gltf").string();
  std::ofstream(still) << R"({"asset": {"version": "2.0"}, "nodes": [{"name": "alone"}]})";
  const Outcome run = saker("bench " + still + " --json");
  EXPECT_EQ(run.code, 1);
  EXPECT_EQ(run.out, "");
  EXPECT_NE(run.err.find("no clips"), std::string::npos) << run.err;
}

TEST(Errors, bad_input_is_1_with_a_message_and_nothing_on_stdout) {
  const fs::path junk = scratch("junk.glb");
  std::ofstream(junk) << "this is no model";
  for (const char* verb : {"info", "pose", "mesh --json", "bench"}) {
    const Outcome run = saker(std::string(verb) + " " + junk.string());
    EXPECT_EQ(run.code, 1) << verb;
    EXPECT_EQ(run.out, "") << verb;
    EXPECT_NE(run.err.find("junk.glb"), std::string::npos) << run.err;
  }
  EXPECT_EQ(saker("validate " + junk.string()).code, 1);
  const Outcome missing = saker("info /nowhere/at/all.glb");
  EXPECT_EQ(missing.code, 1);
  EXPECT_NE(missing.err.find("/nowhere/at/all.glb"), std::string::npos);
}

TEST(Errors, a_bad_call_is_2_and_says_what_there_is) {
  EXPECT_EQ(saker("").code, 2);
  EXPECT_EQ(saker("dance " + kCharacter).code, 2);
  EXPECT_EQ(saker("convert " + kCharacter).code, 2);
  const Outcome run = saker("pose " + kCharacter + " --clip tango");
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("walk"), std::string::npos) << run.err;
  EXPECT_EQ(saker("render " + kCharacter + " -o x.bmp").code, 2);
  EXPECT_EQ(saker("render " + kCharacter + " --size 0x10 -o x.png").code, 2);
}

TEST(Validate, a_good_file_is_0) { EXPECT_EQ(saker("validate " + kCharacter).code, 0); }

TEST(Render, makes_a_picture_of_the_size_asked_for) {
  const fs::path png = scratch("walk.png");
  const Outcome run =
      saker("render " + kCharacter + " --clip walk --time 0.2 --size 320x200 -o " + png.string());
  if (run.err.find("EGL") != std::string::npos) GTEST_SKIP() << run.err;
  ASSERT_EQ(run.code, 0) << run.err;
  const std::string bytes = content(png);
  ASSERT_GT(bytes.size(), 24u);
  EXPECT_EQ(bytes.substr(1, 3), "PNG");
  const auto byte = [&](size_t i) { return int(static_cast<unsigned char>(bytes[i])); };
  EXPECT_EQ(byte(18) * 256 + byte(19), 320);
  EXPECT_EQ(byte(22) * 256 + byte(23), 200);
}

TEST(Render, numbers_the_frames_of_a_clip) {
  const Outcome run = saker("render " + kCharacter + " --clip run --fps 6 --size 64x64 -o " +
                            scratch("run_%03d.png").string());
  if (run.err.find("EGL") != std::string::npos) GTEST_SKIP() << run.err;
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(fs::exists(scratch("run_000.png")));
  EXPECT_TRUE(fs::exists(scratch("run_003.png")));
}

}  // namespace
