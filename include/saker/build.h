#pragma once
// Building an Asset: from an exact Scene to packed bytes whose error is known.

#include <saker/clip.h>
#include <saker/result.h>
#include <saker/scene.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace saker {

// How the samples of a clip are stored.
enum class Packing : uint32_t {
  kFast,   // the same widths throughout, for the cheapest sampling
  kSmall,  // widths and precision per track and moment: about half the size, slower to make
};

struct BuildOptions {
  Packing packing = Packing::kFast;
  // Metres. No point of a shell around any joint may be further than this from where the exact clip
  // has it, at any time.
  double tolerance = 1e-4;
  // Metres: the distance of the shell's points from their joint, along its axes.
  double shell = 0.03;
  // Samples per second of sampled tracks; 0 chooses per clip.
  double rate = 0;
  // How many clips are packed at once; 0: as many as the machine has cores. The bytes do not depend
  // on it.
  unsigned threads = 0;
};

// What packing did to one clip.
struct ClipReport {
  std::string name;
  size_t raw_bytes = 0;     // keys and times of the source
  size_t packed_bytes = 0;  // of the clip's section in the file
  double rate = 0;          // samples per second
  size_t samples = 0;
  SampleLayout layout = SampleLayout::kFixed;
  uint32_t levels = 0;  // of residuals
  // Joint channels by how they are stored.
  size_t rest_tracks = 0, constant_tracks = 0, sampled_tracks = 0, keyed_tracks = 0;
  // Metres: the largest error that was measured, and where.
  double error = 0;
  std::string error_joint;
  double error_time = 0;
  // What half, 95 % and 99 % of all joints and moments stay below.
  double error_median = 0, error_95 = 0, error_99 = 0;
  double seconds = 0;  // that packing took
};

struct BuiltAsset {
  std::vector<uint8_t> bytes;  // a .saker file
  std::vector<ClipReport> clips;
};

// Called with the share of the work done, 0 to 1, on the thread that called build_asset. What it
// throws ends the work and goes on to the caller.
using Progress = std::function<void(double)>;

// Packs a scene. The scene must be valid, as importers guarantee. Clips keep their order, joints
// the names and file indices of their nodes.
Result<BuiltAsset> build_asset(const Scene& scene, const BuildOptions& options = {},
                               const Progress& progress = {});

// Writes bytes under a temporary name beside `path` and renames it, so that a reader never sees
// half a file and a failure leaves the old one. Returns no error when it worked.
std::optional<Error> write_file(const std::filesystem::path& path, std::span<const uint8_t> bytes);

}  // namespace saker
