#pragma once
// Pictures: decoding the images of models, and encoding what was drawn.

#include <saker/result.h>

#include <cstdint>
#include <span>
#include <vector>

namespace saker {

// Eight bits per channel, red green blue alpha, sRGB encoded, alpha not premultiplied. Rows run
// from top to bottom without padding: rgba.size() == width * height * 4.
struct Picture {
  int width = 0, height = 0;
  std::vector<uint8_t> rgba;

  const uint8_t* pixel(int x, int y) const {
    return rgba.data() + (size_t(y) * size_t(width) + size_t(x)) * 4;
  }
};

// No side of a decoded picture is longer than this.
inline constexpr int kMaximumPictureSide = 8192;

// Decodes a PNG or JPEG. Bytes that are neither, are damaged, or describe a picture with a longer
// side than kMaximumPictureSide give an error; no input makes it crash or allocate more than such a
// picture needs.
Result<Picture> decode_picture(std::span<const uint8_t> bytes);

// Encodes a PNG with alpha. The picture's size must be positive and match its pixels. Not part of
// the web build, where the browser does this.
Result<std::vector<uint8_t>> encode_png(const Picture& picture);

}  // namespace saker
