#pragma once
// Writing JSON for the page: as much of it as the exports need.

#include <string>
#include <string_view>

namespace saker::web {

// Members and items are written in order; commas come by themselves.
class JsonWriter {
 public:
  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }
  void key(std::string_view name);
  void value(std::string_view text);
  void value(double number);

  template <class T>
  void member(std::string_view name, T content) {
    key(name);
    value(content);
  }

  const std::string& text() const { return text_; }

 private:
  void separate();
  void quote(std::string_view text);
  void open(char bracket);
  void close(char bracket);

  std::string text_;
  bool needs_comma_ = false;
};

}  // namespace saker::web
