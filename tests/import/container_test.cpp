// Containers, URIs, extensions and what messages say.

#include "import/gltf_builder.h"
#include "import/uri.h"

#include <map>

namespace saker {
namespace {

using gltf::Uri;

Result<Scene> import_text(const std::string& text, const ReadFile& read_file = {},
                          const ImportOptions& options = {}, Diagnostics* diagnostics = nullptr) {
  return import_gltf({reinterpret_cast<const uint8_t*>(text.data()), text.size()}, "test.gltf",
                     read_file, options, diagnostics);
}

Error text_error(const std::string& text, const ReadFile& read_file = {},
                 const ImportOptions& options = {}) {
  const auto scene = import_text(text, read_file, options);
  EXPECT_FALSE(scene) << text;
  return scene ? Error{} : scene.error();
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(GltfContainer, the_content_decides_between_text_and_binary) {
  GltfBuilder b;
  b.add("nodes", {{"name", "n"}});
  const std::string text = b.root.dump();
  EXPECT_EQ(import(b).nodes.at(0).name, "n");
  const auto from_text = import_text("\n " + text);
  ASSERT_TRUE(from_text) << from_text.error().text();
  EXPECT_EQ(from_text->nodes.at(0).name, "n");
}

TEST(GltfContainer, a_byte_order_mark_is_skipped_and_reported) {
  const auto scene = import_text("\xEF\xBB\xBF{\"asset\":{\"version\":\"2.0\"}}");
  ASSERT_TRUE(scene) << scene.error().text();
  ASSERT_EQ(scene->diagnostics.size(), 1u);
  EXPECT_EQ(scene->diagnostics[0].code, "INVALID_JSON");
}

TEST(GltfContainer, syntax_errors_are_told_by_line_column_and_byte) {
  const Error error = text_error("{\n  \"asset\": {]\n}");
  EXPECT_EQ(error.where, "test.gltf: line 2, column 13 (byte 14)");
  EXPECT_EQ(error.code, ErrorCode::kMalformed);
}

TEST(GltfContainer, deep_nesting_is_an_error) {
  EXPECT_TRUE(contains(text_error("{\"a\":" + std::string(1'000'000, '[')).message, "nest"));
}

TEST(GltfContainer, names_that_are_not_utf8_are_made_so) {
  GltfBuilder b;
  const auto scene = import_text(
      "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"a\xE9z\xF0\x9F\x98\x80\xC0\xAF\"}]"
      "}");
  ASSERT_TRUE(scene) << scene.error().text();
  EXPECT_EQ(scene->nodes[0].name, "a?z\xF0\x9F\x98\x80??");
  EXPECT_EQ(scene->diagnostics.at(0).code, "INVALID_UTF8");
}

TEST(GltfContainer, diagnostics_come_also_with_an_error) {
  Diagnostics diagnostics;
  const auto scene = import_text(
      R"({"asset":{"version":"2.0"},"nodes":[{"children":[0]},{"mesh":3},{"rotation":[0,0,0,2]}]})",
      {}, {}, &diagnostics);
  ASSERT_FALSE(scene);
  std::vector<std::string> codes;
  for (const Diagnostic& d : diagnostics) codes.push_back(d.code + " " + d.path);
  EXPECT_EQ(codes, (std::vector<std::string>{"UNRESOLVED_REFERENCE /nodes/1/mesh",
                                             "ROTATION_NON_UNIT /nodes/2/rotation",
                                             "NODE_LOOP /nodes/0"}));
  EXPECT_EQ(scene.error().where, "test.gltf: /nodes/1/mesh") << "the first that leaves no meaning";
}

TEST(GltfContainer, required_extensions_that_are_not_known_are_refused_by_name) {
  for (const char* name : {"KHR_draco_mesh_compression", "EXT_meshopt_compression", "FOO_bar"}) {
    GltfBuilder b;
    b.root["extensionsUsed"] = b.root["extensionsRequired"] = {name};
    const Error error = import_error(b);
    EXPECT_EQ(error.code, ErrorCode::kUnsupported);
    EXPECT_TRUE(contains(error.message, name)) << error.message;
    EXPECT_EQ(error.where, "test.glb: /extensionsRequired/0");
    b.root.erase("extensionsRequired");
    EXPECT_TRUE(has(import(b), "UNSUPPORTED_EXTENSION", "/extensionsUsed/0"));
  }
}

TEST(GltfContainer, compressed_meshes_are_read_where_there_is_a_fallback) {
  GltfBuilder b;
  const json draco = {
      {"KHR_draco_mesh_compression", {{"bufferView", 0}, {"attributes", {{"POSITION", 0}}}}}};
  b.root["extensionsUsed"] = {"KHR_draco_mesh_compression"};
  b.mesh({1, 2, 3}, json::object(), {{"mode", 0}, {"extensions", draco}});
  EXPECT_EQ(import(b).meshes[0].primitives[0].positions.size(), 1u);
  b.root["accessors"][0].erase("bufferView");
  const Error error = import_error(b);
  EXPECT_EQ(error.code, ErrorCode::kUnsupported);
  EXPECT_TRUE(contains(error.message, "KHR_draco_mesh_compression")) << error.message;
}

TEST(GltfContainer, other_versions_are_refused) {
  EXPECT_EQ(text_error(R"({"asset":{"version":"1.0"}})").code, ErrorCode::kUnsupported);
  EXPECT_EQ(text_error(R"({"asset":{"version":"2.0","minVersion":"2.1"}})").code,
            ErrorCode::kUnsupported);
  EXPECT_EQ(text_error(R"({"asset":{}})").where, "test.gltf: /asset");
}

TEST(GltfContainer, buffers_may_lie_in_files_beside) {
  const std::string text =
      R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":12,"uri":"a%20b/c.bin"}],
    "bufferViews":[{"buffer":0,"byteLength":12}],
    "accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3","count":1}],
    "meshes":[{"primitives":[{"mode":0,"attributes":{"POSITION":0}}]}]})";
  std::string asked;
  const ReadFile read_file = [&](const std::string& path) -> Result<std::vector<uint8_t>> {
    asked = path;
    return std::vector<uint8_t>(12);
  };
  const auto scene = import_text(text, read_file);
  ASSERT_TRUE(scene) << scene.error().text();
  EXPECT_EQ(asked, "a b/c.bin");
  EXPECT_EQ(scene->meshes[0].primitives[0].positions.size(), 1u);
  EXPECT_EQ(text_error(text).code, ErrorCode::kIo) << "without a way to read files";
}

