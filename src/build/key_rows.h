#pragma once
// How keys lie in their rows.

#include "build/bit_writer.h"
#include "build/closed_loop.h"

namespace saker {

// Keys of one track. Codes are stored less `shift`, which is moved into the center where the track
// has one, so that they lie evenly around zero.
struct KeyField {
  uint32_t widths[4] = {};
  int32_t shifts[4] = {};
};

// For keys with codes in the range's level 0.
KeyField key_field(const TrackCoding& coding, const CodeRange& range);

// Bits of one key.
double key_cost(const TrackCoding& coding, const CodeRange& range);

// The centers of a track whose codes are shifted.
void append_centers(const TrackCoding& coding, const KeyField& field, double step,
                    std::vector<float>& out);

// Appends codes with half the range added; `widths` and `shifts` per component.
void put_codes(BitWriter& out, std::span<const int32_t> codes, const uint32_t* widths,
               const int32_t* shifts);

// The finest exponent with which keys of a track still fit into their fields.
int finest_exponent(const EncoderInput& input, size_t track);

}  // namespace saker
