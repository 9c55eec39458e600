#include "build/code_rows.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace saker {

uint32_t code_width(int32_t low, int32_t high) {
  if (low == 0 && high == 0) return 0;
  const auto magnitude = uint32_t(std::max(high, -(low + 1)));
  return uint32_t(std::bit_width(magnitude)) + 1;
}

RowField residual_field(const TrackCoding& coding, const CodeRange& range, uint32_t level) {
  RowField field;
  for (size_t c = 0; c < coding.components; ++c)
    field.widths[c] = code_width(range.low[level][c], range.high[level][c]);
  return field;
}

RowField key_field(const TrackCoding& coding, const CodeRange& range) {
  if (!coding.centered()) return residual_field(coding, range, 0);
  RowField field;
  for (size_t c = 0; c < coding.components; ++c) {
    const int32_t low = range.low[0][c], high = range.high[0][c];
    field.widths[c] = uint32_t(std::bit_width(uint32_t(high - low)));
    field.shifts[c] = (low + high + (low + high >= 0 ? 1 : 0)) / 2;  // their middle, rounded up
  }
  return field;
}

void append_widths(const TrackCoding& coding, const RowField& field, std::vector<uint8_t>& out) {
  for (size_t c = 0; c < coding.components; ++c) out.push_back(uint8_t(field.widths[c]));
}

void append_center(const TrackCoding& coding, const RowField& field, double step,
                   std::vector<float>& out) {
  if (!coding.centered()) return;
  for (size_t c = 0; c < 3; ++c)
    out.push_back(float(coding.center[c] + step * double(field.shifts[c])));
}

void put_codes(BitWriter& out, std::span<const int32_t> codes, const RowField& field) {
  for (size_t c = 0; c < codes.size(); ++c) {
    if (field.widths[c] == 0) continue;
    const uint32_t half = 1u << (field.widths[c] - 1);
    out.put(uint32_t(codes[c] - field.shifts[c]) + half, field.widths[c]);
  }
}

bool fits_format(const RowField& field, int exponent) {
  constexpr uint32_t kWidest = 24;
  return exponent >= 0 && exponent <= 255 &&
         *std::max_element(std::begin(field.widths), std::end(field.widths)) <= kWidest;
}

int finest_exponent(const EncoderInput& input, size_t track) {
  constexpr double kRoom = 22.5;  // bits of a field's 24, with room for the closed loop
  const TrackCoding& coding = input.tracks[track];
  if (coding.track.channel == Channel::kRotation) return int(2 * (kRoom - 1));
  double extent = 1e-9;
  for (size_t i = 0; i < input.source.count; ++i) {
    const DTransform& local = input.source.locals[input.source.at(i, coding.track.joint)];
    const Components v = code_vector(
        coding, coding.track.channel == Channel::kScale ? local.scale : local.translation);
    for (size_t c = 0; c < 3; ++c) extent = std::max(extent, std::fabs(v[c]));
  }
  return int(std::clamp(2 * (kRoom - std::log2(2 * extent)), 0.0, 255.0));
}

}  // namespace saker
