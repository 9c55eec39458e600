#pragma once
// Opening what a verb was given: an exact scene or a packed asset.

#include <saker/asset.h>
#include <saker/build.h>
#include <saker/import.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace saker::cli {

// Exactly one of both is there.
struct Input {
  std::optional<Scene> scene;
  std::optional<Asset> asset;
};

// True when the file starts like a .saker file.
bool is_packed(const std::filesystem::path& path);

// Reads a file; its content decides what it is. Errors and warnings of the file go to stderr.
Result<Input> open_input(const std::filesystem::path& path);

// Reads a file as an asset, packing a scene in memory.
Result<Asset> open_asset(const std::filesystem::path& path);

// The index of the clip a person named; -1 for an empty name, which means the rest pose. The error
// lists the clips there are.
Result<int> choose_clip(const Input& input, const std::string& text);

std::vector<std::string> clip_names(const Input& input);

}  // namespace saker::cli
