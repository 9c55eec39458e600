#include "saker/json.h"
#include "saker/messages.h"
#include "saker/moment.h"
#include "saker/verb.h"

#include <cstdio>

namespace saker::cli {
namespace {

struct Options {
  std::string file, clip, output;
  double time = 0;
  bool json = false;
};

void append_line(std::string& text, const char* format, auto... values) {
  char line[128];
  const int size = std::snprintf(line, sizeof(line), format, values...);
  text.append(line, size_t(size));
}

// Names in an OBJ file end at the line's end.
std::string object_name(const PrimitiveState& primitive) {
  std::string name =
      primitive.name.empty() ? "mesh" + std::to_string(primitive.mesh) : primitive.name;
  for (char& c : name) {
    if (static_cast<unsigned char>(c) < ' ') c = '_';
  }
  return name + "." + std::to_string(primitive.node) + "." + std::to_string(primitive.primitive);
}

// Indices of an OBJ file start at 1 and count on through all objects.
void append_elements(const PrimitiveState& primitive, size_t first, std::string& text) {
  const size_t corners = primitive.topology == Topology::kTriangles ? 3
                         : primitive.topology == Topology::kLines   ? 2
                                                                    : 1;
  const char* keyword = corners == 3 ? "f" : corners == 2 ? "l" : "p";
  for (size_t i = 0; i + corners <= primitive.indices.size(); i += corners) {
    text += keyword;
    for (size_t c = 0; c < corners; ++c)
      text += " " + std::to_string(first + primitive.indices[i + c]);
    text += "\n";
  }
}

std::string obj_text(const Moment& moment) {
  std::string text;
  size_t first = 1;
  for (const PrimitiveState& primitive : moment.primitives) {
    text += "o " + object_name(primitive) + "\n";
    for (const DVec3& p : primitive.positions)
      append_line(text, "v %.9g %.9g %.9g\n", p.x, p.y, p.z);
    append_elements(primitive, first, text);
    first += primitive.positions.size();
  }
  return text;
}

Json mesh_json(const Moment& moment) {
  Json all = Json::array();
  for (const PrimitiveState& primitive : moment.primitives) {
    Json positions = Json::array();
    for (const DVec3& p : primitive.positions) {
      positions.push_back(p.x);
      positions.push_back(p.y);
      positions.push_back(p.z);
    }
    all.push_back({{"node", primitive.node},
                   {"mesh", primitive.mesh},
                   {"primitive", primitive.primitive},
                   {"positions", std::move(positions)}});
  }
  return all;
}

int run(const Options& options) {
  if (options.output.empty() && !options.json) {
    std::fputs("saker mesh: say where to with -o OUT.obj, or --json\n", stderr);
    return kBadCall;
  }
  auto input = open_input(options.file);
  if (!input) return report(input.error());
  const auto clip = choose_clip(*input, options.clip);
  if (!clip) return report(clip.error());
  const Moment moment = moment_of(*input, *clip, options.time, true);
  if (options.json) print_json(mesh_json(moment));
  if (options.output.empty()) return kDone;
  const std::string text = obj_text(moment);
  const auto error =
      write_file(options.output, {reinterpret_cast<const uint8_t*>(text.data()), text.size()});
  return error ? report(*error) : kDone;
}

}  // namespace

Verb add_mesh(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("mesh", "Write the morphed and skinned vertices, in world space");
  command
      ->add_option("FILE", options->file,
                   ".glb, .gltf, .skc (evaluated exactly) or .saker (as packed)")
      ->required();
  command->add_option("-o,--output", options->output, "an .obj file, one object per primitive");
  command->add_option("--clip", options->clip,
                      "name or number of a clip; without it the rest pose");
  command->add_option("--time", options->time, "seconds");
  command->add_flag("--json", options->json, "print JSON");
  return {command, [options] { return run(*options); }};
}

}  // namespace saker::cli
