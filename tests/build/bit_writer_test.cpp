#include "build/bit_writer.h"

#include <gmock/gmock.h>

namespace saker {
namespace {

using testing::ElementsAre;

TEST(BitWriter, fills_bytes_from_their_low_end) {
  BitWriter out;
  out.put(0b101, 3);
  out.put(0b11, 2);
  out.put(0b1100110011, 10);
  // 15 bits: 1100110011 11 101
  EXPECT_THAT(out.take(), ElementsAre(std::byte{0b01111101}, std::byte{0b01100110}));
}

TEST(BitWriter, ignores_what_a_value_has_above_its_width) {
  BitWriter out;
  out.put(uint64_t(-1), 2);
  out.put(0, 6);
  EXPECT_THAT(out.take(), ElementsAre(std::byte{3}));
}

TEST(BitWriter, writes_nothing_for_width_zero) {
  BitWriter out;
  out.put(123, 0);
  EXPECT_EQ(out.size(), 0u);
}

TEST(BitWriter, aligns_to_the_next_byte_once) {
  BitWriter out;
  out.put(1, 1);
  out.align();
  out.align();
  out.put(1, 1);
  out.put_zeros(1);
  EXPECT_THAT(out.take(), ElementsAre(std::byte{1}, std::byte{1}, std::byte{0}));
}

TEST(BitWriter, takes_64_bits_at_once) {
  BitWriter out;
  out.put(1, 4);
  out.put(0x0123456789abcdef, 64);
  EXPECT_THAT(out.take(), ElementsAre(std::byte{0xf1}, std::byte{0xde}, std::byte{0xbc},
                                      std::byte{0x9a}, std::byte{0x78}, std::byte{0x56},
                                      std::byte{0x34}, std::byte{0x12}, std::byte{0x00}));
}

}  // namespace
}  // namespace saker
