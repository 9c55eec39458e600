#pragma once
// Sampling a track at a uniform rate.

#include <saker/raw_clip.h>

#include <array>
#include <cstdint>
#include <vector>

namespace saker {

// A track's value at a time as the runtime wants it: unused components zero, rotations at unit
// length.
std::array<double, 4> value_at(const Track& track, double time);

// A track's values at evenly spaced times, unused components zero, rotations in one hemisphere.
struct Rows {
  std::vector<std::array<double, 4>> values;

  std::array<double, 4> minimum() const;
  std::array<double, 4> extent() const;
  double largest_extent() const;
};

// Rows that cover a duration at about a rate: their number makes the last one fall on the end.
uint32_t rows_at(double duration, double rate);

Rows resample(const Track& track, double duration, uint32_t row_count);

// The largest difference between a track and what interpolation between its rows gives: per
// component for vectors, in radians for rotations.
double resampling_error(const Track& track, double duration, uint32_t row_count);

}  // namespace saker
