#pragma once
// How codes lie side by side in rows.

#include "build/bit_writer.h"
#include "build/closed_loop.h"

namespace saker {

// What the codes of a track take in a row. They are stored less `shifts`, which are moved into the
// center of a track that has one, so that they lie evenly around zero.
struct RowField {
  uint32_t widths[4] = {};
  int32_t shifts[4] = {};

  uint32_t bits() const { return widths[0] + widths[1] + widths[2] + widths[3]; }
};

// Bits for codes from low to high in two's complement.
uint32_t code_width(int32_t low, int32_t high);

RowField key_field(const TrackCoding& coding, const CodeRange& range);
RowField residual_field(const TrackCoding& coding, const CodeRange& range, uint32_t level);

void append_widths(const TrackCoding& coding, const RowField& field, std::vector<uint8_t>& out);

// The center of a track whose codes are shifted, if it has one.
void append_center(const TrackCoding& coding, const RowField& field, double step,
                   std::vector<float>& out);

// Writes codes with half their range added.
void put_codes(BitWriter& out, std::span<const int32_t> codes, const RowField& field);

// Whether a file can say it: no component wider than a float is precise, and a step that a byte
// stands for.
bool fits_format(const RowField& field, int exponent);

// The finest exponent with which keys of a track still fit into the widest field.
int finest_exponent(const EncoderInput& input, size_t track);

}  // namespace saker
