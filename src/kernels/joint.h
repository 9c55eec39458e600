#pragma once
// One joint and those above it.

#include "kernels/alone.h"
#include "kernels/matrix_rows.h"
#include "kernels/model.h"

namespace saker {
namespace SAKER_KERNELS {

// Joints of a chain that are worked on together, the lowest of them last.
struct Chain {
  static constexpr size_t kJoints = 16;
  uint32_t joints[kJoints];
  size_t count = 0;
  const float* channels[kJoints][3];  // of each joint
  float decoded[kJoints][3][4];       // what some of them point to
  float locals[kJoints][12];          // matrices
};

// The joint and those above it, as many as a chain holds; returns what is above them, -1 for none.
SAKER_INLINE int32_t collect_chain(const int32_t* parents, int32_t joint, Chain& chain) {
  int32_t top = joint;
  for (; top >= 0 && chain.count < Chain::kJoints; top = parents[top]) ++chain.count;
  for (size_t i = chain.count; i-- > 0; joint = parents[joint]) chain.joints[i] = uint32_t(joint);
  return top;
}

// Finds or decodes the channels of the chain's joints. Rotations may have any length.
SAKER_INLINE void sample_chain(const Skeleton& skeleton, const Clip& clip, float time,
                               const Place<1>& place, Chain& chain) {
  SegmentScan scan(clip, place);
  AloneDecoder<kNativeLanes> decoder(clip, place);
  for (size_t i = 0; i < chain.count; ++i) {
    const uint32_t joint = chain.joints[i];
    const Transform& rest = skeleton.rest.data()[joint];
    const float* const at_rest[] = {&rest.translation.x, &rest.rotation.x, &rest.scale.x};
    for (size_t which = 0; which < 3; ++which) {
      const ChannelSource source = clip.sources.data()[joint * 3 + which];
      float* to = chain.decoded[i][which];
      chain.channels[i][which] = to;
      if (source.kind == SourceKind::kRest) {
        chain.channels[i][which] = at_rest[which];
      } else if (source.kind == SourceKind::kConstant) {
        chain.channels[i][which] = clip.constants.data()[source.index].value;
      } else if (source.kind == SourceKind::kSampled) {
        decoder.add(source.index, to, scan);
      } else {
        sample_keys(clip, clip.keyed.data()[source.index].keys, time, which == 1, {to, 4});
      }
    }
  }
  decoder.finish_whole();
}

// Four local matrices.
SAKER_INLINE void compose_chain(Chain& chain, size_t first) {
  using Row = Lanes<4>;
  const auto joint = [&](size_t i) { return first + i < chain.count ? first + i : first; };
  Row q[4], columns[4];
  for (size_t i = 0; i < 4; ++i) q[i] = load<4>(chain.channels[joint(i)][1]);
  transpose<4>(q[0], q[1], q[2], q[3], columns);
  const QuatLanes<4> rotation{columns[0], columns[1], columns[2], columns[3]};
  AffineLanes<4> local;
  rotation_rows<4>(rotation, 2.0f / at_least<4>(dot<4>(rotation, rotation), 1e-30f), local);
  for (size_t c = 0; c < 3; ++c) {
    const Row scale = lanes_of<4>([&](size_t i) { return chain.channels[joint(i)][2][c]; });
    for (size_t r = 0; r < 3; ++r) local.m[r][c] = local.m[r][c] * scale;
  }
  for (size_t r = 0; r < 3; ++r) {
    const Row last = lanes_of<4>([&](size_t i) { return chain.channels[joint(i)][0][r]; });
    Row rows[4];
    transpose<4>(local.m[r][0], local.m[r][1], local.m[r][2], last, rows);
    for (size_t i = 0; i < 4; ++i) store<4>(chain.locals[first + i] + r * 4, rows[i]);
  }
}

// The matrix of the chain's lowest joint in the space of what is above its highest.
SAKER_INLINE Rows compose_whole(const Skeleton& skeleton, Chain& chain) {
  for (size_t i = 0; i < chain.count; i += 4) compose_chain(chain, i);
  const FixedJoint* fixed = skeleton.fixed.data();
  for (size_t f = 0; f < skeleton.fixed.size(); ++f) {
    for (size_t i = 0; i < chain.count; ++i) {
      if (chain.joints[i] == fixed[f].joint)
        std::memcpy(chain.locals[i], &fixed[f].local, sizeof(Affine));
    }
  }
  Rows matrix = load_rows(chain.locals[0]);
  for (size_t i = 1; i < chain.count; ++i) matrix = multiply(matrix, chain.locals[i]);
  return matrix;
}

void sample_one_joint(const Skeleton& skeleton, const Clip& clip, float time, uint32_t joint,
                      float* model) {
  Place<1> place;
  const float clamped = clamp_time(clip, time);
  if (clip.sample_count > 0) locate<1>(clip, clamped, 0, place);
  bool started = false;
  for (int32_t at = int32_t(joint); at >= 0; started = true) {
    Chain chain;
    at = collect_chain(skeleton.parents.data(), at, chain);
    sample_chain(skeleton, clip, clamped, place, chain);
    const Rows matrix = compose_whole(skeleton, chain);
    store_rows(model, started ? multiply(matrix, model) : matrix);
  }
}

}  // namespace SAKER_KERNELS
}  // namespace saker
