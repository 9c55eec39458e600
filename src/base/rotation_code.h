#pragma once
// Rotations in few bits: the smallest three components.
//
// From the high end: the index of the largest component (2 bits), then the others in order, each
// rounded to a grid over [-1/sqrt(2), 1/sqrt(2)]. The largest is restored as positive.

#include <saker/math.h>

#include <algorithm>
#include <cstdint>

namespace saker {

namespace detail {
inline constexpr double kRootHalf = 0.70710678118654752440;

template <class Q>
auto& component(Q& q, int i) {
  return i == 0 ? q.x : i == 1 ? q.y : i == 2 ? q.z : q.w;
}
}  // namespace detail

// 2 + 3 * bits bits; bits is at most 20.
inline uint64_t encode_rotation(const DQuat& rotation, int bits) {
  const DQuat q = normalize(rotation);
  int largest = 0;
  for (int i = 1; i < 4; ++i) {
    if (std::fabs(detail::component(q, i)) > std::fabs(detail::component(q, largest))) largest = i;
  }
  const double sign = detail::component(q, largest) < 0 ? -1 : 1;
  const double top = double((uint64_t{1} << bits) - 1);
  uint64_t code = uint64_t(largest);
  for (int i = 0; i < 4; ++i) {
    if (i == largest) continue;
    const double share = (sign * detail::component(q, i) / detail::kRootHalf + 1) / 2;
    code = code << bits | uint64_t(std::clamp(std::round(share * top), 0.0, top));
  }
  return code;
}

// Any code gives a unit quaternion.
inline DQuat decode_rotation(uint64_t code, int bits) {
  const uint64_t top = (uint64_t{1} << bits) - 1;
  const int largest = int(code >> (3 * bits) & 3);
  DQuat q{0, 0, 0, 0};
  double rest = 1;
  for (int i = 3; i >= 0; --i) {
    if (i == largest) continue;
    const double v = (double(code & top) / double(top) * 2 - 1) * detail::kRootHalf;
    code >>= bits;
    detail::component(q, i) = v;
    rest -= v * v;
  }
  detail::component(q, largest) = std::sqrt(std::fmax(rest, 0.0));
  return normalize(q);
}

}  // namespace saker
