#pragma once
// What the command line tells a person, on stderr.

#include <saker/result.h>

#include <string>

namespace saker::cli {

// "saker: where: message" on a line; returns the exit code for it.
int report(const Error& error);

// One line per error and warning, the first few; says how many more there are.
void report(const Diagnostics& diagnostics);

// A bar that is drawn only when stderr is a terminal, and wiped when it goes.
class ProgressBar {
 public:
  explicit ProgressBar(std::string label);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(double share);

 private:
  std::string label_;
  bool visible_;
  int drawn_ = -1;
};

}  // namespace saker::cli
