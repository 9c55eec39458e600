#pragma once
// A file in memory, without reading it.

#include <saker/result.h>

#include <cstdint>
#include <filesystem>
#include <span>

namespace saker {

// The bytes of a file, mapped read-only for as long as this lives. Move-only.
class MappedFile {
 public:
  // An empty file maps to an empty span.
  static Result<MappedFile> open(const std::filesystem::path& path);

  MappedFile() = default;
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  std::span<const uint8_t> bytes() const { return bytes_; }

 private:
  std::span<const uint8_t> bytes_;
};

}  // namespace saker