TEST(GltfContainer, uris_do_not_leave_the_folder) {
  const std::map<std::string, Uri::Kind> kinds = {
      {"a.bin", Uri::Kind::kFile},
      {"a/b.bin", Uri::Kind::kFile},
      {"a/../b.bin", Uri::Kind::kFile},
      {"../a.bin", Uri::Kind::kOutside},
      {"a/../../b.bin", Uri::Kind::kOutside},
      {"%2e%2e/a.bin", Uri::Kind::kOutside},
      {"..%5Ca.bin", Uri::Kind::kOutside},
      {"/etc/passwd", Uri::Kind::kAbsolute},
      {"%2Fetc/passwd", Uri::Kind::kAbsolute},
      {"\\\\server\\share", Uri::Kind::kAbsolute},
      {"c:/a.bin", Uri::Kind::kAbsolute},
      {"C%3A/a.bin", Uri::Kind::kAbsolute},
      {"http://example.com/a.bin", Uri::Kind::kAbsolute},
      {"file:///etc/passwd", Uri::Kind::kAbsolute},
      {"", Uri::Kind::kInvalid},
      {":", Uri::Kind::kInvalid},
      {"a%2", Uri::Kind::kInvalid},
      {"a%00b", Uri::Kind::kInvalid},
      {"..", Uri::Kind::kOutside},
      {"./", Uri::Kind::kInvalid},
      {"data:", Uri::Kind::kInvalid},
      {"data:;base64,####", Uri::Kind::kInvalid},
  };
  for (const auto& [text, kind] : kinds) EXPECT_EQ(gltf::parse_uri(text).kind, kind) << text;
  EXPECT_EQ(gltf::parse_uri("a/./../b%20c//d.bin?x#y").path, "b c/d.bin");
}

TEST(GltfContainer, data_uris_are_decoded) {
  const auto bytes = [](const char* uri) {
    const std::vector<uint8_t> out = gltf::parse_uri(uri).bytes;
    return std::string(out.begin(), out.end());
  };
  EXPECT_EQ(bytes("data:;base64,Zm9vYmFy"), "foobar");
  EXPECT_EQ(bytes("data:application/octet-stream;base64,Zm9vYg=="), "foob");
  EXPECT_EQ(bytes("data:text/plain;charset=utf-8;base64,Zm9vYmE"), "fooba");
  EXPECT_EQ(bytes("data:,a%20b"), "a b");
  EXPECT_FALSE(gltf::decode_base64("A"));
  EXPECT_FALSE(gltf::decode_base64("AA=A"));
}

