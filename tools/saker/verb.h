#pragma once
// A verb of the command line: `saker VERB FILE …`, one file each.

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

namespace saker::cli {

// Exit codes, the same for every verb.
inline constexpr int kDone = 0;
inline constexpr int kBadInput = 1;  // a file is at fault
inline constexpr int kBadCall = 2;   // the command line is

struct Verb {
  CLI::App* command = nullptr;
  std::function<int()> run;  // called when the command line named this verb
};

Verb add_info(CLI::App& app);
Verb add_validate(CLI::App& app);
Verb add_convert(CLI::App& app);
Verb add_pose(CLI::App& app);
Verb add_mesh(CLI::App& app);
Verb add_bench(CLI::App& app);
Verb add_render(CLI::App& app);
Verb add_view(CLI::App& app);

}  // namespace saker::cli
