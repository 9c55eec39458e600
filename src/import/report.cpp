#include "import/report.h"

#include <cstdio>

namespace saker {
namespace {

// A hostile file may break rules by the million; nobody reads more than this.
constexpr size_t kMaxDiagnostics = 10000;

const char* advice(ErrorCode code) {
  switch (code) {
    case ErrorCode::kMalformed:
      return "; the file is damaged or was written wrongly, export it again";
    case ErrorCode::kLimit:
      return "; raise ImportOptions::memory_limit if you trust the file";
    default:
      return "";  // the message itself says what to do
  }
}

}  // namespace

void Report::add(const Rule& rule, std::string path, std::string message) {
  if (path.empty()) path = "/";
  if (rule.effect == Effect::kRefuse) {
    ++refusals_;
    if (lenient_ == 0 && !error_)
      error_ = Error{rule.error, message + advice(rule.error), name_ + ": " + path};
  }
  if (diagnostics_.size() > kMaxDiagnostics || !said_.insert(rule.code + path + message).second)
    return;
  if (diagnostics_.size() < kMaxDiagnostics) {
    diagnostics_.push_back({rule.code, rule.severity, std::move(path), std::move(message)});
  } else {
    const Rule& last = rules::kTooManyIssues;
    diagnostics_.push_back(
        {last.code, last.severity, "/", "there are more issues than are listed"});
  }
}

std::string text(double number) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.9g", number);
  return digits;
}

}  // namespace saker
