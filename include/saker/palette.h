#pragma once
// From clips to skinning palettes in one go, for crowds: every character with its own clips, times
// and weights. Much faster than sample, blend, local_to_model and make_palettes one after another,
// because nothing in between is written to memory and joints that do not move are worked out once.

#include <saker/animate.h>

#include <memory>
#include <span>

namespace saker {

// A clip in a character's mix. Seconds; clamped to the clip. Weights are at least 0; those of a
// character are divided by their sum.
struct Layer {
  const Clip* clip = nullptr;
  float time = 0;
  float weight = 1;
};

// The most layers that a character can have.
inline constexpr uint32_t kMaxLayers = 8;

// A matrix of a palette: where `joint` takes what `offset` brings into its space. An inverse bind
// gives the palette entry of a skin, the identity the model matrix itself, for a weapon in a hand.
struct PaletteEntry {
  uint32_t joint = 0;
  Affine offset;
};

struct PaletteOptions {
  // Only the first so many joints of the skeleton are moved by clips, the others keep their place
  // on their parents: detail for characters that are far away. Trunk and limbs come first, fingers
  // last.
  uint32_t moving_joints = UINT32_MAX;
  // Layers that a character can have, at most kMaxLayers; and combinations of clips that are
  // remembered: with more in a crowd, some are worked out anew. Memory grows with both.
  uint32_t layers = 4;
  uint32_t remembered_mixes = 8;
};

// Makes palettes of one skeleton. It allocates when it is made, and at no other time. Skeleton and
// clips must outlive it, and clips must not change place. One thread at a time may use it; threads
// that share a crowd have one each and get the same bits, however the crowd is divided.
class PaletteMaker {
 public:
  PaletteMaker(const Skeleton& skeleton, std::span<const PaletteEntry> entries,
               const PaletteOptions& options = {});
  // The palette of a skin.
  PaletteMaker(const Skeleton& skeleton, const SkinBinding& skin,
               const PaletteOptions& options = {});

  PaletteMaker(PaletteMaker&&) noexcept;
  PaletteMaker& operator=(PaletteMaker&&) noexcept;
  ~PaletteMaker();

  // Matrices per character.
  size_t entry_count() const;

  // The palettes of layers.size() / layer_count characters, each `layer_count` layers one after
  // another: out[character * entry_count() + i] is that of entry i. Rotations are blended
  // component-wise on the shorter arc to the layers before, everything else linearly.
  //
  // Characters with the same clips in the same order are worked on together, 4, 8 or 16 at once;
  // neighbours in a crowd should have the same. A layer without weight costs what it costs with.
  // Output of 16 MiB and more is written past the caches.
  Status make(std::span<const Layer> layers, size_t layer_count, std::span<Affine> out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The matrices between two palettes of as many characters, component by component: for characters
// whose palette is made only every few frames. `t` runs from 0 (from) to 1 (to).
Status interpolate_palettes(std::span<const Affine> from, std::span<const Affine> to, float t,
                            std::span<Affine> out);

}  // namespace saker
