#include "build/fixed_plan.h"

#include "build/code_rows.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace saker {
namespace {

// Samples that the search looks at.
constexpr size_t kSamplesLookedAt = 24;

// For crowds, a level of residuals is worth its time when it leaves at most this share of the
// bytes, a second level never. Samples of so few bytes stay in the nearest caches anyway.
constexpr double kWorthALevel = 0.88, kSmallClip = 16384;

// Bits for residuals that come to `most` steps in the source. Their neighbours are rounded, which
// adds to them; but one that is nothing but rounding need not be stored.
uint32_t residual_width(double most) {
  constexpr double kOnlyRounding = 0.25, kOfNeighbours = 0.6;
  if (most < kOnlyRounding) return 0;
  return uint32_t(std::bit_width(uint32_t(std::min(most + kOfNeighbours, 1e6)))) + 1;
}

Components source_value(const EncoderInput& input, size_t track, size_t sample) {
  const TrackCoding& coding = input.tracks[track];
  const DTransform& local = input.source.locals[input.source.at(sample, coding.track.joint)];
  if (coding.track.channel == Channel::kRotation) return code_rotation(coding, local.rotation);
  return code_vector(coding,
                     coding.track.channel == Channel::kScale ? local.scale : local.translation);
}

}  // namespace

FixedPlan::FixedPlan(const EncoderInput& input, double bound, Packing packing)
    : input_(input), bound_(bound), packing_(packing), extents_(input.tracks.size()) {
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

std::vector<EncoderNode> FixedPlan::nodes(uint32_t first, uint32_t end) const {
  const uint32_t last = uint32_t(input_.source.count) - 1;
  std::vector<EncoderNode> nodes = {{first << levels_}};
  uint32_t begin_node = 0;
  for (uint32_t block = first; block < end; ++block) {
    const uint32_t sample = block << levels_, next = std::min(sample + (1u << levels_), last);
    const uint32_t end_node = uint32_t(nodes.size());
    nodes.push_back({next});
    append_midpoints(nodes, begin_node, end_node, next - sample, levels_);
    begin_node = end_node;
  }
  return nodes;
}

// Bits of a track over the whole clip.
double FixedPlan::track_bits(size_t track, int exponent, uint32_t levels) const {
  const Extent& extent = extents_[track];
  const double inverse_step = std::pow(2.0, double(exponent) / 2);
  const double keys = double(block_count(levels)) + 1;
  double bits = 0;
  for (size_t c = 0; c < input_.tracks[track].components; ++c) {
    bits += keys * std::bit_width(uint32_t(std::min(extent.span[c] * inverse_step + 0.5, 1e9)));
    for (uint32_t level = 0; level < levels; ++level)
      bits += (keys - 1) * double(1u << level) *
              residual_width(extent.residuals[levels - 1 - level][c] * inverse_step);
  }
  return bits;
}

std::vector<ClosedLoop::Clamp> FixedPlan::clamps(const std::vector<int>& exponents) const {
  std::vector<ClosedLoop::Clamp> clamps(exponents.size());
  for (size_t t = 0; t < exponents.size(); ++t) {
    const double inverse_step = std::pow(2.0, double(exponents[t]) / 2);
    for (uint32_t level = 0; level < levels_; ++level) {
      for (size_t c = 0; c < 4; ++c)
        clamps[t].bits[level + 1][c] =
            uint8_t(residual_width(extents_[t].residuals[levels_ - 1 - level][c] * inverse_step));
    }
  }
  return clamps;
}

double FixedPlan::clip_bits(uint32_t levels) const {
  double bits = 4.0 * double(input_.source.count);  // rows end with their bytes
  for (size_t t = 0; t < exponents_.size(); ++t) bits += track_bits(t, exponents_[t], levels);
  return bits;
}

// Samples evenly over the clip, all as keys: what steps a bound needs hardly depends on the levels.
void FixedPlan::search_steps() {
  const size_t count = input_.source.count, wanted = std::min(kSamplesLookedAt, count);
  std::vector<EncoderNode> nodes;
  for (size_t i = 0; i < wanted; ++i) nodes.push_back({uint32_t(i * (count - 1) / (wanted - 1))});
  ClosedLoop loop(input_, std::move(nodes));
  const auto cost = [this](size_t track, int exponent, const CodeRange&) {
    return track_bits(track, exponent, 0);
  };
  StepSearch search(loop, cost, limits_, bound_, 1);
  search.start(1);
  search.coarsen(3, false);
  exponents_ = loop.exponents;
}

// Makes steps finer as long as that takes no bits.
void FixedPlan::take_what_is_free() {
  for (size_t t = 0; t < exponents_.size(); ++t) {
    while (exponents_[t] < limits_.most[t] &&
           track_bits(t, exponents_[t] + 1, levels_) <= track_bits(t, exponents_[t], levels_))
      ++exponents_[t];
  }
}

void FixedPlan::search() {
  search_steps();
  double least = clip_bits(0);
  const bool fast = packing_ == Packing::kFast;
  if (fast && least < 8 * kSmallClip) return;
  for (uint32_t levels = 1; levels <= (fast ? 1 : kFixedLevels); ++levels) {
    if (clip_bits(levels) >= (fast ? kWorthALevel : 1) * least) continue;
    least = clip_bits(levels);
    levels_ = levels;
  }
  take_what_is_free();
}

void FixedPlan::encode_with(ClosedLoop& loop, size_t track, int exponent) const {
  loop.exponents[track] = exponent;
  loop.clamps = clamps(loop.exponents);
  loop.encode();
}

// The tracks that move a joint and could be finer; those whose steps do most first, and only a few.
std::vector<size_t> FixedPlan::candidates(const ClosedLoop& loop, uint32_t joint) const {
  constexpr size_t kFew = 2;
  std::vector<std::pair<double, size_t>> tracks;
  for (int j = int(joint); j >= 0; j = input_.parents[size_t(j)]) {
    for (const int index : input_.joint_tracks[size_t(j)]) {
      const size_t track = size_t(index);
      if (index < 0 || loop.exponents[track] >= limits_.most[track]) continue;
      tracks.emplace_back(-input_.levers[track] * std::pow(2.0, -0.5 * loop.exponents[track]),
                          track);
    }
  }
  std::sort(tracks.begin(), tracks.end());
  tracks.resize(std::min(tracks.size(), kFew));
  std::vector<size_t> out;
  for (const auto& [effect, track] : tracks) out.push_back(track);
  return out;
}

// Makes that track finer which brings the error furthest down towards `goal` for its bits.
bool FixedPlan::refine(ClosedLoop& loop, double goal) const {
  const double before = loop.largest_error();
  const double least_bits = 0.1 * double(input_.source.count);
  double best_gain = -1e300;
  size_t best = SIZE_MAX;
  for (const size_t track : candidates(loop, loop.worst_joint())) {
    const int exponent = loop.exponents[track];
    encode_with(loop, track, exponent + 1);
    const double after = loop.largest_error();
    loop.exponents[track] = exponent;
    const double more =
        track_bits(track, exponent + 1, levels_) - track_bits(track, exponent, levels_);
    double gain = before - std::max(after, goal);
    if (gain > 0) gain /= more + least_bits;
    if (gain <= best_gain) continue;
    best_gain = gain;
    best = track;
  }
  if (best == SIZE_MAX) return false;
  encode_with(loop, best, loop.exponents[best] + 1);
  return true;
}

bool FixedPlan::learn(std::span<const double> errors) {
  bool changed = false;
  for (uint32_t block = 0; block < errors.size(); ++block) {
    if (errors[block] <= bound_) continue;
    changed = true;
    ClosedLoop loop(input_, nodes(block, block + 1));
    loop.exponents = exponents_;
    loop.clamps = clamps(exponents_);
    loop.encode();
    while (loop.largest_error() > room_ * bound_ && refine(loop, room_ * bound_)) {
    }
    exponents_ = loop.exponents;
  }
  room_ = std::max(room_ - 0.01, 0.8);
  return changed;
}

}  // namespace saker
