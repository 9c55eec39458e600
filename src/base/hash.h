#pragma once
// A checksum for files.

#include <cstddef>
#include <cstdint>

namespace saker {

// XXH64 of `size` bytes with the given seed (xxHash specification, version 0.1.1, section "XXH64
// algorithm"). Complexity: linear, about four bytes per cycle.
uint64_t hash64(const void* data, size_t size, uint64_t seed = 0);

}  // namespace saker
