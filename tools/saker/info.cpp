#include "saker/json.h"
#include "saker/messages.h"
#include "saker/summary.h"
#include "saker/verb.h"

namespace saker::cli {
namespace {

struct Options {
  std::string file;
  bool json = false;
};

Json names_json(const std::vector<std::string>& names) {
  Json all = Json::array();
  for (const std::string& name : names) all.push_back(name_or_null(name));
  return all;
}

Json summary_json(const Summary& summary, const std::string& file, bool packed) {
  Json skeletons = Json::array(), meshes = Json::array(), clips = Json::array();
  for (const SkeletonSummary& s : summary.skeletons)
    skeletons.push_back({{"joints", s.joints.size()},
                         {"joint_names", names_json(s.joints)},
                         {"skins", names_json(s.skins)}});
  for (const MeshSummary& m : summary.meshes)
    meshes.push_back({{"name", name_or_null(m.name)},
                      {"primitives", m.primitives},
                      {"vertices", m.vertices},
                      {"triangles", m.triangles},
                      {"influences", m.influences},
                      {"targets", names_json(m.targets)}});
  for (const ClipSummary& c : summary.clips) {
    clips.push_back({{"name", name_or_null(c.name)},
                     {"duration", c.duration},
                     {"tracks", c.tracks},
                     {"keys", c.keys}});
    if (c.error) clips.back()["error_max_mm"] = *c.error * 1000;
  }
  return {{"file", file},
          {"packed", packed},
          {"nodes", summary.nodes},
          {"skeletons", skeletons},
          {"meshes", meshes},
          {"clips", clips},
          {"materials", names_json(summary.materials)},
          {"images", names_json(summary.images)},
          {"diagnostics", diagnostics_json(summary.diagnostics)}};
}

const char* or_dash(const std::string& name) { return name.empty() ? "-" : name.c_str(); }

void print_summary(const Summary& summary) {
  std::printf("%zu nodes, %zu materials, %zu images\n", summary.nodes, summary.materials.size(),
              summary.images.size());
  for (const SkeletonSummary& s : summary.skeletons)
    std::printf("skeleton  %zu joints, %zu skins\n", s.joints.size(), s.skins.size());
  for (const MeshSummary& m : summary.meshes) {
    std::printf("mesh      %s: %zu vertices, %zu triangles", or_dash(m.name), m.vertices,
                m.triangles);
    if (m.influences > 0) std::printf(", %zu influences", m.influences);
    if (!m.targets.empty()) std::printf(", %zu morph targets", m.targets.size());
    std::printf("\n");
  }
  for (size_t i = 0; i < summary.clips.size(); ++i) {
    const ClipSummary& c = summary.clips[i];
    std::printf("clip %-4zu %s: %.3f s, %zu tracks, %zu keys", i, or_dash(c.name), c.duration,
                c.tracks, c.keys);
    if (c.error) std::printf(", within %.4f mm", *c.error * 1000);
    std::printf("\n");
  }
}

int run(const Options& options) {
  auto input = open_input(options.file);
  if (!input) return report(input.error());
  const Summary summary = summarize(*input);
  if (options.json) {
    print_json(summary_json(summary, options.file, input->asset.has_value()));
  } else {
    print_summary(summary);
  }
  return kDone;
}

}  // namespace

Verb add_info(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("info", "Say what is in a file");
  command->add_option("FILE", options->file, ".glb, .gltf, .skc or .saker")->required();
  command->add_flag("--json", options->json, "print JSON");
  return {command, [options] { return run(*options); }};
}

}  // namespace saker::cli
