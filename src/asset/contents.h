#pragma once
// What an Asset holds, and the functions that read it from chunks.

#include "asset/chunk.h"
#include "asset/mapped_file.h"

#include <saker/asset.h>

namespace saker {

// The tracks of a clip, unpacked from their records.
struct UnpackedTracks {
  std::vector<ConstantTrack> constants;
  std::vector<SampledTrack> sampled;
  std::vector<ChannelSource> sources;
};

struct Asset::Contents {
  MappedFile file;
  std::vector<uint8_t> memory;

  Skeleton skeleton;
  std::vector<WalkStep> walk;
  std::vector<Clip> clips;
  std::vector<UnpackedTracks> tracks;  // of each clip
  std::vector<SkinBinding> skins;
  std::vector<Mesh> meshes;
  std::vector<Instance> instances;
  std::vector<Material> materials;
  std::vector<Image> images;
  Bounds rest_bounds;
};

// Each reads one chunk and checks everything that can be checked inside it.
Skeleton read_skeleton(const ChunkReader& chunk);
SkinBinding read_skin(const ChunkReader& chunk);
Clip read_clip(const ChunkReader& chunk, UnpackedTracks& tracks);

// Access to the parts of Asset that only its reader makes.
class AssetReader {
 public:
  using Contents = Asset::Contents;

  // Reads everything out of `file`, which the contents own.
  static void read(std::span<const uint8_t> file, Contents& contents, Fault& fault);
  static Result<Asset> finish(std::unique_ptr<Contents> contents, std::string_view name);

 private:
  static Asset::Mesh read_mesh(const ChunkReader& chunk);
  static Asset::Image read_image(const ChunkReader& chunk);
  static void read_instances(const ChunkReader& chunk, Contents& contents);
  static void read_materials(const ChunkReader& chunk, Contents& contents);
  static void read_chunk(const format::ChunkEntry& entry, std::span<const uint8_t> file,
                         Contents& contents, Fault& fault);
  static void check_references(const Contents& contents, Fault& fault);
};

}  // namespace saker
