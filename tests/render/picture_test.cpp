#include <saker/picture.h>

#include <gtest/gtest.h>
#include <random>

namespace saker {
namespace {

Picture gradient(int width, int height) {
  Picture picture{width, height, {}};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int value : {x * 7, y * 5, x * y, 255 - x}) picture.rgba.push_back(uint8_t(value));
    }
  }
  return picture;
}

TEST(Picture, goes_through_png_unchanged) {
  const Picture picture = gradient(37, 19);
  const auto png = encode_png(picture);
  ASSERT_TRUE(png) << png.error().text();
  const auto back = decode_picture(*png);
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_EQ(back->width, 37);
  EXPECT_EQ(back->height, 19);
  EXPECT_EQ(back->rgba, picture.rgba);
}

TEST(Picture, refuses_to_encode_what_is_none) {
  EXPECT_FALSE(encode_png({}));
  EXPECT_FALSE(encode_png({2, 2, {1, 2, 3}}));
  EXPECT_FALSE(encode_png({-1, -1, {1, 2, 3, 4}}));
}

TEST(Picture, refuses_bytes_that_are_no_picture) {
  const uint8_t text[] = "this is not a picture";
  EXPECT_FALSE(decode_picture({}));
  EXPECT_FALSE(decode_picture(text));
  const uint8_t gif[] = {'G', 'I', 'F', '8', '9', 'a', 1, 0, 1, 0, 0, 0, 0};
  EXPECT_FALSE(decode_picture(gif)) << "only PNG and JPEG are read";
}

TEST(Picture, refuses_sides_that_are_too_long) {
  auto png = *encode_png(gradient(8, 8));
  // The width lies in the first chunk; its checksum is not what a decoder needs to believe it.
  png[16] = 0x00, png[17] = 0x00, png[18] = 0x20, png[19] = 0x01;
  const auto picture = decode_picture(png);
  ASSERT_FALSE(picture);
  EXPECT_NE(picture.error().message.find("large"), std::string::npos) << picture.error().message;
}

TEST(Picture, survives_damage) {
  const auto png = *encode_png(gradient(40, 40));
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    auto damaged = png;
    if (round % 4 == 0) damaged.resize(1 + random() % damaged.size());
    for (unsigned i = random() % 8; i > 0; --i)
      damaged[random() % damaged.size()] = uint8_t(random());
    const auto picture = decode_picture(damaged);
    if (!picture) {
      EXPECT_FALSE(picture.error().message.empty());
    } else {
      EXPECT_EQ(picture->rgba.size(), size_t(picture->width) * size_t(picture->height) * 4);
    }
  }
}

}  // namespace
}  // namespace saker
