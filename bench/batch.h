#pragma once
// Poses of a batch of characters that play the same clip.

#include <saker/animate.h>

#include <random>
#include <vector>

namespace saker::bench {

// Enough that a call costs nothing beside its work, and that poses stay in the caches.
inline constexpr size_t kBatch = 256;

// `count` moments of a clip, evenly from its start to its end.
inline std::vector<ClipTime> moments_in_order(const Clip& clip, size_t count) {
  std::vector<ClipTime> times(count, {&clip, 0});
  for (size_t i = 0; i < count; ++i) times[i].time = clip.duration * float(i) / float(count);
  return times;
}

inline std::vector<ClipTime> moments_at_random(const Clip& clip, size_t count) {
  std::mt19937 random(1);
  std::vector<ClipTime> times(count, {&clip, 0});
  for (ClipTime& entry : times) entry.time = clip.duration * float(random() >> 8) * 0x1p-24f;
  return times;
}

// A batch of poses, sampled in order.
inline PoseBuffer sampled_batch(const Skeleton& skeleton, const Clip& clip) {
  PoseBuffer poses(skeleton.joint_count(), kBatch);
  (void)sample(skeleton, moments_in_order(clip, kBatch), poses);
  return poses;
}

}  // namespace saker::bench
