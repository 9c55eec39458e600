#pragma once
// Finding a track in a segment of a clip with the adaptive layout.

#include "kernels/decode.h"

namespace saker {
namespace SAKER_KERNELS {

// Finds the headers and residuals of tracks in a segment, in order.
class SegmentScan {
 public:
  SAKER_INLINE SegmentScan(const Clip& clip, const Place<1>& place)
      : tracks_(clip.sampled.data()), all_have_three_(clip.four_component_tracks == 0) {
    if (clip.layout != SampleLayout::kAdaptive || clip.sample_count == 0) return;
    segment_ = place.segment[0];
    header_ = (uint32_t(clip.sampled.size()) + 7) / 8 * 8;
    payload_ = uint32_t(place.payload[0]);
    uint32_t sum = 0;
    for (size_t level = 0; level < kAdaptiveLevels; ++level)
      counts_[level] = sum += place.counts[level][0];
  }

  // Goes to a track behind the current one.
  SAKER_INLINE void go_to(size_t track) {
    while (track_ < track) skip(track - track_ < kMost ? track : track_ + kMost);
  }
  SAKER_INLINE bool active() const {
    return (unsigned(segment_[track_ / 8]) >> (track_ % 8) & 1) != 0;
  }
  SAKER_INLINE uint64_t header() const {
    return load_word(segment_ + header_ / 8) >> (header_ % 8);
  }
  // The bit of the segment at which the track's residuals begin.
  SAKER_INLINE uint32_t payload() const { return payload_; }
  SAKER_INLINE const std::byte* segment() const { return segment_; }

 private:
  // Tracks whose widths can be summed in as many bits as a component has in a header, all four
  // components together.
  static constexpr size_t kMost = 16;
  static constexpr uint64_t kEach = uint64_t{1} | uint64_t{1} << kComponentBits |
                                    uint64_t{1} << 2 * kComponentBits |
                                    uint64_t{1} << 3 * kComponentBits;
  static_assert(kMost * 15 * 4 < 1u << kComponentBits);

  // Each level has what the finer ones have and something more: sums the widths of the finest and
  // what comes to them, every component apart.
  SAKER_INLINE void skip(size_t end) {
    uint64_t finest = 0, more[3] = {};
    for (; track_ < end; ++track_) {
      const uint32_t components = all_have_three_ ? 3 : tracks_[track_].components;
      const uint64_t used = active() ? (uint64_t{1} << components * kComponentBits) - 1 : 0;
      const uint64_t bits = header() >> kStepBits & used;
      header_ += used != 0 ? kHeaderBits[components - 3] : 0;
      finest += bits & 15 * kEach;
      for (size_t i = 0; i < 3; ++i) more[i] += bits >> (4 + 2 * i) & 3 * kEach;
    }
    payload_ += counts_[3] * sum(finest) + counts_[2] * sum(more[0]) + counts_[1] * sum(more[1]) +
                counts_[0] * sum(more[2]);
  }
  // Of all components, which the product has in the place of the last.
  static SAKER_INLINE uint32_t sum(uint64_t of_components) {
    return uint32_t(of_components * kEach >> 3 * kComponentBits) & ((1u << kComponentBits) - 1);
  }

  const SampledTrack* tracks_;
  bool all_have_three_;
  const std::byte* segment_ = nullptr;
  size_t track_ = 0;
  uint32_t header_ = 0, payload_ = 0;      // bits from the segment's start
  uint32_t counts_[kAdaptiveLevels] = {};  // of residuals up to each level
};

}  // namespace SAKER_KERNELS
}  // namespace saker
