// Images, textures and what is needed of materials to recognise a character.

#include "import/document.h"
#include "import/uri.h"

#include <algorithm>
#include <string_view>

namespace saker::gltf {
namespace {

constexpr uint64_t kNearest = 9728, kClamp = 33071, kMirror = 33648, kRepeat = 10497;

// The type that the first bytes of a picture tell; empty for one that is neither PNG nor JPEG.
std::string sniff(std::span<const uint8_t> bytes) {
  const auto starts = [&](std::string_view magic) {
    return bytes.size() >= magic.size() &&
           std::equal(magic.begin(), magic.end(), bytes.begin(),
                      [](char a, uint8_t b) { return uint8_t(a) == b; });
  };
  return starts("\x89PNG\r\n\x1a\n") ? "image/png" : starts("\xFF\xD8\xFF") ? "image/jpeg" : "";
}

// A picture that cannot be had is reported and stays empty: the character still moves.
std::vector<uint8_t> read_image_uri(Document& document, const Cursor& json) {
  if (document.is_glb)
    json.add(rules::kUriInGlb, "uri", "a .glb refers to bytes outside its chunk");
  Uri uri = parse_uri(json.string("uri"));
  if (uri.kind == Uri::Kind::kData) {
    if (document.is_glb)
      json.add(rules::kDataUriInGlb, "uri", "a .glb has bytes in a data: URI, which is wasteful");
    return std::move(uri.bytes);
  }
  if (uri.kind != Uri::Kind::kFile) {
    const bool absolute = uri.kind == Uri::Kind::kAbsolute;
    json.add(absolute ? rules::kNonRelativeImageUri : rules::kInvalidImageUri, "uri",
             "only pictures beside the file or below it are read");
    return {};
  }
  if (!document.read_file) {
    json.add(rules::kImageIoError, "uri",
             "the picture \"" + uri.path + "\" is not part of the file");
    return {};
  }
  auto bytes = document.read_file(uri.path);
  if (bytes) return std::move(*bytes);
  json.add(rules::kImageIoError, "uri", bytes.error().text());
  return {};
}

Image read_image(Document& document, const Cursor& json) {
  Image image;
  json.expect({"uri", "mimeType", "bufferView", "name"});
  image.name = json.string("name");
  image.mime_type = json.string("mimeType");
  if (json.has("uri")) {
    image.bytes = read_image_uri(document, json);
  } else {
    const int view = json.index("bufferView", document.views.size());
    const std::span<const uint8_t> bytes = view_bytes(document, view);
    if (document.hold(bytes.size(), json.path())) image.bytes.assign(bytes.begin(), bytes.end());
  }
  if (json.has("uri") && !document.hold(image.bytes.size(), json.path())) image.bytes.clear();
  if (const std::string type = sniff(image.bytes); !type.empty()) image.mime_type = type;
  return image;
}

Wrap read_wrap(const Cursor& sampler, std::string_view key) {
  switch (sampler.integer(key, kRepeat)) {
    case kRepeat:
      return Wrap::kRepeat;
    case kClamp:
      return Wrap::kClamp;
    case kMirror:
      return Wrap::kMirror;
    default:
      sampler.add(rules::kValueUnknown, key, "no such wrapping; it repeats");
  }
  return Wrap::kRepeat;
}

TextureUse read_texture(Document& document, const Cursor& info) {
  TextureUse use;
  info.require({"index"});
  const Cursor textures = document.array("textures");
  const int index = info.index("index", textures.size());
  use.texture_coordinate = uint32_t(info.integer("texCoord", 0, 255));
  if (index < 0) return use;
  const Cursor texture = textures.item(size_t(index));
  use.image = texture.index("source", document.count("images"));
  if (const int sampler = texture.index("sampler", document.count("samplers")); sampler >= 0) {
    const Cursor json = document.array("samplers").item(size_t(sampler));
    use.wrap_u = read_wrap(json, "wrapS");
    use.wrap_v = read_wrap(json, "wrapT");
    use.nearest = json.integer("magFilter", 0) == kNearest;
  }
  const Cursor transform = info.extension("KHR_texture_transform");
  transform.numbers("offset", &use.offset.x, 2);
  use.rotation = float(transform.number("rotation", 0, -1e30, 1e30));
  transform.numbers("scale", &use.scale.x, 2);
  use.texture_coordinate = uint32_t(transform.integer("texCoord", use.texture_coordinate, 255));
  return use;
}

// The sets of texture coordinates that a material's textures read, drawn here or not.
uint64_t count_texcoords(const Cursor& material) {
  const Cursor pbr = material.object("pbrMetallicRoughness");
  const Cursor glossiness = material.extension("KHR_materials_pbrSpecularGlossiness");
  uint64_t count = 0;
  for (const Cursor& texture :
       {pbr.object("baseColorTexture"), pbr.object("metallicRoughnessTexture"),
        material.object("normalTexture"), material.object("occlusionTexture"),
        material.object("emissiveTexture"), glossiness.object("diffuseTexture"),
        glossiness.object("specularGlossinessTexture")})
    if (texture) count = std::max(count, texture.integer("texCoord", 0, 255) + 1);
  return count;
}

void read_alpha(const Cursor& json, Material& material) {
  const std::string mode = json.string("alphaMode", "OPAQUE");
  material.alpha_mode = mode == "MASK"    ? AlphaMode::kMask
                        : mode == "BLEND" ? AlphaMode::kBlend
                                          : AlphaMode::kOpaque;
  if (mode != "OPAQUE" && material.alpha_mode == AlphaMode::kOpaque)
    json.add(rules::kValueUnknown, "alphaMode", "no alpha mode '" + mode + "'; it is opaque");
  material.alpha_cutoff = float(json.number("alphaCutoff", 0.5, 0, 1e30));
}

Material read_material(Document& document, const Cursor& json) {
  Material material;
  json.expect({"name", "pbrMetallicRoughness", "normalTexture", "occlusionTexture",
               "emissiveTexture", "emissiveFactor", "alphaMode", "alphaCutoff", "doubleSided"});
  material.name = json.string("name");
  // Old files say the same of a surface in another model.
  const Cursor glossiness = json.extension("KHR_materials_pbrSpecularGlossiness");
  const Cursor pbr = glossiness ? glossiness : json.object("pbrMetallicRoughness");
  pbr.numbers(glossiness ? "diffuseFactor" : "baseColorFactor", &material.base_color.x, 4);
  if (const Cursor texture = pbr.object(glossiness ? "diffuseTexture" : "baseColorTexture"))
    material.base_color_texture = read_texture(document, texture);
  material.double_sided = json.boolean("doubleSided", false);
  material.unlit = bool(json.extension("KHR_materials_unlit"));
  read_alpha(json, material);
  return material;
}

}  // namespace

void read_images(Document& document, Scene& scene) {
  const Cursor list = document.array("images");
  for (size_t i = 0; i < list.size(); ++i)
    scene.images.push_back(read_image(document, list.item(i)));
}

void read_materials(Document& document, Scene& scene) {
  const Cursor list = document.array("materials");
  for (size_t i = 0; i < list.size(); ++i) {
    const Cursor json = list.item(i);
    scene.materials.push_back(read_material(document, json));
    document.material_needs.push_back({json.has("normalTexture"), count_texcoords(json)});
  }
}

}  // namespace saker::gltf
