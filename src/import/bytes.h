#pragma once
// Numbers in little-endian files. The four bytes from `at` on must be there.

#include "base/bit_cast.h"

#include <cstdint>
#include <span>

namespace saker {

inline uint32_t read_u32(std::span<const uint8_t> bytes, size_t at) {
  return uint32_t(bytes[at]) | uint32_t(bytes[at + 1]) << 8 | uint32_t(bytes[at + 2]) << 16 |
         uint32_t(bytes[at + 3]) << 24;
}

inline float read_f32(std::span<const uint8_t> bytes, size_t at) {
  return bit_cast<float>(read_u32(bytes, at));
}

}  // namespace saker
