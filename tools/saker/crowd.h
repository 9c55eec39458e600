#pragma once
// Crowds for measuring: characters that all play the same clips, each at times and with weights of
// its own.

#include <saker/palette.h>

#include <vector>

namespace saker::bench {

class Crowd {
 public:
  Crowd(std::span<const Clip* const> clips, size_t characters);

  // Moves all times on by `seconds`; at its end a clip starts over.
  void advance(float seconds);

  // Those of a character one after another, as PaletteMaker::make takes them.
  std::span<const Layer> layers() const { return layers_; }
  size_t layer_count() const { return layer_count_; }

 private:
  size_t layer_count_;
  std::vector<Layer> layers_;
};

// A palette entry per joint that brings what hangs on it from the rest pose to where it is: what an
// exporter makes of a skin that was bound at rest.
std::vector<PaletteEntry> rest_palette(const Skeleton& skeleton);

}  // namespace saker::bench
