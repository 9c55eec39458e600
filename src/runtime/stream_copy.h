#pragma once
// Copying past the caches.

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace saker {

// Copies `count` floats, a multiple of 4, to memory that is not read again soon.
inline void stream_copy(float* to, const float* from, size_t count) {
#if defined(__SSE2__)
  if (reinterpret_cast<uintptr_t>(to) % 16 == 0) {
    for (size_t i = 0; i < count; i += 4) _mm_stream_ps(to + i, _mm_loadu_ps(from + i));
    return;
  }
#endif
  std::memcpy(to, from, count * sizeof(float));
}

// Makes what was copied so visible to other threads in order, as if by ordinary stores.
inline void finish_streams() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

}  // namespace saker
