#pragma once
// Which instruction set the runtime works with. It chooses the best that the processor has, once,
// before the first call; a program only needs this to measure or to test.

#include <cstdint>
#include <span>
#include <string_view>

namespace saker {

enum class Isa : uint8_t {
  kBaseline,  // what every processor of the platform has: SSE2, NEON, wasm SIMD, or plain code
  kAvx2,      // AVX2 and FMA
  kAvx512,    // AVX-512 F, BW, DQ and VL
};

// "sse2", "neon", "wasm", "generic", "avx2" or "avx512".
std::string_view isa_name(Isa isa);

// Those that this processor and this build have, from the slowest to the fastest.
std::span<const Isa> available_isas();

// The one in use.
Isa current_isa();

// Uses another one from now on; false, and nothing changes, when it is not available. Not to be
// called while another thread animates.
bool use_isa(Isa isa);

}  // namespace saker
