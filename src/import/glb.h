#pragma once
// The binary container of glTF: a header, a JSON chunk and at most one chunk of bytes.

#include "import/report.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace saker::gltf {

struct Glb {
  std::string_view json;
  std::span<const uint8_t> bin;
  bool has_bin = false;
};

// Takes the container apart; views point into `bytes`. What is wrong is reported by byte.
Glb split_glb(std::span<const uint8_t> bytes, Report& report);

}  // namespace saker::gltf
