// What every processor of the platform has: SSE2, NEON, wasm SIMD, or plain code.
#define SAKER_KERNELS baseline

#include "kernels/additive.h"
#include "kernels/joint.h"
#include "kernels/layers.h"
#include "kernels/palette_alone.h"
#include "kernels/pose_alone.h"
#include "kernels/skin.h"

namespace saker::baseline {

void blend_ones(const PoseSpan& from, const PoseSpan& to, const float* weights,
                const PoseSpan& out) {
  blend_poses_wide<1>(from, to, weights, out);
}

void blend_layers_of_ones(const Skeleton& skeleton, const PoseLayer* layers, size_t layer_count,
                          const PoseSpan& out) {
  blend_layers_wide<1>(skeleton, layers, layer_count, out);
}

void make_additive_ones(const PoseSpan& poses, const PoseSpan& reference, const PoseSpan& out) {
  make_additive_wide<1>(poses, reference, out);
}

void add_ones(const PoseSpan& base, const PoseSpan& delta, const float* weights, const float* mask,
              const PoseSpan& out) {
  add_poses_wide<1>(base, delta, weights, mask, out);
}

}  // namespace saker::baseline
