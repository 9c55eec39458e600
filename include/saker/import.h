#pragma once
// Reading files into a Scene.

#include <saker/scene.h>

#include <filesystem>
#include <functional>

namespace saker {

struct ImportOptions {
  // Skins may give a vertex at most this many joints, 4 or 8; the heaviest are kept and
  // renormalised.
  uint32_t max_influences = 8;
  // Sort and shift key times that do not increase, instead of leaving the track out.
  bool repair_times = false;
  // The largest number of bytes that a file may make the importer hold.
  uint64_t memory_limit = uint64_t{4} << 30;
};

// How an importer opens the files that its file refers to, such as the buffers and pictures of a
// .gltf: given a path relative to that file, already decoded and free of "..", it returns the
// bytes.
using ReadFile = std::function<Result<std::vector<uint8_t>>(const std::string& path)>;

// Reads a .glb, .gltf or .skc file; the content decides, not the name. Oddities that do not change
// what the file means are in Scene::diagnostics. `diagnostics`, when given, receives everything
// that was found, also when the file is refused: then it tells more than the error, which is the
// first fault that leaves the file without meaning.
Result<Scene> import_scene(const std::filesystem::path& path, const ImportOptions& options = {},
                           Diagnostics* diagnostics = nullptr);

// The same from memory. `name` stands in messages; `read_file` may be empty, and then every
// external buffer is an error.
Result<Scene> import_scene(std::span<const uint8_t> bytes, const std::string& name,
                           const ReadFile& read_file = {}, const ImportOptions& options = {},
                           Diagnostics* diagnostics = nullptr);

// Reads glTF 2.0 only, as text or as GLB.
Result<Scene> import_gltf(std::span<const uint8_t> bytes, const std::string& name,
                          const ReadFile& read_file = {}, const ImportOptions& options = {},
                          Diagnostics* diagnostics = nullptr);

// Reads raw motion only: uniform samples as plain arrays (.skc), little-endian, without padding.
//
//     char     magic[4]            "SKC1"
//     uint32   joints              J, at least 1
//     uint32   samples             N, at least 1
//     float32  rate                samples per second
//     int32    parent[J]           -1 for a root; a parent precedes its children
//     char     name[J][48]         UTF-8, filled up with zeros
//     float32  bind[J][10]         translation x y z, rotation x y z w, scale x y z; local
//     float32  sample[N][J][10]    the same
//
// The scene has a node per joint and one clip, named after `name` without folder and extension.
// Sample n is a LINEAR key at n / rate seconds; what never changes keeps its first and last key.
Result<Scene> import_skc(std::span<const uint8_t> bytes, const std::string& name,
                         const ImportOptions& options = {}, Diagnostics* diagnostics = nullptr);

}  // namespace saker
