#include "build/key_store.h"

#include <algorithm>
#include <cmath>
#include <cstring>

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

void write_sample(const SampledTrack& track, const std::array<double, 4>& v, std::byte* to) {
  if (track.format == SampleFormat::kFloat32) {
    const float floats[4] = {float(v[0]), float(v[1]), float(v[2]), float(v[3])};
    std::memcpy(to, floats, sizeof(floats));
    return;
  }
  uint16_t codes[4];
  for (size_t c = 0; c < 4; ++c) {
    const double share = track.extent[c] > 0 ? (v[c] - track.minimum[c]) / track.extent[c] : 0;
    codes[c] = uint16_t(std::clamp(std::round(share * 65535), 0.0, 65535.0));
  }
  std::memcpy(to, codes, sizeof(codes));
}

}  // namespace

KeyStore::Times KeyStore::add_times(const std::vector<float>& times) {
  const auto found = known_.find(times);
  if (found != known_.end()) return found->second;
  const Times entry{uint32_t(out_.key_times.size()), uint32_t(out_.buckets.size()),
                    uint32_t(times.size())};
  out_.key_times.insert(out_.key_times.end(), times.begin(), times.end());
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
  keys.first_value = uint32_t(out_.key_values.size());
  keys.first_bucket = times.first_bucket;
  keys.bucket_count = times.bucket_count;
  out_.key_values.insert(out_.key_values.end(), values.begin(), values.end());
  return keys;
}

void RowStore::add(uint32_t joint, Channel channel, SampleFormat format, const Rows& rows) {
  SampledTrack track{joint, channel, format, 0, {}, {}};
  const auto minimum = rows.minimum(), extent = rows.extent();
  for (size_t c = 0; c < 4; ++c) {
    track.minimum[c] = float(minimum[c]);
    track.extent[c] = float(extent[c]);
  }
  out_.sampled.push_back(track);
  rows_.push_back(rows);
}

void RowStore::finish() {
  for (SampledTrack& track : out_.sampled) {
    track.row_offset = out_.row_size;
    out_.row_size += sample_size(track.format);
  }
  out_.rows.resize(size_t{out_.row_count} * out_.row_size);
  for (size_t i = 0; i < rows_.size(); ++i) {
    const SampledTrack& track = out_.sampled[i];
    for (size_t r = 0; r < rows_[i].values.size(); ++r)
      write_sample(track, rows_[i].values[r],
                   out_.rows.data() + r * out_.row_size + track.row_offset);
  }
}

}  // namespace saker
