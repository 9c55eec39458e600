// The order in which a glTF document is read.

#include "import/document.h"
#include "import/glb.h"

#include <algorithm>

namespace saker {
namespace gltf {
namespace {

// A text is told by its first character, so that everything else is reported as a broken .glb.
bool is_text(std::span<const uint8_t> bytes) {
  size_t at = bytes.size() >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0;
  const auto is_space = [](uint8_t c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (at < bytes.size() && is_space(bytes[at])) ++at;
  return at < bytes.size() && (bytes[at] == '{' || bytes[at] == '[');
}

void read_container(std::span<const uint8_t> bytes, Document& document) {
  std::string_view json{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  document.is_glb = !is_text(bytes);
  if (document.is_glb) {
    const Glb glb = split_glb(bytes, document.report);
    json = glb.json;
    document.glb_bin = glb.bin;
    document.has_glb_bin = glb.has_bin;
    if (json.empty()) return;
  }
  document.root = parse_json(json, document.options.memory_limit, document.report);
}

void read_document(Document& document, Scene& scene) {
  read_asset(document);
  if (document.report.error()) return;  // another version or unknown extensions: all else is noise
  read_buffers(document);
  read_buffer_views(document);
  read_accessors(document);
  check_accessors(document);
  read_images(document, scene);
  read_materials(document, scene);
  read_meshes(document, scene);
  read_skins(document, scene);
  read_nodes(document, scene);
  read_scenes(document, scene);
  read_animations(document, scene);
  if (document.report.error()) return;  // what follows relies on indices that were checked
  check_skins(document, scene);
  settle_weights(document, scene);
}

}  // namespace
}  // namespace gltf

Result<Scene> import_gltf(std::span<const uint8_t> bytes, const std::string& name,
                          const ReadFile& read_file, const ImportOptions& options,
                          Diagnostics* diagnostics) {
  Report report(name);
  gltf::Document document(read_file, options, report);
  Scene scene;
  gltf::read_container(bytes, document);
  if (!report.error()) gltf::read_document(document, scene);
  if (diagnostics) *diagnostics = report.diagnostics();
  if (report.error()) return *report.error();
  scene.diagnostics = report.diagnostics();
  return scene;
}

}  // namespace saker
