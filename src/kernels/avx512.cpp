#define SAKER_KERNELS avx512

#include "kernels/joint.h"
#include "kernels/palette_alone.h"
#include "kernels/table.h"

namespace saker::avx512 {

const Kernels kKernels = {
    .sample_poses = sample_poses,
    .sample_one_joint = sample_one_joint,
    .blend_poses = blend_poses,
    .convert_poses = convert_poses,
    .make_palette_tile = make_palette_tile,
    .make_palette_alone = make_palette_alone,
    .tile = kNativeLanes,
};

}  // namespace saker::avx512
