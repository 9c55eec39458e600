#include "kernels/chosen.h"

namespace saker {

Status sample_joint(const Skeleton& skeleton, const ClipTime& time, uint32_t joint, Affine& model) {
  if (joint >= skeleton.joint_count()) return {"joint", "is a joint of the skeleton"};
  if (time.clip == nullptr) return {"time", "names a clip"};
  if (time.clip->joint_count != skeleton.joint_count())
    return {"time", "names a clip of this skeleton"};
  SAKER_CHOSEN(sample_one_joint)(skeleton, *time.clip, time.time, joint, &model.m[0][0]);
  return {};
}

}  // namespace saker
