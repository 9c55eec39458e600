#pragma once
// Whether the residuals of an adaptive clip lie where its segments say.

#include "asset/chunk.h"

#include <saker/clip.h>

namespace saker {

// Walks the headers of every segment, so that no decoder can be led outside. Complexity: segments
// times tracks.
void check_segments(const ChunkReader& chunk, std::span<const SampledTrack> tracks,
                    const Clip& clip);

}  // namespace saker
