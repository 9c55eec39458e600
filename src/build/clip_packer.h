#pragma once
// Packing one clip: choosing how each track is stored, and proving the error.

#include "build/joint_map.h"

#include <saker/build.h>
#include <saker/clip.h>
#include <saker/skeleton.h>

#include <string>
#include <vector>

namespace saker {

// Owns what a Clip points into.
struct PackedClip {
  std::string name;
  float duration = 0;
  uint32_t row_count = 0;
  uint32_t row_size = 0;
  uint32_t joint_count = 0;
  float error = 0;
  Bounds bounds;
  std::vector<ConstantTrack> constants;
  std::vector<SampledTrack> sampled;
  std::vector<KeyedJointTrack> keyed;
  std::vector<Curve> curves;
  std::vector<std::byte> rows;
  std::vector<float> key_times, key_values;
  std::vector<uint32_t> buckets;
  std::string text;

  float rate() const { return duration > 0 ? float((row_count - 1) / double(duration)) : 0; }
  Clip view() const;
};

// Packs `clip` for the skeleton that was made of the scene. The report's sizes except packed_bytes,
// and its error, are filled in.
//
// The error is measured by the runtime's own sampler at every row, three times between neighbours,
// and at every key. Packing starts generous and tightens until it is below the tolerance; the last
// resort keeps every track's keys in floats, whose rounding is then the error.
PackedClip pack_clip(const Scene& scene, const RawClip& clip, const JointMap& map,
                     const Skeleton& skeleton, const BuildOptions& options, ClipReport& report);

}  // namespace saker
