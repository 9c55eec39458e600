#define SAKER_KERNELS avx2

#include "kernels/additive.h"
#include "kernels/joint.h"
#include "kernels/layers.h"
#include "kernels/palette_alone.h"
#include "kernels/skin.h"
#include "kernels/table.h"

namespace saker::avx2 {

const Kernels kKernels = {
    .sample_poses = sample_poses,
    .sample_one_joint = sample_one_joint,
    .blend_poses = blend_poses,
    .blend_layers = blend_layers,
    .make_additive = make_additive,
    .add_poses = add_poses,
    .convert_poses = convert_poses,
    .make_palette_tile = make_palette_tile,
    .make_palette_alone = make_palette_alone,
    .skin = skin,
    .tile = kNativeLanes,
};

}  // namespace saker::avx2
