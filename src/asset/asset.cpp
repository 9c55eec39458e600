#include "asset/contents.h"
#include "asset/unpack_tracks.h"
#include "base/hash.h"

#include <saker/asset.h>

#include <algorithm>

namespace saker {
namespace {

// The chunk table, after everything about the file as a whole has been checked.
std::span<const format::ChunkEntry> read_table(std::span<const uint8_t> file, Fault& fault) {
  format::FileHeader header = {};
  if (file.size() < sizeof(header)) {
    fault = {"the file is too short to be a .saker file", file.size()};
    return {};
  }
  std::memcpy(&header, file.data(), sizeof(header));
  const uint64_t table_end =
      sizeof(header) + uint64_t{header.chunk_count} * sizeof(format::ChunkEntry);
  if (std::memcmp(header.magic, format::kMagic, sizeof(header.magic)) != 0) {
    fault = {"this is not a .saker file", 0};
  } else if (header.version != format::kVersion) {
    fault = {"the file was written in another version of the format; convert it again", 16};
  } else if (header.file_size != file.size()) {
    fault = {"the file is not as long as it says; it was cut short or added to", 24};
  } else if (header.checksum != hash64(file.data() + 16, file.size() - 16)) {
    fault = {"the checksum does not match; the file is damaged, convert it again", 8};
  } else if (table_end > file.size()) {
    fault = {"the table of sections reaches past the end of the file", 20};
  }
  if (fault.rule != nullptr) return {};
  return {reinterpret_cast<const format::ChunkEntry*>(file.data() + sizeof(header)),
          header.chunk_count};
}

template <class Index>
bool valid_index(Index index, size_t size) {
  return index >= 0 && size_t(index) < size;
}

}  // namespace

void AssetReader::read_chunk(const format::ChunkEntry& entry, std::span<const uint8_t> file,
                             Contents& contents, Fault& fault) {
  const ChunkReader chunk(file, entry, fault);
  switch (entry.type) {
    case format::kSkeletonChunk:
      contents.skeleton = read_skeleton(chunk);
      break;
    case format::kSkinChunk:
      contents.skins.push_back(read_skin(chunk));
      break;
    case format::kClipChunk:
      contents.tracks.emplace_back();
      contents.clips.push_back(read_clip(chunk, contents.tracks.back()));
      break;
    case format::kMeshChunk:
      contents.meshes.push_back(read_mesh(chunk));
      break;
    case format::kImageChunk:
      contents.images.push_back(read_image(chunk));
      break;
    case format::kInstancesChunk:
      read_instances(chunk, contents);
      break;
    case format::kMaterialsChunk:
      read_materials(chunk, contents);
      break;
    default:
      break;  // a section of a later writer that this reader can do without
  }
}

void AssetReader::read(std::span<const uint8_t> file, Contents& contents, Fault& fault) {
  const auto table = read_table(file, fault);
  for (const format::ChunkEntry& entry : table) {
    const uint64_t at = uint64_t(reinterpret_cast<const uint8_t*>(&entry) - file.data());
    if (entry.offset > file.size() || entry.size > file.size() - entry.offset) {
      fault = {"a section reaches past the end of the file", at};
    } else if (entry.offset % format::kChunkAlignment != 0) {
      fault = {"a section is not aligned", at};
    } else {
      read_chunk(entry, file, contents, fault);
    }
    if (fault.rule != nullptr) return;
  }
  check_references(contents, fault);
  // Not before: a clip's number of joints means nothing until it is the skeleton's.
  for (size_t i = 0; i < contents.clips.size() && fault.rule == nullptr; ++i)
    list_sources(contents.clips[i], contents.tracks[i]);
  if (fault.rule != nullptr) return;
  contents.walk = make_walk(contents.skeleton.parents);
  contents.skeleton.walk = contents.walk;
}

// What refers from one chunk to another.
void AssetReader::check_references(const Contents& c, Fault& fault) {
  const auto require = [&](bool holds, const char* rule) {
    if (!holds && fault.rule == nullptr) fault = {rule, 0};
    return holds;
  };
  const uint32_t joints = c.skeleton.joint_count();
  for (const Clip& clip : c.clips)
    require(clip.joint_count == joints, "a clip is for another skeleton");
  for (const SkinBinding& skin : c.skins) {
    for (const uint32_t joint : skin.joints)
      require(joint < joints, "a skin refers to a joint that does not exist");
  }
  for (const Asset::Material& material : c.materials)
    require(material.image == -1 || valid_index(material.image, c.images.size()),
            "a material refers to an image that does not exist");
  for (const Asset::Mesh& mesh : c.meshes) {
    for (const Asset::Primitive& primitive : mesh.primitives)
      require(primitive.material == -1 || valid_index(primitive.material, c.materials.size()),
              "a mesh refers to a material that does not exist");
  }
  for (const Asset::Instance& instance : c.instances) {
    require(instance.joint < joints, "a mesh hangs on a joint that does not exist");
    require(instance.skin == -1 || valid_index(instance.skin, c.skins.size()),
            "a mesh refers to a skin that does not exist");
    if (!require(instance.mesh < c.meshes.size(), "an instance refers to no mesh")) return;
    const Asset::Mesh& mesh = c.meshes[instance.mesh];
    require(instance.weights.size() == mesh.target_names.size(),
            "an instance has another number of morph weights than its mesh");
    if (instance.skin < 0 || fault.rule != nullptr) continue;
    const size_t bound = c.skins[size_t(instance.skin)].joints.size();
    for (const Asset::Primitive& primitive : mesh.primitives) {
      const bool inside = std::all_of(primitive.joints.begin(), primitive.joints.end(),
                                      [&](uint16_t joint) { return joint < bound; });
      require(inside, "a vertex refers to a joint that its skin does not have");
    }
  }
}

Result<Asset> AssetReader::finish(std::unique_ptr<Contents> contents, std::string_view name) {
  const std::span<const uint8_t> bytes =
      contents->memory.empty() ? contents->file.bytes() : contents->memory;
  Fault fault;
  read(bytes, *contents, fault);
  if (fault.rule != nullptr)
    return Error{ErrorCode::kMalformed, fault.rule,
                 std::string(name) + ", byte " + std::to_string(fault.offset)};
  return Asset(std::move(contents));
}

Result<Asset> Asset::load(const std::filesystem::path& path) {
  auto file = MappedFile::open(path);
  if (!file) return file.error();
  auto contents = std::make_unique<Contents>();
  contents->file = std::move(*file);
  return AssetReader::finish(std::move(contents), path.string());
}

Result<Asset> Asset::from_bytes(std::vector<uint8_t> bytes, std::string_view name) {
  auto contents = std::make_unique<Contents>();
  contents->memory = std::move(bytes);
  return AssetReader::finish(std::move(contents), name);
}

Asset::Asset(std::unique_ptr<Contents> contents) : contents_(std::move(contents)) {}
Asset::Asset(Asset&&) noexcept = default;
Asset& Asset::operator=(Asset&&) noexcept = default;
Asset::~Asset() = default;

const Skeleton& Asset::skeleton() const { return contents_->skeleton; }
std::span<const Clip> Asset::clips() const { return contents_->clips; }
std::span<const SkinBinding> Asset::skins() const { return contents_->skins; }
std::span<const Asset::Mesh> Asset::meshes() const { return contents_->meshes; }
std::span<const Asset::Instance> Asset::instances() const { return contents_->instances; }
std::span<const Asset::Material> Asset::materials() const { return contents_->materials; }
std::span<const Asset::Image> Asset::images() const { return contents_->images; }
const Bounds& Asset::rest_bounds() const { return contents_->rest_bounds; }

bool is_saker_file(std::span<const uint8_t> start) {
  constexpr size_t kName = 5;  // what follows it in the magic tells whether a transfer did damage
  return start.size() >= kName && std::memcmp(start.data(), format::kMagic, kName) == 0;
}

Bounds unite(const Bounds& a, const Bounds& b) {
  Bounds both = a;
  for (size_t axis = 0; axis < 3; ++axis) {
    both.minimum[axis] = std::min(both.minimum[axis], b.minimum[axis]);
    both.maximum[axis] = std::max(both.maximum[axis], b.maximum[axis]);
  }
  return both;
}

Bounds clip_bounds(const Asset& asset, int clip) {
  const auto clips = asset.clips();
  return clip >= 0 && size_t(clip) < clips.size() ? clips[size_t(clip)].bounds
                                                  : asset.rest_bounds();
}

const Clip* Asset::find_clip(std::string_view text) const {
  for (const Clip& clip : contents_->clips) {
    if (clip.name == text) return &clip;
  }
  size_t index = 0;
  if (text.empty() || text.size() > 9) return nullptr;
  for (const char c : text) {
    if (c < '0' || c > '9') return nullptr;
    index = index * 10 + size_t(c - '0');
  }
  return index < contents_->clips.size() ? &contents_->clips[index] : nullptr;
}

}  // namespace saker
