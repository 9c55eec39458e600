#include <saker/raw_clip.h>

#include <algorithm>
#include <cmath>

namespace saker {
namespace {

DQuat quat_at(std::span<const float> v) { return {v[0], v[1], v[2], v[3]}; }

void store(const DQuat& q, std::span<double> out) {
  out[0] = q.x;
  out[1] = q.y;
  out[2] = q.z;
  out[3] = q.w;
}

void copy_key(const Track& track, size_t k, std::span<double> out) {
  const auto value = track.key(k);
  std::copy(value.begin(), value.end(), out.begin());
}

void sample_linear(const Track& track, size_t k, double u, std::span<double> out) {
  const auto from = track.key(k), to = track.key(k + 1);
  if (track.target.property == Property::kRotation) {
    store(slerp(quat_at(from), quat_at(to), u), out);
    return;
  }
  for (size_t c = 0; c < track.width; ++c) out[c] = (1 - u) * from[c] + u * to[c];
}

void sample_cubic(const Track& track, size_t k, double u, double interval, std::span<double> out) {
  const auto from = track.key(k), to = track.key(k + 1);
  const float* tangent_out = from.data() + track.width;
  const float* tangent_in = to.data() - track.width;
  const double u2 = u * u, u3 = u2 * u;
  for (size_t c = 0; c < track.width; ++c) {
    out[c] = (2 * u3 - 3 * u2 + 1) * from[c] + interval * (u3 - 2 * u2 + u) * tangent_out[c] +
             (3 * u2 - 2 * u3) * to[c] + interval * (u3 - u2) * tangent_in[c];
  }
  if (track.target.property == Property::kRotation)
    store(normalize(DQuat{out[0], out[1], out[2], out[3]}), out);
}

void sample_between(const Track& track, size_t k, double time, std::span<double> out) {
  const double interval = double(track.times[k + 1]) - track.times[k];
  const double u = (time - track.times[k]) / interval;
  if (u <= 0 || track.interpolation == Interpolation::kStep) {
    copy_key(track, k, out);
  } else if (track.interpolation == Interpolation::kLinear) {
    sample_linear(track, k, u, out);
  } else {
    sample_cubic(track, k, u, interval, out);
  }
}

}  // namespace

Status check_track(const Track& track) {
  const size_t groups = track.interpolation == Interpolation::kCubic ? 3 : 1;
  if (track.times.empty()) return {"track.times", "has at least one key"};
  if (track.width == 0) return {"track.width", "is at least 1"};
  if (track.target.property == Property::kRotation && track.width != 4)
    return {"track.width", "is 4 for a rotation"};
  if (track.values.size() != track.times.size() * groups * track.width)
    return {"track.values", "has width values per key, three times as many for cubic keys"};
  for (size_t k = 0; k < track.times.size(); ++k) {
    if (!std::isfinite(track.times[k])) return {"track.times", "are finite"};
    if (k > 0 && !(track.times[k] > track.times[k - 1]))
      return {"track.times", "increase strictly"};
  }
  return {};
}

void sample_track(const Track& track, double time, std::span<double> out) {
  const auto& times = track.times;
  const auto next = std::upper_bound(times.begin(), times.end(), time,
                                     [](double t, float key) { return t < double(key); });
  const size_t after = size_t(next - times.begin());
  if (after == 0) {
    copy_key(track, 0, out);
  } else if (after == times.size()) {
    copy_key(track, after - 1, out);
  } else {
    sample_between(track, after - 1, time, out);
  }
}

void align_rotation_keys(Track& track) {
  if (track.target.property != Property::kRotation) return;
  const size_t groups = track.interpolation == Interpolation::kCubic ? 3 : 1;
  for (size_t k = 1; k < track.times.size(); ++k) {
    if (dot(quat_at(track.key(k - 1)), quat_at(track.key(k))) >= 0) continue;
    float* values = track.values.data() + k * groups * track.width;
    for (size_t i = 0; i < groups * track.width; ++i) values[i] = -values[i];
  }
}

void make_catmull_rom(Track& track) {
  align_rotation_keys(track);
  const size_t keys = track.times.size(), width = track.width;
  std::vector<float> values(keys * 3 * width);
  for (size_t k = 0; k < keys; ++k) {
    const size_t before = k > 0 ? k - 1 : k, after = k + 1 < keys ? k + 1 : k;
    const double span = double(track.times[after]) - track.times[before];
    for (size_t c = 0; c < width; ++c) {
      const double rise = double(track.key(after)[c]) - track.key(before)[c];
      const float slope = span > 0 ? float(rise / span) : 0.0f;
      float* group = values.data() + k * 3 * width + c;
      group[0] = slope;
      group[width] = track.key(k)[c];
      group[2 * width] = slope;
    }
  }
  track.values = std::move(values);
  track.interpolation = Interpolation::kCubic;
}

}  // namespace saker
