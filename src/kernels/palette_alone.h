#pragma once
// Clips to the palette of one character alone. The steps are those of palette.h and give the same
// bits; what is done for several characters at once there is done for several tracks and joints, or
// for a row of a matrix here.

#include "kernels/alone.h"
#include "kernels/palette.h"

namespace saker {
namespace SAKER_KERNELS {

inline void add_layer_alone(const PalettePlan& plan, const PaletteTile& tile, size_t index,
                            float share) {
  const PlanLayer& layer = plan.layers[index];
  const Clip& clip = *layer.clip;
  const bool only = plan.layer_count == 1;
  const float times[1] = {clamp_time(clip, tile.layers[0][index].time)};
  Place<1> place = {};
  if (clip.sample_count > 0) locate<1>(clip, times[0], 0, place);
  const Mix<1> mix{tile.rows, share, index == 0};
  const uint32_t* rows = only ? layer.sampled_rows.data() : layer.value_rows.data();
  const size_t count = layer.sampled_rows.size();
  if (count > 0) {
    SegmentScan scan(clip, place);
    AloneDecoder<kNativeLanes> decoder(clip, place);
    float* to = only ? tile.rows : tile.values;
    for (size_t i = 0; i < count; ++i) {
      if (rows[i] != kNone) decoder.add(i, to + rows[i], scan);
    }
    decoder.finish();
  }
  if (!only) join_sampled<1>(layer, tile.values, mix);
  join_keyed<1>(layer, times, mix);
  join_fills<1>(layer, mix);
}

using Row = Lanes<4>;

// Local matrices of four joints that move, 12 floats each.
SAKER_INLINE void compose_four(const PlanJoint* const (&joints)[4], const float* rows,
                               float (&out)[4][12]) {
  Row q[4], columns[4];
  float lengths[4];
  for (size_t i = 0; i < 4; ++i) {
    const PlanJoint& joint = *joints[i];
    q[i] = load<4>(joint.rotation != kNone ? rows + joint.rotation : &joint.constant.rotation.x);
    lengths[i] = joint.rotation != kNone ? 1 : 0;
  }
  transpose<4>(q[0], q[1], q[2], q[3], columns);
  const QuatLanes<4> rotation{columns[0], columns[1], columns[2], columns[3]};
  const Row square = at_least<4>(dot<4>(rotation, rotation), 1e-30f);
  // Constant rotations are at unit length already.
  const Row scale = load<4>(lengths) != 0.0f ? 2.0f / square : broadcast<4>(2.0f);
  AffineLanes<4> local;
  rotation_rows<4>(rotation, scale, local);
  for (size_t r = 0; r < 3; ++r) {
    Row last = {};
    for (size_t i = 0; i < 4; ++i) {
      const PlanJoint& joint = *joints[i];
      last[i] = joint.translation != kNone ? rows[joint.translation + r]
                                           : (&joint.constant.translation.x)[r];
    }
    Row of_joint[4];
    transpose<4>(local.m[r][0], local.m[r][1], local.m[r][2], last, of_joint);
    for (size_t i = 0; i < 4; ++i) store<4>(out[i] + r * 4, of_joint[i]);
  }
  for (size_t i = 0; i < 4; ++i) {
    const PlanJoint& joint = *joints[i];
    if (!joint.scaled) continue;
    for (size_t c = 0; c < 3; ++c) {
      const float s =
          joint.scale != kNone ? rows[joint.scale + c] : (&joint.constant.scale.x)[c];
      for (size_t r = 0; r < 3; ++r) out[i][r * 4 + c] *= s;
    }
  }
}

// out = a * b, a row at a time.
SAKER_INLINE void multiply_alone(const float* a, const float* b, float* out) {
  const Row b0 = load<4>(b), b1 = load<4>(b + 4), b2 = load<4>(b + 8);
  const Row nothing = broadcast<4>(-0.0f);  // adding it leaves even a zero's sign
  for (size_t r = 0; r < 3; ++r) {
    const Row row = load<4>(a + r * 4);
    const Row last = __builtin_shufflevector(nothing, row, 0, 1, 2, 7);
    const Row x = multiply_add<4>(broadcast<4>(a[r * 4]), b0, last);
    store<4>(out + r * 4, multiply_add<4>(broadcast<4>(a[r * 4 + 2]), b2,
                                          multiply_add<4>(broadcast<4>(a[r * 4 + 1]), b1, x)));
  }
}

inline void write_output_alone(const float* matrix, const PlanOutput& output,
                               const uint32_t* entries, float* out) {
  float product[12];
  if (output.identity) {
    std::memcpy(product, matrix, sizeof(product));
  } else {
    multiply_alone(matrix, &output.offset.m[0][0], product);
  }
  for (uint32_t e = 0; e < output.entry_count; ++e)
    std::memcpy(out + entries[e] * 12, product, sizeof(product));
}

// Joints come parents first, so four neighbours may need each other's matrices, but not each other's
// local ones.
inline void write_joints_alone(const PalettePlan& plan, const PaletteTile& tile) {
  const PlanJoint* joints = plan.joints.data();
  const PlanOutput* outputs = plan.outputs.data();
  const uint32_t* entries = plan.entries.data();
  const size_t count = plan.joints.size();
  float* leaf = tile.slots + plan.slot_count * 12;
  for (size_t first = 0; first < count; first += 4) {
    const PlanJoint* four[4];
    for (size_t i = 0; i < 4; ++i) four[i] = &joints[first + i < count ? first + i : count - 1];
    float locals[4][12];
    compose_four(four, tile.rows, locals);
    for (size_t i = 0; i < 4 && first + i < count; ++i) {
      const PlanJoint& joint = *four[i];
      const float* local = joint.moves ? locals[i] : &joint.rest.m[0][0];
      float* matrix = joint.slot != kNone ? tile.slots + joint.slot * 12 : leaf;
      if (joint.parent != kNone) {
        multiply_alone(tile.slots + joint.parent * 12, local, matrix);
      } else {
        std::memcpy(matrix, local, 12 * sizeof(float));
      }
      for (uint32_t o = 0; o < joint.output_count; ++o) {
        const PlanOutput& output = outputs[joint.first_output + o];
        write_output_alone(matrix, output, entries + output.first_entry, tile.out);
      }
    }
  }
}

inline void make_palette_alone(const PalettePlan& plan, const PaletteTile& tile) {
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
