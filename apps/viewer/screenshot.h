#pragma once
// Pictures of what is seen, as PNG files.

#include <saker/picture.h>

#include <filesystem>
#include <optional>

namespace saker::viewer {

// The window's picture as it is drawn, before it is shown: panels and all.
Picture window_picture(int width, int height);

std::optional<Error> save_picture(const Picture& picture, const std::filesystem::path& path);

}  // namespace saker::viewer
