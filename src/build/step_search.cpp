#include "build/step_search.h"

#include "build/code_rows.h"

#include <algorithm>
#include <cmath>

namespace saker {

StepSearch::StepSearch(ClosedLoop& loop, Cost cost, Limits limits, double bound, uint32_t seed)
    : loop_(loop),
      cost_(std::move(cost)),
      limits_(std::move(limits)),
      bound_(bound),
      random_(seed),
      costs_(loop.track_count()) {}

void StepSearch::even_steps(int offset) {
  for (size_t t = 0; t < loop_.track_count(); ++t) {
    const double even = std::round(2 * std::log2(loop_.input().levers[t] / bound_));
    loop_.exponents[t] = std::clamp(int(even) + offset, limits_.least[t], limits_.most[t]);
  }
}

bool StepSearch::fits() {
  loop_.encode();
  return loop_.largest_error() <= bound_;
}

void StepSearch::update_costs() {
  bits_ = 0;
  for (size_t t = 0; t < costs_.size(); ++t) {
    costs_[t] = cost_(t, loop_.exponents[t], loop_.ranges()[t]);
    bits_ += costs_[t];
  }
}

bool StepSearch::start(int finer) {
  int fine = 14, coarse = -5;  // fits, does not fit
  even_steps(fine);
  const bool possible = fits();
  while (possible && fine - coarse > 1) {
    const int middle = (fine + coarse) / 2;
    even_steps(middle);
    (fits() ? fine : coarse) = middle;
  }
  even_steps(possible ? fine + finer : 6);
  const bool fit = fits();
  if (possible && !fit) {
    even_steps(fine);
    loop_.encode();
  }
  update_costs();
  return possible;
}

void StepSearch::resume() {
  loop_.encode();
  update_costs();
}

double StepSearch::tried_cost(uint32_t joint) const {
  const EncoderInput& input = loop_.input();
  double saved = 0;
  for (uint32_t t = input.first_tracks[joint]; t < input.first_tracks[input.subtree_ends[joint]];
       ++t)
    saved += cost_(t, loop_.exponents[t], loop_.tried_ranges()[t]) - costs_[t];
  return saved;
}

bool StepSearch::attempt(size_t track, bool must_save) {
  const uint32_t joint = joint_of(track);
  if (!loop_.try_encode(joint, bound_)) return false;
  const double more = tried_cost(joint);
  if (!(more < (must_save ? 0 : 1e9))) return false;
  loop_.accept(joint);
  const EncoderInput& input = loop_.input();
  for (uint32_t t = input.first_tracks[joint]; t < input.first_tracks[input.subtree_ends[joint]];
       ++t)
    costs_[t] = cost_(t, loop_.exponents[t], loop_.ranges()[t]);
  bits_ += more;
  return true;
}

bool StepSearch::attempt_exponent(size_t track, int exponent, bool must_save) {
  const int before = loop_.exponents[track];
  loop_.exponents[track] = exponent;
  if (attempt(track, must_save)) return true;
  loop_.exponents[track] = before;
  return false;
}

std::vector<size_t> StepSearch::random_order() {
  std::vector<size_t> order(loop_.track_count());
  for (size_t i = 0; i < order.size(); ++i) {
    const size_t j = random_() % (i + 1);
    order[i] = order[j];
    order[j] = i;
  }
  return order;
}

bool StepSearch::coarsen_once(bool may_drop) {
  bool changed = false;
  for (const size_t t : random_order()) {
    const int before = loop_.exponents[t];
    if (before == kNoResiduals) continue;
    for (const int exponent : {before - 1, before - 2}) {
      if (exponent >= limits_.least[t]) changed |= attempt_exponent(t, exponent, true);
    }
    if (may_drop) changed |= attempt_exponent(t, kNoResiduals, true);
  }
  return changed;
}

void StepSearch::coarsen(int passes, bool may_drop) {
  for (int pass = 0; pass < passes && coarsen_once(may_drop); ++pass) {
  }
}

void StepSearch::coarsen_others(size_t track) {
  for (const size_t t : random_order()) {
    const int exponent = loop_.exponents[t] - 1;
    if (t != track && loop_.exponents[t] != kNoResiduals && exponent >= limits_.least[t])
      attempt_exponent(t, exponent, true);
  }
}

void StepSearch::trade() {
  for (const size_t t : random_order()) {
    const int finer = loop_.exponents[t] + 1;
    if (loop_.exponents[t] == kNoResiduals || finer > limits_.most[t]) continue;
    const ClosedLoop::Snapshot before = loop_.save();
    const std::vector<double> costs = costs_;
    const double bits = bits_;
    if (!attempt_exponent(t, finer, false)) continue;
    coarsen_others(t);
    if (bits_ < bits) continue;
    loop_.restore(before);
    costs_ = costs;
    bits_ = bits;
  }
}

void StepSearch::clamp_component(size_t track, size_t level, size_t c) {
  uint8_t& clamp = loop_.clamps[track].bits[level][c];
  for (;;) {
    const CodeRange& range = loop_.ranges()[track];
    const uint32_t width = code_width(range.low[level][c], range.high[level][c]);
    if (width == 0) return;
    const uint8_t before = clamp;
    clamp = uint8_t(width - 1);
    if (attempt(track, true)) continue;
    clamp = before;
    return;
  }
}

void StepSearch::clamp() {
  for (const size_t t : random_order()) {
    if (loop_.exponents[t] == kNoResiduals) continue;
    for (size_t level = kCodeLevels; level-- > 1;) {
      for (size_t c = 0; c < loop_.input().tracks[t].components; ++c) clamp_component(t, level, c);
    }
  }
}

}  // namespace saker
