#pragma once
// From the records of a clip's tracks to what the runtime works with.

#include "asset/contents.h"

namespace saker {

// Both check everything, so that the runtime may trust what it finds, and point the clip to the
// tracks.
void unpack_constants(const ChunkReader& chunk, const format::ClipRecord& record, Clip& clip,
                      UnpackedTracks& tracks);
void unpack_samples(const ChunkReader& chunk, const format::ClipRecord& record, Clip& clip,
                    UnpackedTracks& tracks);

// Lists what moves each channel. Where several tracks do, it is the last kind and the last track,
// as for sample().
void list_sources(Clip& clip, UnpackedTracks& tracks);

// What codes and residuals count in: 2^(-exponent / 2).
float half_octave_step(uint32_t exponent);

}  // namespace saker
