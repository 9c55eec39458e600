#pragma once
// Clips to palettes, N characters with the same clips at a time: decode and blend every moving
// joint into rows of scratch memory, then walk down the hierarchy and write the matrices.

#include "kernels/model.h"
#include "runtime/palette_plan.h"

namespace saker {
namespace SAKER_KERNELS {

// Adds `share` of N values of a layer to what the layers before have left in `to`; the first layer
// leaves its own.
template <size_t N>
SAKER_INLINE void join_vector(const Lanes<N> (&v)[4], const Lanes<N>& share, bool first,
                              float* to) {
  for (size_t c = 0; c < 3; ++c) {
    const Lanes<N> own = v[c] * share;
    store<N>(to + c * N, first ? own : own + load<N>(to + c * N));
  }
}

// The same for unit rotations, which are turned to the side that the layers before are on.
template <size_t N>
SAKER_INLINE void join_rotation(const Lanes<N> (&q)[4], Lanes<N> share, bool first, float* to) {
  if (first) {
    for (size_t c = 0; c < 4; ++c) store<N>(to + c * N, q[c] * share);
    return;
  }
  Lanes<N> sum[4];
  for (size_t c = 0; c < 4; ++c) sum[c] = load<N>(to + c * N);
  share = with_sign_of<N>(dot<N>(q, sum), share);
  for (size_t c = 0; c < 4; ++c) store<N>(to + c * N, multiply_add<N>(q[c], share, sum[c]));
}

// A layer's place in the mixes of a tile.
template <size_t N>
struct Mix {
  float* rows;
  Lanes<N> share;
  bool first;

