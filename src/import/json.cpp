#include "import/json.h"

#include "import/utf8.h"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

namespace saker::gltf {
namespace {

// Deeper than any real file; keeps the destructor of the tree from exhausting the stack.
constexpr size_t kMaxDepth = 128;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string position_text(std::string_view text, size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const size_t line = size_t(std::count(before.begin(), before.end(), '\n')) + 1;
  const size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  return "line " + std::to_string(line) + ", column " +
         std::to_string(before.size() - line_start + 1) + " (byte " + std::to_string(byte) + ")";
}

// Builds the tree from the parser's events. An open container stays where it is while it is open:
// only its own items grow.
class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  Builder(Json& root, uint64_t memory_limit) : root_(root), values_left_(memory_limit / kCost) {}

  bool null() override { return add({}); }
  bool boolean(bool value) override { return add(Json::Kind::kBoolean, value ? 1 : 0); }
  bool number_integer(number_integer_t value) override { return add_number(double(value)); }
  bool number_unsigned(number_unsigned_t value) override { return add_number(double(value)); }
  bool number_float(number_float_t value, const string_t&) override { return add_number(value); }
  bool string(string_t& value) override {
    if (!add(Json::Kind::kString, 0)) return false;
    last_->text = std::move(value);
    return true;
  }
  bool binary(binary_t&) override { return false; }
  bool key(string_t& value) override {
    open_.back()->keys.push_back(std::move(value));
    return true;
  }
  bool start_object(std::size_t) override { return open(Json::Kind::kObject); }
  bool start_array(std::size_t) override { return open(Json::Kind::kArray); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    error_byte = position == 0 ? 0 : position - 1;
    const char* what = error.what();
    const char* colon = std::strstr(what, ": ");  // after "parse error at line 1, column 2"
    message = colon ? colon + 2 : what;
    return false;
  }

  std::string message;  // empty: nothing is wrong
  size_t error_byte = 0;
  bool limit_reached = false;

 private:
  // A value, its share of its parent's growth and the name it has there.
  static constexpr uint64_t kCost = 3 * sizeof(Json);

  bool add_number(double value) { return add(Json::Kind::kNumber, value); }

  bool add(Json::Kind kind, double number) {
    Json value;
    value.kind = kind;
    value.number = number;
    return add(std::move(value));
  }

  bool add(Json value) {
    if (values_left_ == 0) {
      limit_reached = true;
      return false;
    }
    --values_left_;
    if (open_.empty()) {
      root_ = std::move(value);
      last_ = &root_;
    } else {
      open_.back()->items.push_back(std::move(value));
      last_ = &open_.back()->items.back();
    }
    return true;
  }

  bool open(Json::Kind kind) {
    if (open_.size() == kMaxDepth) {
      message = "values nest more than " + std::to_string(kMaxDepth) + " deep";
      return false;
    }
    if (!add(kind, 0)) return false;
    open_.push_back(last_);
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  Json& root_;
  Json* last_ = nullptr;
  std::vector<Json*> open_;
  uint64_t values_left_;
};

}  // namespace

const Json* Json::find(std::string_view key) const {
  for (size_t i = keys.size(); i-- > 0;)
    if (keys[i] == key) return &items[i];
  return nullptr;
}

Json parse_json(std::string_view text, uint64_t memory_limit, Report& report) {
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    report.add(rules::kByteOrderMark, "line 1, column 1 (byte 0)",
               "the text starts with a byte order mark, which was skipped");
    text.remove_prefix(kByteOrderMark.size());
  }
  std::string valid(text);
  if (const size_t bad = replace_invalid_utf8(valid))
    report.add(rules::kInvalidUtf8, "",
               std::to_string(bad) + " bytes are not UTF-8 and were replaced by '?'");

  Json root;
  Builder builder(root, memory_limit);
  const bool parsed = nlohmann::json::sax_parse(valid, &builder);
  if (parsed && root.kind == Json::Kind::kObject) return root;
  if (builder.limit_reached) {
    report.add(rules::kMemoryLimit, "", "the JSON text holds too many values");
  } else if (parsed) {
    report.add(rules::kTypeMismatch, "", "the JSON text is not an object");
  } else {
    report.add(rules::kInvalidJson, position_text(valid, builder.error_byte),
               "this is not valid JSON: " + builder.message);
  }
  root = {};
  root.kind = Json::Kind::kObject;
  return root;
}

}  // namespace saker::gltf
