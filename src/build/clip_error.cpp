#include "build/clip_error.h"

#include "base/bit_cast.h"
#include "build/reach.h"

#include <saker/animate.h>

#include <algorithm>
#include <cmath>

namespace saker {
namespace {

constexpr size_t kBatch = 256;  // characters sampled at once, each at another time
constexpr size_t kBetween = 9;  // parts of the interval between two samples

// Counts errors in classes about 1 % wide: those that share the upper half of a float's bits.
class Histogram {
 public:
  void add(double error) { ++counts_[bit_cast<uint32_t>(float(error)) >> 16]; }

  // The upper end of the class that holds this share of all.
  double percentile(double share) const {
    uint64_t total = 0, sum = 0;
    for (const uint64_t count : counts_) total += count;
    for (uint32_t i = 0; i < counts_.size(); ++i) {
      sum += counts_[i];
      if (double(sum) >= share * double(total) && sum > 0)
        return double(bit_cast<float>((i + 1) << 16));
    }
    return 0;
  }

 private:
  std::vector<uint64_t> counts_ = std::vector<uint64_t>(1 << 16);
};

double joint_error(const DAffine& exact, const DAffine& packed, double shell) {
  const DVec3 between = origin(packed) - origin(exact);
  const double distance = dot(between, between);
  double worst = 0;
  for (int i = 0; i < 3; ++i) {
    const DVec3 turned = (axis(packed, i) - axis(exact, i)) * shell_offset(exact, i, shell);
    const double squared = distance + dot(turned, turned) + 2 * std::fabs(dot(between, turned));
    if (!(squared <= worst)) worst = squared;
  }
  return worst < 1e60 ? std::sqrt(worst) : 1e30;  // also what is not a number
}

std::vector<float> times_to_check(const ExactClip& exact, const Clip& packed) {
  const size_t parts = std::max<size_t>(packed.sample_count > 0 ? packed.sample_count - 1 : 0, 7);
  std::vector<float> times;
  for (size_t i = 0; i <= parts * kBetween; ++i)
    times.push_back(float(exact.clip().duration * (double(i) / double(parts * kBetween))));
  for (const JointTrack& joint : exact.tracks()) {
    const auto& keys = joint.track->times;
    if (&joint != exact.tracks().data() && keys == (&joint - 1)->track->times) continue;
    times.insert(times.end(), keys.begin(), keys.end());
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

size_t interval_of(const Clip& packed, double time) {
  if (packed.sample_count == 0 || packed.duration <= 0) return 0;
  const double position = time / double(packed.duration) * (packed.sample_count - 1);
  return std::min(size_t(std::max(position, 0.0)), size_t(packed.sample_count - 2));
}

}  // namespace

ClipError measure_error(const ExactClip& exact, const Skeleton& skeleton, const Clip& packed,
                        double shell) {
  ClipError out;
  out.intervals.resize(packed.sample_count > 0 ? packed.sample_count - 1 : 1);
  const std::vector<float> times = times_to_check(exact, packed);
  const size_t joints = skeleton.joint_count();
  PoseBuffer poses(joints, kBatch);
  std::vector<ClipTime> samples(kBatch);
  std::vector<Affine> models(kBatch * joints);
  std::vector<double> batch;
  Moments moments;
  Histogram histogram;
  for (size_t first = 0; first < times.size(); first += kBatch) {
    const size_t count = std::min(kBatch, times.size() - first);
    batch.assign(times.begin() + long(first), times.begin() + long(first + count));
    for (size_t i = 0; i < kBatch; ++i)
      samples[i] = {&packed, times[first + std::min(i, count - 1)]};
    (void)sample(skeleton, samples, poses);
    (void)local_to_model(skeleton, poses, models);
    exact.evaluate(batch, moments);
    for (size_t i = 0; i < count; ++i) {
      double& interval = out.intervals[interval_of(packed, batch[i])];
      for (size_t j = 0; j < joints; ++j) {
        const double error = joint_error(moments.models[i * joints + j],
                                         cast<double>(models[i * joints + j]), shell);
        histogram.add(error);
        interval = std::max(interval, error);
        if (error <= out.largest) continue;
        out.largest = error;
        out.joint = int(j);
        out.time = batch[i];
      }
    }
  }
  out.median = histogram.percentile(0.5);
  out.percentile95 = histogram.percentile(0.95);
  out.percentile99 = histogram.percentile(0.99);
  return out;
}

}  // namespace saker
