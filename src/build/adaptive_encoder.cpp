// Samples in segments between keys, each with widths and steps of its own.
#include "asset/unpack_tracks.h"
#include "build/code_rows.h"
#include "build/sample_encoder.h"
#include "build/segment_widths.h"
#include "build/step_search.h"

#include <algorithm>

namespace saker {
namespace {

constexpr uint32_t kInterval = 1u << kAdaptiveLevels;
constexpr uint32_t kSteps = 1u << format::kStepBits;

// Keys are finer than the rest, because everything between them builds on them.
constexpr double kKeyShare = 1 / 1.4;

// Coarser and finer steps of residuals than of their track's keys, in half octaves: within what a
// segment's header can say.
constexpr int kCoarser = 20, kFiner = int(kSteps) - 1 - kCoarser;

constexpr int kPasses = 6;

struct Segment {
  double bound = 0;
  std::vector<int> exponents;                 // per track
  std::vector<SegmentWidths> widths;          // per track
  std::vector<std::array<int32_t, 4>> codes;  // residual after residual, track after track
  std::vector<uint32_t> levels;               // of each residual
};

class AdaptiveEncoder : public SampleEncoder {
 public:
  AdaptiveEncoder(const EncoderInput& input, const BuildOptions& options);

  void encode(const Progress& progress) override;
  void tighten(std::span<const double> errors) override;
  std::vector<size_t> too_wide() const override;
  SampleData data() const override;

 private:
  std::vector<EncoderNode> key_nodes() const;
  void encode_keys();
  void encode_segment(size_t s);
  StepSearch::Limits residual_limits() const;
  std::vector<int> residual_bases() const;
  void write_segment(const Segment& segment, const std::vector<int>& bases, BitWriter& out) const;
  uint32_t samples_in(size_t s) const {
    return std::min<uint32_t>(kInterval, input_.source.count - 1 - uint32_t(s) * kInterval);
  }

