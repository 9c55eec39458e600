#include "build/key_rows.h"

#include "build/segment_widths.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace saker {

KeyField key_field(const TrackCoding& coding, const CodeRange& range) {
  KeyField field;
  for (size_t c = 0; c < coding.components; ++c) {
    const int32_t low = range.low[0][c], high = range.high[0][c];
    if (coding.centered()) {
      field.widths[c] = uint32_t(std::bit_width(uint32_t(high - low)));
      field.shifts[c] = (low + high + (low + high >= 0 ? 1 : 0)) / 2;
    } else {
      field.widths[c] = code_width(low, high);
    }
  }
  return field;
}

double key_cost(const TrackCoding& coding, const CodeRange& range) {
  const KeyField field = key_field(coding, range);
  double bits = 0;
  for (size_t c = 0; c < coding.components; ++c) bits += field.widths[c];
  return bits;
}

void append_centers(const TrackCoding& coding, const KeyField& field, double step,
                    std::vector<float>& out) {
  if (!coding.centered()) return;
  for (size_t c = 0; c < 3; ++c)
    out.push_back(float(coding.center[c] + step * double(field.shifts[c])));
}

void put_codes(BitWriter& out, std::span<const int32_t> codes, const uint32_t* widths,
               const int32_t* shifts) {
  for (size_t c = 0; c < codes.size(); ++c) {
    if (widths[c] == 0) continue;
    out.put(uint32_t(codes[c] - (shifts ? shifts[c] : 0)) + (1u << (widths[c] - 1)), widths[c]);
  }
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
