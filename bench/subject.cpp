#include "subject.h"

#include "saker/crowd.h"
#include "walk.h"

#include <saker/import.h>

#include <cstdio>
#include <cstdlib>

namespace saker::bench {
namespace {

[[noreturn]] void give_up(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(1);
}

Asset pack(const Scene& scene, const std::string& name, Packing packing) {
  BuildOptions options;
  options.packing = packing;
  auto built = build_asset(scene, options);
  if (!built) give_up(built.error().text());
  auto asset = Asset::from_bytes(std::move(built->bytes), name);
  if (!asset) give_up(asset.error().text());
  if (asset->clips().empty()) give_up(name + ": has no clips to measure");
  return std::move(*asset);
}

Subject make_subject(const std::string& name, Scene scene) {
  Asset fast = pack(scene, name, Packing::kFast), small = pack(scene, name, Packing::kSmall);
  std::vector<PaletteEntry> entries = rest_palette(fast.skeleton());
  return {name, std::move(scene), std::move(fast), std::move(small), std::move(entries)};
}

}  // namespace

std::vector<const Clip*> Subject::mix(const Asset& asset, size_t count) {
  std::vector<const Clip*> clips;
  for (size_t i = 0; i < count; ++i) clips.push_back(&asset.clips()[i % asset.clips().size()]);
  return clips;
}

Subject made_subject() { return make_subject("walk", make_walk()); }

Subject read_subject(const std::filesystem::path& file) {
  auto scene = import_scene(file);
  if (!scene) give_up(scene.error().text());
  return make_subject(file.stem().string(), std::move(*scene));
}

}  // namespace saker::bench