  const EncoderInput& input_;
  double tolerance_, target_, key_bound_;
  ClosedLoop keys_;
  std::vector<Segment> segments_;
};

AdaptiveEncoder::AdaptiveEncoder(const EncoderInput& input, const BuildOptions& options)
    : input_(input),
      tolerance_(options.tolerance),
      target_(target_error(input, options)),
      key_bound_(target_ * kKeyShare),
      keys_(input, key_nodes()),
      segments_((input.source.count - 2) / kInterval + 1) {
  for (Segment& segment : segments_) segment.bound = target_;
}

std::vector<EncoderNode> AdaptiveEncoder::key_nodes() const {
  std::vector<EncoderNode> nodes;
  const uint32_t last = uint32_t(input_.source.count - 1);
  for (uint32_t sample = 0; sample < last; sample += kInterval) nodes.push_back({sample});
  nodes.push_back({last});
  return nodes;
}

void AdaptiveEncoder::encode_keys() {
  StepSearch::Limits limits;
  for (size_t t = 0; t < input_.tracks.size(); ++t) {
    limits.least.push_back(0);
    limits.most.push_back(finest_exponent(input_, t));
  }
  const double count = double(keys_.node_count());
  const auto cost = [&](size_t track, int, const CodeRange& range) {
    return count * key_field(input_.tracks[track], range).bits();
  };
  StepSearch search(keys_, cost, limits, key_bound_, 7);
  search.start(1);
  search.coarsen(kPasses, false);
}

StepSearch::Limits AdaptiveEncoder::residual_limits() const {
  StepSearch::Limits limits;
  for (const int exponent : keys_.exponents) {
    limits.least.push_back(std::max(exponent - kCoarser, 0));
    limits.most.push_back(std::min(exponent + kFiner, 255));
  }
  return limits;
}

void AdaptiveEncoder::encode_segment(size_t s) {
  Segment& segment = segments_[s];
  const size_t tracks = input_.tracks.size();
  const uint32_t m = samples_in(s);
  std::vector<EncoderNode> nodes = {keys_.node(s), keys_.node(s + 1)};
  append_midpoints(nodes, 0, 1, m, kAdaptiveLevels);
  ClosedLoop loop(input_, nodes, 2);
  for (size_t k = 0; k < 2; ++k) loop.set_values(k, {&keys_.value(s + k, 0), tracks});
  std::array<uint32_t, kAdaptiveLevels> counts;
  for (uint32_t l = 0; l < kAdaptiveLevels; ++l) counts[l] = midpoint_count(m, l);
  const auto cost = [&](size_t track, int, const CodeRange& range) {
    const uint32_t components = input_.tracks[track].components;
    return segment_cost(segment_widths(range, components), components, counts);
  };
  StepSearch search(loop, cost, residual_limits(), segment.bound, uint32_t(s) + 1);
  if (m > 1 && search.start(1)) {
    search.coarsen(kPasses, true);
    search.clamp();
  }
  segment.exponents = loop.exponents;
  segment.widths.clear();
  segment.codes.clear();
  segment.levels.clear();
  for (size_t t = 0; t < tracks; ++t)
    segment.widths.push_back(segment_widths(loop.ranges()[t], input_.tracks[t].components));
  for (size_t n = 2; n < nodes.size(); ++n) {
    segment.levels.push_back(nodes[n].level - 1);
    for (size_t t = 0; t < tracks; ++t) segment.codes.push_back(loop.codes(n, t));
  }
}

void AdaptiveEncoder::encode(const Progress& progress) {
  encode_keys();
  for (size_t s = 0; s < segments_.size(); ++s) {
    encode_segment(s);
    if (progress) progress(double(s + 1) / double(segments_.size()));
  }
}

void AdaptiveEncoder::tighten(std::span<const double> errors) {
  constexpr double kKeysTooCoarse = 0.8;
  bool finer_keys = false;
  std::vector<size_t> changed;
  for (size_t s = 0; s < segments_.size(); ++s) {
    const auto first = errors.begin() + long(s * kInterval);
    const double error = *std::max_element(first, first + samples_in(s));
    if (error <= tolerance_) continue;
    segments_[s].bound = tightened(segments_[s].bound, error, tolerance_);
    finer_keys = finer_keys || segments_[s].bound < kKeysTooCoarse * key_bound_ / kKeyShare;
    changed.push_back(s);
  }
  if (finer_keys) {
    key_bound_ *= 0.6;
    encode({});
    return;
  }
  for (const size_t s : changed) encode_segment(s);
}

std::vector<size_t> AdaptiveEncoder::too_wide() const {
  std::vector<size_t> tracks;
  for (size_t t = 0; t < input_.tracks.size(); ++t) {
    const auto wide = [t](const Segment& segment) { return !segment.widths[t].possible; };
    if (std::any_of(segments_.begin(), segments_.end(), wide) ||
        !fits_format(key_field(input_.tracks[t], keys_.ranges()[t]), keys_.exponents[t]))
      tracks.push_back(t);
  }
  return tracks;
}

// Per track, the exponent of the coarsest step of any segment.
std::vector<int> AdaptiveEncoder::residual_bases() const {
  std::vector<int> bases(input_.tracks.size(), 255);
  for (const Segment& segment : segments_) {
    for (size_t t = 0; t < bases.size(); ++t) {
      if (segment.widths[t].any) bases[t] = std::min(bases[t], segment.exponents[t]);
    }
  }
  return bases;
}

void put_header(BitWriter& out, const SegmentWidths& widths, uint32_t components, uint32_t step) {
  out.put(step, format::kStepBits);
  for (uint32_t c = 0; c < components; ++c) {
    out.put(widths.bits[kAdaptiveLevels - 1][c], format::kFinestBits);
    for (uint32_t l = kAdaptiveLevels - 1; l-- > 0;)
      out.put(uint32_t(widths.bits[l][c]) - widths.bits[l + 1][c], format::kMoreBits);
  }
}

void AdaptiveEncoder::write_segment(const Segment& segment, const std::vector<int>& bases,
                                    BitWriter& out) const {
  const size_t tracks = input_.tracks.size();
  for (const SegmentWidths& widths : segment.widths) out.put(widths.any ? 1 : 0, 1);
  out.align();
  for (size_t t = 0; t < tracks; ++t) {
    if (!segment.widths[t].any) continue;
    put_header(out, segment.widths[t], input_.tracks[t].components,
               uint32_t(segment.exponents[t] - bases[t]));
  }
  out.align();
  for (size_t t = 0; t < tracks; ++t) {
    if (!segment.widths[t].any) continue;
    for (size_t n = 0; n < segment.levels.size(); ++n) {
      const uint8_t* bits = segment.widths[t].bits[segment.levels[n]];
      const auto& codes = segment.codes[n * tracks + t];
      for (size_t c = 0; c < input_.tracks[t].components; ++c) out.put(uint32_t(codes[c]), bits[c]);
    }
  }
  out.align();
}

SampleData AdaptiveEncoder::data() const {
  SampleData data;
  data.layout = SampleLayout::kAdaptive;
  data.levels = kAdaptiveLevels;
  const std::vector<int> bases = residual_bases();
  std::vector<RowField> fields;
  for (size_t t = 0; t < input_.tracks.size(); ++t) {
    const TrackCoding& coding = input_.tracks[t];
    fields.push_back(key_field(coding, keys_.ranges()[t]));
    data.steps.push_back(uint8_t(keys_.exponents[t]));
    data.residual_steps.push_back(uint8_t(bases[t]));
    append_widths(coding, fields.back(), data.widths);
    append_center(coding, fields.back(), double(half_octave_step(uint32_t(keys_.exponents[t]))),
                  data.centers);
  }
  BitWriter rows, residuals;
  for (size_t k = 0; k < keys_.node_count(); ++k) {
    for (size_t t = 0; t < input_.tracks.size(); ++t)
      put_codes(rows, {keys_.codes(k, t).data(), input_.tracks[t].components}, fields[t]);
    rows.align();
  }
  rows.put_zeros(format::kBitPadding);
  for (const Segment& segment : segments_) {
    data.segments.push_back(uint32_t(residuals.size()));
    write_segment(segment, bases, residuals);
  }
  residuals.put_zeros(format::kBitPadding);
  data.blocks = rows.take();
  data.residuals = residuals.take();
  return data;
}

}  // namespace

std::unique_ptr<SampleEncoder> make_adaptive_encoder(const EncoderInput& input,
                                                     const BuildOptions& options) {
  return std::make_unique<AdaptiveEncoder>(input, options);
}

}  // namespace saker
