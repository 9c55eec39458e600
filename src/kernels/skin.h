#pragma once
// Skinning a block of vertices at a time: lanes are vertices. Each matrix that moves some of them
// is read once and goes to all, with no share where it has none.

#include "kernels/affine.h"
#include "kernels/vectors.h"

#include <saker/skin.h>

namespace saker {
namespace SAKER_KERNELS {

inline constexpr size_t kBlock = SkinInfluences::kBlock;
using VertexLanes = Lanes<kNativeLanes>;
using Matrices = AffineLanes<kNativeLanes>;

// Registers of vertices whose matrices are blended together, and rows at a time: what sixteen
// registers have room for, or thirty-two.
inline constexpr size_t kTogether = kNativeLanes < kBlock ? 2 : 1;
inline constexpr size_t kRowsAtOnce = kNativeLanes < kBlock ? 1 : 3;

// The vertices of a mesh and where they go.
struct SkinArrays {
  const float *positions, *normals, *tangents;  // null: none
  float *out_positions, *out_normals, *out_tangents;
};

// The matrices that move the vertices of a block, from the one whose shares begin at `shares` on.
SAKER_INLINE void blend_matrices(const float* palette, const uint32_t* joints, size_t count,
                                 const float* shares, Matrices (&out)[kTogether]) {
#pragma GCC unroll 1
  for (size_t row = 0; row < 3; row += kRowsAtOnce) {
    VertexLanes sums[kTogether][kRowsAtOnce * 4];
    const float* matrix = palette + joints[0] * size_t{12} + row * 4;
    for (size_t g = 0; g < kTogether; ++g) {
      const VertexLanes share = load<kNativeLanes>(shares + g * kNativeLanes);
      for (size_t i = 0; i < kRowsAtOnce * 4; ++i) sums[g][i] = share * matrix[i];
    }
    for (size_t k = 1; k < count; ++k) {
      matrix = palette + joints[k] * size_t{12} + row * 4;
      VertexLanes of_joint[kTogether];
      for (size_t g = 0; g < kTogether; ++g)
        of_joint[g] = load<kNativeLanes>(shares + k * kBlock + g * kNativeLanes);
#pragma GCC unroll 12
      for (size_t i = 0; i < kRowsAtOnce * 4; ++i) {
        const VertexLanes element = broadcast<kNativeLanes>(matrix[i]);
        for (size_t g = 0; g < kTogether; ++g)
          sums[g][i] = multiply_add<kNativeLanes>(element, of_joint[g], sums[g][i]);
      }
    }
    for (size_t g = 0; g < kTogether; ++g)
      for (size_t i = 0; i < kRowsAtOnce * 4; ++i) out[g].m[row + i / 4][i % 4] = sums[g][i];
  }
}

SAKER_INLINE void move(const Matrices& a, VertexLanes (&v)[3]) {
  const VertexLanes x = v[0], y = v[1], z = v[2];
  for (size_t r = 0; r < 3; ++r)
    v[r] = multiply_add<kNativeLanes>(
        a.m[r][0], x,
        multiply_add<kNativeLanes>(a.m[r][1], y,
                                   multiply_add<kNativeLanes>(a.m[r][2], z, a.m[r][3])));
}

// Turns vectors and brings them to unit length. One without length stays zero.
SAKER_INLINE void turn(const Matrices& a, VertexLanes (&v)[3]) {
  const VertexLanes x = v[0], y = v[1], z = v[2];
  for (size_t r = 0; r < 3; ++r)
    v[r] = multiply_add<kNativeLanes>(a.m[r][0], x,
                                      multiply_add<kNativeLanes>(a.m[r][1], y, a.m[r][2] * z));
  const VertexLanes square =
      multiply_add<kNativeLanes>(v[0], v[0], multiply_add<kNativeLanes>(v[1], v[1], v[2] * v[2]));
  const VertexLanes scale =
      1.0f / square_root<kNativeLanes>(at_least<kNativeLanes>(square, 1e-30f));
  for (size_t r = 0; r < 3; ++r) v[r] = v[r] * scale;
}

// kNativeLanes vertices from the v-th on.
template <bool kTangents>
SAKER_INLINE void skin_some(const Matrices& matrices, const SkinArrays& a, size_t v) {
  VertexLanes vectors[3];
  read_vectors<kNativeLanes>(a.positions + v * 3, vectors);
  move(matrices, vectors);
  write_vectors<kNativeLanes>(vectors, a.out_positions + v * 3);
  if (a.normals != nullptr) {
    read_vectors<kNativeLanes>(a.normals + v * 3, vectors);
    turn(matrices, vectors);
    write_vectors<kNativeLanes>(vectors, a.out_normals + v * 3);
  }
  if constexpr (kTangents) {
    VertexLanes tangents[4];
    read_long_vectors<kNativeLanes>(a.tangents + v * 4, tangents);
    for (size_t c = 0; c < 3; ++c) vectors[c] = tangents[c];
    turn(matrices, vectors);
    write_long_vectors<kNativeLanes>({vectors[0], vectors[1], vectors[2], tangents[3]},
                                     a.out_tangents + v * 4);
  }
}

// Block b, whose first vertex is the v-th of the arrays.
template <bool kTangents>
SAKER_INLINE void skin_block(const float* palette, const SkinInfluences& influences, size_t b,
                             const SkinArrays& a, size_t v) {
  const SkinInfluences::Block block = influences.blocks().data()[b];
  const uint32_t* joints = influences.joints().data() + block.first;
  const float* shares = influences.shares().data()[block.first].of;
  for (size_t i = 0; i < kBlock; i += kTogether * kNativeLanes) {
    Matrices matrices[kTogether];
    blend_matrices(palette, joints, block.count, shares + i, matrices);
    for (size_t g = 0; g < kTogether; ++g)
      skin_some<kTangents>(matrices[g], a, v + i + g * kNativeLanes);
  }
}

// The last block, when some of its vertices are not there.
template <bool kTangents>
void skin_last(const float* palette, const SkinInfluences& influences, size_t b,
               const SkinArrays& a) {
  const size_t first = b * kBlock, count = influences.vertex_count() - first;
  float positions[kBlock * 3] = {}, normals[kBlock * 3] = {}, tangents[kBlock * 4] = {};
  std::memcpy(positions, a.positions + first * 3, count * 12);
  if (a.normals != nullptr) std::memcpy(normals, a.normals + first * 3, count * 12);
  if (kTangents) std::memcpy(tangents, a.tangents + first * 4, count * 16);
  skin_block<kTangents>(
      palette, influences, b,
      {positions, a.normals != nullptr ? normals : nullptr, tangents, positions, normals, tangents},
      0);
  std::memcpy(a.out_positions + first * 3, positions, count * 12);
  if (a.normals != nullptr) std::memcpy(a.out_normals + first * 3, normals, count * 12);
  if (kTangents) std::memcpy(a.out_tangents + first * 4, tangents, count * 16);
}

template <bool kTangents>
void skin_blocks(const float* palette, const SkinInfluences& influences, size_t first, size_t end,
                 const SkinArrays& arrays) {
  const size_t whole = influences.vertex_count() / kBlock;
  for (size_t b = first; b < end && b < whole; ++b)
    skin_block<kTangents>(palette, influences, b, arrays, b * kBlock);
  if (end > whole) skin_last<kTangents>(palette, influences, whole, arrays);
}

void skin(const Affine* palette, const SkinInfluences& influences, size_t first, size_t end,
          const SkinSource& from, const SkinTarget& to) {
  const auto floats = [](auto span) { return span.empty() ? nullptr : &span.data()->x; };
  const SkinArrays arrays = {floats(from.positions), floats(from.normals), floats(from.tangents),
                             floats(to.positions),   floats(to.normals),   floats(to.tangents)};
  // Few meshes have tangents; the others need not carry them along.
  if (arrays.tangents != nullptr) {
    skin_blocks<true>(&palette->m[0][0], influences, first, end, arrays);
  } else {
    skin_blocks<false>(&palette->m[0][0], influences, first, end, arrays);
  }
}

}  // namespace SAKER_KERNELS
}  // namespace saker
