#pragma once
// The functions that exist once per instruction set. Their arguments have been checked.

#include <saker/animate.h>
#include <saker/isa.h>

namespace saker {

struct Kernels {
  void (*sample_poses)(const Skeleton& skeleton, const ClipTime* times, const PoseSpan& poses);
  void (*blend_poses)(const PoseSpan& from, const PoseSpan& to, const float* weights,
                      const PoseSpan& out);
  void (*convert_poses)(const Skeleton& skeleton, const PoseSpan& poses, float* models);
};

namespace baseline {
extern const Kernels kKernels;
}
namespace avx2 {
extern const Kernels kKernels;
}
namespace avx512 {
extern const Kernels kKernels;
}

// Those in use.
const Kernels& kernels();

}  // namespace saker