TEST(GltfContainer, huge_counts_are_refused_before_memory_is_taken) {
  ImportOptions options;
  options.memory_limit = 1 << 20;
  const std::string start =
      R"({"asset":{"version":"2.0"},"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{"componentType":5126,"type":"VEC3",)";
  for (const char* count : {"4000000000", "9007199254740992", "100000"})
    EXPECT_EQ(text_error(start + "\"count\":" + count + "}]}", {}, options).code, ErrorCode::kLimit)
        << count;
  EXPECT_EQ(text_error(start + "\"count\":1e300}]}", {}, options).code, ErrorCode::kMalformed);
}

TEST(GltfContainer, many_uses_of_one_accessor_count_against_the_limit) {
  ImportOptions options;
  options.memory_limit = 1 << 20;
  std::string text =
      R"({"asset":{"version":"2.0"},"accessors":[{"componentType":5126,"type":"VEC3","count":10000}],"meshes":[{"primitives":[)";
  for (int i = 0; i < 100; ++i)
    text += std::string(i ? "," : "") + R"({"attributes":{"POSITION":0}})";
  EXPECT_EQ(text_error(text + "]}]}", {}, options).code, ErrorCode::kLimit);
}

TEST(GltfContainer, json_that_would_take_too_much_memory_is_refused) {
  ImportOptions options;
  options.memory_limit = 1 << 20;
  std::string text = "{\"asset\":{\"version\":\"2.0\"},\"extras\":[0";
  for (int i = 0; i < 100'000; ++i) text += ",0";
  EXPECT_EQ(text_error(text + "]}", {}, options).code, ErrorCode::kLimit);
}

TEST(GltfContainer, accessors_stay_within_their_views) {
  const std::string start =
      R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":8,"uri":"data:;base64,AAAAAAAAAAA="}],"bufferViews":[{"buffer":0,"byteLength":8)";
  const auto error = [&](const std::string& view, const std::string& accessor) {
    return text_error(
               start + view +
               "}],\"accessors\":[{\"bufferView\":0,\"componentType\":5121,\"type\":\"SCALAR\"" +
               accessor + "}]}")
        .where;
  };
  EXPECT_EQ(error("", ",\"count\":9"), "test.gltf: /accessors/0");
  EXPECT_EQ(error("", ",\"count\":8,\"byteOffset\":1"), "test.gltf: /accessors/0");
  EXPECT_EQ(error("", ",\"count\":1,\"byteOffset\":8"), "test.gltf: /accessors/0/byteOffset");
  EXPECT_EQ(error(",\"byteStride\":4", ",\"count\":3"), "test.gltf: /accessors/0");
  EXPECT_EQ(error(",\"byteStride\":9007199254740991", ",\"count\":9007199254740991"),
            "test.gltf: /accessors/0");
  EXPECT_EQ(error(",\"byteOffset\":9007199254740991", ",\"count\":1"),
            "test.gltf: /bufferViews/0/byteOffset");
  EXPECT_EQ(error(",\"byteOffset\":-1", ",\"count\":1"), "test.gltf: /bufferViews/0/byteOffset");
}

TEST(GltfContainer, issues_are_bounded) {
  std::string text = "{\"asset\":{\"version\":\"2.0\"}";
  for (int i = 0; i < 50'000; ++i) text += ",\"x" + std::to_string(i) + "\":0";
  const auto scene = import_text(text + "}");
  ASSERT_TRUE(scene) << scene.error().text();
  EXPECT_LE(scene->diagnostics.size(), 10'001u);
  EXPECT_EQ(scene->diagnostics.back().code, "TOO_MANY_ISSUES");
}

TEST(GltfContainer, files_are_read_from_disk) {
  const auto missing = import_scene("/nonexistent/file.glb");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kIo);
  EXPECT_TRUE(contains(missing.error().text(), "/nonexistent/file.glb"));
  const auto folder = import_scene(SAKER_SOURCE_DIR);
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().code, ErrorCode::kIo);
}

}  // namespace
}  // namespace saker
