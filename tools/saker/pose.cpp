#include "saker/json.h"
#include "saker/messages.h"
#include "saker/moment.h"
#include "saker/verb.h"

namespace saker::cli {
namespace {

struct Options {
  std::string file, clip;
  std::vector<double> times;
  bool json = false;
};

Json matrix_json(const DAffine& m) {
  Json numbers = Json::array();
  for (int column = 0; column < 4; ++column) {
    for (int row = 0; row < 3; ++row) numbers.push_back(m.m[row][column]);
    numbers.push_back(column == 3 ? 1.0 : 0.0);
  }
  return numbers;
}

Json moment_json(const Moment& moment, const Json& clip, double time) {
  Json nodes = Json::array(), morphs = Json::array();
  for (const NodeState& node : moment.nodes)
    nodes.push_back({{"index", node.node},
                     {"name", name_or_null(node.name)},
                     {"parent", node.parent},
                     {"world", matrix_json(node.world)}});
  for (const MorphState& morph : moment.morphs)
    morphs.push_back({{"node", morph.node}, {"weights", morph.weights}});
  return {{"clip", clip}, {"time", time}, {"nodes", nodes}, {"morphs", morphs}};
}

void print_table(const Moment& moment, double time) {
  std::printf("time %g\n%5s %6s %10s %10s %10s  %s\n", time, "node", "parent", "x", "y", "z",
              "name");
  for (const NodeState& node : moment.nodes) {
    const DVec3 p = origin(node.world);
    std::printf("%5d %6d %10.5f %10.5f %10.5f  %s\n", node.node, node.parent, p.x, p.y, p.z,
                node.name.c_str());
  }
  for (const MorphState& morph : moment.morphs) {
    std::printf("morph weights of node %d:", morph.node);
    for (const double weight : morph.weights) std::printf(" %g", weight);
    std::printf("\n");
  }
}

int run(const Options& options) {
  auto input = open_input(options.file);
  if (!input) return report(input.error());
  const auto clip = choose_clip(*input, options.clip);
  if (!clip) return report(clip.error());
  Json name;
  if (*clip >= 0) {
    name = *clip;
    const std::string given = clip_names(*input)[size_t(*clip)];
    if (!given.empty()) name = given;
  }
  const std::vector<double> times = options.times.empty() ? std::vector<double>{0} : options.times;
  Json all = Json::array();
  for (const double time : times) {
    const Moment moment = moment_of(*input, *clip, time, false);
    if (options.json) {
      all.push_back(moment_json(moment, name, time));
    } else {
      print_table(moment, time);
    }
  }
  if (options.json) print_json(times.size() == 1 ? all[0] : all);
  return kDone;
}

}  // namespace

Verb add_pose(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("pose", "Print the world transform of every node");
  command
      ->add_option("FILE", options->file,
                   ".glb, .gltf, .skc (evaluated exactly) or .saker (as packed)")
      ->required();
  command->add_option("--clip", options->clip,
                      "name or number of a clip; without it the rest pose");
  command->add_option("--time", options->times, "seconds; several times give several poses");
  command->add_flag("--json", options->json, "print JSON");
  return {command, [options] { return run(*options); }};
}

}  // namespace saker::cli
