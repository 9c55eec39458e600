#pragma once
// Chooses levels and steps for samples with the same widths throughout, from some of their blocks.

#include "build/step_search.h"

namespace saker {

class FixedPlan {
 public:
  FixedPlan(const EncoderInput& input, double bound);

  uint32_t levels() const { return levels_; }
  uint32_t block_count() const { return block_count(levels_); }
  const std::vector<int>& exponents() const { return exponents_; }

  // The samples of blocks, in order; neighbouring blocks share a key.
  std::vector<EncoderNode> nodes(std::span<const uint32_t> blocks) const {
    return nodes(blocks, levels_);
  }

  // Searches steps with no level of residuals, then takes the number of levels that makes the clip
  // smallest, but none as long as that costs little.
  void search();

  // Takes the largest errors of all blocks; when some are above the bound, adds the worst to the
  // blocks it knows, finds finer steps and returns true.
  bool learn(std::span<const double> errors);

  // Lowers the bound.
  void tighten(double factor);

  // Bytes of a row of residuals whose codes have these ranges.
  size_t residual_row_size(const std::vector<CodeRange>& ranges, uint32_t level) const;

 private:
  // What a track's components span, and what residuals of samples one and two samples from their
  // neighbours come to, before quantisation.
  struct Extent {
    double span[4] = {};
    double residuals[kFixedLevels][4] = {};
  };

  uint32_t block_count(uint32_t levels) const;
  std::vector<EncoderNode> nodes(std::span<const uint32_t> blocks, uint32_t levels) const;
  void measure_extent(size_t track);
  double track_bits(size_t track, int exponent, uint32_t levels) const;
  double clip_bits(uint32_t levels) const;
  StepSearch::Cost cost() const;
  void choose_blocks();
  void search_steps();
  bool refine(ClosedLoop& loop, uint32_t joint) const;
  void refine_until_it_fits();

  const EncoderInput& input_;
  double bound_;
  uint32_t levels_ = 0;
  std::vector<Extent> extents_;  // per track
  std::vector<int> exponents_;
  std::vector<uint32_t> known_;  // blocks
  StepSearch::Limits limits_;
};

}  // namespace saker
