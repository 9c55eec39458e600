#pragma once
// Chooses levels and steps for samples with the same widths throughout.

#include "build/step_search.h"

#include <vector>

namespace saker {

class FixedPlan {
 public:
  FixedPlan(const EncoderInput& input, double bound);

  uint32_t levels() const { return levels_; }
  uint32_t block_count() const { return block_count(levels_); }
  const std::vector<int>& exponents() const { return exponents_; }
  // The widths that residuals get with such steps.
  std::vector<ClosedLoop::Clamp> clamps(const std::vector<int>& exponents) const;

  // The samples of blocks from `first` to before `end`, which share the keys between them.
  std::vector<EncoderNode> nodes(uint32_t first, uint32_t end) const;

  // Searches steps, looking at a few samples only, then takes the number of levels that makes the
  // clip smallest, but none as long as that costs little.
  void search();

  // Takes the largest errors of all blocks; when some are above the bound, finds finer steps for
  // them and returns true.
  bool learn(std::span<const double> errors);

  double bound() const { return bound_; }
  void aim_at(double bound) { bound_ = bound; }

 private:
  // What a track's components span, and what residuals of samples one and two samples from their
  // neighbours come to, before quantisation.
  struct Extent {
    double span[4] = {};
    double residuals[kFixedLevels][4] = {};
  };

  uint32_t block_count(uint32_t levels) const;
  void measure_extent(size_t track);
  double track_bits(size_t track, int exponent, uint32_t levels) const;
  double clip_bits(uint32_t levels) const;
  void search_steps();
  void take_what_is_free();
  void encode_with(ClosedLoop& loop, size_t track, int exponent) const;
  std::vector<size_t> candidates(const ClosedLoop& loop, uint32_t joint) const;
  bool refine(ClosedLoop& loop, double goal) const;

  const EncoderInput& input_;
  double bound_;
  uint32_t levels_ = 0;
  std::vector<Extent> extents_;  // per track
  std::vector<int> exponents_;
  // Share of the bound that learning aims at: finer steps move the errors of other blocks, too.
  double room_ = 0.98;
  StepSearch::Limits limits_;
};

}  // namespace saker
