#include "build/sample_encoder.h"

#include <algorithm>
#include <cmath>

namespace saker {

double target_error(const EncoderInput& input, const BuildOptions& options) {
  constexpr double kRounding = 4e-7;  // a few units in the last place, per metre
  double largest = 0;
  for (const DAffine& model : input.source.models) {
    const DVec3 p = origin(model);
    largest = std::max({largest, std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)});
  }
  return std::max(0.6 * options.tolerance, 0.995 * options.tolerance - kRounding * largest);
}

double tightened(double bound, double error, double tolerance) {
  return std::clamp(bound - 1.2 * (error - 0.98 * tolerance), 0.5 * bound, 0.98 * bound);
}

}  // namespace saker
