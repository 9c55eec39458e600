#include "base/lanes.h"

#include <saker/animate.h>

namespace saker {
namespace {

template <size_t N>
struct AffineLanes {
  Lanes<N> m[3][4];
};

template <size_t N>
AffineLanes<N> compose_joint(const float* joint) {
  const auto get = [&](size_t c) { return load<N>(joint + c * N); };
  const Lanes<N> x = get(3), y = get(4), z = get(5), w = get(6);
  const Lanes<N> sx = get(7), sy = get(8), sz = get(9);
  const Lanes<N> x2 = x + x, y2 = y + y, z2 = z + z;
  const Lanes<N> xx = x * x2, yy = y * y2, zz = z * z2;
  const Lanes<N> xy = x * y2, xz = x * z2, yz = y * z2;
  const Lanes<N> wx = w * x2, wy = w * y2, wz = w * z2;
  return {{{(1.0f - (yy + zz)) * sx, (xy - wz) * sy, (xz + wy) * sz, get(0)},
           {(xy + wz) * sx, (1.0f - (xx + zz)) * sy, (yz - wx) * sz, get(1)},
           {(xz - wy) * sx, (yz + wx) * sy, (1.0f - (xx + yy)) * sz, get(2)}}};
}

template <size_t N>
AffineLanes<N> broadcast_affine(const Affine& a) {
  AffineLanes<N> out;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 4; ++c) out.m[r][c] = broadcast<N>(a.m[r][c]);
  return out;
}

template <size_t N>
AffineLanes<N> multiply(const AffineLanes<N>& a, const AffineLanes<N>& b) {
  AffineLanes<N> out;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 4; ++c)
      out.m[r][c] = a.m[r][0] * b.m[0][c] + a.m[r][1] * b.m[1][c] + a.m[r][2] * b.m[2][c];
    out.m[r][3] = out.m[r][3] + a.m[r][3];
  }
  return out;
}

// Matrices of a tile's characters in the output, one after another.
struct Output {
  Affine* first = nullptr;  // of the tile's first character
  size_t stride = 0;        // joints per character
  size_t characters = 0;    // in this tile
};

template <size_t N>
void write_out(const AffineLanes<N>& a, size_t joint, const Output& out) {
  float rows[12][N];
  for (size_t i = 0; i < 12; ++i) store<N>(rows[i], a.m[i / 4][i % 4]);
  for (size_t lane = 0; lane < out.characters; ++lane) {
    float* to = &out.first[lane * out.stride + joint].m[0][0];
    for (size_t i = 0; i < 12; ++i) to[i] = rows[i][lane];
  }
}

template <size_t N>
AffineLanes<N> read_back(size_t joint, const Output& out) {
  float rows[12][N] = {};
  for (size_t lane = 0; lane < out.characters; ++lane) {
    const float* from = &out.first[lane * out.stride + joint].m[0][0];
    for (size_t i = 0; i < 12; ++i) rows[i][lane] = from[i];
  }
  AffineLanes<N> a;
  for (size_t i = 0; i < 12; ++i) a.m[i / 4][i % 4] = load<N>(rows[i]);
  return a;
}

// The matrices from a root down to the current joint, so that the walk stays in the first-level
// cache. Joints come depth first, so a parent is still here, unless the chain is deeper than this.
template <size_t N>
class Ancestors {
 public:
  // The matrix of `joint`, or null. Drops everything below it: its subtree is what comes next.
  const AffineLanes<N>* find(int32_t joint) {
    while (depth_ > 0 && joints_[depth_ - 1] != joint) --depth_;
    return depth_ > 0 ? &matrices_[depth_ - 1] : nullptr;
  }
  void push(int32_t joint, const AffineLanes<N>& matrix) {
    if (depth_ == kDepth) return;
    joints_[depth_] = joint;
    matrices_[depth_++] = matrix;
  }

 private:
  static constexpr size_t kDepth = 48;
  size_t depth_ = 0;
  int32_t joints_[kDepth];
  AffineLanes<N> matrices_[kDepth];
};

template <size_t N>
void convert_tile(const Skeleton& skeleton, const float* tile, const Output& out) {
  Ancestors<N> ancestors;
  const FixedJoint* fixed = skeleton.fixed.data();
  const FixedJoint* fixed_end = fixed + skeleton.fixed.size();
  for (uint32_t j = 0; j < skeleton.joint_count(); ++j) {
    AffineLanes<N> matrix;
    if (fixed != fixed_end && fixed->joint == j) {
      matrix = broadcast_affine<N>((fixed++)->local);
    } else {
      matrix = compose_joint<N>(tile + j * PoseSpan::kComponents * N);
    }
    const int32_t parent = skeleton.parents[j];
    if (parent >= 0) {
      const AffineLanes<N>* above = ancestors.find(parent);
      matrix = multiply<N>(above ? *above : read_back<N>(size_t(parent), out), matrix);
    }
    ancestors.push(int32_t(j), matrix);
    write_out<N>(matrix, j, out);
  }
}

template <size_t N>
void convert_tiles(const Skeleton& skeleton, PoseSpan poses, std::span<Affine> models) {
  const size_t joints = skeleton.joint_count();
  for (size_t t = 0; t < poses.tile_count(); ++t) {
    const size_t left = poses.count - t * N;
    convert_tile<N>(skeleton, poses.tile(t),
                    {models.data() + t * N * joints, joints, left < N ? left : N});
  }
}

}  // namespace

Status local_to_model(const Skeleton& skeleton, PoseSpan poses, std::span<Affine> models) {
  if (poses.joint_count != skeleton.joint_count()) return {"poses", "has the skeleton's joints"};
  if (poses.lanes != 1 && poses.lanes != kPoseLanes) return {"poses", "has 1 or kPoseLanes lanes"};
  if (models.size() != poses.count * poses.joint_count)
    return {"models", "has one matrix per character and joint"};
  if (poses.lanes == 1) {
    convert_tiles<1>(skeleton, poses, models);
  } else {
    convert_tiles<kPoseLanes>(skeleton, poses, models);
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
