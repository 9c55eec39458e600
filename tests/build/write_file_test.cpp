#include <saker/build.h>

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

namespace saker {
namespace {

namespace fs = std::filesystem;

TEST(WriteFile, replaces_a_file_and_leaves_nothing_else_behind) {
  const fs::path folder = fs::path(testing::TempDir()) / "write_file_test";
  fs::remove_all(folder);
  fs::create_directories(folder);
  const fs::path path = folder / "a.bin";
  std::ofstream(path) << "old content";
  const std::vector<uint8_t> bytes = {1, 2, 3};
  EXPECT_FALSE(write_file(path, bytes));
  std::ifstream file(path, std::ios::binary);
  const std::string content((std::istreambuf_iterator<char>(file)), {});
  EXPECT_EQ(content, "\x01\x02\x03");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), 1);
}

TEST(WriteFile, names_the_file_and_the_reason_when_it_cannot) {
  const auto error = write_file("/nowhere/at/all.saker", std::vector<uint8_t>{1});
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, ErrorCode::kIo);
  EXPECT_EQ(error->where, "/nowhere/at/all.saker");
  EXPECT_NE(error->message.find("No such file"), std::string::npos) << error->message;
}

}  // namespace
}  // namespace saker
