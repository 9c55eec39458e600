#pragma once
// A second reader of sampled tracks, written after docs/file-format.md and nothing else: one sample
// at a time, in double precision, with no care for speed.

#include "asset/format.h"

#include <saker/math.h>

#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <span>
#include <vector>

namespace saker::test {

// The CLIP section with the given number in a file.
inline std::vector<uint8_t> clip_section(const std::vector<uint8_t>& file, size_t number) {
  uint32_t sections;
  std::memcpy(&sections, file.data() + 20, 4);
  for (uint32_t i = 0; i < sections; ++i) {
    const uint8_t* entry = file.data() + 32 + 24 * i;
    uint64_t offset, size;
    std::memcpy(&offset, entry + 8, 8);
    std::memcpy(&size, entry + 16, 8);
    if (std::memcmp(entry, "CLIP", 4) != 0 || number-- > 0) continue;
    return {file.begin() + long(offset), file.begin() + long(offset + size)};
  }
  return {};
}

class SectionDecoder {
 public:
  using Value = std::array<double, 4>;

  explicit SectionDecoder(std::vector<uint8_t> section) : section_(std::move(section)) {
    std::memcpy(&record_, section_.data(), sizeof(record_));
    tracks_ = array<format::SampledTrackRecord>(record_.sampled);
    blocks_ = array<uint8_t>(record_.blocks);
    residuals_ = array<uint8_t>(record_.residuals);
    segments_ = array<uint32_t>(record_.segments);
    read_widths();
  }

  const format::ClipRecord& record() const { return record_; }
  const std::vector<format::SampledTrackRecord>& tracks() const { return tracks_; }
  // x, y, z or, for a rotation, x, y, z, w.
  Value at(size_t track, uint32_t sample) const { return restored(track, stored(track, sample)); }

 private:
  template <class T>
  std::vector<T> array(format::ArrayRange range) const {
    std::vector<T> out(range.count);
    if (range.count > 0)
      std::memcpy(out.data(), section_.data() + range.offset, range.count * sizeof(T));
    return out;
  }

  bool adaptive() const { return record_.layout == 1; }
  size_t components(size_t t) const { return (tracks_[t].encoding & 8) != 0 ? 4 : 3; }
  uint32_t interval() const { return 1u << record_.levels; }
  uint32_t interval_of(uint32_t sample) const {
    return std::min(sample, record_.sample_count - 2) / interval();
  }
  uint32_t end_of(uint32_t i) const {
    return std::min((i + 1) * interval(), record_.sample_count - 1);
  }

  void read_widths() {
    const auto widths = array<uint8_t>(record_.widths);
    const auto centers = array<float>(record_.centers);
    const auto frames = array<format::FrameRecord>(record_.frames);
    size_t w = 0, c = 0, f = 0;
    const size_t rows = adaptive() ? 1 : 1 + record_.levels;
    for (size_t t = 0; t < tracks_.size(); ++t) {
      widths_.emplace_back(rows);
      for (auto& row : widths_.back()) {
        row.assign(widths.begin() + long(w), widths.begin() + long(w + components(t)));
        w += components(t);
      }
      centers_.push_back({});
      frames_.push_back({});
      if ((tracks_[t].encoding & 4) != 0) {
        frames_.back() = frames[f++];
      } else if (components(t) == 3) {
        for (size_t i = 0; i < 3; ++i) centers_.back()[i] = centers[c++];
      }
    }
  }

  static uint64_t bits(const std::vector<uint8_t>& bytes, uint64_t first, uint32_t count) {
    uint64_t out = 0;
    for (uint32_t i = 0; i < count; ++i)
      out |= uint64_t(bytes[(first + i) / 8] >> (first + i) % 8 & 1) << i;
    return out;
  }

  uint64_t row_bits(size_t row, size_t tracks) const {
    uint64_t sum = 0;
    for (size_t t = 0; t < tracks; ++t) {
      for (const uint8_t width : widths_[t][row]) sum += width;
    }
    return sum;
  }
  uint64_t row_bytes(size_t row) const { return (row_bits(row, tracks_.size()) + 7) / 8; }

  uint64_t block_bytes() const {
    uint64_t sum = row_bytes(0);
    for (size_t level = 0; !adaptive() && level < record_.levels; ++level)
      sum += row_bytes(level + 1) << level;
    return sum;
  }

  // The components of a track in a row that begins at a byte.
  Value in_row(size_t track, size_t row, uint64_t byte) const {
    Value v = {};
    uint64_t bit = byte * 8 + row_bits(row, track);
    for (size_t c = 0; c < components(track); ++c) {
      const uint32_t width = widths_[track][row][c];
      if (width > 0)
        v[c] = std::pow(2.0, -tracks_[track].step / 2.0) *
               (double(bits(blocks_, bit, width)) - std::pow(2.0, width - 1));
      bit += width;
    }
    return v;
  }

  Value residual(size_t track, uint32_t i, uint32_t level, uint32_t index) const {
    if (adaptive()) return in_segment(track, i, level, index);
    uint64_t byte = i * block_bytes() + row_bytes(0);
    for (uint32_t l = 0; l < level; ++l) byte += row_bytes(l + 1) << l;
    return in_row(track, level + 1, byte + index * row_bytes(level + 1));
  }

