#pragma once
// Writes fields of bits, from the low end of each byte.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace saker {

class BitWriter {
 public:
  // The low `count` bits of `value`.
  void put(uint64_t value, uint32_t count) {
    while (count > 0) {
      if (used_ == 0) bytes_.push_back(std::byte{0});
      const uint32_t room = 8 - used_, taken = count < room ? count : room;
      const uint32_t bits = uint32_t(value) & (0xffu >> (8 - taken));
      bytes_.back() |= std::byte(bits << used_);
      used_ = (used_ + taken) % 8;
      value >>= taken;
      count -= taken;
    }
  }

  // The next field begins a byte.
  void align() { used_ = 0; }

  void put_zeros(size_t bytes) {
    align();
    bytes_.insert(bytes_.end(), bytes, std::byte{0});
  }

  size_t size() const { return bytes_.size(); }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
  uint32_t used_ = 0;  // bits of the last byte; 0: all or none
};

}  // namespace saker
