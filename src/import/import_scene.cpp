// Reading a scene and what it refers to from the file system, in whichever format it is.

#include "import/skc.h"

#include <saker/import.h>

#include <fstream>

namespace saker {
namespace {

namespace fs = std::filesystem;

std::string display(const fs::path& path) {
  const std::u8string text = path.u8string();
  return {text.begin(), text.end()};
}

Result<std::vector<uint8_t>> read_whole(const fs::path& path, uint64_t limit) {
  std::error_code failure;
  if (!fs::is_regular_file(path, failure))
    return Error{ErrorCode::kIo,
                 fs::exists(path, failure) ? "this is not a file" : "there is no such file",
                 display(path)};
  const uint64_t size = fs::file_size(path, failure);
  if (failure) return Error{ErrorCode::kIo, failure.message(), display(path)};
  if (size > limit)
    return Error{
        ErrorCode::kLimit,
        "the file is larger than ImportOptions::memory_limit; raise it if you trust the file",
        display(path)};
  std::vector<uint8_t> bytes(static_cast<size_t>(size));
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(bytes.data()), std::streamsize(bytes.size()));
  if (!file)
    return Error{ErrorCode::kIo, "the file cannot be read; check its permissions", display(path)};
  return bytes;
}

}  // namespace

Result<Scene> import_scene(const fs::path& path, const ImportOptions& options,
                           Diagnostics* diagnostics) {
  const auto bytes = read_whole(path, options.memory_limit);
  if (!bytes) return bytes.error();
  const ReadFile read_beside = [&](const std::string& name) {
    return read_whole(path.parent_path() / fs::path(std::u8string(name.begin(), name.end())),
                      options.memory_limit);
  };
  return import_scene(*bytes, display(path), read_beside, options, diagnostics);
}

Result<Scene> import_scene(std::span<const uint8_t> bytes, const std::string& name,
                           const ReadFile& read_file, const ImportOptions& options,
                           Diagnostics* diagnostics) {
  if (is_skc_file(bytes)) return import_skc(bytes, name, options, diagnostics);
  return import_gltf(bytes, name, read_file, options, diagnostics);
}

}  // namespace saker
