#include "saker/input.h"

#include "saker/messages.h"

#include <algorithm>
#include <cstring>
#include <fstream>

namespace saker::cli {
namespace {

std::string list_of(const std::vector<std::string>& names) {
  if (names.empty()) return "the file has no clips";
  std::string text = "the clips are";
  for (size_t i = 0; i < names.size(); ++i) {
    text += (i ? ", " : " ") + std::to_string(i);
    if (!names[i].empty()) text += " (" + names[i] + ")";
  }
  return text;
}

}  // namespace

bool is_packed(const std::filesystem::path& path) {
  uint8_t start[8] = {};
  std::ifstream(path, std::ios::binary).read(reinterpret_cast<char*>(start), sizeof(start));
  return is_saker_file(start);
}

Result<Input> open_input(const std::filesystem::path& path) {
  Input input;
  if (is_packed(path)) {
    auto asset = Asset::load(path);
    if (!asset) return asset.error();
    input.asset = std::move(*asset);
    return input;
  }
  auto scene = import_scene(path);
  if (!scene) return scene.error();
  report(scene->diagnostics);
  input.scene = std::move(*scene);
  return input;
}

Result<Asset> open_asset(const std::filesystem::path& path) {
  auto input = open_input(path);
  if (!input) return input.error();
  if (input->asset) return std::move(*input->asset);
  ProgressBar bar("packing " + path.filename().string());
  auto built = build_asset(*input->scene, {}, [&](double share) { bar.show(share); });
  if (!built) return built.error();
  return Asset::from_bytes(std::move(built->bytes), path.string());
}

std::vector<std::string> clip_names(const Input& input) {
  std::vector<std::string> names;
  if (input.scene) {
    for (const RawClip& clip : input.scene->clips) names.push_back(clip.name);
  } else {
    for (const Clip& clip : input.asset->clips()) names.emplace_back(clip.name);
  }
  return names;
}

Result<int> choose_clip(const Input& input, const std::string& text) {
  if (text.empty()) return -1;
  int index = -1;
  if (input.scene) {
    index = find_clip(*input.scene, text);
  } else if (const Clip* clip = input.asset->find_clip(text)) {
    index = int(clip - input.asset->clips().data());
  }
  if (index >= 0) return index;
  return Error{ErrorCode::kInvalidArgument,
               "there is no clip '" + text + "'; " + list_of(clip_names(input)), ""};
}

}  // namespace saker::cli
