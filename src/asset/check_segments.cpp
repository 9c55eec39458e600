#include "asset/check_segments.h"

#include "base/midpoints.h"

#include <algorithm>

namespace saker {
namespace {

// `count` <= 57 bits from a bit of an array that is padded behind its end.
uint64_t read_bits(std::span<const std::byte> bytes, uint64_t bit, uint32_t count) {
  uint64_t word;
  std::memcpy(&word, bytes.data() + bit / 8, sizeof(word));
  return word >> (bit % 8) & ((uint64_t{1} << count) - 1);
}

// Bits that the residuals of a track take between keys at 0 and m, given the widths of its header.
uint64_t payload_size(const ChunkReader& chunk, uint64_t header, uint32_t components, uint32_t m) {
  uint64_t bits = 0;
  uint32_t level_bits[kAdaptiveLevels] = {};
  for (uint32_t c = 0; c < components; ++c) {
    uint64_t of_component = header >> (format::kStepBits + c * format::kComponentBits);
    uint32_t width = uint32_t(of_component & ((1 << format::kFinestBits) - 1));
    of_component >>= format::kFinestBits;
    for (uint32_t level = kAdaptiveLevels; level-- > 0;) {
      level_bits[level] += width;
      width += uint32_t(of_component & ((1 << format::kMoreBits) - 1));
      of_component >>= format::kMoreBits;
    }
  }
  for (uint32_t level = 0; level < kAdaptiveLevels; ++level) {
    chunk.require(level_bits[level] <= format::kWordBits, "a residual is wider than a word");
    bits += uint64_t{level_bits[level]} * midpoint_count(m, level);
  }
  return bits;
}

// The segment's bytes, [begin, end) of the residuals.
void check_segment(const ChunkReader& chunk, std::span<const SampledTrack> tracks,
                   std::span<const std::byte> residuals, uint64_t begin, uint64_t end, uint32_t m) {
  const uint64_t mask_bit = begin * 8;
  uint64_t header_bit = (begin + (tracks.size() + 7) / 8) * 8, payload_bits = 0;
  for (size_t i = 0; i < tracks.size() && chunk.ok(); ++i) {
    if (!chunk.require(header_bit <= end * 8, "the residuals of a segment reach past its end"))
      return;
    if (read_bits(residuals, mask_bit + i, 1) == 0) continue;
    const uint32_t size = format::kStepBits + tracks[i].components * format::kComponentBits;
    payload_bits +=
        payload_size(chunk, read_bits(residuals, header_bit, size), tracks[i].components, m);
    header_bit += size;
  }
  chunk.require((header_bit + 7) / 8 * 8 + payload_bits <= end * 8,
                "the residuals of a segment reach past its end");
}

}  // namespace

void check_segments(const ChunkReader& chunk, std::span<const SampledTrack> tracks,
                    const Clip& clip) {
  const uint64_t intervals = (clip.sample_count - 2) / clip.interval() + uint64_t{1};
  if (!chunk.require(
          clip.segments.size() == intervals && clip.residuals.size() >= format::kBitPadding,
          "a clip has another number of segments than its samples need"))
    return;
  const uint64_t size = clip.residuals.size() - format::kBitPadding;
  for (size_t i = 0; i < clip.segments.size() && chunk.ok(); ++i) {
    const uint64_t begin = clip.segments[i];
    const uint64_t end = i + 1 < clip.segments.size() ? clip.segments[i + 1] : size;
    const uint64_t m =
        std::min<uint64_t>(clip.interval(), clip.sample_count - 1 - i * clip.interval());
    if (chunk.require(begin <= end && end <= size, "a segment lies outside the clip's residuals"))
      check_segment(chunk, tracks, clip.residuals, begin, end, uint32_t(m));
  }
}

}  // namespace saker
