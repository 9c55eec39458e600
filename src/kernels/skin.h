#pragma once
// Skinning, in two passes over a block of vertices: the first blends matrices and applies them,
// four vertices at a time, the second brings normals and tangents to unit length. In one pass they
// would end a chain of instructions longer than what a processor looks ahead.

#include "kernels/vertex_rows.h"

#include <saker/skin.h>

namespace saker {
namespace SAKER_KERNELS {

// The vertices of a mesh and where they go.
struct SkinArrays {
  const uint16_t* joints;
  const float *weights, *positions, *normals, *tangents;  // null: none
  float *out_positions, *out_normals, *out_tangents;
};

inline constexpr size_t kSkinBlock = 64;

// Vectors of a block by component.
struct BlockVectors {
  alignas(64) float x[kSkinBlock], y[kSkinBlock], z[kSkinBlock];
};

struct Directions {
  BlockVectors normals, tangents;
};

// Adds the K-th matrix of each of four vertices.
template <int K, size_t Influences>
SAKER_INLINE void add_matrices(const float* palette, const uint16_t* joints,
                               const Wide (&weights)[4], VertexRows (&sums)[4]) {
  for (size_t i = 0; i < 4; ++i) {
    const VertexRows matrix = load_vertex_rows(palette + size_t(joints[i * Influences + K]) * 12);
    const Wide weight = every<K % 4>(weights[i]);
    sums[i] = K == 0 ? multiply(matrix, weight) : multiply_add(matrix, weight, sums[i]);
  }
}

template <int K, size_t Influences>
SAKER_INLINE void add_four_matrices(const float* palette, const uint16_t* joints,
                                    const float* weights, VertexRows (&sums)[4]) {
  Wide shares[4];
  for (size_t i = 0; i < 4; ++i) shares[i] = load_wide(weights + i * Influences + K);
  add_matrices<K + 0, Influences>(palette, joints, shares, sums);
  add_matrices<K + 1, Influences>(palette, joints, shares, sums);
  add_matrices<K + 2, Influences>(palette, joints, shares, sums);
  add_matrices<K + 3, Influences>(palette, joints, shares, sums);
}

template <size_t Influences>
SAKER_INLINE void blend_matrices(const float* palette, const uint16_t* joints, const float* weights,
                                 VertexRows (&columns)[4]) {
  VertexRows sums[4];
  add_four_matrices<0, Influences>(palette, joints, weights, sums);
  if constexpr (Influences == 8) add_four_matrices<4, Influences>(palette, joints, weights, sums);
  transpose(sums, columns);
}

SAKER_INLINE VertexRows turn(const VertexRows (&columns)[4], const Wide (&v)[4]) {
  return multiply_add(columns[0], v[0], multiply_add(columns[1], v[1], multiply(columns[2], v[2])));
}

SAKER_INLINE VertexRows move(const VertexRows (&columns)[4], const Wide (&v)[4]) {
  return multiply_add(columns[0], v[0],
                      multiply_add(columns[1], v[1], multiply_add(columns[2], v[2], columns[3])));
}

SAKER_INLINE void put(const VertexRows& rows, size_t at, BlockVectors& to) {
  store_vertices(rows, to.x + at, to.y + at, to.z + at);
}

// kWide vectors of a block at unit length. A vector without length stays zero.
SAKER_INLINE void get_unit(const BlockVectors& from, size_t at, Wide& x, Wide& y, Wide& z) {
  x = load<kWide>(from.x + at);
  y = load<kWide>(from.y + at);
  z = load<kWide>(from.z + at);
  const Wide square = multiply_add<kWide>(x, x, multiply_add<kWide>(y, y, z * z));
  const Wide scale = reciprocal_root<kWide>(at_least<kWide>(square, 1e-30f));
  x = x * scale;
  y = y * scale;
  z = z * scale;
}

// Vertices v to v + 3, the i-th and on of their block.
template <size_t Influences>
SAKER_INLINE void skin_four(const float* palette, const SkinArrays& a, size_t v, size_t i,
                            Directions& out) {
  VertexRows columns[4];
  blend_matrices<Influences>(palette, a.joints + v * Influences, a.weights + v * Influences,
                             columns);
  Wide from[4];
  load_vectors(a.positions + v * 3, from);
  write_vertices(move(columns, from), a.out_positions + v * 3);
  if (a.normals != nullptr) {
    load_vectors(a.normals + v * 3, from);
    put(turn(columns, from), i, out.normals);
  }
  if (a.tangents != nullptr) {
    load_long_vectors(a.tangents + v * 4, from);
    put(turn(columns, from), i, out.tangents);
  }
}

// The same for kWide vertices in the second pass.
SAKER_INLINE void finish_directions(const SkinArrays& a, size_t v, size_t i,
                                    const Directions& from) {
  Wide x, y, z;
  if (a.normals != nullptr) {
    get_unit(from.normals, i, x, y, z);
    write_vectors(x, y, z, a.out_normals + v * 3);
  }
  if (a.tangents != nullptr) {
    get_unit(from.tangents, i, x, y, z);
    float sides[kWide];
    for (size_t k = 0; k < kWide; ++k) sides[k] = a.tangents[(v + k) * 4 + 3];
    Wide rows[4];
    transpose<kWide>(x, y, z, load<kWide>(sides), rows);
    write_all<kWide>(rows, a.out_tangents + v * 4, 4);
  }
}

// A whole number of kWide vertices, at most a block. The arrays are a copy, so that the compiler
// knows that no write changes where they lie.
template <size_t Influences>
void skin_block(const float* palette, SkinArrays a, size_t first, size_t count) {
  Directions directions;
  for (size_t i = 0; i < count; i += 4) skin_four<Influences>(palette, a, first + i, i, directions);
  for (size_t i = 0; i < count; i += kWide) finish_directions(a, first + i, i, directions);
}

// The last vertices, fewer than kWide, among others that nobody asked for.
template <size_t Influences>
void skin_last(const float* palette, const SkinArrays& a, size_t first, size_t count) {
  uint16_t joints[kWide * Influences] = {};
  float weights[kWide * Influences] = {};
  float positions[kWide * 3] = {}, normals[kWide * 3] = {}, tangents[kWide * 4] = {};
  const auto copy = [](auto* to, const auto* from, size_t values) {
    std::memcpy(to, from, values * sizeof(*to));
  };
  copy(joints, a.joints + first * Influences, count * Influences);
  copy(weights, a.weights + first * Influences, count * Influences);
  copy(positions, a.positions + first * 3, count * 3);
  if (a.normals != nullptr) copy(normals, a.normals + first * 3, count * 3);
  if (a.tangents != nullptr) copy(tangents, a.tangents + first * 4, count * 4);
  skin_block<Influences>(palette,
                         {joints, weights, positions, a.normals ? normals : nullptr,
                          a.tangents ? tangents : nullptr, positions, normals, tangents},
                         0, kWide);
  copy(a.out_positions + first * 3, positions, count * 3);
  if (a.normals != nullptr) copy(a.out_normals + first * 3, normals, count * 3);
  if (a.tangents != nullptr) copy(a.out_tangents + first * 4, tangents, count * 4);
}

template <size_t Influences>
void skin_all(const float* palette, const SkinArrays& a, size_t count) {
  const size_t whole = count / kWide * kWide;
  for (size_t v = 0; v < whole; v += kSkinBlock)
    skin_block<Influences>(palette, a, v, whole - v < kSkinBlock ? whole - v : kSkinBlock);
  if (whole < count) skin_last<Influences>(palette, a, whole, count - whole);
}

void skin(const Affine* palette, const SkinSource& from, const SkinTarget& to) {
  const auto floats = [](auto span) { return span.empty() ? nullptr : &span.data()->x; };
  const SkinArrays arrays = {from.joints.data(),   from.weights.data(),   floats(from.positions),
                             floats(from.normals), floats(from.tangents), floats(to.positions),
                             floats(to.normals),   floats(to.tangents)};
  if (from.influences == 4) {
    skin_all<4>(&palette->m[0][0], arrays, from.positions.size());
  } else {
    skin_all<8>(&palette->m[0][0], arrays, from.positions.size());
  }
}

}  // namespace SAKER_KERNELS
}  // namespace saker
