#pragma once
// Asset: a packed character with its clips, skins, meshes and materials, used in place from a
// memory-mapped .saker file or from memory.

#include <saker/animate.h>
#include <saker/result.h>
#include <saker/scene.h>

#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace saker {

// Everything is verified once, when the asset is made: afterwards every index, offset and count
// that it hands out is in range. Views point into the asset's memory and live as long as it does;
// moving the asset keeps them valid. Reading is safe from any number of threads.
class Asset {
 public:
  struct MorphTarget {
    std::span<const Vec3> positions;  // displacements; empty: none
    std::span<const Vec3> normals;
  };

  // Vertices and triangles that share a material. Spans with an entry per vertex are either empty
  // or as long as `positions`; `joints` and `weights` have `influences` (0, 4 or 8) per vertex.
  struct Primitive {
    Topology topology = Topology::kTriangles;
    int32_t material = -1;
    std::span<const Vec3> positions;
    std::span<const Vec3> normals;
    std::span<const Vec2> texture_coordinates;  // the set that the material uses
    std::span<const Vec4> colors;
    uint32_t influences = 0;
    std::span<const uint16_t> joints;  // indices into the skin's joints
    std::span<const float> weights;
    std::span<const uint32_t> indices;
    std::vector<MorphTarget> targets;
  };

  struct Mesh {
    std::string_view name;
    std::vector<Primitive> primitives;
    std::vector<std::string_view> target_names;
  };

  // A mesh in the character: moved by `joint`, or by the skin when it has one.
  struct Instance {
    uint32_t joint = 0;
    uint32_t mesh = 0;
    int32_t skin = -1;
    bool visible = true;             // part of the file's default scene
    std::span<const float> weights;  // rest morph weights, one per target
  };

  struct Material {
    std::string_view name;
    Vec4 base_color{1, 1, 1, 1};  // linear
    int32_t image = -1;
    Wrap wrap_u = Wrap::kRepeat, wrap_v = Wrap::kRepeat;
    bool nearest = false;
    AlphaMode alpha_mode = AlphaMode::kOpaque;
    float alpha_cutoff = 0.5f;
    bool double_sided = false;
    bool unlit = false;
  };

  // An encoded picture (PNG or JPEG).
  struct Image {
    std::string_view name;
    std::span<const uint8_t> bytes;
  };

  // Maps and verifies a .saker file. Errors name the file and the byte at fault.
  static Result<Asset> load(const std::filesystem::path& path);

  // Verifies bytes in the .saker format and takes them over. `name` stands in messages.
  static Result<Asset> from_bytes(std::vector<uint8_t> bytes, std::string_view name = "memory");

  Asset(Asset&&) noexcept;
  Asset& operator=(Asset&&) noexcept;
  ~Asset();

  const Skeleton& skeleton() const;
  std::span<const Clip> clips() const;
  std::span<const SkinBinding> skins() const;
  std::span<const Mesh> meshes() const;
  std::span<const Instance> instances() const;
  std::span<const Material> materials() const;
  std::span<const Image> images() const;

  // Of every visible mesh at rest.
  const Bounds& rest_bounds() const;

  // The clip that a person means by `text`: an exact name wins, then an index; null if none.
  const Clip* find_clip(std::string_view text) const;

 private:
  struct Contents;
  explicit Asset(std::unique_ptr<Contents> contents);
  friend class AssetReader;
  std::unique_ptr<Contents> contents_;
};

// Whether a file that starts with these bytes is meant to be a .saker file, whole or not.
bool is_saker_file(std::span<const uint8_t> start);

// What a character fills while it plays a clip (an index into asset.clips()), or at rest for any
// other number.
Bounds clip_bounds(const Asset& asset, int clip);

// The number of morph weights of a character: of all instances, one after the other.
size_t morph_weight_count(const Asset& asset);

// The morph weights of a character at a time of a clip, in seconds; the rest weights where the clip
// has none, or is null. out.size() == morph_weight_count(asset).
Status sample_morph_weights(const Asset& asset, const Clip* clip, float time, std::span<float> out);

}  // namespace saker
