#include "saker/verb.h"

#include <cstdio>
#include <exception>

namespace {

int run(int argc, char** argv) {
  using namespace saker::cli;
  CLI::App app("Saker: animation from the files artists make to pixels", "saker");
  app.require_subcommand(1);
  app.set_version_flag("--version", "saker " SAKER_VERSION);
  app.footer(
      "Results go to stdout, messages to stderr. Exit codes: 0 done, 1 a file is at fault, 2 the "
      "call is.");
  const Verb verbs[] = {add_info(app), add_validate(app), add_convert(app), add_pose(app),
                        add_mesh(app), add_bench(app),    add_render(app),  add_view(app)};
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kDone : kBadCall;
  }
  for (const Verb& verb : verbs) {
    if (verb.command->parsed()) return verb.run();
  }
  return kBadCall;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs("saker: the file needs more memory than there is\n", stderr);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "saker: %s\n", error.what());
  }
  return saker::cli::kBadInput;
}
