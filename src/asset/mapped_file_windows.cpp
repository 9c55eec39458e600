#include "asset/mapped_file.h"

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

namespace saker {
namespace {

Error system_error(const std::filesystem::path& path, const char* what) {
  return {ErrorCode::kIo, std::string(what) + ": Windows error " + std::to_string(::GetLastError()),
          path.string()};
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
  const HANDLE file = ::CreateFileW(path.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE,
                                    nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
  if (file == INVALID_HANDLE_VALUE) return system_error(path, "cannot be opened");
  LARGE_INTEGER size = {};
  ::GetFileSizeEx(file, &size);
  MappedFile mapped;
  if (size.QuadPart > 0) {
    const HANDLE mapping = ::CreateFileMappingW(file, nullptr, PAGE_READONLY, 0, 0, nullptr);
    const void* memory = mapping ? ::MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0) : nullptr;
    if (mapping) ::CloseHandle(mapping);
    if (memory == nullptr) {
      const Error error = system_error(path, "cannot be mapped into memory");
      ::CloseHandle(file);
      return error;
    }
    mapped.bytes_ = {static_cast<const uint8_t*>(memory), size_t(size.QuadPart)};
  }
  ::CloseHandle(file);
  return mapped;
}

MappedFile::MappedFile(MappedFile&& other) noexcept : bytes_(other.bytes_) { other.bytes_ = {}; }

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  return *this;
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::UnmapViewOfFile(bytes_.data());
}

}  // namespace saker
