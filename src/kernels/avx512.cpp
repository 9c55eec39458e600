#define SAKER_KERNELS avx512
#include "kernels/compile.h"
