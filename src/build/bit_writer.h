#pragma once
// Writes fields of bits, from the low end of each byte.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace saker {

class BitWriter {
 public:
  // The low `count` bits of `value`; count <= 32.
  void put(uint32_t value, uint32_t count) {
    for (uint32_t done = 0; done < count;) {
      if (used_ == 0) bytes_.push_back(std::byte{0});
      const uint32_t taken = count - done < 8 - used_ ? count - done : 8 - used_;
      const uint32_t bits = value >> done & ((1u << taken) - 1);
      bytes_.back() |= std::byte(bits << used_);
      used_ = (used_ + taken) % 8;
      done += taken;
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
