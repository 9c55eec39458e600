#pragma once
// The two ways a moving track is stored in a PackedClip: keys and rows.

#include "build/clip_packer.h"
#include "build/resample.h"

#include <map>

namespace saker {

// Appends tracks with their own keys. Tracks with equal times share them.
class KeyStore {
 public:
  explicit KeyStore(PackedClip& out) : out_(out) {}

  KeyedTrack add(const Track& track);

 private:
  struct Times {
    uint32_t first_time, first_bucket, bucket_count;
  };
  Times add_times(const std::vector<float>& times);

  PackedClip& out_;
  std::map<std::vector<float>, Times> known_;
};

// Lays out sampled tracks side by side in rows.
class RowStore {
 public:
  explicit RowStore(PackedClip& out) : out_(out) {}

  void add(uint32_t joint, Channel channel, SampleFormat format, const Rows& rows);

  // Assigns offsets and writes the rows.
  void finish();

 private:
  PackedClip& out_;
  std::vector<Rows> rows_;  // of out_.sampled
};

}  // namespace saker
