#pragma once
// How long something takes.

#include <functional>

namespace saker::bench {

// How long to go on measuring.
struct Patience {
  double seconds = 0.2;  // at least, unless that would be less than `repetitions`
  int repetitions = 21;  // at least, unless these would take longer than `at_most`
  double at_most = 1;
};

// Seconds that a call of `work` takes: the fastest of many repetitions, because what disturbs a
// program only ever makes it slower. Work that is over too soon for the clock is called several
// times per repetition. `prepare` is called before every repetition, and not timed.
double fastest(const std::function<void()>& work, const std::function<void()>& prepare = {},
               const Patience& patience = {});

}  // namespace saker::bench
