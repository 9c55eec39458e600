#include "import/utf8.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace saker {
namespace {

// The length of the UTF-8 sequence at the start of `s`, or 0 when there is none.
size_t utf8_length(std::string_view s) {
  const auto byte = [&](size_t i) { return uint8_t(s[i]); };
  const uint8_t lead = byte(0);
  if (lead < 0x80) return 1;
  const size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || s.size() < length) return 0;
  for (size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  const bool overlong = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xF0 && byte(1) < 0x90);
  const bool surrogate = lead == 0xED && byte(1) >= 0xA0;
  const bool too_large = lead == 0xF4 && byte(1) >= 0x90;
  return overlong || surrogate || too_large ? 0 : length;
}

}  // namespace

size_t replace_invalid_utf8(std::string& s) {
  size_t bad = 0;
  for (size_t i = 0; i < s.size();) {
    const size_t length = utf8_length(std::string_view(s).substr(i));
    if (length == 0) {
      s[i] = '?';
      ++bad;
    }
    i += std::max<size_t>(length, 1);
  }
  return bad;
}

}  // namespace saker
