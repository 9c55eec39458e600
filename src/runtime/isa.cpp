#include "kernels/chosen.h"

#include <atomic>

namespace saker {
namespace {

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

#ifdef SAKER_X86
constexpr uint8_t kNotChosen = 0xff;
std::atomic<uint8_t> in_use{kNotChosen};
#endif

}  // namespace

std::string_view isa_name(Isa isa) {
  if (isa == Isa::kAvx2) return "avx2";
  if (isa == Isa::kAvx512) return "avx512";
#if defined(__SSE2__)
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

#ifdef SAKER_X86

Isa current_isa() {
  uint8_t chosen = in_use.load(std::memory_order_relaxed);
  if (chosen == kNotChosen) {
    chosen = uint8_t(available_isas().back());
    in_use.store(chosen, std::memory_order_relaxed);
  }
  return Isa(chosen);
}

bool use_isa(Isa isa) {
  for (const Isa have : available_isas()) {
    if (have != isa) continue;
    in_use.store(uint8_t(isa), std::memory_order_relaxed);
    return true;
  }
  return false;
}

#else

Isa current_isa() { return Isa::kBaseline; }
bool use_isa(Isa isa) { return isa == Isa::kBaseline; }

#endif

}  // namespace saker
