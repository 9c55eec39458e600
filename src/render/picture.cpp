// Decoding through stb_image, of which only PNG and JPEG are compiled.

#include <saker/picture.h>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STBI_FAILURE_USERMSG
#define STBI_MAX_DIMENSIONS 8192
#include <climits>
#include <memory>
#include <stb/stb_image.h>

namespace saker {

static_assert(STBI_MAX_DIMENSIONS == kMaximumPictureSide);

Result<Picture> decode_picture(std::span<const uint8_t> bytes) {
  const Error malformed{ErrorCode::kMalformed, "neither PNG nor JPEG", "picture"};
  if (bytes.empty() || bytes.size() > size_t(INT_MAX)) return malformed;
  int width = 0, height = 0, channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(bytes.data(), int(bytes.size()), &width, &height, &channels, 4),
      stbi_image_free);
  if (!pixels) {
    const char* reason = stbi_failure_reason();
    return Error{ErrorCode::kMalformed, reason ? reason : malformed.message, "picture"};
  }
  const size_t size = size_t(width) * size_t(height) * 4;
  return Picture{width, height, {pixels.get(), pixels.get() + size}};
}

}  // namespace saker
