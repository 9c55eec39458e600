#pragma once
// From clips to matrices, for many characters of one skeleton at once: sample, blend, local to
// model, palette. Nothing here allocates, throws or keeps state; a call for one character is a call
// with spans of one. Sizes that do not match are answered with a Status and leave the output as it
// was.

#include <saker/clip.h>
#include <saker/pose.h>
#include <saker/skeleton.h>

#include <span>

namespace saker {

// Where a character is in which clip. Seconds; clamped to the clip.
struct ClipTime {
  const Clip* clip = nullptr;
  float time = 0;
};

// Samples a pose per character: poses.count == times.size(), and every clip belongs to the skeleton
// (same joint count). Channels that a clip does not animate are at rest. Rotations are unit.
//
// Characters of a tile (kPoseLanes neighbours) that share a clip are decoded together: sort by clip
// where there is a choice. Complexity: O(joints + tracks) per character, whatever the time.
Status sample(const Skeleton& skeleton, std::span<const ClipTime> times, PoseSpan poses);

// The model matrix of one joint, without those that are not above it: for a weapon in a hand or the
// eye of a camera. Complexity: O(depth of the joint), and for clips packed small O(tracks before).
Status sample_joint(const Skeleton& skeleton, const ClipTime& time, uint32_t joint, Affine& model);

// The value of clip.curves[curve] at a time in seconds: keys.width floats in `out`. Complexity:
// constant for evenly spread keys, logarithmic at worst.
Status sample_curve(const Clip& clip, size_t curve, float time, std::span<float> out);

// The morph weights of a mesh instance on `joint` at a time: the clip's curve when it has one of
// this width, else `rest`. rest.size() == out.size().
Status sample_weights(const Clip& clip, uint32_t joint, float time, std::span<const float> rest,
                      std::span<float> out);

// Blends two batches character by character: weights[i] in 0 to 1 is the share of `to`; values
// outside are clamped. Translation and scale are interpolated linearly, rotations component-wise on
// the shorter arc and normalised. All three batches have the same size; `out` may be `from` or
// `to`.
Status blend(PoseSpan from, PoseSpan to, std::span<const float> weights, PoseSpan out);

// A batch of poses among others that are mixed. A joint of a character has the share
// weights[character] * mask[joint]; factors that are negative or no number count as 0.
struct PoseLayer {
  PoseSpan poses;
  std::span<const float> weights;  // one per character
  std::span<const float> mask;     // one per joint, or empty: 1 everywhere
};

// Mixes any number of layers, joint by joint. With w a joint's shares in the layers of a character:
//
//   translation = sum(w t) / sum(w)      scale = sum(w s) / sum(w)      rotation = unit(sum(+-w q))
//
// where each rotation takes the sign that brings it closer to the sum of those before it. So shares
// need not sum to 1, and a joint that a single layer moves follows it entirely, however small its
// share: to fade a layer in, fade another one out, which may be the rest pose. A joint without a
// share in any layer is at rest.
//
// All batches have the characters, joints and lanes of `out`, which may be one of them.
Status blend_layers(const Skeleton& skeleton, std::span<const PoseLayer> layers, PoseSpan out);

// What a pose adds to a reference, joint by joint, for add_pose:
//
//   translation = pose - reference      rotation = reference^-1 * pose      scale = pose /
//   reference
//
// A scale whose reference is 0 becomes 1. All three batches have the same size; `out` may be either
// of the others.
Status make_additive(PoseSpan poses, PoseSpan reference, PoseSpan out);

// Adds what make_additive made to a base. With w = weights[character] * mask[joint], clamped to 0
// to 1, where the mask has one entry per joint or is empty (1 everywhere):
//
//   translation = base + w delta      scale = base * (1 + w (delta - 1))
//   rotation = unit(base * ((1 - w) identity + w delta)), delta on the shorter arc
//
// With weight 1 the reference becomes the pose. All three batches have the same size; `out` may be
// either of the others.
Status add_pose(PoseSpan base, PoseSpan delta, std::span<const float> weights,
                std::span<const float> mask, PoseSpan out);

// Model-space matrices: models[character * joint_count + joint] = models[parent] * T * R * S.
// models.size() == poses.count * skeleton.joint_count().
Status local_to_model(const Skeleton& skeleton, PoseSpan poses, std::span<Affine> models);

// Which joints move the vertices of a mesh. A view; the memory belongs to the Asset.
struct SkinBinding {
  std::string_view name;
  std::span<const uint32_t> joints;  // joint indices of the skeleton
  std::span<const Affine> inverse_binds;
};

// Skinning palettes: out[character * n + k] = models[character * joint_count + joints[k]] *
// inverse_binds[k], with n the skin's joints. models.size() is a multiple of joint_count, and
// out.size() == models.size() / joint_count * n.
Status make_palettes(const SkinBinding& skin, size_t joint_count, std::span<const Affine> models,
                     std::span<Affine> out);

}  // namespace saker
