#include "build/track_reader.h"

#include <algorithm>

namespace saker {

std::array<double, 4> TrackReader::key(size_t k) const {
  std::array<double, 4> v = {};
  const auto stored = track_.key(k);
  for (size_t c = 0; c < stored.size() && c < 4; ++c) v[c] = stored[c];
  return v;
}

void TrackReader::enter_interval(size_t k) {
  if (interval_ == k) return;
  interval_ = k;
  from_ = key(k);
  to_ = key(k + 1);
  if (!rotation_) return;
  double cosine = 0;
  for (size_t c = 0; c < 4; ++c) cosine += from_[c] * to_[c];
  if (cosine < 0) {
    for (double& component : to_) component = -component;
  }
  angle_ = std::acos(std::fmin(1.0, std::fabs(cosine)));
  sine_ = std::sin(angle_);
}

std::array<double, 4> TrackReader::between(double u) const {
  double a = 1 - u, b = u;
  if (rotation_ && sine_ > 1e-6) {
    a = std::sin(angle_ * a) / sine_;
    b = std::sin(angle_ * b) / sine_;
  }
  std::array<double, 4> v;
  for (size_t c = 0; c < 4; ++c) v[c] = a * from_[c] + b * to_[c];
  return v;
}

std::array<double, 4> TrackReader::at(double time) {
  const auto& times = track_.times;
  if (!started_) {
    const auto after = std::upper_bound(times.begin(), times.end(), time,
                                        [](double t, float key) { return t < double(key); });
    next_ = size_t(after - times.begin());
    started_ = true;
  }
  while (next_ < times.size() && double(times[next_]) <= time) ++next_;
  if (next_ == 0) return key(0);
  const size_t k = next_ - 1;
  if (next_ == times.size() || time == times[k] || track_.interpolation == Interpolation::kStep)
    return key(k);
  if (track_.interpolation == Interpolation::kCubic) {
    std::array<double, 4> v = {};
    sample_track(track_, time, {v.data(), track_.width});
    return v;
  }
  enter_interval(k);
  return between((time - times[k]) / (double(times[k + 1]) - times[k]));
}

}  // namespace saker
