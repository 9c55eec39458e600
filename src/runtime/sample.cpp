#include "kernels/chosen.h"
#include "runtime/keyed.h"

#include <algorithm>

namespace saker {

Status sample(const Skeleton& skeleton, std::span<const ClipTime> times, PoseSpan poses) {
  if (poses.count != times.size()) return {"poses", "has one pose per entry of times"};
  if (poses.joint_count != skeleton.joint_count()) return {"poses", "has the skeleton's joints"};
  if (poses.lanes != 1 && poses.lanes != kPoseLanes) return {"poses", "has 1 or kPoseLanes lanes"};
  for (const ClipTime& entry : times) {
    if (entry.clip == nullptr) return {"times", "names a clip in every entry"};
    if (entry.clip->joint_count != skeleton.joint_count())
      return {"times", "names clips of this skeleton only"};
  }
  if (poses.lanes == 1) {
    for (size_t i = 0; i < times.size(); ++i)
      SAKER_CHOSEN(sample_alone)(skeleton, times[i], poses.tile(i), 1);
  } else {
    SAKER_CHOSEN(sample_poses)(skeleton, times.data(), poses);
  }
  return {};
}

Status sample_curve(const Clip& clip, size_t curve, float time, std::span<float> out) {
  if (curve >= clip.curves.size()) return {"curve", "is an index into clip.curves"};
  const KeyedTrack& keys = clip.curves[curve].keys;
  if (out.size() < keys.width) return {"out", "has room for the curve's width"};
  sample_keys(clip, keys, std::clamp(time, 0.0f, clip.duration), false, out);
  return {};
}

Status sample_weights(const Clip& clip, uint32_t joint, float time, std::span<const float> rest,
                      std::span<float> out) {
  if (rest.size() != out.size()) return {"out", "is as long as rest"};
  for (size_t i = 0; i < clip.curves.size(); ++i) {
    const Curve& curve = clip.curves[i];
    if (curve.property == Property::kWeights && curve.joint == int32_t(joint) &&
        curve.keys.width == out.size())
      return sample_curve(clip, i, time, out);
  }
  std::copy(rest.begin(), rest.end(), out.begin());
  return {};
}

}  // namespace saker
