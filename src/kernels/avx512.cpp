#define SAKER_KERNELS avx512

#include "kernels/palette.h"
#include "kernels/table.h"

namespace saker::avx512 {

// Tiles of poses are as wide as an AVX2 register, so AVX2 is what works on them.
const Kernels kKernels = {nullptr, nullptr, nullptr, make_palette_tile, kNativeLanes};

}  // namespace saker::avx512
