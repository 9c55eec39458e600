#pragma once
// The functions that exist once per instruction set. Their arguments have been checked.

#include "runtime/palette_plan.h"

#include <saker/animate.h>
#include <saker/isa.h>
#include <saker/skin.h>

namespace saker {

struct Kernels {
  // Of poses in tiles.
  void (*sample_poses)(const Skeleton& skeleton, const ClipTime* times, const PoseSpan& poses);
  void (*sample_one_joint)(const Skeleton& skeleton, const Clip& clip, float time, uint32_t joint,
                           float* model);
  void (*blend_poses)(const PoseSpan& from, const PoseSpan& to, const float* weights,
                      const PoseSpan& out);
  void (*blend_layers)(const Skeleton& skeleton, const PoseLayer* layers, size_t layer_count,
                       const PoseSpan& out);
  void (*make_additive)(const PoseSpan& poses, const PoseSpan& reference, const PoseSpan& out);
  void (*add_poses)(const PoseSpan& base, const PoseSpan& delta, const float* weights,
                    const float* mask, const PoseSpan& out);
  void (*convert_poses)(const Skeleton& skeleton, const PoseSpan& poses, float* models);
  void (*make_palette_tile)(const PalettePlan& plan, const PaletteTile& tile);
  void (*make_palette_alone)(const PalettePlan& plan, const PaletteTile& tile);
  void (*skin)(const Affine* palette, const SkinSource& from, const SkinTarget& to);
  size_t tile;  // characters that make_palette_tile works on
};

namespace baseline {
extern const Kernels kKernels;

// Of poses with one lane: the same for every instruction set.
void sample_one(const Skeleton& skeleton, const ClipTime& time, float* pose);
void blend_ones(const PoseSpan& from, const PoseSpan& to, const float* weights,
                const PoseSpan& out);
void blend_layers_of_ones(const Skeleton& skeleton, const PoseLayer* layers, size_t layer_count,
                          const PoseSpan& out);
void make_additive_ones(const PoseSpan& poses, const PoseSpan& reference, const PoseSpan& out);
void add_ones(const PoseSpan& base, const PoseSpan& delta, const float* weights, const float* mask,
              const PoseSpan& out);
void convert_ones(const Skeleton& skeleton, const PoseSpan& poses, float* models);
}  // namespace baseline
namespace avx2 {
extern const Kernels kKernels;
}
namespace avx512 {
extern const Kernels kKernels;
}

// Those in use.
const Kernels& kernels();

}  // namespace saker
