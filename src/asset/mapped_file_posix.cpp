#include "asset/mapped_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace saker {
namespace {

Error system_error(const std::filesystem::path& path, const char* what) {
  return {ErrorCode::kIo, std::string(what) + ": " + std::strerror(errno), path.string()};
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return system_error(path, "cannot be opened");
  struct stat info = {};
  MappedFile mapped;
  if (::fstat(file, &info) != 0 || !S_ISREG(info.st_mode)) {
    if (S_ISDIR(info.st_mode)) errno = EISDIR;
    const Error error = system_error(path, "is not a regular file");
    ::close(file);
    return error;
  }
  if (info.st_size > 0) {
    const size_t size = size_t(info.st_size);
    void* memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (memory == MAP_FAILED) {
      const Error error = system_error(path, "cannot be mapped into memory");
      ::close(file);
      return error;
    }
    mapped.bytes_ = {static_cast<const uint8_t*>(memory), size};
  }
  ::close(file);
  return mapped;
}

MappedFile::MappedFile(MappedFile&& other) noexcept : bytes_(other.bytes_) { other.bytes_ = {}; }

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  return *this;
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<uint8_t*>(bytes_.data()), bytes_.size());
}

}  // namespace saker
