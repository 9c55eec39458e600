#pragma once
// What is measured: a character with its clips, exact and packed both ways.

#include <saker/asset.h>
#include <saker/build.h>
#include <saker/palette.h>

#include <filesystem>
#include <string>
#include <vector>

namespace saker::bench {

struct Subject {
  std::string name;
  Scene scene;
  Asset fast, small;
  std::vector<PaletteEntry> entries;  // one per joint

  const Skeleton& skeleton() const { return fast.skeleton(); }

  // The first `count` clips of one of the assets, beginning again where it has fewer.
  static std::vector<const Clip*> mix(const Asset& asset, size_t count);
};

// The character of make_walk.
Subject made_subject();

// A .glb, .gltf or .skc file. Ends the program with a message when it cannot be used.
Subject read_subject(const std::filesystem::path& file);

}  // namespace saker::bench
