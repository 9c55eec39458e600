#include "build/key_store.h"

#include <algorithm>

namespace saker {
namespace {

// Values as the runtime wants them: linear rotations at unit length.
std::vector<float> prepared_values(const Track& track) {
  std::vector<float> values = track.values;
  const bool unit =
      track.target.property == Property::kRotation && track.interpolation != Interpolation::kCubic;
  for (size_t k = 0; unit && k + 3 < values.size(); k += 4) {
    const DQuat q = normalize(DQuat{values[k], values[k + 1], values[k + 2], values[k + 3]});
    values[k] = float(q.x);
    values[k + 1] = float(q.y);
    values[k + 2] = float(q.z);
    values[k + 3] = float(q.w);
  }
  return values;
}

}  // namespace

KeyStore::Times KeyStore::add_times(const std::vector<float>& times) {
  const auto found = known_.find(times);
  if (found != known_.end()) return found->second;
  const Times entry{uint32_t(out_.times.size()), uint32_t(out_.buckets.size()),
                    uint32_t(times.size())};
  out_.times.insert(out_.times.end(), times.begin(), times.end());
  const double first = times.front(), span = double(times.back()) - times.front();
  for (size_t b = 0; b < times.size(); ++b) {
    const double start = first + span * double(b) / double(times.size());
    const auto after = std::upper_bound(times.begin(), times.end(), start,
                                        [](double t, float key) { return t < double(key); });
    out_.buckets.push_back(b == 0 ? 0 : uint32_t(after - times.begin()) - 1);
  }
  known_.emplace(times, entry);
  return entry;
}

KeyedTrack KeyStore::add(const Track& track) {
  const Times times = add_times(track.times);
  const std::vector<float> values = prepared_values(track);
  KeyedTrack keys;
  keys.interpolation = track.interpolation;
  keys.width = track.width;
  keys.key_count = uint32_t(track.times.size());
  keys.first_time = times.first_time;
  keys.first_value = uint32_t(out_.values.size());
  keys.first_bucket = times.first_bucket;
  keys.bucket_count = times.bucket_count;
  out_.values.insert(out_.values.end(), values.begin(), values.end());
  return keys;
}

}  // namespace saker
