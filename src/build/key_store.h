#pragma once
// Tracks that keep their own keys.

#include <saker/clip.h>

#include <map>
#include <vector>

namespace saker {

// The arrays that keyed tracks and curves of a clip share.
struct KeyArrays {
  std::vector<float> times, values;
  std::vector<uint32_t> buckets;
};

// Appends tracks. Tracks with equal times share them.
class KeyStore {
 public:
  explicit KeyStore(KeyArrays& out) : out_(out) {}

  KeyedTrack add(const Track& track);

 private:
  struct Times {
    uint32_t first_time, first_bucket, bucket_count;
  };
  Times add_times(const std::vector<float>& times);

  KeyArrays& out_;
  std::map<std::vector<float>, Times> known_;
};

}  // namespace saker
