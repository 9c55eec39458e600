// Broken files, each beside the report that the Khronos glTF-Validator gives of it: what it calls
// an error or a warning is found here too, in the same place. Nothing else is called so.

#include <saker/import.h>

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace saker {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path kBad = fs::path(SAKER_REFERENCE_DIR) / "data/bad/gltf-validator";

// A code and where: a JSON pointer or "byte 12".
using Issue = std::pair<std::string, std::string>;
using Issues = std::set<Issue>;

struct BadFile {
  std::string name;
  fs::path path;
  json messages;
};

std::vector<BadFile> bad_files() {
  constexpr std::string_view kReport = ".report.json";
  std::vector<BadFile> files;
  std::error_code none;
  for (const auto& entry : fs::recursive_directory_iterator(kBad, none)) {
    const std::string path = entry.path().string();
    if (path.size() < kReport.size() || path.substr(path.size() - kReport.size()) != kReport)
      continue;
    const fs::path file = path.substr(0, path.size() - kReport.size());
    std::ifstream report(entry.path());
    files.push_back({fs::relative(file, kBad).generic_string(), file,
                     json::parse(report)["issues"]["messages"]});
  }
  std::sort(files.begin(), files.end(),
            [](const BadFile& a, const BadFile& b) { return a.name < b.name; });
  return files;
}

Issues expected_issues(const BadFile& file) {
  Issues issues;
  for (const json& message : file.messages) {
    if (message["severity"].get<int>() > int(Severity::kWarning)) continue;
    const std::string code = message["code"];
    if (code == "INVALID_JSON") {
      issues.insert({code, ""});  // here by line and column, there without a place
    } else if (message.contains("offset")) {
      issues.insert({code, "byte " + std::to_string(message["offset"].get<uint64_t>())});
    } else {
      issues.insert({code, message["pointer"]});
    }
  }
  return issues;
}

// Saker's own codes, for what the validator does not look at.
const std::set<std::string> kOwnCodes = {"ACCESSOR_UNREADABLE", "BUFFER_WITHOUT_DATA"};

Issues found_issues(const Diagnostics& diagnostics) {
  Issues issues;
  for (const Diagnostic& d : diagnostics)
    if (d.severity <= Severity::kWarning && !kOwnCodes.count(d.code))
      issues.insert({d.code, d.code == "INVALID_JSON" ? "" : d.path});
  return issues;
}

std::string list(const Issues& issues) {
  std::string text;
  for (const auto& [code, place] : issues) text += "\n  " + code + " " + place;
  return text;
}

Issues without(const Issues& all, const Issues& some) {
  Issues out;
  std::set_difference(all.begin(), all.end(), some.begin(), some.end(),
                      std::inserter(out, out.end()));
  return out;
}

// What the validator finds and Saker does not.
const std::map<std::string, Issues> kNotFound = {
    // An empty JSON chunk is reported as that.
    {"glb/two_empty_json_chunks.glb", {{"INVALID_JSON", ""}}},
    // 1e999 is no JSON number to Saker, see below.
    {"node/infinite_transform.gltf",
     {{"VALUE_NOT_IN_RANGE", "/nodes/0/translation/0"},
      {"VALUE_NOT_IN_RANGE", "/nodes/0/translation/1"}}},
    // Joints that do not exist have no place in a tree.
    {"skin/unresolved_joint.gltf", {{"SKIN_NO_COMMON_ROOT", "/skins/0/joints"}}},
};

// What Saker calls an error or a warning and the validator does not.
const Issue kTimesAreZero = {"ACCESSOR_ANIMATION_INPUT_NON_INCREASING",
                             "/animations/0/samplers/0/input"};
const std::map<std::string, Issues> kFoundBesides = {
    // Times without a buffer view are all 0; the validator looks only at numbers that are stored.
    {"animation/valid.gltf", {kTimesAreZero}},
    {"animation_data/quaternion_cubic_non_unit_values.gltf", {kTimesAreZero}},
    {"animation_data/quaternion_non_unit_values.gltf", {kTimesAreZero}},
    {"skin/ignored_animated_transform.gltf", {kTimesAreZero}},
    // The validator does not compare primitives that are broken themselves.
    {"mesh/empty_object.gltf",
     {{"MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT", "/meshes/4/primitives/3/targets"},
      {"MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT", "/meshes/4/primitives/4/targets"}}},
    {"node/infinite_transform.gltf", {{"INVALID_JSON", ""}}},
};

Issues exceptions(const std::map<std::string, Issues>& table, const std::string& name) {
  const auto found = table.find(name);
  return found == table.end() ? Issues{} : found->second;
}

// What the validator only warns of, but which leaves nothing to read.
const std::set<std::string> kRefusedWithoutError = {"accessor/unknown_type.gltf",
                                                    "buffer/non_relative_uri.gltf"};

bool has_errors(const BadFile& file) {
  return std::any_of(file.messages.begin(), file.messages.end(), [](const json& message) {
    return message["severity"] == int(Severity::kError);
  });
}

TEST(BadGltf, files_without_errors_are_read) {
  const std::vector<BadFile> files = bad_files();
  if (files.empty()) GTEST_SKIP() << "no reference files in " << kBad;
  for (const BadFile& file : files) {
    if (has_errors(file)) continue;
    SCOPED_TRACE(file.name);
    const auto scene = import_scene(file.path);
    EXPECT_EQ(bool(scene), kRefusedWithoutError.count(file.name) == 0) << scene.error().text();
  }
}

TEST(BadGltf, findings_are_the_validators) {
  const std::vector<BadFile> files = bad_files();
  if (files.empty()) GTEST_SKIP() << "no reference files in " << kBad;
  size_t matched = 0, total = 0;
  for (const BadFile& file : files) {
    SCOPED_TRACE(file.name);
    Diagnostics diagnostics;
    const auto scene = import_scene(file.path, {}, &diagnostics);
    const Issues expected = expected_issues(file), found = found_issues(diagnostics);
    EXPECT_EQ(list(without(expected, found)), list(exceptions(kNotFound, file.name)));
    EXPECT_EQ(list(without(found, expected)), list(exceptions(kFoundBesides, file.name)));
    total += expected.size();
    matched += expected.size() - without(expected, found).size();
  }
  RecordProperty("files", int(files.size()));
  RecordProperty("issues", int(total));
  RecordProperty("issues_found", int(matched));
}

}  // namespace
}  // namespace saker
