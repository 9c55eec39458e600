#pragma once
// The pose of one character and its model matrices. Gives the bits that the character gets among
// others, in sample.h and model.h.

#include "kernels/alone.h"
#include "kernels/matrix_rows.h"
#include "kernels/model.h"

namespace saker {
namespace SAKER_KERNELS {

// Writes a channel of a joint to rows that are `stride` floats apart.
SAKER_INLINE void put_channel(float* pose, size_t stride, uint32_t joint, Channel channel,
                              const Lanes<4>& v) {
  float* to = pose + (joint * PoseSpan::kComponents + kFirstComponent[size_t(channel)]) * stride;
  float value[4];
  store<4>(value, v);
  if (stride != 1) {
    for (size_t c = 0; c < component_count(channel); ++c) to[c * stride] = value[c];
  } else if (channel == Channel::kRotation) {
    std::memcpy(to, value, 16);
  } else {
    std::memcpy(to, value, 12);
  }
}

// Rotations on their way to a pose, which are brought to unit length together.
class Rotations {
 public:
  SAKER_INLINE Rotations(float* pose, size_t stride) : pose_(pose), stride_(stride) {}

  SAKER_INLINE void add(uint32_t joint, const Lanes<4>& rotation) {
    store<4>(values_[count_], rotation);
    joints_[count_] = joint;
    if (++count_ == kJoints) write();
  }
  SAKER_INLINE void write() {
    JointLanes q[4];
    load_joints([&](size_t i) { return values_[i]; }, q);
    const QuatLanes<kJoints> unit = normalized<kJoints>({q[0], q[1], q[2], q[3]});
    Lanes<4> rotations[kJoints];
    split_joints(unit.x, unit.y, unit.z, unit.w, rotations);
    for (size_t i = 0; i < count_; ++i)
      put_channel(pose_, stride_, joints_[i], Channel::kRotation, rotations[i]);
    count_ = 0;
  }

 private:
  float* pose_;
  size_t stride_, count_ = 0;
  uint32_t joints_[kJoints];
  float values_[kJoints][4] = {};
};

template <bool kAdaptive>
void decode_alone(const Clip& clip, const Place<1>& place, float* pose, size_t stride) {
  AloneDecoder<kAdaptive> decoder(clip, place);
  Rotations rotations(pose, stride);
  const SampledTrack* tracks = clip.sampled.data();
  const size_t count = clip.sampled.size();
  for (size_t i = 0; i < count; ++i) {
    const Lanes<4> value = decoder.decode(i);
    if (tracks[i].channel == Channel::kRotation) {
      rotations.add(tracks[i].joint, value);
    } else {
      put_channel(pose, stride, tracks[i].joint, tracks[i].channel, value);
    }
  }
  rotations.write();
}

SAKER_INLINE void put_unmoved_alone(const Skeleton& skeleton, const Clip& clip, float* pose,
                                    size_t stride) {
  if (stride != 1) {
    put_unmoved<1>(skeleton, clip, pose, stride);
    return;
  }
  static_assert(sizeof(Transform) == PoseSpan::kComponents * sizeof(float));
  std::memcpy(pose, skeleton.rest.data(), skeleton.rest.size() * sizeof(Transform));
  const ConstantTrack* constants = clip.constants.data();
  const size_t count = clip.constants.size();
  for (size_t i = 0; i < count; ++i)
    put_channel(pose, 1, constants[i].joint, constants[i].channel, load<4>(constants[i].value));
}

void sample_alone(const Skeleton& skeleton, const ClipTime& at, float* pose, size_t stride) {
  const Clip& clip = *at.clip;
  const float time = clamp_time(clip, at.time);
  put_unmoved_alone(skeleton, clip, pose, stride);
  if (clip.sample_count > 0) {
    Place<1> place;
    locate<1>(clip, time, 0, place);
    if (clip.layout == SampleLayout::kAdaptive) {
      decode_alone<true>(clip, place, pose, stride);
    } else {
      decode_alone<false>(clip, place, pose, stride);
    }
  }
  put_keyed<1>(clip, {time}, pose, stride);
}

void sample_poses(const Skeleton& skeleton, const ClipTime* times, const PoseSpan& poses) {
  for (size_t i = 0; i < poses.count; i += kNativeLanes) {
    const size_t count = poses.count - i < kNativeLanes ? poses.count - i : kNativeLanes;
    float* data = poses.data + i / poses.lanes * poses.tile_size() + i % poses.lanes;
    if (same_clip(times + i, count)) {
      sample_together<kNativeLanes>(skeleton, times + i, count, data, poses.lanes);
    } else {
      for (size_t lane = 0; lane < count; ++lane)
        sample_alone(skeleton, times[i + lane], data + lane, poses.lanes);
    }
  }
}

// The local matrices of kJoints joints from `first` on, or as many as there are.
SAKER_INLINE void compose_posed(const float* pose, size_t first, size_t count,
                                float (&out)[kJoints][12]) {
  const auto joint = [&](size_t component) {
    return [=](size_t i) {
      const size_t j = first + i < count ? first + i : count - 1;
      return pose + j * PoseSpan::kComponents + component;
    };
  };
  Joints together;
  load_joints(joint(0), together.translation);
  load_joints(joint(3), together.rotation);
  load_scales(joint(6), together.scale);
  Matrix matrices[kJoints];
  compose_joints(together, broadcast<kJoints>(2.0f), true, matrices);
  for (size_t i = 0; i < kJoints; ++i) store_matrix(out[i], matrices[i]);
}

void convert_alone(const Skeleton& skeleton, const float* pose, float* models) {
  const FixedJoint* fixed = skeleton.fixed.data();
  const FixedJoint* fixed_end = fixed + skeleton.fixed.size();
  const int32_t* parents = skeleton.parents.data();
  const size_t count = skeleton.joint_count();
  for (size_t first = 0; first < count; first += kJoints) {
    float locals[kJoints][12];
    compose_posed(pose, first, count, locals);
    for (size_t i = 0; i < kJoints && first + i < count; ++i) {
      const size_t j = first + i;
      const float* local = locals[i];
      if (fixed != fixed_end && fixed->joint == j) local = &(fixed++)->local.m[0][0];
      store_rows(models + j * 12,
                 parents[j] < 0 ? load_new_rows(local)
                                : multiply(load_rows(models + size_t(parents[j]) * 12), local));
    }
  }
}

}  // namespace SAKER_KERNELS
}  // namespace saker
