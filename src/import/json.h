#pragma once
// A JSON document as a tree.

#include "import/report.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace saker::gltf {

struct Json {
  enum class Kind : uint8_t { kNull, kBoolean, kNumber, kString, kArray, kObject };

  Kind kind = Kind::kNull;
  double number = 0;              // kNumber; kBoolean: 0 or 1
  std::string text;               // kString
  std::vector<Json> items;        // kArray and kObject
  std::vector<std::string> keys;  // kObject: the name of each item

  // The member of an object, or null. Of several with one name the last counts, as in JavaScript.
  const Json* find(std::string_view key) const;
};

// Reads a text that must be one JSON object. What is wrong with it is reported by line, column and
// byte; then the object is empty. Bytes that are not UTF-8 become '?'. A document that would need
// more than `memory_limit` bytes, or nests absurdly deep, is refused.
Json parse_json(std::string_view text, uint64_t memory_limit, Report& report);

}  // namespace saker::gltf