  SAKER_INLINE void join(const Lanes<N> (&v)[4], bool rotation, uint32_t row) const {
    if (rotation) {
      join_rotation<N>(v, share, first, rows + row * N);
    } else {
      join_vector<N>(v, share, first, rows + row * N);
    }
  }
};

template <size_t N>
void join_fills(const PlanLayer& layer, const Mix<N>& mix) {
  const PlanFill* fills = layer.fills.data();
  const size_t count = layer.fills.size();
  for (size_t i = 0; i < count; ++i) {
    Lanes<N> v[4];
    for (size_t c = 0; c < 4; ++c) v[c] = broadcast<N>(fills[i].value[c]);
    mix.join(v, fills[i].rotation, fills[i].row);
  }
}

template <size_t N>
void join_keyed(const PlanLayer& layer, const float (&times)[N], const Mix<N>& mix) {
  const KeyedJointTrack* tracks = layer.clip->keyed.data();
  const uint32_t* rows = layer.keyed_rows.data();
  const size_t count = layer.keyed_rows.size();
  for (size_t i = 0; i < count; ++i) {
    if (rows[i] == kNone) continue;
    const bool rotation = tracks[i].channel == Channel::kRotation;
    float values[4][N] = {};
    for (size_t lane = 0; lane < N; ++lane) {
      float v[4] = {};
      sample_keys(*layer.clip, tracks[i].keys, times[lane], rotation, v);
      for (size_t c = 0; c < 4; ++c) values[c][lane] = v[c];
    }
    Lanes<N> v[4];
    for (size_t c = 0; c < 4; ++c) v[c] = load<N>(values[c]);
    mix.join(v, rotation, rows[i]);
  }
}

// Joins the sampled tracks, which lie decoded in `values`, four rows each.
template <size_t N>
void join_sampled(const PlanLayer& layer, const float* values, const Mix<N>& mix) {
  const SampledTrack* tracks = layer.clip->sampled.data();
  const uint32_t* rows = layer.sampled_rows.data();
  const size_t count = layer.sampled_rows.size();
  for (size_t i = 0; i < count; ++i) {
    if (rows[i] == kNone) continue;
    Lanes<N> v[4];
    for (size_t c = 0; c < 4; ++c) v[c] = load<N>(values + (i * 4 + c) * N);
    if (tracks[i].channel != Channel::kRotation) {
      join_vector<N>(v, mix.share, mix.first, mix.rows + rows[i] * N);
      continue;
    }
    const Lanes<N> unit = reciprocal_root<N>(at_least<N>(dot<N>(v, v), 1e-30f));
    // Scaling the share is scaling the rotation; its sign does not depend on the length.
    join_rotation<N>(v, mix.share * unit, mix.first, mix.rows + rows[i] * N);
  }
}

// The shares of each layer in the mixes of the tile's characters.
template <size_t N>
void find_shares(const PaletteTile& tile, size_t layer_count, float (&shares)[kMaxLayers][N]) {
  for (size_t lane = 0; lane < N; ++lane) {
    const Layer* layers = tile.layers[lane < tile.count ? lane : 0];
    float sum = 0;
    for (size_t i = 0; i < layer_count; ++i) {
      shares[i][lane] = layers[i].weight > 0 ? layers[i].weight : 0;
      sum += shares[i][lane];
    }
    if (!(sum > 0)) shares[0][lane] = sum = 1;
    for (size_t i = 0; i < layer_count; ++i) shares[i][lane] /= sum;
  }
}

// Channels that no clip moves.
template <size_t N>
void add_mixes(const PalettePlan& plan, const float (&shares)[kMaxLayers][N], float* rows) {
  const PlanMix* mixes = plan.mixes.data();
  const size_t count = plan.mixes.size();
  for (size_t i = 0; i < count; ++i) {
    const size_t components = mixes[i].rotation ? 4 : 3;
    for (size_t c = 0; c < components; ++c) {
      Lanes<N> sum = load<N>(shares[0]) * mixes[i].values[0][c];
      for (size_t layer = 1; layer < plan.layer_count; ++layer)
        sum = multiply_add<N>(load<N>(shares[layer]), broadcast<N>(mixes[i].values[layer][c]), sum);
      store<N>(rows + (mixes[i].row + c) * N, sum);
    }
  }
}

template <size_t N>
void add_layer(const PalettePlan& plan, const PaletteTile& tile, size_t index,
               const Lanes<N>& share) {
  const PlanLayer& layer = plan.layers[index];
  const Clip& clip = *layer.clip;
  const bool alone = plan.layer_count == 1;
  Place<N> place;
  float times[N];
  for (size_t lane = 0; lane < N; ++lane) {
    // Idle lanes do what the first does, and nobody reads the result.
    times[lane] = clamp_time(clip, tile.layers[lane < tile.count ? lane : 0][index].time);
    if (clip.sample_count > 0) locate<N>(clip, times[lane], lane, place);
  }
  const Mix<N> mix{tile.rows, share, index == 0};
  if (alone) {
    decode_clip<N>(clip, layer.sampled_rows.size(), place,
                   {tile.rows, N, layer.sampled_rows.data()});
  } else {
    decode_clip<N>(clip, layer.sampled_rows.size(), place,
                   {tile.values, N, layer.value_rows.data()});
    join_sampled<N>(layer, tile.values, mix);
  }
  join_keyed<N>(layer, times, mix);
  join_fills<N>(layer, mix);
}

// The local matrix of a joint that moves.
template <size_t N>
SAKER_INLINE AffineLanes<N> local_matrix(const PlanJoint& joint, const float* rows) {
  AffineLanes<N> out;
  const Transform& constant = joint.constant;
  if (joint.rotation != kNone) {
    const QuatLanes<N> rotation = load_rotation<N>(rows + joint.rotation * N, N);
    const Lanes<N> square = at_least<N>(dot<N>(rotation, rotation), 1e-30f);
    rotation_rows<N>(rotation, 2.0f / square, out);
  } else {
    const Quat& q = constant.rotation;
    rotation_rows<N>({broadcast<N>(q.x), broadcast<N>(q.y), broadcast<N>(q.z), broadcast<N>(q.w)},
                     broadcast<N>(2.0f), out);
  }
  const float* translation = &constant.translation.x;
  for (size_t c = 0; c < 3; ++c) {
    out.m[c][3] = joint.translation != kNone ? load<N>(rows + (joint.translation + c) * N)
                                             : broadcast<N>(translation[c]);
  }
  if (!joint.scaled) return out;
  const float* scale = &constant.scale.x;
  for (size_t c = 0; c < 3; ++c) {
    const Lanes<N> s =
        joint.scale != kNone ? load<N>(rows + (joint.scale + c) * N) : broadcast<N>(scale[c]);
    for (int r = 0; r < 3; ++r) out.m[r][c] = out.m[r][c] * s;
  }
  return out;
}

// out = above * local, row by row, so that a row at a time is all that registers have to hold.
template <size_t N>
SAKER_INLINE void multiply_rows(const float* above, const AffineLanes<N>& local, float* out) {
#pragma GCC unroll 1
  for (size_t r = 0; r < 3; ++r) {
    Lanes<N> a[4];
    for (size_t c = 0; c < 4; ++c) a[c] = load<N>(above + (r * 4 + c) * N);
    for (size_t c = 0; c < 4; ++c) {
      const Lanes<N> x = c < 3 ? a[0] * local.m[0][c] : multiply_add<N>(a[0], local.m[0][c], a[3]);
      store<N>(out + (r * 4 + c) * N,
               multiply_add<N>(a[2], local.m[2][c], multiply_add<N>(a[1], local.m[1][c], x)));
    }
  }
}

// Row `r` of matrix * offset.
template <size_t N>
SAKER_INLINE void output_row(const float* matrix, size_t r, bool identity,
                             const AffineLanes<N>& offset, Lanes<N> (&v)[4]) {
  for (size_t c = 0; c < 4; ++c) v[c] = load<N>(matrix + (r * 4 + c) * N);
  if (identity) return;
  Lanes<N> product[4];
  for (size_t c = 0; c < 4; ++c) {
    const Lanes<N> x = c < 3 ? v[0] * offset.m[0][c] : multiply_add<N>(v[0], offset.m[0][c], v[3]);
    product[c] = multiply_add<N>(v[2], offset.m[2][c], multiply_add<N>(v[1], offset.m[1][c], x));
  }
  for (size_t c = 0; c < 4; ++c) v[c] = product[c];
}

// Writes matrix * offset for every character of the tile and every entry that it is for.
template <size_t N>
SAKER_INLINE void write_output(const float* matrix, const PlanOutput& output,
                               const uint32_t* entries, const PaletteTile& tile) {
  const AffineLanes<N> offset = broadcast_affine<N>(output.offset);
  Lanes<N> v[4];
#if defined(__AVX512F__)
  if constexpr (N == 16) {
    Lanes<N> rows[3][4];
    for (size_t r = 0; r < 3; ++r) {
      output_row<N>(matrix, r, output.identity, offset, v);
      transpose<N>(v[0], v[1], v[2], v[3], rows[r]);
    }
    for (uint32_t e = 0; e < output.entry_count; ++e)
      write_whole(rows, tile.out + entries[e] * 12, tile.stride);
    return;
  }
#endif
  // Row by row, so that a row is all that registers have to hold.
#pragma GCC unroll 1
  for (size_t r = 0; r < 3; ++r) {
    Lanes<N> rows[4];
    output_row<N>(matrix, r, output.identity, offset, v);
    transpose<N>(v[0], v[1], v[2], v[3], rows);
    for (uint32_t e = 0; e < output.entry_count; ++e)
      write_all<N>(rows, tile.out + entries[e] * 12 + r * 4, tile.stride);
  }
}

template <size_t N>
void write_joints(const PalettePlan& plan, const PaletteTile& tile) {
  const PlanJoint* joints = plan.joints.data();
  const PlanOutput* outputs = plan.outputs.data();
  const uint32_t* entries = plan.entries.data();
  const size_t count = plan.joints.size();
  float* leaf = tile.slots + plan.slot_count * 12 * N;  // of joints without joints below
  for (size_t i = 0; i < count; ++i) {
    const PlanJoint& joint = joints[i];
    const AffineLanes<N> local =
        joint.moves ? local_matrix<N>(joint, tile.rows) : broadcast_affine<N>(joint.rest);
    float* matrix = joint.slot != kNone ? tile.slots + joint.slot * 12 * N : leaf;
    if (joint.parent != kNone) {
      multiply_rows<N>(tile.slots + joint.parent * 12 * N, local, matrix);
    } else {
      std::memcpy(matrix, &local, sizeof(local));
    }
    for (uint32_t o = 0; o < joint.output_count; ++o) {
      const PlanOutput& output = outputs[joint.first_output + o];
      write_output<N>(matrix, output, entries + output.first_entry, tile);
    }
  }
}

template <size_t N>
void write_constants(const PalettePlan& plan, const PaletteTile& tile) {
  const PlanOutput* outputs = plan.constants.data();
  const uint32_t* entries = plan.entries.data();
  const size_t count = plan.constants.size();
  for (size_t i = 0; i < count; ++i) {
    for (uint32_t e = 0; e < outputs[i].entry_count; ++e) {
      float* to = tile.out + entries[outputs[i].first_entry + e] * 12;
      for (size_t lane = 0; lane < N; ++lane)
        std::memcpy(to + lane * tile.stride, &outputs[i].offset, sizeof(Affine));
    }
  }
}

template <size_t N>
void make_palette_tile_wide(const PalettePlan& plan, const PaletteTile& tile) {
  if (plan.layer_count == 1) {
    add_layer<N>(plan, tile, 0, broadcast<N>(1));
  } else {
    float shares[kMaxLayers][N];
    find_shares<N>(tile, plan.layer_count, shares);
    for (size_t i = 0; i < plan.layer_count; ++i) add_layer<N>(plan, tile, i, load<N>(shares[i]));
    add_mixes<N>(plan, shares, tile.rows);
  }
  write_joints<N>(plan, tile);
  write_constants<N>(plan, tile);
}

size_t palette_tile_width() { return kNativeLanes; }

void make_palette_tile(const PalettePlan& plan, const PaletteTile& tile) {
  make_palette_tile_wide<kNativeLanes>(plan, tile);
}

}  // namespace SAKER_KERNELS
}  // namespace saker
