// Opens real windows where there is a screen, or a virtual one.

#include "viewer/test_files.h"
#include "viewer/viewer.h"

#include <saker/picture.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace saker::viewer {
namespace {

namespace fs = std::filesystem;

class WindowTest : public test::FilesTest {
 protected:
  void SetUp() override {
    test::FilesTest::SetUp();
    if (!std::getenv("DISPLAY") && !std::getenv("WAYLAND_DISPLAY"))
      GTEST_SKIP() << "no display; run under xvfb-run to test the window";
  }

  // What the window shows once the file is loaded or refused.
  Picture look_at(const fs::path& file) {
    ViewerOptions options;
    options.file = file;
    options.width = 800;
    options.height = 500;
    options.seconds = 0.1;
    options.screenshot = folder / "window.png";
    const auto error = run_viewer(options);
    EXPECT_FALSE(error) << error->text();
    std::ifstream png(options.screenshot, std::ios::binary);
    const std::vector<uint8_t> bytes((std::istreambuf_iterator<char>(png)), {});
    auto picture = decode_picture(bytes);
    EXPECT_TRUE(picture) << picture.error().text();
    return picture ? std::move(*picture) : Picture{};
  }
};

// How many pixels of the scene, away from panels, differ.
size_t difference(const Picture& a, const Picture& b) {
  size_t count = 0;
  for (int y = 0; y < a.height * 3 / 4; ++y) {
    for (int x = a.width * 2 / 5; x < a.width; ++x) {
      const uint8_t *p = a.pixel(x, y), *q = b.pixel(x, y);
      count += std::abs(p[0] - q[0]) + std::abs(p[1] - q[1]) + std::abs(p[2] - q[2]) > 24;
    }
  }
  return count;
}

TEST_F(WindowTest, shows_a_character_and_says_what_to_do_without_one) {
  const Picture empty = look_at({});
  const Picture character = look_at(fs::path(SAKER_SOURCE_DIR) / "assets" / "character.glb");
  ASSERT_EQ(empty.rgba.size(), character.rgba.size());
  EXPECT_GT(difference(empty, character), 5000u);
}

TEST_F(WindowTest, a_bad_file_is_no_reason_to_close) {
  write("bad.glb", "no glTF");
  const Picture empty = look_at({});
  const Picture refused = look_at(folder / "bad.glb");
  ASSERT_EQ(empty.rgba.size(), refused.rgba.size());
  EXPECT_GT(difference(empty, refused), 500u) << "the message is in the window";
}

TEST_F(WindowTest, a_screenshot_that_cannot_be_written_is_an_error) {
  ViewerOptions options;
  options.seconds = 0.01;
  options.width = 300;
  options.height = 200;
  options.screenshot = folder / "missing" / "window.png";
  const auto error = run_viewer(options);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, ErrorCode::kIo);
}

}  // namespace
}  // namespace saker::viewer
