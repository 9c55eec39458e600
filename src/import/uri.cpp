#include "import/uri.h"

#include <algorithm>

namespace saker::gltf {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// %20 becomes a space. None when a % is not followed by two digits.
std::optional<std::string> decode_percent(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const int high = hex_digit(text[i + 1]), low = hex_digit(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    out += char(high * 16 + low);
    i += 2;
  }
  return out;
}

int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  if (c == '/' || c == '_') return 63;
  return -1;
}

// [type][;parameter=value]*[;base64],data
Uri parse_data(std::string_view text) {
  const size_t comma = text.find(',');
  if (comma == std::string_view::npos) return {};
  std::string_view head = text.substr(0, comma);
  constexpr std::string_view kBase64 = ";base64";
  const bool base64 =
      head.size() >= kBase64.size() && head.substr(head.size() - kBase64.size()) == kBase64;
  if (base64) head.remove_suffix(kBase64.size());

  Uri uri;
  for (const char c : head.substr(0, head.find(';')))
    uri.media_type += c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
  for (size_t at = head.find(';'); at != std::string_view::npos;) {
    const size_t next = head.find(';', at + 1);
    if (head.substr(at, next - at).find('=') == std::string_view::npos) return {};
    at = next;
  }
  const auto plain = decode_percent(text.substr(comma + 1));
  if (!plain) return {};
  if (base64) {
    auto bytes = decode_base64(*plain);
    if (!bytes) return {};
    uri.bytes = std::move(*bytes);
  } else {
    uri.bytes.assign(plain->begin(), plain->end());
  }
  uri.kind = Uri::Kind::kData;
  return uri;
}

bool has_scheme(std::string_view text) {
  const size_t colon = text.find(':');
  return colon != std::string_view::npos && text.find('/') > colon;
}

}  // namespace

std::optional<std::vector<uint8_t>> decode_base64(std::string_view text) {
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  if (text.size() % 4 == 1) return std::nullopt;
  std::vector<uint8_t> out;
  out.reserve(text.size() / 4 * 3 + 2);
  uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const int digit = base64_digit(c);
    if (digit < 0) return std::nullopt;
    bits = bits << 6 | uint32_t(digit);
    count += 6;
    if (count >= 8) {
      count -= 8;
      out.push_back(uint8_t(bits >> count));
    }
  }
  return out;
}

Uri parse_uri(std::string_view text) {
  constexpr std::string_view kData = "data:";
  if (text.substr(0, kData.size()) == kData) return parse_data(text.substr(kData.size()));
  Uri uri;
  if (text.empty() || text[0] == ':') return uri;
  auto plain = decode_percent(text.substr(0, text.find_first_of("?#")));
  if (!plain || plain->empty() || plain->find('\0') != std::string::npos) return uri;

  // A backslash separates folders on some systems, and there a colon names a drive or a stream.
  std::replace(plain->begin(), plain->end(), '\\', '/');
  if (has_scheme(text) || plain->find(':') != std::string::npos || plain->front() == '/') {
    uri.kind = Uri::Kind::kAbsolute;
    return uri;
  }

  std::vector<std::string_view> parts;
  const std::string_view whole = *plain;
  for (size_t start = 0; start <= whole.size();) {
    const size_t end = std::min(whole.find('/', start), whole.size());
    const std::string_view part = whole.substr(start, end - start);
    start = end + 1;
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      parts.push_back(part);
    } else if (parts.empty()) {
      uri.kind = Uri::Kind::kOutside;
      return uri;
    } else {
      parts.pop_back();
    }
  }
  if (parts.empty()) return uri;
  for (const std::string_view part : parts) {
    if (!uri.path.empty()) uri.path += '/';
    uri.path += part;
  }
  uri.kind = Uri::Kind::kFile;
  return uri;
}

}  // namespace saker::gltf
