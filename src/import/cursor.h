#pragma once
// Reads a JSON value and checks it at once: every function answers with something usable and
// reports what was wrong, with the JSON pointer where.

#include "import/json.h"
#include "import/report.h"

#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace saker::gltf {

// A place in the document: a value, or none when the file does not have one there. All functions
// may be called on a place without a value and then answer with the fallback.
class Cursor {
 public:
  Cursor(const Json* value, std::string path, Report& report)
      : value_(value), path_(std::move(path)), report_(&report) {}

  explicit operator bool() const { return value_ != nullptr; }
  const Json* json() const { return value_; }
  const std::string& path() const { return path_; }
  std::string path(std::string_view key) const;
  std::string path(size_t index) const { return path_ + "/" + std::to_string(index); }

  // Notes a broken rule here, or at a member of this object.
  void add(const Rule& rule, std::string message) const {
    report_->add(rule, path_, std::move(message));
  }
  void add(const Rule& rule, std::string_view key, std::string message) const {
    report_->add(rule, path(key), std::move(message));
  }

  // Objects. `expect` notes members other than these, "extensions" and "extras"; `require` notes
  // missing ones.
  bool has(std::string_view key) const { return value_ && value_->find(key); }
  void expect(std::initializer_list<std::string_view> keys) const;
  void require(std::initializer_list<std::string_view> keys) const;
  size_t size() const { return value_ ? value_->items.size() : 0; }
  const std::string& key(size_t index) const { return value_->keys[index]; }

  // Members that are containers; an empty one is noted, one of another type counts as absent.
  Cursor object(std::string_view key) const;
  Cursor array(std::string_view key) const;
  Cursor extension(std::string_view name) const { return object("extensions").object(name); }

  // Items of an array of objects.
  Cursor item(size_t index) const;
  bool is_object(size_t index) const { return value_->items[index].kind == Json::Kind::kObject; }

  // Members that are plain values.
  std::string string(std::string_view key, std::string_view fallback = {}) const;
  bool boolean(std::string_view key, bool fallback) const;
  double number(std::string_view key, double fallback, double min, double max) const;
  uint64_t integer(std::string_view key, uint64_t fallback, uint64_t max = kMaxInteger) const;

  // A reference to one of `count` things: its index, or -1.
  int index(std::string_view key, size_t count) const;
  std::vector<int> indices(std::string_view key, size_t count) const;

  // Fills `out` from an array of `count` numbers that fit a float. False, with `out` untouched,
  // when there is none.
  bool numbers(std::string_view key, float* out, size_t count) const;
  std::vector<double> numbers(std::string_view key) const;
  std::vector<float> floats(std::string_view key) const;
  std::vector<std::string> strings(std::string_view key) const;

 private:
  static constexpr uint64_t kMaxInteger = uint64_t{1} << 53;

  const Json* member(std::string_view key, Json::Kind kind, const char* kind_name) const;
  int reference(const Json& value, size_t count, std::string place) const;

  const Json* value_;
  std::string path_;
  Report* report_;
};

}  // namespace saker::gltf
