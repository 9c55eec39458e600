#pragma once
// How raw motion is told from other files.

#include <algorithm>
#include <cstdint>
#include <span>

namespace saker {

inline constexpr uint8_t kSkcMagic[4] = {'S', 'K', 'C', '1'};

// Whether a file that starts with these bytes is meant to be raw motion, whole or not.
inline bool is_skc_file(std::span<const uint8_t> start) {
  return start.size() >= sizeof(kSkcMagic) &&
         std::equal(std::begin(kSkcMagic), std::end(kSkcMagic), start.begin());
}

}  // namespace saker
