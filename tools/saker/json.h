#pragma once
// JSON on stdout.

#include <saker/result.h>

#include <nlohmann/json.hpp>
#include <string>

namespace saker::cli {

// Keys stay in the order in which they are written.
using Json = nlohmann::ordered_json;

// A name, or null for a nameless thing.
inline Json name_or_null(const std::string& name) { return name.empty() ? Json() : Json(name); }

// [{code, severity, path, message}]
Json diagnostics_json(const Diagnostics& diagnostics);

// Prints a value and a newline. Names that are not UTF-8 are mended.
void print_json(const Json& value);

}  // namespace saker::cli
