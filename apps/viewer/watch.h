#pragma once
// Watch: notices that files have changed on disk.

#include <cstdint>
#include <filesystem>
#include <vector>

namespace saker::viewer {

// Asks the file system for times and sizes, which works on every platform and on network drives.
class Watch {
 public:
  void clear() { *this = {}; }

  // Remembers the file as it is now. Call it before reading the file, so that a change while
  // reading is noticed too.
  void add(const std::filesystem::path& path);

  // True when a file is no longer as it was added, and all of them exist and have not changed since
  // the last call: programs write files in several steps, and half of one is not worth reading.
  bool changed();

 private:
  struct Stamp {
    bool exists = false;
    std::filesystem::file_time_type time = {};
    uintmax_t size = 0;
    bool operator==(const Stamp&) const = default;
  };
  static Stamp stamp(const std::filesystem::path& path);

  std::vector<std::filesystem::path> paths_;
  std::vector<Stamp> added_, last_;
};

}  // namespace saker::viewer
