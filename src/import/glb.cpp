#include "import/glb.h"

#include "import/bytes.h"

#include <cstdio>

namespace saker::gltf {
namespace {

constexpr uint32_t kMagic = 0x46546C67;  // "glTF"
constexpr uint32_t kJson = 0x4E4F534A;   // "JSON"
constexpr uint32_t kBin = 0x004E4942;    // "BIN\0"
constexpr size_t kHeaderSize = 12, kChunkHeaderSize = 8;

std::string hex(uint32_t type) {
  char digits[16];
  std::snprintf(digits, sizeof digits, "0x%08x", unsigned(type));
  return digits;
}

class Splitter {
 public:
  Splitter(std::span<const uint8_t> bytes, Report& report) : bytes_(bytes), report_(report) {}

  Glb split() {
    if (!read_header()) return {};
    size_t at = kHeaderSize;
    for (int index = 0; at < end_ && (index == 0 || at < declared_); ++index)
      if (!read_chunk(index, at)) return glb_;
    check_end(at);
    return glb_;
  }

 private:
  void add(const Rule& rule, size_t at, std::string message) {
    report_.add(rule, "byte " + std::to_string(at), std::move(message));
  }

  bool read_header() {
    if (bytes_.size() < kHeaderSize) {
      add(rules::kGlbEndOfHeader, bytes_.size(),
          "the file has " + std::to_string(bytes_.size()) +
              " bytes: it is neither a .gltf text nor a .glb with its header of 12 bytes");
      return false;
    }
    if (read_u32(bytes_, 0) != kMagic) {
      add(rules::kGlbInvalidMagic, 0,
          "the file is none that can be read: a .glb starts with \"glTF\", a .gltf with '{', "
          "a .skc with \"SKC1\"");
      return false;
    }
    if (const uint32_t version = read_u32(bytes_, 4); version != 2) {
      add(rules::kGlbInvalidVersion, 4,
          "version " + std::to_string(version) +
              " of GLB is not supported; convert it to glTF 2.0");
      return false;
    }
    declared_ = read_u32(bytes_, 8);
    end_ = bytes_.size();
    if (declared_ <= kHeaderSize)
      add(rules::kGlbLengthTooSmall, 8,
          "the declared length " + std::to_string(declared_) + " has no room for content");
    return true;
  }

  // Moves `at` behind the chunk; false when the file ends within it.
  bool read_chunk(int index, size_t& at) {
    const size_t start = at;
    if (end_ - at < kChunkHeaderSize) {
      add(rules::kGlbEndOfChunkHeader, end_, "the file ends within the header of a chunk");
      return false;
    }
    const uint32_t length = read_u32(bytes_, at), type = read_u32(bytes_, at + 4);
    at += kChunkHeaderSize;
    if (uint64_t(at) + length > declared_ && declared_ < end_)
      add(rules::kGlbChunkTooBig, start,
          "the chunk's length " + std::to_string(length) + " does not fit the declared length " +
              std::to_string(declared_));
    if (length % 4 != 0)
      add(rules::kGlbChunkUnaligned, start, "the chunk's length is not a multiple of 4");
    if (index == 0 && type != kJson)
      add(rules::kGlbFirstChunk, start,
          "the first chunk has to be JSON, but its type is " + hex(type));
    if (end_ - at < length) {
      add(rules::kGlbEndOfChunkData, end_,
          "the file ends within a chunk, " + std::to_string(length - (end_ - at)) +
              " bytes are missing");
      return false;
    }
    take_chunk(index, type, start, bytes_.subspan(at, length));
    at += length;
    return true;
  }

  void take_chunk(int index, uint32_t type, size_t start, std::span<const uint8_t> data) {
    if (type != kJson && type != kBin) {
      add(rules::kGlbUnknownChunk, start, "a chunk of type " + hex(type) + " was skipped");
      return;
    }
    if (data.empty() && type == kJson) add(rules::kGlbEmptyChunk, start, "the JSON chunk is empty");
    if (data.empty() && type == kBin) add(rules::kGlbEmptyBin, start, "the BIN chunk is empty");
    bool& seen = type == kJson ? has_json_ : glb_.has_bin;
    if (seen) {
      add(rules::kGlbDuplicateChunk, start,
          "only the first chunk of type " + hex(type) + " counts");
      return;
    }
    seen = true;
    if (type == kJson) {
      glb_.json = {reinterpret_cast<const char*>(data.data()), data.size()};
    } else {
      if (index > 1) add(rules::kGlbUnexpectedBin, start, "the BIN chunk should be the second");
      glb_.bin = data;
    }
  }

  void check_end(size_t at) {
    if (at < end_ && at == declared_) {
      add(rules::kGlbExtraData, at, std::to_string(end_ - at) + " bytes follow the container");
    } else if (end_ != declared_) {
      add(rules::kGlbLengthMismatch, end_,
          "the declared length is " + std::to_string(declared_) + ", but the file has " +
              std::to_string(end_) + " bytes");
    }
  }

  std::span<const uint8_t> bytes_;
  Report& report_;
  Glb glb_;
  bool has_json_ = false;
  uint64_t declared_ = 0;
  size_t end_ = 0;
};

}  // namespace

Glb split_glb(std::span<const uint8_t> bytes, Report& report) {
  return Splitter(bytes, report).split();
}

}  // namespace saker::gltf
