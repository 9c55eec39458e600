#pragma once
// Calls the kernels of the instruction set in use: SAKER_CHOSEN(sample_poses)(…). Each call names
// the functions it chooses from, so that a program is linked with those it can reach and no others.

#include "runtime/palette_plan.h"

#include <saker/animate.h>
#include <saker/isa.h>
#include <saker/skin.h>

#if (defined(__x86_64__) || defined(__i386__)) && !defined(SAKER_BASELINE_ONLY)
#define SAKER_X86 1
#endif

namespace saker {

namespace baseline {
#include "kernels/functions.h"

// Of poses with one lane: the same for every instruction set.
void blend_ones(const PoseSpan& from, const PoseSpan& to, const float* weights,
                const PoseSpan& out);
void blend_layers_of_ones(const Skeleton& skeleton, const PoseLayer* layers, size_t layer_count,
                          const PoseSpan& out);
void make_additive_ones(const PoseSpan& poses, const PoseSpan& reference, const PoseSpan& out);
void add_ones(const PoseSpan& base, const PoseSpan& delta, const float* weights, const float* mask,
              const PoseSpan& out);
}  // namespace baseline

#ifdef SAKER_X86
namespace avx2 {
#include "kernels/functions.h"
}
namespace avx512 {
#include "kernels/functions.h"
}

template <class Function>
Function choose(Function of_baseline, Function of_avx2, Function of_avx512) {
  const Isa isa = current_isa();
  return isa == Isa::kAvx512 ? of_avx512 : isa == Isa::kAvx2 ? of_avx2 : of_baseline;
}

#define SAKER_CHOSEN(name) choose(baseline::name, avx2::name, avx512::name)
#else
#define SAKER_CHOSEN(name) baseline::name
#endif

}  // namespace saker
