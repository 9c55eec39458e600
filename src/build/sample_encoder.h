#pragma once
// The two ways to store sampled tracks, behind one face.

#include "build/closed_loop.h"

#include <saker/build.h>

#include <memory>

namespace saker {

// The sampled tracks as a clip's section holds them, see asset/format.h.
struct SampleData {
  SampleLayout layout = SampleLayout::kFixed;
  uint32_t levels = 0;
  std::vector<uint8_t> steps, residual_steps;  // exponents, per track
  std::vector<uint8_t> widths;
  std::vector<float> centers;
  std::vector<std::byte> blocks;
  std::vector<uint32_t> segments;
  std::vector<std::byte> residuals;
};

class SampleEncoder {
 public:
  virtual ~SampleEncoder() = default;

  // Encodes all samples, aiming at errors just below the tolerance. Progress runs from 0 to 1.
  virtual void encode(const Progress& progress) = 0;

  // Takes the errors that were measured in the intervals between samples and encodes anew, finer,
  // where they were above the tolerance.
  virtual void tighten(std::span<const double> errors) = 0;

  // Tracks with codes too wide for the format, which cannot be written.
  virtual std::vector<size_t> too_wide() const = 0;

  virtual SampleData data() const = 0;
};

std::unique_ptr<SampleEncoder> make_fixed_encoder(const EncoderInput& input,
                                                  const BuildOptions& options);
std::unique_ptr<SampleEncoder> make_adaptive_encoder(const EncoderInput& input,
                                                     const BuildOptions& options);

// The bound to aim at next, where aiming at `bound` has led to `error`. What floats add to the
// error does not shrink with the bound.
double tightened(double bound, double error, double tolerance);

// What encoding may aim at: the tolerance, less what 32-bit floats do to coordinates of this size.
double target_error(const EncoderInput& input, const BuildOptions& options);

}  // namespace saker
