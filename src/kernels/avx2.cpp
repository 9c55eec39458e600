#define SAKER_KERNELS avx2
#include "kernels/compile.h"
