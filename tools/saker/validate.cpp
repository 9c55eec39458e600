#include "saker/input.h"
#include "saker/json.h"
#include "saker/messages.h"
#include "saker/verb.h"

namespace saker::cli {
namespace {

struct Options {
  std::string file;
  bool json = false;
};

size_t count(const Diagnostics& diagnostics, Severity severity) {
  size_t n = 0;
  for (const Diagnostic& d : diagnostics) n += d.severity == severity;
  return n;
}

void print_list(const Diagnostics& diagnostics, const std::optional<Error>& error) {
  for (const Diagnostic& d : diagnostics)
    std::printf("%-11s %s: %s: %s\n", severity_name(d.severity), d.code.c_str(),
                d.path.empty() ? "/" : d.path.c_str(), d.message.c_str());
  if (error) std::printf("refused     %s\n", error->text().c_str());
  std::printf("%zu errors, %zu warnings, %zu others\n", count(diagnostics, Severity::kError),
              count(diagnostics, Severity::kWarning),
              count(diagnostics, Severity::kInformation) + count(diagnostics, Severity::kHint));
}

int run(const Options& options) {
  Diagnostics diagnostics;
  std::optional<Error> refused;
  if (is_packed(options.file)) {
    const auto asset = Asset::load(options.file);
    if (!asset) refused = asset.error();
  } else {
    const auto scene = import_scene(options.file, {}, &diagnostics);
    if (!scene) refused = scene.error();
  }
  if (refused && refused->code == ErrorCode::kIo) return report(*refused);
  if (options.json) {
    print_json({{"diagnostics", diagnostics_json(diagnostics)},
                {"refused", refused ? Json(refused->text()) : Json()}});
  } else {
    print_list(diagnostics, refused);
  }
  return refused || count(diagnostics, Severity::kError) > 0 ? kBadInput : kDone;
}

}  // namespace

Verb add_validate(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("validate", "List everything that is wrong or odd about a file");
  command->add_option("FILE", options->file, ".glb, .gltf, .skc or .saker")->required();
  command->add_flag("--json", options->json, "print JSON");
  return {command, [options] { return run(*options); }};
}

}  // namespace saker::cli
