#include "kernels/table.h"

#include <atomic>

namespace saker {
namespace {

#if defined(__x86_64__) || defined(__i386__)
#define SAKER_X86 1
#endif

struct Available {
  Isa isas[3] = {Isa::kBaseline};
  size_t count = 1;

  Available() {
#ifdef SAKER_X86
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return;
    isas[count++] = Isa::kAvx2;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
      isas[count++] = Isa::kAvx512;
#endif
  }
};

const Available& available() {
  static const Available found;
  return found;
}

const Kernels& kernels_of([[maybe_unused]] Isa isa) {
#ifdef SAKER_X86
  if (isa == Isa::kAvx2) return avx2::kKernels;
  if (isa == Isa::kAvx512) return avx512::kKernels;
#endif
  return baseline::kKernels;
}

#ifdef SAKER_X86
std::atomic<const Kernels*> in_use{nullptr};
#endif

}  // namespace

std::string_view isa_name(Isa isa) {
  if (isa == Isa::kAvx2) return "avx2";
  if (isa == Isa::kAvx512) return "avx512";
#if defined(SAKER_X86)
  return "sse2";
#elif defined(__ARM_NEON)
  return "neon";
#elif defined(__wasm_simd128__)
  return "wasm";
#else
  return "generic";
#endif
}

std::span<const Isa> available_isas() { return {available().isas, available().count}; }

Isa current_isa() {
  for (const Isa isa : available_isas()) {
    if (&kernels_of(isa) == &kernels()) return isa;
  }
  return Isa::kBaseline;
}

#ifdef SAKER_X86

bool use_isa(Isa isa) {
  for (const Isa have : available_isas()) {
    if (have != isa) continue;
    in_use.store(&kernels_of(isa), std::memory_order_release);
    return true;
  }
  return false;
}

const Kernels& kernels() {
  const Kernels* chosen = in_use.load(std::memory_order_acquire);
  if (chosen == nullptr) {
    chosen = &kernels_of(available_isas().back());
    in_use.store(chosen, std::memory_order_release);
  }
  return *chosen;
}

#else

// No choice: a linker that sees through this leaves out what a program does not call.
bool use_isa(Isa isa) { return isa == Isa::kBaseline; }
const Kernels& kernels() { return baseline::kKernels; }

#endif

}  // namespace saker
