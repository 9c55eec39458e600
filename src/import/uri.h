#pragma once
// What a uri property of glTF says: bytes, or the name of a file beside it.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace saker::gltf {

struct Uri {
  enum class Kind : uint8_t {
    kData,      // "data:": `media_type` and `bytes`
    kFile,      // a file in the folder of the document or below it: `path`
    kAbsolute,  // another scheme, a drive or a path from the root
    kOutside,   // leaves the folder through ".."
    kInvalid,
  };

  Kind kind = Kind::kInvalid;
  std::string media_type;  // in small letters
  std::vector<uint8_t> bytes;
  std::string path;  // decoded, with '/' and without ".."
};

Uri parse_uri(std::string_view text);

std::optional<std::vector<uint8_t>> decode_base64(std::string_view text);

}  // namespace saker::gltf
