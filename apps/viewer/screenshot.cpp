#include "viewer/screenshot.h"

#include <saker/build.h>

#include <algorithm>
#include <epoxy/gl.h>

namespace saker::viewer {

Picture window_picture(int width, int height) {
  const size_t row = size_t(width) * 4;
  std::vector<uint8_t> pixels(row * size_t(height));
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  // A window is opaque, whatever its alpha says.
  for (size_t i = 3; i < pixels.size(); i += 4) pixels[i] = 255;
  Picture picture{width, height, std::vector<uint8_t>(pixels.size())};
  for (size_t y = 0; y < size_t(height); ++y)
    std::copy_n(pixels.data() + (size_t(height) - 1 - y) * row, row, picture.rgba.data() + y * row);
  return picture;
}

std::optional<Error> save_picture(const Picture& picture, const std::filesystem::path& path) {
  const auto png = encode_png(picture);
  if (!png) return png.error();
  return write_file(path, *png);
}

}  // namespace saker::viewer
