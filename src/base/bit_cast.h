#pragma once
// std::bit_cast, which the web page's library does not have yet.

namespace saker {

template <class To, class From>
constexpr To bit_cast(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, from);
}

}  // namespace saker
