#include "json.h"

#include <cmath>
#include <cstdio>

namespace saker::web {

void JsonWriter::separate() {
  if (needs_comma_) text_ += ',';
  needs_comma_ = true;
}

void JsonWriter::open(char bracket) {
  separate();
  text_ += bracket;
  needs_comma_ = false;
}

void JsonWriter::close(char bracket) {
  text_ += bracket;
  needs_comma_ = true;
}

void JsonWriter::quote(std::string_view text) {
  text_ += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      text_ += '\\';
      text_ += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof(escape), "\\u%04x", unsigned(c));
      text_ += escape;
    } else {
      text_ += c;
    }
  }
  text_ += '"';
}

void JsonWriter::key(std::string_view name) {
  separate();
  quote(name);
  text_ += ':';
  needs_comma_ = false;
}

void JsonWriter::value(std::string_view text) {
  separate();
  quote(text);
}

void JsonWriter::value(double number) {
  separate();
  char digits[32];  // enough of them that the page reads the very same number
  std::snprintf(digits, sizeof(digits), "%.17g", std::isfinite(number) ? number : 0.0);
  text_ += digits;
}

}  // namespace saker::web
