#include "build/resample.h"

#include <algorithm>
#include <cmath>

namespace saker {
namespace {

DQuat quat(const std::array<double, 4>& v) { return {v[0], v[1], v[2], v[3]}; }

}  // namespace

std::array<double, 4> value_at(const Track& track, double time) {
  std::array<double, 4> v = {};
  sample_track(track, time, v);
  if (track.target.property != Property::kRotation) return v;
  const DQuat q = normalize(quat(v));
  return {q.x, q.y, q.z, q.w};
}

namespace {

double difference(const std::array<double, 4>& a, const std::array<double, 4>& b,
                  bool is_rotation) {
  if (is_rotation) {
    // The vector part of the rotation between them: accurate where the angle is small.
    const DQuat between = conjugate(quat(a)) * quat(b);
    return 2 * std::asin(std::min(1.0, length(DVec3{between.x, between.y, between.z})));
  }
  double largest = 0;
  for (size_t c = 0; c < 4; ++c) largest = std::max(largest, std::fabs(a[c] - b[c]));
  return largest;
}

std::array<double, 4> interpolate(const Rows& rows, double position, bool is_rotation) {
  const size_t last = rows.values.size() - 1;
  const size_t row = std::min(size_t(position), last > 0 ? last - 1 : 0);
  const double t = position - double(row);
  const auto& a = rows.values[row];
  const auto& b = rows.values[std::min(row + 1, last)];
  if (is_rotation) {
    const DQuat q = slerp(quat(a), quat(b), t);
    return {q.x, q.y, q.z, q.w};
  }
  std::array<double, 4> v;
  for (size_t c = 0; c < 4; ++c) v[c] = a[c] + (b[c] - a[c]) * t;
  return v;
}

// Two piecewise linear curves differ most at a key of either, and rows are exact; a cubic one also
// leaves the chord between rows.
std::vector<double> times_to_compare(const Track& track, double duration, uint32_t row_count) {
  std::vector<double> times(track.times.begin(), track.times.end());
  if (track.interpolation == Interpolation::kCubic) {
    for (uint32_t i = 0; i + 1 < row_count; ++i) {
      for (const double between : {0.25, 0.5, 0.75})
        times.push_back(duration * (i + between) / (row_count - 1));
    }
  }
  return times;
}

}  // namespace

std::array<double, 4> Rows::minimum() const {
  std::array<double, 4> least = values[0];
  for (const auto& v : values)
    for (size_t c = 0; c < 4; ++c) least[c] = std::min(least[c], v[c]);
  return least;
}

std::array<double, 4> Rows::extent() const {
  const auto least = minimum();
  std::array<double, 4> extent = {};
  for (const auto& v : values)
    for (size_t c = 0; c < 4; ++c) extent[c] = std::max(extent[c], v[c] - least[c]);
  return extent;
}

double Rows::largest_extent() const {
  const auto all = extent();
  return *std::max_element(all.begin(), all.end());
}

uint32_t rows_at(double duration, double rate) {
  return uint32_t(std::clamp(std::round(duration * rate), 1.0, 1e8)) + 1;
}

Rows resample(const Track& track, double duration, uint32_t row_count) {
  Rows rows;
  for (uint32_t i = 0; i < row_count; ++i) {
    auto v = value_at(track, duration * i / (row_count - 1));
    const bool flip = track.target.property == Property::kRotation && i > 0 &&
                      dot(quat(rows.values.back()), quat(v)) < 0;
    if (flip) {
      for (double& component : v) component = -component;
    }
    rows.values.push_back(v);
  }
  return rows;
}

double resampling_error(const Track& track, double duration, uint32_t row_count) {
  const bool is_rotation = track.target.property == Property::kRotation;
  const Rows rows = resample(track, duration, row_count);
  double worst = 0;
  for (const double time : times_to_compare(track, duration, row_count)) {
    const double position = std::clamp(time / duration, 0.0, 1.0) * (row_count - 1);
    const double error =
        difference(value_at(track, time), interpolate(rows, position, is_rotation), is_rotation);
    if (!(error <= worst)) worst = error;  // what is not a number counts as the worst
  }
  return worst;
}

}  // namespace saker
