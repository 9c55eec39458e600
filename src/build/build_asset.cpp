#include "asset/chunk.h"
#include "base/hash.h"
#include "build/bounds.h"
#include "build/clip_packer.h"
#include "build/parallel.h"
#include "build/write_mesh.h"

#include <saker/build.h>

namespace saker {
namespace {

struct Chunk {
  uint32_t type;
  std::vector<uint8_t> bytes;
};

// Owns what the packed Skeleton points into.
struct SkeletonData {
  std::vector<int32_t> parents;
  std::vector<Transform> rest;
  std::vector<FixedJoint> fixed;
  std::vector<TextRange> names;
  TextWriter text;
  std::vector<WalkStep> walk;

  Skeleton view(const JointMap& map) const {
    return {parents, rest, fixed, map.nodes, names, text.text, walk};
  }
};

SkeletonData make_skeleton(const Scene& scene, const JointMap& map) {
  SkeletonData data;
  for (size_t j = 0; j < map.nodes.size(); ++j) {
    const Node& node = scene.nodes[size_t(map.nodes[j])];
    const auto rest = rest_transform(node);
    data.parents.push_back(node.parent < 0 ? -1 : map.joints[size_t(node.parent)]);
    data.rest.push_back(rest.value_or(Transform{}));
    if (!rest) data.fixed.push_back({uint32_t(j), *node.matrix});
    data.names.push_back(data.text.add(node.name));
  }
  data.walk = make_walk(data.parents);
  return data;
}

std::vector<uint8_t> write_skeleton(const Skeleton& skeleton) {
  ChunkWriter chunk(sizeof(format::SkeletonRecord));
  format::SkeletonRecord record = {};
  record.parents = chunk.add(skeleton.parents);
  record.rest = chunk.add(skeleton.rest);
  record.fixed = chunk.add(skeleton.fixed);
  record.nodes = chunk.add(skeleton.nodes);
  record.names = chunk.add(skeleton.names);
  record.text = chunk.add(skeleton.text);
  return chunk.finish(record);
}

std::vector<uint8_t> write_skin(const Skin& skin, const JointMap& map) {
  ChunkWriter chunk(sizeof(format::SkinRecord));
  std::vector<uint32_t> joints;
  for (const int node : skin.joints) joints.push_back(uint32_t(map.joints[size_t(node)]));
  format::SkinRecord record = {};
  record.name = chunk.add(skin.name);
  record.joints = chunk.add(joints);
  record.inverse_binds = chunk.add(skin.inverse_binds);
  return chunk.finish(record);
}

size_t align(size_t size) {
  return (size + format::kChunkAlignment - 1) / format::kChunkAlignment * format::kChunkAlignment;
}

std::vector<uint8_t> write_container(const std::vector<Chunk>& chunks) {
  std::vector<format::ChunkEntry> table;
  size_t end = align(sizeof(format::FileHeader) + chunks.size() * sizeof(format::ChunkEntry));
  for (const Chunk& chunk : chunks) {
    table.push_back({chunk.type, 0, end, chunk.bytes.size()});
    end = align(end + chunk.bytes.size());
  }
  std::vector<uint8_t> file(end);
  format::FileHeader header = {};
  std::memcpy(header.magic, format::kMagic, sizeof(header.magic));
  header.version = format::kVersion;
  header.chunk_count = uint32_t(chunks.size());
  header.file_size = file.size();
  std::memcpy(file.data(), &header, sizeof(header));
  std::memcpy(file.data() + sizeof(header), table.data(), table.size() * sizeof(table[0]));
  for (size_t i = 0; i < chunks.size(); ++i)
    std::memcpy(file.data() + table[i].offset, chunks[i].bytes.data(), chunks[i].bytes.size());
  header.checksum = hash64(file.data() + 16, file.size() - 16);
  std::memcpy(file.data(), &header, sizeof(header));
  return file;
}

bool too_large(const std::vector<Chunk>& chunks) {
  for (const Chunk& chunk : chunks) {
    if (chunk.bytes.size() > UINT32_MAX) return true;
  }
  return false;
}

std::vector<PackedClip> pack_clips(const Scene& scene, const JointMap& map,
                                   const Skeleton& skeleton, const std::vector<NodeBox>& boxes,
                                   const BuildOptions& options, const Progress& progress) {
  std::vector<double> weights;
  for (const RawClip& clip : scene.clips) weights.push_back(double(raw_size(clip)) + 1);
  std::vector<PackedClip> packed(scene.clips.size());
  const auto pack = [&](size_t i, const Progress& of_clip) {
    const RawClip& clip = scene.clips[i];
    packed[i] = pack_clip(scene, clip, map, skeleton, measure_bounds(scene, boxes, &clip), options,
                          of_clip);
  };
  run_parallel(weights, options.threads, pack, progress);
  return packed;
}

}  // namespace

Result<BuiltAsset> build_asset(const Scene& scene, const BuildOptions& options,
                               const Progress& progress) {
  const JointMap map(scene);
  if (map.nodes.size() != scene.nodes.size())
    return Error{ErrorCode::kInvalidArgument, "the parents of the scene's nodes form a loop", ""};
  if (!(options.tolerance > 0) || !(options.shell > 0) || !(options.rate >= 0))
    return Error{ErrorCode::kInvalidArgument,
                 "the tolerance and the shell must be greater than 0, the rate at least 0", ""};
  const SkeletonData skeleton_data = make_skeleton(scene, map);
  const Skeleton skeleton = skeleton_data.view(map);
  const std::vector<NodeBox> boxes = collect_boxes(scene);
  std::vector<Chunk> chunks;
  BuiltAsset built;
  chunks.push_back({format::kSkeletonChunk, write_skeleton(skeleton)});
  for (const Skin& skin : scene.skins)
    chunks.push_back({format::kSkinChunk, write_skin(skin, map)});
  for (PackedClip& clip : pack_clips(scene, map, skeleton, boxes, options, progress)) {
    chunks.push_back({format::kClipChunk, std::move(clip.section)});
    built.clips.push_back(std::move(clip.report));
  }
  for (const Mesh& mesh : scene.meshes)
    chunks.push_back({format::kMeshChunk, write_mesh(scene, mesh)});
  chunks.push_back({format::kInstancesChunk,
                    write_instances(scene, map, measure_bounds(scene, boxes, nullptr))});
  chunks.push_back({format::kMaterialsChunk, write_materials(scene)});
  for (const Image& image : scene.images)
    chunks.push_back({format::kImageChunk, write_image(image)});
  if (too_large(chunks))
    return Error{ErrorCode::kLimit, "a section would be larger than 4 GiB; split the file", ""};
  built.bytes = write_container(chunks);
  return built;
}

}  // namespace saker
