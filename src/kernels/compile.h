// Compiles every kernel into the namespace SAKER_KERNELS; included by one source file per
// instruction set.

#include "kernels/model.h"
#include "kernels/table.h"

namespace saker {
namespace SAKER_KERNELS {

extern const Kernels kKernels;
const Kernels kKernels = {sample_poses, blend_poses, convert_poses};

}  // namespace SAKER_KERNELS
}  // namespace saker
