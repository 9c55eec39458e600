#include <saker/build.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <random>

namespace saker {
namespace {

std::filesystem::path temporary_name(const std::filesystem::path& path) {
  std::filesystem::path name = path;
  name += ".part" + std::to_string(std::random_device{}());
  return name;
}

Error io_error(const std::filesystem::path& path, const std::string& what, const std::string& why) {
  return {ErrorCode::kIo, what + ": " + why, path.string()};
}

bool write_all(const std::filesystem::path& path, std::span<const uint8_t> bytes) {
  std::FILE* file = std::fopen(path.string().c_str(), "wb");
  if (file == nullptr) return false;
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  const int reason = errno;
  const bool closed = std::fclose(file) == 0;
  if (!written) errno = reason;
  return written && closed;
}

}  // namespace

std::optional<Error> write_file(const std::filesystem::path& path, std::span<const uint8_t> bytes) {
  const std::filesystem::path temporary = temporary_name(path);
  std::error_code ignored;
  if (!write_all(temporary, bytes)) {
    const Error error = io_error(path, "cannot be written", std::strerror(errno));
    std::filesystem::remove(temporary, ignored);
    return error;
  }
  std::error_code failure;
  std::filesystem::rename(temporary, path, failure);
  if (failure) {
    std::filesystem::remove(temporary, ignored);
    return io_error(path, "cannot be replaced", failure.message());
  }
  return std::nullopt;
}

}  // namespace saker
