#include "saker/messages.h"
#include "saker/verb.h"
#include "viewer/viewer.h"

namespace saker::cli {

Verb add_view(CLI::App& app) {
  auto options = std::make_shared<ViewerOptions>();
  CLI::App* command = app.add_subcommand("view", "Open the window");
  command->add_option("FILE", options->file,
                      ".glb, .gltf, .skc or .saker; or drop one on the window");
  command->add_option("--clip", options->clip, "name or number of the clip to start with");
  command->add_flag("--watch", options->watch, "load the file again whenever it changes");
  command->add_option("--seconds", options->seconds, "close after this time")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--screenshot", options->screenshot, "a .png to write before closing");
  return {command, [options] {
            const auto error = run_viewer(*options);
            return error ? report(*error) : kDone;
          }};
}

}  // namespace saker::cli
