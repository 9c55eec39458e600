#include "import/cursor.h"

#include <algorithm>
#include <cmath>

namespace saker::gltf {
namespace {

using Kind = Json::Kind;

bool is_whole(double number) { return number == std::floor(number); }

// Whether a float can hold it; not so for NaN.
bool fits_float(double number) { return std::fabs(number) <= std::numeric_limits<float>::max(); }

}  // namespace

std::string Cursor::path(std::string_view key) const {
  std::string out = path_ + "/";
  for (const char c : key) {
    if (c == '~')
      out += "~0";
    else if (c == '/')
      out += "~1";
    else
      out += c;
  }
  return out;
}

void Cursor::expect(std::initializer_list<std::string_view> keys) const {
  if (!value_) return;
  for (const std::string& key : value_->keys)
    if (key != "extensions" && key != "extras" &&
        std::find(keys.begin(), keys.end(), key) == keys.end())
      add(rules::kUnexpectedProperty, key, "this property is not part of glTF and was ignored");
}

void Cursor::require(std::initializer_list<std::string_view> keys) const {
  if (!value_) return;
  for (const std::string_view key : keys)
    if (!has(key))
      add(rules::kUndefinedProperty, "the property '" + std::string(key) + "' is missing");
}

const Json* Cursor::member(std::string_view key, Kind kind, const char* kind_name) const {
  const Json* value = value_ ? value_->find(key) : nullptr;
  if (!value || value->kind == kind) return value;
  add(rules::kTypeMismatch, key, std::string("this value should be ") + kind_name);
  return nullptr;
}

Cursor Cursor::object(std::string_view key) const {
  return {member(key, Kind::kObject, "an object"), path(key), *report_};
}

Cursor Cursor::array(std::string_view key) const {
  Cursor out{member(key, Kind::kArray, "an array"), path(key), *report_};
  if (out && out.size() == 0) out.add(rules::kEmptyEntity, "this array has no entries");
  return out;
}

Cursor Cursor::item(size_t index) const {
  const Json& value = value_->items[index];
  if (value.kind == Kind::kObject) return {&value, path(index), *report_};
  // The validator reports an entry of a top-level array at the entry, others at their array.
  if (path_.find('/', 1) == std::string::npos)
    report_->add(rules::kTypeMismatch, path(index), "this value should be an object");
  else
    add(rules::kArrayTypeMismatch, "entry " + std::to_string(index) + " should be an object");
  return {nullptr, path(index), *report_};
}

std::string Cursor::string(std::string_view key, std::string_view fallback) const {
  const Json* value = member(key, Kind::kString, "a string");
  return value ? value->text : std::string(fallback);
}

bool Cursor::boolean(std::string_view key, bool fallback) const {
  const Json* value = member(key, Kind::kBoolean, "true or false");
  return value ? value->number != 0 : fallback;
}

double Cursor::number(std::string_view key, double fallback, double min, double max) const {
  const Json* value = member(key, Kind::kNumber, "a number");
  if (!value) return fallback;
  if (value->number >= min && value->number <= max) return value->number;
  add(rules::kValueNotInRange, key,
      text(value->number) + " is not within " + text(min) + " and " + text(max));
  return fallback;
}

uint64_t Cursor::integer(std::string_view key, uint64_t fallback, uint64_t max) const {
  const Json* value = member(key, Kind::kNumber, "an integer");
  if (!value) return fallback;
  if (!is_whole(value->number)) {
    add(rules::kTypeMismatch, key, "this value should be an integer");
    return fallback;
  }
  return uint64_t(number(key, double(fallback), 0, double(max)));
}

int Cursor::reference(const Json& value, size_t count, std::string place) const {
  if (value.kind != Kind::kNumber || !is_whole(value.number)) {
    report_->add(rules::kTypeMismatch, std::move(place), "this value should be an index");
  } else if (value.number < 0) {
    report_->add(rules::kValueNotInRange, std::move(place), "an index cannot be negative");
  } else if (value.number >= double(count)) {
    report_->add(rules::kUnresolvedReference, std::move(place),
                 text(value.number) + " refers to nothing: there are " + std::to_string(count));
  } else {
    return int(value.number);
  }
  return -1;
}

int Cursor::index(std::string_view key, size_t count) const {
  const Json* value = value_ ? value_->find(key) : nullptr;
  return value ? reference(*value, count, path(key)) : -1;
}

std::vector<int> Cursor::indices(std::string_view key, size_t count) const {
  const Cursor list = array(key);
  std::vector<int> out;
  for (size_t i = 0; i < list.size(); ++i) {
    const int index = reference(list.value_->items[i], count, list.path(i));
    if (index >= 0) out.push_back(index);
  }
  return out;
}

bool Cursor::numbers(std::string_view key, float* out, size_t count) const {
  if (!has(key)) return false;
  const size_t refusals = report_->refusals();
  const std::vector<float> values = floats(key);
  if (report_->refusals() != refusals) return false;
  if (values.size() != count) {
    add(rules::kArrayLength, key, "this array should have " + std::to_string(count) + " entries");
    return false;
  }
  std::copy(values.begin(), values.end(), out);
  return true;
}

std::vector<float> Cursor::floats(std::string_view key) const {
  const std::vector<double> values = numbers(key);
  return {values.begin(), values.end()};
}

std::vector<double> Cursor::numbers(std::string_view key) const {
  const Cursor list = array(key);
  std::vector<double> out;
  out.reserve(list.size());
  for (size_t i = 0; i < list.size(); ++i) {
    const Json& value = list.value_->items[i];
    if (value.kind != Kind::kNumber) {
      list.add(rules::kArrayTypeMismatch, "entry " + std::to_string(i) + " should be a number");
      return {};
    }
    if (!fits_float(value.number)) {
      report_->add(rules::kValueNotInRange, list.path(i), "this number does not fit a float");
      out.push_back(0);
    } else {
      out.push_back(value.number);
    }
  }
  return out;
}

std::vector<std::string> Cursor::strings(std::string_view key) const {
  const Cursor list = array(key);
  std::vector<std::string> out;
  out.reserve(list.size());
  for (size_t i = 0; i < list.size(); ++i) {
    const Json& value = list.value_->items[i];
    if (value.kind != Kind::kString)
      list.add(rules::kArrayTypeMismatch, "entry " + std::to_string(i) + " should be a string");
    out.push_back(value.text);
  }
  return out;
}

}  // namespace saker::gltf
