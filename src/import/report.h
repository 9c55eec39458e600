#pragma once
// Collects what is wrong with a file while it is read.

#include "import/rules.h"

#include <saker/result.h>

#include <optional>
#include <string>
#include <unordered_set>

namespace saker {

class Report {
 public:
  // `name` is the file's, for the error.
  explicit Report(std::string name) : name_(std::move(name)) {}

  // Notes a broken rule; what was said before is not repeated. The first one that leaves the file
  // without meaning becomes the error; reading goes on nevertheless, so that a person sees
  // everything at once.
  void add(const Rule& rule, std::string path, std::string message);

  // How often a rule was broken that leaves what is being read without meaning.
  size_t refusals() const { return refusals_; }

  const std::optional<Error>& error() const { return error_; }
  const Diagnostics& diagnostics() const { return diagnostics_; }

  // While one lives, a refusal costs only the part being read, not the file.
  class Lenient {
   public:
    explicit Lenient(Report& report) : report_(report), start_(report.refusals_) {
      ++report_.lenient_;
    }
    ~Lenient() { --report_.lenient_; }
    Lenient(const Lenient&) = delete;
    Lenient& operator=(const Lenient&) = delete;

    // Whether nothing was refused so far.
    bool clean() const { return report_.refusals_ == start_; }

   private:
    Report& report_;
    size_t start_;
  };

 private:
  std::string name_;
  Diagnostics diagnostics_;
  std::unordered_set<std::string> said_;
  std::optional<Error> error_;
  size_t refusals_ = 0;
  int lenient_ = 0;
};

// A number as a person writes it.
std::string text(double number);

}  // namespace saker
