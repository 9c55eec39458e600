#pragma once
// Finds the coarsest steps that keep a bound on the error.

#include "build/closed_loop.h"

#include <functional>
#include <random>

namespace saker {

class StepSearch {
 public:
  // The bits that a track takes, given its exponent and codes; infinite where it cannot be stored.
  using Cost = std::function<double(size_t track, int exponent, const CodeRange& range)>;

  // Exponents stay within [least, most] of each track. Equal seeds search in the same order.
  struct Limits {
    std::vector<int> least, most;
  };
  StepSearch(ClosedLoop& loop, Cost cost, Limits limits, double bound, uint32_t seed);

  // Steps in proportion to what they do to the error, as coarse as the bound allows, then `finer`
  // half octaves finer to leave the search some room. False when no steps keep the bound.
  bool start(int finer);

  // Tries every track coarser, in random order, and without residuals if `may_drop`, and keeps what
  // saves bits; at most `passes` times over all tracks.
  void coarsen(int passes, bool may_drop);

  // Tries to do with one bit less for residuals, by clamping the few that need it.
  void clamp();

 private:
  void even_steps(int offset);
  bool fits();
  void update_costs();
  double tried_more(uint32_t joint) const;
  bool attempt(size_t track);
  bool attempt_exponent(size_t track, int exponent);
  std::vector<size_t> random_order();
  bool coarsen_once(bool may_drop);
  void clamp_component(size_t track, size_t level, size_t c);

  ClosedLoop& loop_;
  Cost cost_;
  Limits limits_;
  double bound_;
  std::mt19937 random_;
  std::vector<double> costs_;  // per track
};

}  // namespace saker
