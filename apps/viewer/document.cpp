#include "viewer/document.h"

#include "viewer/files.h"

#include <saker/import.h>

#include <algorithm>
#include <cstring>

namespace saker::viewer {
namespace {

namespace fs = std::filesystem;

Statistics count(const Asset& asset) {
  Statistics sum;
  sum.joints = asset.skeleton().joint_count();
  sum.skins = asset.skins().size();
  sum.materials = asset.materials().size();
  sum.images = asset.images().size();
  for (const Asset::Instance& instance : asset.instances()) {
    sum.morph_targets += instance.weights.size();
    if (!instance.visible) continue;
    ++sum.instances;
    for (const Asset::Primitive& primitive : asset.meshes()[instance.mesh].primitives) {
      sum.vertices += primitive.positions.size();
      if (primitive.topology == Topology::kTriangles) sum.triangles += primitive.indices.size() / 3;
    }
  }
  return sum;
}

Result<Document> make_document(const fs::path& path, BuiltAsset built, size_t file_bytes) {
  const size_t packed_bytes = built.bytes.size();
  auto asset = Asset::from_bytes(std::move(built.bytes), display(path));
  if (!asset) return asset.error();
  const Statistics statistics = count(*asset);
  return Document{path,       std::move(*asset), std::move(built.clips),
                  statistics, file_bytes,        packed_bytes};
}

}  // namespace

Result<Document> load_document(const fs::path& path, const LoadListener& listener,
                               Diagnostics& diagnostics) {
  const ImportOptions options;
  size_t file_bytes = 0;
  const auto read = [&](const fs::path& file) {
    if (listener.reading) listener.reading(file);
    auto bytes = read_file(file, options.memory_limit);
    if (bytes) file_bytes += bytes->size();
    return bytes;
  };
  auto bytes = read(path);
  if (!bytes) return bytes.error();
  // Not mapped: whoever writes over a file that is mapped takes this process down with it.
  if (is_saker_file(*bytes)) return make_document(path, {std::move(*bytes), {}}, file_bytes);
  const auto read_beside = [&](const std::string& name) {
    return read(path.parent_path() / path_from(name));
  };
  const auto scene = import_scene(*bytes, display(path), read_beside, options, &diagnostics);
  if (!scene) return scene.error();
  auto built = build_asset(*scene, {}, listener.packing);
  if (!built) return built.error();
  return make_document(path, std::move(*built), file_bytes);
}

Bounds animated_bounds(const Asset& asset) {
  Bounds all = asset.rest_bounds();
  for (const Clip& clip : asset.clips()) all = unite(all, clip.bounds);
  return all;
}

}  // namespace saker::viewer
