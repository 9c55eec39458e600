#pragma once
// Clips to the palette of one character alone. The steps are those of palette.h and give the same
// bits; what is done for several characters at once there is done for several tracks and joints, or
// for a row of a matrix here.

#include "kernels/alone.h"
#include "kernels/matrix_rows.h"
#include "kernels/palette.h"

namespace saker {
namespace SAKER_KERNELS {

// Brings the components of N tracks into their own order and writes them, four floats each.
template <size_t N>
SAKER_INLINE void write_tracks(const Lanes<N> (&v)[4], const IntLanes<N>& dropped,
                               const uint32_t* rows, float* to) {
  const IntLanes<N> first = dropped == 0, second = dropped == 1, third = dropped == 2;
  const Lanes<N> x = first != 0 ? v[3] : v[0];
  const Lanes<N> y = second != 0 ? v[3] : first != 0 ? v[0] : v[1];
  const Lanes<N> z = third != 0 ? v[3] : (first | second) != 0 ? v[1] : v[2];
  const Lanes<N> w = (first | second | third) != 0 ? v[2] : v[3];
  Lanes<N> tracks[4];
  transpose<N>(x, y, z, w, tracks);
  float all[4][N];
  for (size_t k = 0; k < 4; ++k) store<N>(all[k], tracks[k]);
  for (size_t i = 0; i < N; ++i) std::memcpy(to + rows[i], &all[i % 4][i / 4 * 4], 16);
}

// Decodes the tracks of a group between two rows.
template <size_t N>
void decode_group(const Clip& clip, const std::byte* row, const PlanGroup& group,
                  const Fraction<N>& fraction, float* to) {
  for (size_t first = 0; first < group.count; first += N) {
    const std::byte* at[N];
    for (size_t i = 0; i < N; ++i) at[i] = row + group.offset[first + i];
    const Words<N> before = gather_words<N>(at, 0), after = gather_words<N>(at, clip.block_size);
    const Lanes<N> step = load<N>(group.step + first);
    Pair<N> v;
    for (size_t c = 0; c < 3; ++c) {
      const IntLanes<N> shift = load_ints<N>(group.shift[c] + first);
      const IntLanes<N> mask = load_ints<N>(group.mask[c] + first);
      const Lanes<N> minimum = load<N>(group.minimum[c] + first);
      v.first[c] = multiply_add<N>(masked_code<N>(before, shift, mask), step, minimum);
      v.second[c] = multiply_add<N>(masked_code<N>(after, shift, mask), step, minimum);
    }
    v.first[3] = restored<N>(v.first);
    v.second[3] = restored<N>(v.second);
    Lanes<N> t = fraction.t;
    if (group.any_curved) {
      const IntLanes<N> curved = load_ints<N>(group.curved + first);
      t = curved != 0 ? chord_fraction<N>(v, fraction) : t;
    }
    Lanes<N> value[4];
    interpolate<N>(v, 4, t, value);
    write_tracks<N>(value, load_ints<N>(group.dropped + first), group.to + first, to);
  }
}

template <bool kAdaptive>
void decode_ungrouped(const PlanLayer& layer, const Place<1>& place, bool only, float* to) {
  AloneDecoder<kAdaptive> decoder(*layer.clip, place);
  const uint32_t* tracks = layer.ungrouped.data();
  const uint32_t* rows = only ? layer.sampled_rows.data() : layer.value_rows.data();
  const size_t count = layer.ungrouped.size();
  for (size_t i = 0; i < count; ++i) store<4>(to + rows[tracks[i]], decoder.decode(tracks[i]));
}

inline void add_layer_alone(const PalettePlan& plan, const PaletteTile& tile, size_t index,
                            float share) {
  const PlanLayer& layer = plan.layers[index];
  const Clip& clip = *layer.clip;
  const bool only = plan.layer_count == 1;
  const float times[1] = {clamp_time(clip, tile.layers[0][index].time)};
  Place<1> place = {};
  if (clip.sample_count > 0) locate<1>(clip, times[0], 0, place);
  const Mix<1> mix{tile.rows, share, index == 0};
  float* to = only ? tile.rows : tile.values;
  const Fraction<kNativeLanes> fraction(broadcast<kNativeLanes>(place.fraction[0]));
  for (size_t i = 0; i < layer.groups.size(); ++i)
    decode_group<kNativeLanes>(clip, place.keys[0], layer.groups.data()[i], fraction, to);
  if (clip.layout == SampleLayout::kAdaptive) {
    decode_ungrouped<true>(layer, place, only, to);
  } else {
    decode_ungrouped<false>(layer, place, only, to);
  }
  if (!only) join_sampled<1>(layer, tile.values, mix);
  join_keyed<1>(layer, times, mix);
  join_fills<1>(layer, mix);
}

// Translations or rotations of some joints by component.
template <class Value>
SAKER_INLINE void load_channel(const PlanJoint* const (&joints)[kJoints], uint32_t PlanJoint::*row,
                               Value Transform::*constant, const float* rows,
                               JointLanes (&out)[4]) {
  load_joints(
      [&](size_t i) {
        const PlanJoint& joint = *joints[i];
        return joint.*row != kNone ? rows + joint.*row : &(joint.constant.*constant).x;
      },
      out);
}

// The local matrices of some joints that move.
SAKER_INLINE void compose_planned(const PlanJoint* const (&joints)[kJoints], const float* rows,
                                  float (&out)[kJoints][12]) {
  Joints together;
  load_channel(joints, &PlanJoint::translation, &Transform::translation, rows,
               together.translation);
  load_channel(joints, &PlanJoint::rotation, &Transform::rotation, rows, together.rotation);
  // Constant rotations are at unit length already.
  const JointLanes moving =
      joint_lanes([&](size_t i) { return joints[i]->rotation != kNone ? 1.0f : 0; });
  const JointLanes factor = moving != 0 ? factor_of(together.rotation) : broadcast<kJoints>(2.0f);
  bool scaled = false;
  for (const PlanJoint* joint : joints) scaled = scaled || joint->scaled;
  for (size_t c = 0; scaled && c < 3; ++c) {
    together.scale[c] = joint_lanes([&](size_t i) {
      const PlanJoint& joint = *joints[i];
      return joint.scale != kNone ? rows[joint.scale + c] : (&joint.constant.scale.x)[c];
    });
  }
  Matrix matrices[kJoints];
  compose_joints(together, factor, scaled, matrices);
  for (size_t i = 0; i < kJoints; ++i) store_matrix(out[i], matrices[i]);
}

SAKER_INLINE void write_joint_alone(const PlanJoint& joint, const float* local,
                                    const PlanOutput* outputs, const uint32_t* entries,
                                    const PaletteTile& tile) {
  const Rows matrix = joint.parent == kNone
                          ? load_new_rows(local)
                          : multiply(load_rows(tile.slots + joint.parent * 12), local);
  if (joint.slot != kNone) store_rows(tile.slots + joint.slot * 12, matrix);
  for (uint32_t o = 0; o < joint.output_count; ++o) {
    const PlanOutput& output = outputs[joint.first_output + o];
    const Rows product = output.identity ? matrix : multiply(matrix, &output.offset.m[0][0]);
    for (uint32_t e = 0; e < output.entry_count; ++e)
      store_rows(tile.out + entries[output.first_entry + e] * 12, product);
  }
}

// Joints come parents first, so neighbours may need each other's matrices, but not each
// other's local ones.
inline void write_joints_alone(const PalettePlan& plan, const PaletteTile& tile) {
  const PlanJoint* joints = plan.joints.data();
  const size_t count = plan.joints.size();
  for (size_t first = 0; first < count; first += kJoints) {
    const PlanJoint* some[kJoints];
    for (size_t i = 0; i < kJoints; ++i)
      some[i] = &joints[first + i < count ? first + i : count - 1];
    float locals[kJoints][12];
    compose_planned(some, tile.rows, locals);
    for (size_t i = 0; i < kJoints && first + i < count; ++i) {
      const PlanJoint& joint = *some[i];
      write_joint_alone(joint, joint.moves ? locals[i] : &joint.rest.m[0][0], plan.outputs.data(),
                        plan.entries.data(), tile);
    }
  }
}

void make_palette_alone(const PalettePlan& plan, const PaletteTile& tile) {
  if (plan.layer_count == 1) {
    add_layer_alone(plan, tile, 0, 1);
  } else {
    float shares[kMaxLayers][1];
    find_shares<1>(tile, plan.layer_count, shares);
    for (size_t i = 0; i < plan.layer_count; ++i) add_layer_alone(plan, tile, i, shares[i][0]);
    add_mixes<1>(plan, shares, tile.rows);
  }
  write_joints_alone(plan, tile);
  write_constants<1>(plan, tile);
}

}  // namespace SAKER_KERNELS
}  // namespace saker
