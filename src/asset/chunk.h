#pragma once
// Reading and writing one chunk of a .saker file.

#include "asset/format.h"

#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace saker {

// The first thing found wrong with a file, and the byte where.
struct Fault {
  const char* rule = nullptr;
  uint64_t offset = 0;
};

// Hands out the records and arrays of a chunk after checking that they lie inside it. After a fault
// everything it hands out is empty; only the first fault is kept.
class ChunkReader {
 public:
  ChunkReader(std::span<const uint8_t> file, const format::ChunkEntry& entry, Fault& fault)
      : bytes_(file.subspan(entry.offset, entry.size)), start_(entry.offset), fault_(fault) {}

  // Notes a fault unless `holds`.
  bool require(bool holds, const char* rule) const {
    if (!holds && fault_.rule == nullptr) fault_ = {rule, start_};
    return holds;
  }

  bool ok() const { return fault_.rule == nullptr; }
  size_t size() const { return bytes_.size(); }

  template <class Record>
  Record record() const {
    Record record{};
    if (require(bytes_.size() >= sizeof(Record), "the section is shorter than its header"))
      std::memcpy(&record, bytes_.data(), sizeof(Record));
    return record;
  }

  template <class T>
  std::span<const T> array(format::ArrayRange range) const {
    const uint64_t end = uint64_t{range.offset} + uint64_t{range.count} * sizeof(T);
    if (range.count == 0) return {};
    if (!require(end <= bytes_.size(), "an array reaches past the end of its section") ||
        !require(range.offset % format::kArrayAlignment == 0, "an array is not aligned"))
      return {};
    return {reinterpret_cast<const T*>(bytes_.data() + range.offset), range.count};
  }

  std::string_view text(format::ArrayRange range) const {
    const auto characters = array<char>(range);
    return {characters.data(), characters.size()};
  }

  bool require_inside(TextRange name, std::string_view text) const {
    return require(uint64_t{name.offset} + name.size <= text.size(),
                   "a name lies outside the section's text");
  }

 private:
  std::span<const uint8_t> bytes_;
  uint64_t start_;
  Fault& fault_;
};

// Collects the arrays of a chunk behind its record.
class ChunkWriter {
 public:
  explicit ChunkWriter(size_t record_size) : bytes_(record_size) {}

  template <class T>
  format::ArrayRange add(std::span<const T> values) {
    if (values.empty()) return {};
    bytes_.resize((bytes_.size() + format::kArrayAlignment - 1) / format::kArrayAlignment *
                  format::kArrayAlignment);
    const format::ArrayRange range{uint32_t(bytes_.size()), uint32_t(values.size())};
    const auto* from = reinterpret_cast<const uint8_t*>(values.data());
    bytes_.insert(bytes_.end(), from, from + values.size_bytes());
    return range;
  }
  template <class T>
  format::ArrayRange add(const std::vector<T>& values) {
    return add(std::span<const T>(values));
  }
  format::ArrayRange add(std::string_view text) {
    return add(std::span<const char>(text.data(), text.size()));
  }

  template <class Record>
  std::vector<uint8_t> finish(const Record& record) {
    std::memcpy(bytes_.data(), &record, sizeof(Record));
    return std::move(bytes_);
  }

 private:
  std::vector<uint8_t> bytes_;
};

// Names of one chunk, end to end.
struct TextWriter {
  std::string text;

  TextRange add(std::string_view name) {
    text += name;
    return {uint32_t(text.size() - name.size()), uint32_t(name.size())};
  }
};

}  // namespace saker
