#pragma once
// Document: a file that was opened. The packed character, and what was learned on the way.

#include <saker/asset.h>
#include <saker/build.h>

#include <filesystem>
#include <functional>
#include <vector>

namespace saker::viewer {

// How much there is of everything that is drawn.
struct Statistics {
  size_t joints = 0, skins = 0, instances = 0;
  size_t vertices = 0, triangles = 0;
  size_t materials = 0, images = 0, morph_targets = 0;
};

struct Document {
  std::filesystem::path path;
  Asset asset;
  std::vector<ClipReport> reports;  // one per clip; none when the file was packed already
  Statistics statistics;
  size_t file_bytes = 0;    // of the file and everything it refers to
  size_t packed_bytes = 0;  // as a .saker file
};

// Who wants to know how a load goes. Both are called on the loading thread, and may throw, which
// ends the load.
struct LoadListener {
  // A file is about to be read: the document itself, then what it refers to.
  std::function<void(const std::filesystem::path&)> reading;
  // The share of the packing that is done, 0 to 1.
  std::function<void(double)> packing;
};

// Reads a document: a .saker file as it is, anything else by importing and packing it in memory.
// `diagnostics` receives what was found, also when the file is refused.
Result<Document> load_document(const std::filesystem::path& path, const LoadListener& listener,
                               Diagnostics& diagnostics);

// Every place the visible meshes go to in any clip.
Bounds animated_bounds(const Asset& asset);

}  // namespace saker::viewer
