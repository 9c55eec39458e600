#pragma once
// Reading and naming files.

#include <saker/result.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace saker::viewer {

// A path as UTF-8, which is what people, ImGui and error messages read.
std::string display(const std::filesystem::path& path);

// The reverse: a path from UTF-8.
std::filesystem::path path_from(const std::string& utf8);

// All bytes of a file; an error when it is none, cannot be read, or has more than `limit` bytes.
Result<std::vector<uint8_t>> read_file(const std::filesystem::path& path, uint64_t limit);

// "<stem>.png", or "<stem>-2.png" and so on when that exists, in the current folder.
std::filesystem::path unused_picture_name(const std::string& stem);

}  // namespace saker::viewer
