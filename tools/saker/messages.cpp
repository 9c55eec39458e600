#include "saker/messages.h"

#include "saker/verb.h"

#include <cstdio>

#ifdef _WIN32
#include <io.h>
#define isatty _isatty
#define fileno _fileno
#else
#include <unistd.h>
#endif

namespace saker::cli {
namespace {

constexpr size_t kMostDiagnostics = 10;
constexpr int kBarWidth = 40;

}  // namespace

int report(const Error& error) {
  std::fprintf(stderr, "saker: %s\n", error.text().c_str());
  return error.code == ErrorCode::kInvalidArgument ? kBadCall : kBadInput;
}

void report(const Diagnostics& diagnostics) {
  size_t count = 0;
  for (const Diagnostic& d : diagnostics) {
    if (d.severity > Severity::kWarning) continue;
    if (++count <= kMostDiagnostics)
      std::fprintf(stderr, "%s %s: %s: %s\n", severity_name(d.severity), d.code.c_str(),
                   d.path.c_str(), d.message.c_str());
  }
  if (count > kMostDiagnostics)
    std::fprintf(stderr, "… and %zu more; `saker validate` lists them all\n",
                 count - kMostDiagnostics);
}

ProgressBar::ProgressBar(std::string label)
    : label_(std::move(label)), visible_(isatty(fileno(stderr)) != 0) {}

ProgressBar::~ProgressBar() {
  if (visible_ && drawn_ >= 0) std::fputs("\r\033[K", stderr);
}

void ProgressBar::show(double share) {
  const int filled = int(share * kBarWidth);
  if (!visible_ || filled == drawn_) return;
  drawn_ = filled;
  std::fprintf(stderr, "\r%s [%s%s] %3d %%", label_.c_str(),
               std::string(size_t(filled), '#').c_str(),
               std::string(size_t(kBarWidth - filled), ' ').c_str(), int(share * 100));
}

}  // namespace saker::cli
