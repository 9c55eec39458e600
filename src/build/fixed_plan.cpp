#include "build/fixed_plan.h"

#include "build/key_rows.h"
#include "build/segment_widths.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace saker {
namespace {

// Samples that the search looks at.
constexpr uint32_t kSamplesLookedAt = 64;

// Saving less than this share of the bytes, a level of residuals is not worth its time.
constexpr double kWorthALevel = 0.95;

Components source_value(const EncoderInput& input, size_t track, size_t sample) {
  const TrackCoding& coding = input.tracks[track];
  const DTransform& local = input.source.locals[input.source.at(sample, coding.track.joint)];
  if (coding.track.channel == Channel::kRotation) return code_rotation(coding, local.rotation);
  return code_vector(coding,
                     coding.track.channel == Channel::kScale ? local.scale : local.translation);
}

}  // namespace

FixedPlan::FixedPlan(const EncoderInput& input, double bound)
    : input_(input), bound_(bound), extents_(input.tracks.size()) {
  for (size_t t = 0; t < input.tracks.size(); ++t) {
    limits_.least.push_back(0);
    limits_.most.push_back(finest_exponent(input, t));
    measure_extent(t);
  }
}

// The spans of keys, and how far samples are from the middle of their neighbours and of those two
// samples away.
void FixedPlan::measure_extent(size_t track) {
  const size_t count = input_.source.count;
  Extent& extent = extents_[track];
  std::vector<Components> values;
  values.reserve(count);
  for (size_t i = 0; i < count; ++i) values.push_back(source_value(input_, track, i));
  for (size_t c = 0; c < input_.tracks[track].components; ++c) {
    double low = values[0][c], high = low;
    for (const Components& v : values) {
      low = std::min(low, v[c]);
      high = std::max(high, v[c]);
    }
    extent.span[c] = high - low;
    for (size_t level = 0; level < kFixedLevels; ++level) {
      const size_t away = size_t{1} << level;
      for (size_t i = away; i + away < count; i += 2 * away) {
        const double residual = values[i][c] - (values[i - away][c] + values[i + away][c]) / 2;
        extent.residuals[level][c] = std::max(extent.residuals[level][c], std::fabs(residual));
      }
    }
  }
}

uint32_t FixedPlan::block_count(uint32_t levels) const {
  return uint32_t((input_.source.count - 2) >> levels) + 1;
}

std::vector<EncoderNode> FixedPlan::nodes(std::span<const uint32_t> blocks, uint32_t levels) const {
  std::vector<EncoderNode> nodes;
  const uint32_t last = uint32_t(input_.source.count) - 1;
  uint32_t end_node = 0;
  for (const uint32_t block : blocks) {
    const uint32_t first = block << levels, end = std::min(first + (1u << levels), last);
    const bool follows = !nodes.empty() && nodes[end_node].sample == first;
    const uint32_t first_node = follows ? end_node : uint32_t(nodes.size());
    if (!follows) nodes.push_back({first});
    end_node = uint32_t(nodes.size());
    nodes.push_back({end});
    append_midpoints(nodes, first_node, end_node, end - first, levels);
  }
  return nodes;
}

// Bits of a track over the whole clip. Rounding adds up to half a code to a key and a whole one to
// a residual, whose neighbours are rounded as well.
double FixedPlan::track_bits(size_t track, int exponent, uint32_t levels) const {
  const Extent& extent = extents_[track];
  const double inverse_step = std::pow(2.0, double(exponent) / 2);
  const double keys = double(block_count(levels)) + 1;
  double bits = 0;
  for (size_t c = 0; c < input_.tracks[track].components; ++c) {
    bits += keys * std::bit_width(uint32_t(std::min(extent.span[c] * inverse_step + 0.5, 1e9)));
    for (uint32_t level = 0; level < levels; ++level) {
      const double most = std::min(extent.residuals[levels - 1 - level][c] * inverse_step, 1e9);
      if (most < 0.25) continue;
      bits += (keys - 1) * double(1u << level) * (std::bit_width(uint32_t(most + 0.6)) + 1);
    }
  }
  return bits;
}

