// Whether this is a file that can be read: its version and the extensions that it requires.

#include "import/document.h"

#include <algorithm>
#include <array>

namespace saker::gltf {
namespace {

constexpr std::string_view kQuantization = "KHR_mesh_quantization";
constexpr std::array<std::string_view, 4> kSupported = {
    kQuantization, "KHR_texture_transform", "KHR_materials_unlit", "KHR_animation_pointer"};

// Change how a surface looks, not where it is: a file that requires them still animates.
constexpr std::string_view kMaterialPrefix = "KHR_materials_";

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

bool is_supported(std::string_view extension) {
  return std::find(kSupported.begin(), kSupported.end(), extension) != kSupported.end();
}

std::string required_message(const std::string& extension) {
  const bool compressed = extension.find("draco") != std::string::npos ||
                          extension.find("meshopt") != std::string::npos;
  return "the file requires the extension " + extension + ", which is not supported; export it " +
         (compressed ? "without compression" : "without this extension");
}

void read_extensions(Document& document) {
  const Cursor top = document.top();
  if (top.has("extensionsUsed")) {
    const std::vector<std::string> used = top.strings("extensionsUsed");
    for (size_t i = 0; i < used.size(); ++i) {
      document.quantized |= used[i] == kQuantization;
      if (!is_supported(used[i]))
        document.report.add(rules::kExtensionUsed, "/extensionsUsed/" + std::to_string(i),
                            "the extension " + used[i] + " is not supported and was ignored");
    }
  }
  if (!top.has("extensionsRequired")) return;
  const std::vector<std::string> required = top.strings("extensionsRequired");
  for (size_t i = 0; i < required.size(); ++i) {
    document.quantized |= required[i] == kQuantization;
    if (!is_supported(required[i]) && !starts_with(required[i], kMaterialPrefix))
      document.report.add(rules::kExtensionRequired, "/extensionsRequired/" + std::to_string(i),
                          required_message(required[i]));
  }
}

}  // namespace

size_t Document::count(std::string_view key) const {
  const Json* list = root.find(key);
  return list && list->kind == Json::Kind::kArray ? list->items.size() : 0;
}

bool Document::hold(uint64_t bytes, const std::string& path) {
  if (bytes <= options.memory_limit - bytes_held) {
    bytes_held += bytes;
    return true;
  }
  report.add(rules::kMemoryLimit, path,
             "reading this would take more than the limit of " +
                 std::to_string(options.memory_limit) + " bytes");
  return false;
}

void read_asset(Document& document) {
  const Cursor top = document.top();
  top.expect({"accessors", "animations", "asset", "buffers", "bufferViews", "cameras",
              "extensionsUsed", "extensionsRequired", "images", "materials", "meshes", "nodes",
              "samplers", "scene", "scenes", "skins", "textures"});
  top.require({"asset"});
  const Cursor asset = top.object("asset");
  asset.expect({"copyright", "generator", "version", "minVersion"});
  asset.require({"version"});
  const std::string version = asset.string("version", "2.0");
  if (!starts_with(version, "2."))
    asset.add(rules::kMajorVersion, "version",
              "glTF version " + version + " is not supported; convert the file to glTF 2.0");
  const std::string min_version = asset.string("minVersion", "2.0");
  if (min_version != "2.0")
    asset.add(rules::kMinVersion, "minVersion",
              "the file needs glTF " + min_version + ", which is not supported; export it as 2.0");
  read_extensions(document);
}

}  // namespace saker::gltf
