#pragma once
// A track's values at times that do not decrease, without searching for every one of them.

#include <saker/raw_clip.h>

#include <array>
#include <cmath>

namespace saker {

class TrackReader {
 public:
  explicit TrackReader(const Track& track)
      : track_(track), rotation_(track.target.property == Property::kRotation) {}

  // What sample_track gives for a track of at most four components; those it lacks are zero.
  std::array<double, 4> at(double time);

 private:
  void enter_interval(size_t k);
  std::array<double, 4> key(size_t k) const;
  std::array<double, 4> between(double u) const;

  const Track& track_;
  bool rotation_;
  bool started_ = false;
  size_t next_ = 0;             // the first key behind the time
  size_t interval_ = SIZE_MAX;  // the key at whose interval the following are
  std::array<double, 4> from_{}, to_{};
  double angle_ = 0, sine_ = 0;  // between neighbouring rotations
};

}  // namespace saker
