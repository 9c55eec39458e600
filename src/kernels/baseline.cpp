// What every processor of the platform has: SSE2, NEON, wasm SIMD, or plain code.
#define SAKER_KERNELS baseline

#include "kernels/joint.h"
#include "kernels/palette_alone.h"
#include "kernels/table.h"

namespace saker::baseline {

const Kernels kKernels = {
    .sample_poses = sample_poses,
    .sample_one_joint = sample_one_joint,
    .blend_poses = blend_poses,
    .convert_poses = convert_poses,
    .make_palette_tile = make_palette_tile,
    .make_palette_alone = make_palette_alone,
    .tile = kNativeLanes,
};

void sample_one(const Skeleton& skeleton, const ClipTime& time, float* pose) {
  sample_together<1>(skeleton, &time, 1, pose, 1);
}

void blend_ones(const PoseSpan& from, const PoseSpan& to, const float* weights,
                const PoseSpan& out) {
  blend_poses_wide<1>(from, to, weights, out);
}

void convert_ones(const Skeleton& skeleton, const PoseSpan& poses, float* models) {
  convert_poses_wide<1>(skeleton, poses, models);
}

}  // namespace saker::baseline