double FixedPlan::clip_bits(uint32_t levels) const {
  double bits = 4.0 * double(input_.source.count);  // rows end with their bytes
  for (size_t t = 0; t < exponents_.size(); ++t) bits += track_bits(t, exponents_[t], levels);
  return bits;
}

// Blocks evenly over the clip.
void FixedPlan::choose_blocks() {
  const uint32_t blocks = block_count(), wanted = std::max(kSamplesLookedAt >> levels_, 1u);
  known_.clear();
  for (uint32_t i = 0; i < std::min(wanted, blocks); ++i)
    known_.push_back(uint32_t(uint64_t{i} * blocks / std::min(wanted, blocks)));
}

void FixedPlan::search_steps() {
  choose_blocks();
  ClosedLoop loop(input_, nodes(known_));
  StepSearch search(loop, cost(), limits_, bound_, 1);
  search.start(1);
  search.coarsen(3, false);
  exponents_ = loop.exponents;
}

void FixedPlan::search() {
  levels_ = 0;
  search_steps();
  double least = clip_bits(0);
  for (uint32_t levels = 1; levels <= kFixedLevels; ++levels) {
    if (clip_bits(levels) >= kWorthALevel * least) continue;
    least = clip_bits(levels);
    levels_ = levels;
  }
  if (levels_ > 0) search_steps();
}

StepSearch::Cost FixedPlan::cost() const {
  return [this](size_t track, int exponent, const CodeRange&) {
    return track_bits(track, exponent, levels_);
  };
}

// Of the tracks that move a joint, makes that one finer which brings the error down most.
bool FixedPlan::refine(ClosedLoop& loop, uint32_t joint) const {
  double least = 1e300;
  size_t best = 0;
  for (int j = int(joint); j >= 0; j = input_.parents[size_t(j)]) {
    for (const int track : input_.joint_tracks[size_t(j)]) {
      if (track < 0 || loop.exponents[size_t(track)] >= limits_.most[size_t(track)]) continue;
      ++loop.exponents[size_t(track)];
      loop.encode();
      --loop.exponents[size_t(track)];
      if (loop.largest_error() >= least) continue;
      least = loop.largest_error();
      best = size_t(track);
    }
  }
  if (least == 1e300) return false;
  ++loop.exponents[best];
  loop.encode();
  return true;
}

uint32_t worst_joint_of(const ClosedLoop& loop) {
  size_t worst = 0;
  for (size_t n = 0; n < loop.node_count(); ++n) {
    if (loop.error(n) > loop.error(worst)) worst = n;
  }
  return loop.worst_joint(worst);
}

bool FixedPlan::learn(std::span<const double> errors) {
  constexpr size_t kAtOnce = 6;
  std::vector<uint32_t> far;
  for (uint32_t block = 0; block < errors.size(); ++block) {
    if (errors[block] > bound_) far.push_back(block);
  }
  if (far.empty()) return false;
  std::stable_sort(far.begin(), far.end(),
                   [&](uint32_t a, uint32_t b) { return errors[a] > errors[b]; });
  far.resize(std::min(far.size(), kAtOnce));
  known_.insert(known_.end(), far.begin(), far.end());
  std::sort(known_.begin(), known_.end());
  known_.erase(std::unique(known_.begin(), known_.end()), known_.end());
  refine_until_it_fits();
  return true;
}

void FixedPlan::refine_until_it_fits() {
  ClosedLoop loop(input_, nodes(known_));
  loop.exponents = exponents_;
  loop.encode();
  while (loop.largest_error() > bound_ && refine(loop, worst_joint_of(loop))) {
  }
  exponents_ = loop.exponents;
}

void FixedPlan::tighten(double factor) {
  bound_ *= factor;
  refine_until_it_fits();
}

size_t FixedPlan::residual_row_size(const std::vector<CodeRange>& ranges, uint32_t level) const {
  size_t bits = 0;
  for (size_t t = 0; t < ranges.size(); ++t) {
    for (size_t c = 0; c < input_.tracks[t].components; ++c)
      bits += code_width(ranges[t].low[level][c], ranges[t].high[level][c]);
  }
  return (bits + 7) / 8;
}

}  // namespace saker
