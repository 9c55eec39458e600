#define SAKER_KERNELS avx2

#include "kernels/additive.h"
#include "kernels/joint.h"
#include "kernels/layers.h"
#include "kernels/palette_alone.h"
#include "kernels/pose_alone.h"
#include "kernels/skin.h"
