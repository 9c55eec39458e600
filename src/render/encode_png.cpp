#include <saker/picture.h>

#include <png.h>

namespace saker {

Result<std::vector<uint8_t>> encode_png(const Picture& picture) {
  if (picture.width <= 0 || picture.height <= 0 ||
      picture.rgba.size() != size_t(picture.width) * size_t(picture.height) * 4)
    return Error{ErrorCode::kInvalidArgument, "the pixels do not match the size", "picture"};
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = png_uint_32(picture.width);
  image.height = png_uint_32(picture.height);
  image.format = PNG_FORMAT_RGBA;
  // One pass into memory that is large enough for any content, instead of two that compress twice.
  std::vector<uint8_t> bytes(PNG_IMAGE_PNG_SIZE_MAX(image));
  png_alloc_size_t size = bytes.size();
  const int stride = 0;  // rows lie without padding
  if (!png_image_write_to_memory(&image, bytes.data(), &size, 0, picture.rgba.data(), stride,
                                 nullptr))
    return Error{ErrorCode::kLimit, image.message, "PNG"};
  bytes.resize(size);
  bytes.shrink_to_fit();
  return bytes;
}

}  // namespace saker
