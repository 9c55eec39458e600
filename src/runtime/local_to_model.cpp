#include "kernels/chosen.h"

namespace saker {

Status local_to_model(const Skeleton& skeleton, PoseSpan poses, std::span<Affine> models) {
  if (poses.joint_count != skeleton.joint_count()) return {"poses", "has the skeleton's joints"};
  if (poses.lanes != 1 && poses.lanes != kPoseLanes) return {"poses", "has 1 or kPoseLanes lanes"};
  if (models.size() != poses.count * poses.joint_count)
    return {"models", "has one matrix per character and joint"};
  if (poses.lanes == 1) {
    for (size_t i = 0; i < poses.count; ++i)
      SAKER_CHOSEN(convert_alone)(skeleton, poses.tile(i), &models[i * poses.joint_count].m[0][0]);
  } else {
    SAKER_CHOSEN(convert_poses)(skeleton, poses, &models.data()->m[0][0]);
  }
  return {};
}

Status make_palettes(const SkinBinding& skin, size_t joint_count, std::span<const Affine> models,
                     std::span<Affine> out) {
  if (joint_count == 0 || models.size() % joint_count != 0)
    return {"models", "is a whole number of characters of joint_count matrices"};
  const size_t characters = models.size() / joint_count, bound = skin.joints.size();
  if (skin.inverse_binds.size() != bound) return {"skin", "has an inverse bind per joint"};
  if (out.size() != characters * bound)
    return {"out", "has one matrix per character and joint of the skin"};
  for (const uint32_t joint : skin.joints) {
    if (joint >= joint_count) return {"skin", "refers to joints of the skeleton"};
  }
  for (size_t i = 0; i < characters; ++i) {
    for (size_t k = 0; k < bound; ++k)
      out[i * bound + k] = models[i * joint_count + skin.joints[k]] * skin.inverse_binds[k];
  }
  return {};
}

}  // namespace saker
