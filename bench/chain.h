#pragma once
// The whole chain for a crowd, ours and the textbook's, from the same clips, times and weights.

#include "saker/crowd.h"
#include "subject.h"
#include "textbook.h"

namespace saker::bench {

// Ours: times move on by a sixtieth of a second, then palettes are made.
class Chain {
 public:
  Chain(const Subject& subject, const Asset& asset, size_t clips, size_t characters);
  void step();
  const Crowd& crowd() const { return crowd_; }
  std::span<const Affine> palettes() const { return palettes_; }

 private:
  Crowd crowd_;
  PaletteMaker maker_;
  std::vector<Affine> palettes_;
};

// The textbook's, of a subject that it can play.
class TextbookChain {
 public:
  TextbookChain(const Subject& subject, size_t clips, size_t characters);
  void step();
  std::span<const textbook::Matrix> palettes() const { return palettes_; }

 private:
  textbook::Character character_;
  size_t layer_count_;
  std::vector<textbook::Layer> layers_;
  std::vector<textbook::Matrix> palettes_;
};

// Whether all tracks are linear and no node has a matrix.
bool textbook_can_play(const Scene& scene);

// Metres: the largest distance between where both chains bring a point 3 cm from a joint, over
// several steps of a few characters.
double largest_difference(const Subject& subject, size_t clips);

}  // namespace saker::bench
