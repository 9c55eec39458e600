#define SAKER_KERNELS baseline
#include "kernels/compile.h"
