#include "saker/json.h"

#include <cstdio>

namespace saker::cli {

Json diagnostics_json(const Diagnostics& diagnostics) {
  Json all = Json::array();
  for (const Diagnostic& d : diagnostics)
    all.push_back({{"code", d.code},
                   {"severity", severity_name(d.severity)},
                   {"path", d.path},
                   {"message", d.message}});
  return all;
}

void print_json(const Json& value) {
  const std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fputc('\n', stdout);
}

}  // namespace saker::cli
