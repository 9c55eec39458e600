#pragma once
// One joint and those above it.

#include "kernels/alone.h"

namespace saker {
namespace SAKER_KERNELS {

// A joint and those above it, as many as there is room for, the highest first.
class Chain {
 public:
  // Leaves `joint` at what is above the chain, -1 for nothing.
  SAKER_INLINE Chain(const Skeleton& skeleton, const Clip& clip, float time, int32_t& joint) {
    const int32_t* parents = skeleton.parents.data();
    const Transform* rest = skeleton.rest.data();
    IntLanes<4> scaled = {};
    size_t first = kRoom;
    int32_t at = joint;
    for (; at >= 0 && first > 0; at = parents[at]) {
      joints_[--first] = uint32_t(at);
      const float* values = &rest[at].translation.x;
      const Lanes<4> scale = load<4>(values + 6);
      store<4>(channels_[0][first], load<4>(values));
      store<4>(channels_[1][first], load<4>(values + 3));
      store<4>(channels_[2][first], scale);
      scaled |= scale != broadcast<4>(1);
      if (!clip.sources.empty()) find_channels(clip, time, at, first);
    }
    first_ = first;
    joint = at;
    scaled_ = scaled_ || (scaled[1] | scaled[2] | scaled[3]) != 0;
  }

  template <bool kAdaptive>
  SAKER_INLINE void decode(AloneDecoder<kAdaptive>& decoder) {
    for (size_t i = first_sampled_; i < 3 * kRoom; ++i)
      store<4>(sampled_[i].to, decoder.decode(sampled_[i].track));
  }

  SAKER_INLINE size_t count() const { return kRoom - first_; }
  SAKER_INLINE const uint32_t* joints() const { return joints_ + first_; }
  // From number `first` on.
  SAKER_INLINE void get(size_t first, Joints& out) const {
    const auto channel = [&](size_t which) {
      return [=, this](size_t i) { return channels_[which][first_ + first + i]; };
    };
    load_joints(channel(0), out.translation);
    load_joints(channel(1), out.rotation);
    if (scaled_) load_scales(channel(2), out.scale);
  }
  // Whether any scale is not 1.
  SAKER_INLINE bool scaled() const { return scaled_; }

 private:
  static constexpr size_t kRoom = 16;

  struct Sampled {
    uint32_t track;
    float* to;
  };

  // The channels of a joint that are not at rest. Backwards, as the whole chain is found.
  SAKER_INLINE void find_channels(const Clip& clip, float time, int32_t joint, size_t place) {
    const ChannelSource* sources = clip.sources.data() + size_t(joint) * 3;
#pragma GCC unroll 3
    for (size_t which = 3; which-- > 0;) {
      const ChannelSource source = sources[which];
      if (source.kind == SourceKind::kRest) continue;
      float* to = channels_[which][place] + (which == 2 ? 1 : 0);
      scaled_ = scaled_ || which == 2;
      if (source.kind == SourceKind::kSampled) {
        sampled_[--first_sampled_] = {source.index, to};
      } else if (source.kind == SourceKind::kConstant) {
        std::memcpy(to, clip.constants.data()[source.index].value, 16);
      } else {
        sample_keys(clip, clip.keyed.data()[source.index].keys, time, which == 1,
                    {to, which == 1 ? size_t{4} : size_t{3}});
      }
    }
  }

  size_t first_ = kRoom, first_sampled_ = 3 * kRoom;
  bool scaled_ = false;
  uint32_t joints_[kRoom];
  Sampled sampled_[3 * kRoom];
  // Translations, rotations, and scales from their second float on, so that all of a transform can
  // be copied four by four. Nobody looks at what comes of those behind the last.
  float channels_[3][kRoom + kJoints - 1][4];
};

SAKER_INLINE Matrix load_matrix(const float* from) {
  return {{load<4>(from), load<4>(from + 4), load<4>(from + 8)}};
}

SAKER_INLINE Matrix multiply(const Matrix& a, const Matrix& b) {
  const Lanes<4> nothing = broadcast<4>(-0.0f);  // changes nothing that it is added to
  Matrix out;
  for (size_t r = 0; r < 3; ++r) {
    const Lanes<4> last = __builtin_shufflevector(nothing, a.row[r], 0, 1, 2, 7);
    out.row[r] =
        multiply_add<4>(splat<2>(a.row[r]), b.row[2],
                        multiply_add<4>(splat<1>(a.row[r]), b.row[1],
                                        multiply_add<4>(splat<0>(a.row[r]), b.row[0], last)));
  }
  return out;
}

// The product of `count` up to four, in pairs, which do not wait for each other.
SAKER_INLINE Matrix product_of_four(const Matrix* m, size_t count) {
  if (count == 1) return m[0];
  const Matrix pair = multiply(m[0], m[1]);
  if (count == 2) return pair;
  return multiply(pair, count == 3 ? m[2] : multiply(m[2], m[3]));
}

SAKER_INLINE Matrix product(const Matrix (&m)[kJoints], size_t count) {
  if (kJoints == 4 || count <= 4) return product_of_four(m, count);
  return multiply(product_of_four(m, 4), product_of_four(m + 4, count - 4));
}

// The matrix of the chain's lowest joint in the space of what is above its highest.
SAKER_INLINE Matrix compose_chain(const Skeleton& skeleton, const Chain& chain) {
  Matrix whole;
  for (size_t first = 0; first < chain.count(); first += kJoints) {
    const size_t count = chain.count() - first < kJoints ? chain.count() - first : kJoints;
    Joints joints;
    chain.get(first, joints);
    Matrix locals[kJoints];
    compose_joints(joints, factor_of(joints.rotation), chain.scaled(), locals);
    for (size_t i = 0; i < count; ++i) {
      if (const Affine* fixed = find_fixed(skeleton, chain.joints()[first + i]))
        locals[i] = load_matrix(&fixed->m[0][0]);
    }
    const Matrix part = product(locals, count);
    whole = first == 0 ? part : multiply(whole, part);
  }
  return whole;
}

template <bool kAdaptive>
void sample_one_joint_of(const Skeleton& skeleton, const Clip& clip, float time, int32_t joint,
                         float* model) {
  Place<1> place;
  const float clamped = clamp_time(clip, time);
  if (clip.sample_count > 0) locate<1>(clip, clamped, 0, place);
  for (int32_t at = joint; at >= 0;) {
    const bool lowest = at == joint;
    Chain chain(skeleton, clip, clamped, at);
    AloneDecoder<kAdaptive> decoder(clip, place);
    chain.decode(decoder);
    Matrix matrix = compose_chain(skeleton, chain);
    if (!lowest) matrix = multiply(matrix, load_matrix(model));
    store_matrix(model, matrix);
  }
}

void sample_one_joint(const Skeleton& skeleton, const Clip& clip, float time, uint32_t joint,
                      float* model) {
  if (clip.layout == SampleLayout::kAdaptive) {
    sample_one_joint_of<true>(skeleton, clip, time, int32_t(joint), model);
  } else {
    sample_one_joint_of<false>(skeleton, clip, time, int32_t(joint), model);
  }
}

}  // namespace SAKER_KERNELS
}  // namespace saker
