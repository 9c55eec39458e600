#pragma once
// Sampling tracks that kept their own keys.

#include <saker/clip.h>

#include <span>

namespace saker {

// The value of a keyed track at a time: keys.width floats. Rotations (`is_rotation`) come out at
// unit length. A single key is a constant.
void sample_keys(const Clip& clip, const KeyedTrack& keys, float time, bool is_rotation,
                 std::span<float> out);

}  // namespace saker
