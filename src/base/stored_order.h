#pragma once

#include <cstdint>

namespace saker {

// The order in which the components of a rotation are stored, for each that may be dropped: that
// one comes last.
inline constexpr uint8_t kStoredOrder[4][4] = {
    {1, 2, 3, 0}, {0, 2, 3, 1}, {0, 1, 3, 2}, {0, 1, 2, 3}};

}  // namespace saker