  // Samples of each level between two keys, from left to right.
  static std::vector<std::vector<uint32_t>> midpoints(uint32_t a, uint32_t b, uint32_t levels) {
    std::vector<std::vector<uint32_t>> out(levels);
    std::vector<uint32_t> ends = {a, b};
    for (uint32_t level = 0; level < levels; ++level) {
      std::vector<uint32_t> next = {a};
      for (size_t k = 0; k + 1 < ends.size(); ++k) {
        const uint32_t middle = (ends[k] + ends[k + 1]) / 2;
        if (middle > ends[k]) {
          out[level].push_back(middle);
          next.push_back(middle);
        }
        next.push_back(ends[k + 1]);
      }
      ends = next;
    }
    return out;
  }

  struct Header {
    uint32_t e = 0;
    uint32_t widths[4][4] = {};  // [level][component]
  };

  Header read_header(uint64_t& bit, size_t count) const {
    Header header;
    const auto take = [&](uint32_t n) {
      const uint32_t v = uint32_t(bits(residuals_, bit, n));
      bit += n;
      return v;
    };
    header.e = take(5);
    for (size_t c = 0; c < count; ++c) {
      header.widths[3][c] = take(4);
      for (int level = 2; level >= 0; --level)
        header.widths[level][c] = header.widths[level + 1][c] + take(2);
    }
    return header;
  }

  Value in_segment(size_t track, uint32_t i, uint32_t level, uint32_t index) const {
    const auto samples = midpoints(i * interval(), end_of(i), record_.levels);
    const uint64_t mask = uint64_t{segments_[i]} * 8;
    uint64_t bit = mask + (tracks_.size() + 7) / 8 * 8;
    std::map<size_t, Header> headers;
    for (size_t t = 0; t < tracks_.size(); ++t) {
      if (bits(residuals_, mask + t, 1) != 0) headers[t] = read_header(bit, components(t));
    }
    if (headers.count(track) == 0) return {};
    bit = (bit + 7) / 8 * 8;
    for (const auto& [t, header] : headers) {
      for (uint32_t l = 0; l < 4; ++l) {
        uint32_t size = 0;
        for (size_t c = 0; c < components(t); ++c) size += header.widths[l][c];
        if (t == track && l == level) return codes(track, header, level, bit + index * size);
        bit += size * samples[l].size();
      }
    }
    return {};
  }

  Value codes(size_t track, const Header& header, uint32_t level, uint64_t bit) const {
    Value v = {};
    for (size_t c = 0; c < components(track); ++c) {
      const uint32_t width = header.widths[level][c];
      double code = double(bits(residuals_, bit, width));
      if (width > 0 && code >= std::pow(2.0, width - 1)) code -= std::pow(2.0, width);
      v[c] = code * std::pow(2.0, -(tracks_[track].residual_step + double(header.e)) / 2);
      bit += width;
    }
    return v;
  }

  // Before a dropped component is restored.
  Value stored(size_t track, uint32_t sample) const {
    const uint32_t i = interval_of(sample);
    std::map<uint32_t, Value> known;
    known[i * interval()] = key(track, i);
    known[end_of(i)] = key(track, i + 1);
    const auto samples = midpoints(i * interval(), end_of(i), record_.levels);
    for (uint32_t level = 0; level < record_.levels; ++level) {
      const auto before = known;
      for (uint32_t index = 0; index < samples[level].size(); ++index) {
        const uint32_t c = samples[level][index];
        const auto right = before.upper_bound(c), left = std::prev(right);
        const double share = double(c - left->first) / double(right->first - left->first);
        Value v = residual(track, i, level, index);
        for (size_t k = 0; k < 4; ++k)
          v[k] += left->second[k] + (right->second[k] - left->second[k]) * share;
        known[c] = v;
      }
    }
    return known.at(sample);
  }

  Value key(size_t track, uint32_t number) const {
    Value v = in_row(track, 0, number * block_bytes());
    for (size_t c = 0; c < 4; ++c) v[c] += centers_[track][c];
    return v;
  }

  static DQuat decode(uint64_t code, uint32_t n) {
    const uint32_t largest = uint32_t(code >> 3 * n);
    double v[4], rest = 1;
    uint32_t at = 3 * n;
    for (uint32_t i = 0; i < 4; ++i) {
      if (i == largest) continue;
      at -= n;
      const double most = std::pow(2.0, n) - 1;
      const double k = double(code >> at & ((uint64_t{1} << n) - 1));
      v[i] = (2 * k / most - 1) / std::sqrt(2.0);
      rest -= v[i] * v[i];
    }
    v[largest] = std::sqrt(std::max(rest, 0.0));
    return {v[0], v[1], v[2], v[3]};
  }

  Value restored(size_t track, Value v) const {
    if (tracks_[track].channel != 1 || components(track) == 4) return v;
    const uint32_t dropped = tracks_[track].encoding & 3;
    double rest = 1;
    for (size_t c = 0; c < 3; ++c) rest -= v[c] * v[c];
    for (size_t c = 3; c > dropped; --c) v[c] = v[c - 1];
    v[dropped] = std::sqrt(std::max(rest, 0.0));
    if ((tracks_[track].encoding & 4) == 0) return v;
    const DQuat axes = decode(frames_[track].axes, 10);
    const DQuat q =
        decode(frames_[track].middle, 10) * axes * DQuat{v[0], v[1], v[2], v[3]} * conjugate(axes);
    return {q.x, q.y, q.z, q.w};
  }

  std::vector<uint8_t> section_;
  format::ClipRecord record_ = {};
  std::vector<format::SampledTrackRecord> tracks_;
  std::vector<std::vector<std::vector<uint8_t>>> widths_;  // [track][row][component]
  std::vector<Value> centers_;
  std::vector<format::FrameRecord> frames_;
  std::vector<uint8_t> blocks_, residuals_;
  std::vector<uint32_t> segments_;
};

}  // namespace saker::test
