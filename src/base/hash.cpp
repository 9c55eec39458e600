#include "base/hash.h"

#include <cstring>

namespace saker {
namespace {

constexpr uint64_t kPrime1 = 0x9E3779B185EBCA87u, kPrime2 = 0xC2B2AE3D27D4EB4Fu,
                   kPrime3 = 0x165667B19E3779F9u, kPrime4 = 0x85EBCA77C2B2AE63u,
                   kPrime5 = 0x27D4EB2F165667C5u;

uint64_t rotate_left(uint64_t v, int bits) { return (v << bits) | (v >> (64 - bits)); }

template <class T>
T read(const unsigned char* from) {
  T v;
  std::memcpy(&v, from, sizeof(v));
  return v;
}

uint64_t round(uint64_t accumulator, uint64_t input) {
  return rotate_left(accumulator + input * kPrime2, 31) * kPrime1;
}

uint64_t merge(uint64_t accumulator, uint64_t value) {
  return (accumulator ^ round(0, value)) * kPrime1 + kPrime4;
}

// Consumes stripes of 32 bytes in four independent lanes.
uint64_t hash_stripes(const unsigned char*& p, const unsigned char* end, uint64_t seed) {
  uint64_t a = seed + kPrime1 + kPrime2, b = seed + kPrime2, c = seed, d = seed - kPrime1;
  for (; end - p >= 32; p += 32) {
    a = round(a, read<uint64_t>(p));
    b = round(b, read<uint64_t>(p + 8));
    c = round(c, read<uint64_t>(p + 16));
    d = round(d, read<uint64_t>(p + 24));
  }
  const uint64_t sum =
      rotate_left(a, 1) + rotate_left(b, 7) + rotate_left(c, 12) + rotate_left(d, 18);
  return merge(merge(merge(merge(sum, a), b), c), d);
}

uint64_t avalanche(uint64_t h) {
  h = (h ^ (h >> 33)) * kPrime2;
  h = (h ^ (h >> 29)) * kPrime3;
  return h ^ (h >> 32);
}

}  // namespace

uint64_t hash64(const void* data, size_t size, uint64_t seed) {
  const auto* p = static_cast<const unsigned char*>(data);
  const unsigned char* end = p + size;
  uint64_t h = size >= 32 ? hash_stripes(p, end, seed) : seed + kPrime5;
  h += size;
  for (; end - p >= 8; p += 8) {
    h = rotate_left(h ^ round(0, read<uint64_t>(p)), 27) * kPrime1 + kPrime4;
  }
  if (end - p >= 4) {
    h = rotate_left(h ^ (read<uint32_t>(p) * kPrime1), 23) * kPrime2 + kPrime3;
    p += 4;
  }
  for (; p < end; ++p) h = rotate_left(h ^ (*p * kPrime5), 11) * kPrime1;
  return avalanche(h);
}

}  // namespace saker
