// Samples with the same widths and steps throughout.
#include "asset/unpack_tracks.h"
#include "build/code_rows.h"
#include "build/fixed_plan.h"
#include "build/sample_encoder.h"

#include <algorithm>

namespace saker {
namespace {

// Blocks that are encoded at once, to keep the encoder's state small.
constexpr uint32_t kBlocksAtOnce = 32;

class FixedEncoder : public SampleEncoder {
 public:
  FixedEncoder(const EncoderInput& input, const BuildOptions& options);

  void encode(const Progress& progress) override;
  void tighten(std::span<const double> errors) override;
  std::vector<size_t> too_wide() const override;
  SampleData data() const override;

 private:
  void encode_blocks(uint32_t first, uint32_t end);
  void note_codes(const ClosedLoop& loop);
  void encode_until_it_fits(const Progress& progress);
  size_t row_size(uint32_t level) const;
  void put_row(BitWriter& out, uint32_t sample, uint32_t level) const;
  void put_block(BitWriter& out, uint32_t block) const;

  const EncoderInput& input_;
  double tolerance_, target_;
  FixedPlan plan_;
  // What the last pass over all samples made of them.
  std::vector<std::array<int32_t, 4>> codes_;  // sample after sample, track after track
  std::vector<int> exponents_;                 // per track
  std::vector<CodeRange> ranges_;
  std::vector<double> errors_;  // per block
};

FixedEncoder::FixedEncoder(const EncoderInput& input, const BuildOptions& options)
    : input_(input),
      tolerance_(options.tolerance),
      target_(target_error(input, options)),
      plan_(input, target_, options.packing),
      codes_(input.source.count * input.tracks.size()) {}

void FixedEncoder::note_codes(const ClosedLoop& loop) {
  const size_t tracks = input_.tracks.size();
  for (size_t n = 0; n < loop.node_count(); ++n) {
    const uint32_t sample = loop.node(n).sample;
    const uint32_t block = std::min(sample >> plan_.levels(), plan_.block_count() - 1);
    errors_[block] = std::max(errors_[block], loop.error(n));
    std::copy_n(&loop.codes(n, 0), tracks, codes_.begin() + long(sample * tracks));
  }
  for (size_t t = 0; t < tracks; ++t) {
    for (size_t l = 0; l < kCodeLevels; ++l) {
      for (size_t c = 0; c < 4; ++c) {
        const CodeRange& range = loop.ranges()[t];
        ranges_[t].low[l][c] = std::min(ranges_[t].low[l][c], range.low[l][c]);
        ranges_[t].high[l][c] = std::max(ranges_[t].high[l][c], range.high[l][c]);
      }
    }
  }
}

void FixedEncoder::encode_blocks(uint32_t first, uint32_t end) {
  ClosedLoop loop(input_, plan_.nodes(first, end));
  loop.exponents = exponents_;
  loop.clamps = plan_.clamps(exponents_);
  loop.encode();
  note_codes(loop);
}

// The plan has looked at a few samples only, so it learns where they come out too far off.
void FixedEncoder::encode_until_it_fits(const Progress& progress) {
  constexpr int kRounds = 12;
  const uint32_t blocks = plan_.block_count();
  for (int round = 0; round < kRounds; ++round) {
    exponents_ = plan_.exponents();
    ranges_.assign(input_.tracks.size(), {});
    errors_.assign(blocks, 0);
    for (uint32_t first = 0; first < blocks; first += kBlocksAtOnce) {
      encode_blocks(first, std::min(first + kBlocksAtOnce, blocks));
      if (progress) progress(std::min(1.0, double(first + kBlocksAtOnce) / blocks));
    }
    if (!plan_.learn(errors_)) return;
  }
}

void FixedEncoder::encode(const Progress& progress) {
  plan_.search();
  encode_until_it_fits(progress);
}

void FixedEncoder::tighten(std::span<const double> errors) {
  const double error = *std::max_element(errors.begin(), errors.end());
  plan_.aim_at(tightened(plan_.bound(), error, tolerance_));
  encode_until_it_fits({});
}

std::vector<size_t> FixedEncoder::too_wide() const {
  std::vector<size_t> tracks;
  for (size_t t = 0; t < input_.tracks.size(); ++t) {
    const TrackCoding& coding = input_.tracks[t];
    bool fits = fits_format(key_field(coding, ranges_[t]), exponents_[t]);
    for (uint32_t level = 1; level <= plan_.levels(); ++level)
      fits = fits && fits_format(residual_field(coding, ranges_[t], level), exponents_[t]);
    if (!fits) tracks.push_back(t);
  }
  return tracks;
}

void FixedEncoder::put_row(BitWriter& out, uint32_t sample, uint32_t level) const {
  for (size_t t = 0; t < input_.tracks.size(); ++t) {
    const TrackCoding& coding = input_.tracks[t];
    const RowField field =
        level == 0 ? key_field(coding, ranges_[t]) : residual_field(coding, ranges_[t], level);
    put_codes(out, {codes_[sample * input_.tracks.size() + t].data(), coding.components}, field);
  }
  out.align();
}

size_t FixedEncoder::row_size(uint32_t level) const {
  uint32_t bits = 0;
  for (size_t t = 0; t < input_.tracks.size(); ++t)
    bits += residual_field(input_.tracks[t], ranges_[t], level).bits();
  return (bits + 7) / 8;
}

void FixedEncoder::put_block(BitWriter& out, uint32_t block) const {
  const std::vector<EncoderNode> nodes = plan_.nodes(block, block + 1);
  put_row(out, nodes[0].sample, 0);
  for (uint32_t level = 1; level <= plan_.levels(); ++level) {
    uint32_t missing = 1u << (level - 1);
    for (const EncoderNode& node : nodes) {
      if (node.level != level) continue;
      put_row(out, node.sample, level);
      --missing;
    }
    // The last block may be short, but has room for all rows.
    out.put_zeros(missing * row_size(level));
  }
}

SampleData FixedEncoder::data() const {
  SampleData data;
  data.layout = SampleLayout::kFixed;
  data.levels = plan_.levels();
  for (size_t t = 0; t < input_.tracks.size(); ++t) {
    const TrackCoding& coding = input_.tracks[t];
    const RowField field = key_field(coding, ranges_[t]);
    const auto exponent = uint32_t(exponents_[t]);
    data.steps.push_back(uint8_t(exponent));
    data.residual_steps.push_back(0);
    append_widths(coding, field, data.widths);
    for (uint32_t level = 1; level <= data.levels; ++level)
      append_widths(coding, residual_field(coding, ranges_[t], level), data.widths);
    append_center(coding, field, double(half_octave_step(exponent)), data.centers);
  }
  BitWriter rows;
  for (uint32_t block = 0; block < plan_.block_count(); ++block) put_block(rows, block);
  put_row(rows, uint32_t(input_.source.count - 1), 0);
  rows.put_zeros(format::kBitPadding);
  data.blocks = rows.take();
  return data;
}

}  // namespace

std::unique_ptr<SampleEncoder> make_fixed_encoder(const EncoderInput& input,
                                                  const BuildOptions& options) {
  return std::make_unique<FixedEncoder>(input, options);
}

}  // namespace saker
