#pragma once
// Packing one clip: choosing how each track is stored, and proving the error.

#include "build/joint_map.h"

#include <saker/build.h>
#include <saker/clip.h>
#include <saker/skeleton.h>

namespace saker {

struct PackedClip {
  std::vector<uint8_t> section;
  ClipReport report;
};

// Bytes of keys and times.
size_t raw_size(const RawClip& clip);

// Packs `clip` for the skeleton that was made of the scene.
//
// What is written is read back and its error measured by the runtime's own sampler. What is off by
// more than the tolerance is encoded finer; the last resort keeps every track's keys in floats,
// whose rounding is then the error. Progress runs from 0 to 1; what it throws ends the packing.
PackedClip pack_clip(const Scene& scene, const RawClip& clip, const JointMap& map,
                     const Skeleton& skeleton, const Bounds& bounds, const BuildOptions& options,
                     const Progress& progress);

}  // namespace saker
