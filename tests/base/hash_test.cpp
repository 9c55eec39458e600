#include "base/hash.h"

#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <vector>

namespace saker {
namespace {

uint64_t hash_text(std::string_view text) { return hash64(text.data(), text.size()); }

// Published values of XXH64 with seed 0.
TEST(Hash64, matches_published_values) {
  EXPECT_EQ(hash_text(""), 0xEF46DB3751D8E999u);
  EXPECT_EQ(hash_text("a"), 0xD24EC4F1A98C6E5Bu);
  EXPECT_EQ(hash_text("abc"), 0x44BC2CF5AD770999u);
  EXPECT_EQ(hash_text("Nobody inspects the spammish repetition"), 0xFBCEA83C8A378BF1u);
}

TEST(Hash64, changes_with_every_single_byte) {
  std::vector<unsigned char> bytes(200);
  const uint64_t before = hash64(bytes.data(), bytes.size());
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = 1;
    EXPECT_NE(hash64(bytes.data(), bytes.size()), before) << "byte " << i;
    bytes[i] = 0;
  }
}

}  // namespace
}  // namespace saker
