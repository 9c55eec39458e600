#pragma once
// What a packed clip costs: memory, error, and the time of everything that is done with it.

#include <saker/asset.h>
#include <saker/build.h>

#include <optional>
#include <string>
#include <vector>

namespace saker::cli {

// The whole chain, from clips and times to palettes, for a crowd.
struct ChainFigure {
  size_t instances = 0;
  size_t clips = 0;  // in the mix of each
  double seconds_per_character = 0;
};

struct ClipFigures {
  std::string name;
  size_t joints = 0;
  size_t samples = 0;
  size_t packed_bytes = 0;
  double error = 0;                    // metres, the largest
  std::optional<double> pack_seconds;  // unknown of a clip that was packed long ago
  double pose_forward = 0;             // seconds per pose, at one moment after another
  double pose_random = 0;              // seconds per pose, at moments without order
  double joint_single = 0;             // seconds per model matrix of a joint eight below a root
  size_t palette = 0;                  // matrices that the chain makes per character
  std::vector<ChainFigure> chain;

  // What the samples would take as plain floats, ten per joint.
  size_t raw_bytes() const { return joints * samples * sizeof(Transform); }
};

// Measures a clip of an asset (an index), its chain for each number of `instances`, with this clip
// alone and mixed with the two after it in the file, starting over at its end. Crowds whose
// palettes would take more than a gigabyte are left out. Takes two or three seconds, and with huge
// skeletons at most ten.
ClipFigures measure_clip(const Asset& asset, size_t clip, std::span<const size_t> instances,
                         const Progress& progress);

}  // namespace saker::cli
