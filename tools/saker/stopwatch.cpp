#include "saker/stopwatch.h"

#include <algorithm>
#include <chrono>

namespace saker::bench {
namespace {

// A repetition that the clock measures to better than a hundredth.
constexpr double kLongEnough = 20e-6;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double time_calls(const std::function<void()>& work, int calls) {
  const double start = now();
  for (int i = 0; i < calls; ++i) work();
  return now() - start;
}

}  // namespace

double fastest(const std::function<void()>& work, const std::function<void()>& prepare,
               const Patience& patience) {
  if (prepare) prepare();
  int calls = 1;
  double best = time_calls(work, calls);  // the first call also fills the caches
  while (best < kLongEnough) {
    calls *= 2;
    best = time_calls(work, calls);
  }
  const double start = now();
  for (int done = 0;; ++done) {
    const double spent = now() - start;
    if (spent >= patience.at_most) break;
    if (spent >= patience.seconds && done >= patience.repetitions) break;
    if (prepare) prepare();
    best = std::min(best, time_calls(work, calls));
  }
  return best / calls;
}

}  // namespace saker::bench
