#include "viewer/files.h"

#include <fstream>

namespace saker::viewer {

namespace fs = std::filesystem;

std::string display(const fs::path& path) {
  const std::u8string text = path.u8string();
  return {text.begin(), text.end()};
}

fs::path path_from(const std::string& utf8) {
  return fs::path(std::u8string(utf8.begin(), utf8.end()));
}

Result<std::vector<uint8_t>> read_file(const fs::path& path, uint64_t limit) {
  std::error_code failure;
  if (!fs::is_regular_file(path, failure)) {
    const bool exists = fs::exists(path, failure);
    return Error{ErrorCode::kIo, exists ? "this is not a file" : "there is no such file",
                 display(path)};
  }
  const uint64_t size = fs::file_size(path, failure);
  if (failure) return Error{ErrorCode::kIo, failure.message(), display(path)};
  if (size > limit) return Error{ErrorCode::kLimit, "the file is too large", display(path)};
  std::vector<uint8_t> bytes(static_cast<size_t>(size));
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(bytes.data()), std::streamsize(bytes.size()));
  if (!file) return Error{ErrorCode::kIo, "the file cannot be read", display(path)};
  return bytes;
}

fs::path unused_picture_name(const std::string& stem) {
  std::error_code failure;
  fs::path name = path_from(stem + ".png");
  for (int number = 2; fs::exists(name, failure); ++number)
    name = path_from(stem + "-" + std::to_string(number) + ".png");
  return name;
}

}  // namespace saker::viewer
