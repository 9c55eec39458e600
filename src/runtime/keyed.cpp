#include "runtime/keyed.h"

#include <algorithm>

namespace saker {
namespace {

// The last key at or before `time`, which lies at or after the first key. The bucket gives a key at
// or before it; the next bucket bounds the search.
size_t find_key(const Clip& clip, const KeyedTrack& keys, float time) {
  const float* times = clip.key_times.data() + keys.first_time;
  const float first = times[0], last = times[keys.key_count - 1];
  if (time >= last) return keys.key_count - 1;
  const double share = (double(time) - first) / (double(last) - first);
  const size_t bucket = std::min(size_t(share * keys.bucket_count), size_t(keys.bucket_count) - 1);
  const uint32_t* buckets = clip.buckets.data() + keys.first_bucket;
  // Rounding may put a time at a bucket's edge on either side of it: widen by a bucket each way.
  const size_t low = buckets[bucket > 0 ? bucket - 1 : 0];
  const size_t high =
      bucket + 2 < keys.bucket_count ? buckets[bucket + 2] + size_t{1} : size_t(keys.key_count);
  const float* after = std::upper_bound(times + low, times + high, time);
  return size_t(after - times) - 1;
}

void interpolate_linear(const float* from, const float* to, double u, bool is_rotation,
                        std::span<float> out) {
  if (is_rotation) {
    const DQuat q =
        slerp(DQuat{from[0], from[1], from[2], from[3]}, DQuat{to[0], to[1], to[2], to[3]}, u);
    out[0] = float(q.x);
    out[1] = float(q.y);
    out[2] = float(q.z);
    out[3] = float(q.w);
    return;
  }
  for (size_t c = 0; c < out.size(); ++c) out[c] = float((1 - u) * from[c] + u * to[c]);
}

// `from` and `to` are the values of two keys; their tangents lie beside them.
void interpolate_cubic(const float* from, const float* to, double u, double interval,
                       std::span<float> out) {
  const double u2 = u * u, u3 = u2 * u;
  const size_t width = out.size();
  for (size_t c = 0; c < width; ++c) {
    out[c] =
        float((2 * u3 - 3 * u2 + 1) * from[c] + interval * (u3 - 2 * u2 + u) * from[width + c] +
              (3 * u2 - 2 * u3) * to[c] + interval * (u3 - u2) * (to - width)[c]);
  }
}

void normalize_rotation(std::span<float> q) {
  const DQuat unit = normalize(DQuat{q[0], q[1], q[2], q[3]});
  q[0] = float(unit.x);
  q[1] = float(unit.y);
  q[2] = float(unit.z);
  q[3] = float(unit.w);
}

}  // namespace

void sample_keys(const Clip& clip, const KeyedTrack& keys, float time, bool is_rotation,
                 std::span<float> out) {
  const bool cubic = keys.interpolation == Interpolation::kCubic;
  const size_t width = keys.width, stride = cubic ? 3 * width : width;
  const float* times = clip.key_times.data() + keys.first_time;
  const float* values = clip.key_values.data() + keys.first_value + (cubic ? width : 0);
  const size_t k = time > times[0] ? find_key(clip, keys, time) : 0;
  const float* from = values + k * stride;
  out = out.first(width);
  if (k + 1 == keys.key_count || keys.interpolation == Interpolation::kStep || time <= times[k]) {
    std::copy(from, from + width, out.begin());
  } else {
    const double interval = double(times[k + 1]) - times[k];
    const double u = (double(time) - times[k]) / interval;
    if (!cubic) {
      interpolate_linear(from, from + stride, u, is_rotation, out);
      return;
    }
    interpolate_cubic(from, from + stride, u, interval, out);
  }
  if (is_rotation) normalize_rotation(out);
}

}  // namespace saker
