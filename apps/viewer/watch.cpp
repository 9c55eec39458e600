#include "viewer/watch.h"

#include <algorithm>

namespace saker::viewer {

Watch::Stamp Watch::stamp(const std::filesystem::path& path) {
  Stamp out;
  std::error_code no_time, no_size;
  out.time = std::filesystem::last_write_time(path, no_time);
  out.size = std::filesystem::file_size(path, no_size);
  out.exists = !no_time && !no_size;
  return out.exists ? out : Stamp{};
}

void Watch::add(const std::filesystem::path& path) {
  if (std::find(paths_.begin(), paths_.end(), path) != paths_.end()) return;
  paths_.push_back(path);
  added_.push_back(stamp(path));
}

bool Watch::changed() {
  std::vector<Stamp> now;
  for (const auto& path : paths_) now.push_back(stamp(path));
  const bool settled = now == last_;
  last_ = now;
  const bool complete =
      std::all_of(now.begin(), now.end(), [](const Stamp& file) { return file.exists; });
  return settled && complete && now != added_;
}

}  // namespace saker::viewer
