#pragma once
// How Saker reports that something did not work: Status for the runtime, which never allocates, and
// Result<T> for importers and loaders, which can afford a sentence.

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace saker {

// What a runtime function answers. It is true when the call was carried out; otherwise nothing was
// written, `argument` names the argument at fault and `rule` the rule it breaks. Both are literals.
struct [[nodiscard]] Status {
  const char* argument = nullptr;
  const char* rule = nullptr;

  explicit operator bool() const { return argument == nullptr; }
};

enum class ErrorCode {
  kInvalidArgument,  // the caller asked for something that makes no sense
  kIo,               // the system could not read or write a file
  kMalformed,        // the file breaks the rules of its format
  kUnsupported,      // the file is fine, but uses something that Saker does not read
  kLimit,            // the file asks for more memory or time than a sane file would
};

// Why a file could not be read or written. `where` is the place: a file, a byte offset or a JSON
// path, or empty when the message says it all.
struct Error {
  ErrorCode code = ErrorCode::kMalformed;
  std::string message;
  std::string where;

  // "where: message", for a person.
  std::string text() const { return where.empty() ? message : where + ": " + message; }
};

// A value, or the error that stands in its place. Reading the wrong one is undefined.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : error_(std::move(error)) {}

  explicit operator bool() const { return value_.has_value(); }
  T& value() { return *value_; }
  const T& value() const { return *value_; }
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }
  const Error& error() const { return error_; }

 private:
  std::optional<T> value_;
  Error error_;
};

enum class Severity { kError, kWarning, kInformation, kHint };

// The word for it: "error", "warning", "information" or "hint".
inline const char* severity_name(Severity severity) {
  constexpr const char* kNames[] = {"error", "warning", "information", "hint"};
  return kNames[int(severity)];
}

// Something a file does that it should not, or that a reader should know. Codes are stable; for
// glTF they are those of the Khronos glTF-Validator. `path` is a JSON pointer such as
// "/nodes/3/skin".
struct Diagnostic {
  std::string code;
  Severity severity = Severity::kWarning;
  std::string path;
  std::string message;
};

using Diagnostics = std::vector<Diagnostic>;

}  // namespace saker
