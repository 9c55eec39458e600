// Primitives, morph targets, materials and images.

#include "import/gltf_builder.h"

namespace saker {
namespace {

using Indices = std::vector<uint32_t>;

// The list that five vertices become when they are drawn in a mode.
Primitive five_vertices(int mode) {
  GltfBuilder b;
  b.mesh({0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0}, json::object(), {{"mode", mode}});
  return import(b).meshes.at(0).primitives.at(0);
}

TEST(GltfMesh, strips_fans_and_loops_become_lists) {
  EXPECT_EQ(five_vertices(0).indices, (Indices{0, 1, 2, 3, 4}));
  EXPECT_EQ(five_vertices(1).indices, (Indices{0, 1, 2, 3}));
  EXPECT_EQ(five_vertices(2).indices, (Indices{0, 1, 1, 2, 2, 3, 3, 4, 4, 0}));
  EXPECT_EQ(five_vertices(3).indices, (Indices{0, 1, 1, 2, 2, 3, 3, 4}));
  EXPECT_EQ(five_vertices(4).indices, (Indices{0, 1, 2}));
  EXPECT_EQ(five_vertices(5).indices, (Indices{0, 1, 2, 1, 3, 2, 2, 3, 4}));
  EXPECT_EQ(five_vertices(6).indices, (Indices{1, 2, 0, 2, 3, 0, 3, 4, 0}));
  EXPECT_EQ(five_vertices(0).topology, Topology::kPoints);
  EXPECT_EQ(five_vertices(3).topology, Topology::kLines);
  EXPECT_EQ(five_vertices(5).topology, Topology::kTriangles);
}

TEST(GltfMesh, indices_keep_the_order_of_vertices) {
  GltfBuilder b;
  b.mesh({0, 0, 0, 1, 0, 0, 2, 0, 0}, json::object(),
         {{"indices", b.accessor<uint16_t>("SCALAR", {2, 0, 1})}});
  const Scene scene = import(b);
  const Primitive& p = scene.meshes[0].primitives[0];
  EXPECT_EQ(p.indices, (Indices{2, 0, 1}));
  EXPECT_EQ(p.positions.at(2).x, 2);
}

TEST(GltfMesh, an_index_beyond_the_vertices_is_an_error) {
  GltfBuilder b;
  b.mesh({0, 0, 0}, json::object(), {{"indices", b.accessor<uint8_t>("SCALAR", {0, 0, 1})}});
  const Error error = import_error(b);
  EXPECT_EQ(error.where, "test.glb: /meshes/0/primitives/0/indices");
  EXPECT_EQ(error.code, ErrorCode::kMalformed);
}

TEST(GltfMesh, morph_targets_are_named_by_the_meshs_extras) {
  GltfBuilder b;
  const int normals = b.floats("VEC3", {0, 0, 1}), move = b.floats("VEC3", {1, 2, 3}),
            turn = b.floats("VEC3", {0, 1, -1});
  const int mesh = b.mesh({0, 0, 0}, {{"NORMAL", normals}},
                          {{"mode", 0}, {"targets", {{{"POSITION", move}}, {{"NORMAL", turn}}}}});
  b.root["meshes"][mesh]["extras"] = {{"targetNames", {"smile", 3}}};
  b.root["meshes"][mesh]["weights"] = {0.5, 0};
  b.add("nodes", {{"mesh", mesh}, {"weights", {0.25, 0}}});
  const Scene scene = import(b);
  const std::vector<MorphTarget>& targets = scene.meshes[0].primitives[0].targets;
  ASSERT_EQ(targets.size(), 2u);
  EXPECT_EQ(targets[0].name, "smile");
  EXPECT_EQ(targets[1].name, "");
  EXPECT_TRUE(targets[0].normals.empty());
  EXPECT_TRUE(targets[1].positions.empty());
  EXPECT_EQ(targets[1].normals.at(0).y, 1);
  // The node's weights win over the mesh's.
  expect_near(deform(scene, evaluate(scene, nullptr, 0), 0, 0).at(0), {0.25, 0.5, 0.75});
}

TEST(GltfMesh, numbers_that_are_not_finite_become_zero) {
  GltfBuilder b;
  b.mesh({1, NAN, INFINITY}, json::object(), {{"mode", 0}});
  const Scene scene = import(b);
  expect_near(cast<double>(scene.meshes[0].primitives[0].positions[0]), {1, 0, 0});
  EXPECT_TRUE(has(scene, "ACCESSOR_INVALID_FLOAT", "/accessors/0"));
}

TEST(GltfMesh, quantized_attributes_are_dequantized) {
  GltfBuilder b;
  b.root["extensionsUsed"] = {"KHR_mesh_quantization"};
  const json attributes = {
      {"POSITION",
       b.described<int8_t>("VEC3", 1, {{"bufferView", b.view<int8_t>({-5, 6, 100, 0})}})},
      {"TEXCOORD_0", b.accessor<uint16_t>("VEC2", {65535, 13107}, {{"normalized", true}})},
      {"COLOR_0",
       b.described<uint8_t>(
           "VEC3", 1, {{"normalized", true}, {"bufferView", b.view<uint8_t>({255, 51, 0, 0})}})}};
  b.add("meshes", {{"primitives", {{{"attributes", attributes}, {"mode", 0}}}}});
  const Scene scene = import(b);
  const Primitive& p = scene.meshes[0].primitives[0];
  expect_near(cast<double>(p.positions.at(0)), {-5, 6, 100});
  EXPECT_FLOAT_EQ(p.texture_coordinates.at(0).at(0).y, 0.2f);
  EXPECT_FLOAT_EQ(p.colors.at(0).y, 0.2f);
  EXPECT_FLOAT_EQ(p.colors.at(0).w, 1);
}

TEST(GltfMesh, materials_textures_and_images) {
  GltfBuilder b;
  const int view = b.view<uint8_t>({0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 1, 2});
  b.add("images", {{"bufferView", view}, {"mimeType", "image/jpeg"}, {"name", "skin"}});
  b.add("samplers", {{"wrapS", 33071}, {"wrapT", 33648}, {"magFilter", 9728}});
  b.add("textures", {{"source", 0}, {"sampler", 0}});
  const json transform = {
      {"KHR_texture_transform",
       {{"offset", {0.5, 0.25}}, {"rotation", 1.5}, {"scale", {2, 3}}, {"texCoord", 1}}}};
  b.root["extensionsUsed"] = {"KHR_texture_transform", "KHR_materials_unlit"};
  b.add("materials", {{"name", "face"},
                      {"doubleSided", true},
                      {"alphaMode", "MASK"},
                      {"alphaCutoff", 0.25},
                      {"extensions", {{"KHR_materials_unlit", json::object()}}},
                      {"pbrMetallicRoughness",
                       {{"baseColorFactor", {0.1, 0.2, 0.3, 0.4}},
                        {"baseColorTexture", {{"index", 0}, {"extensions", transform}}}}}});
  const Scene scene = import(b);
  const Material& m = scene.materials.at(0);
  EXPECT_EQ(m.name, "face");
  EXPECT_TRUE(m.double_sided);
  EXPECT_TRUE(m.unlit);
  EXPECT_EQ(m.alpha_mode, AlphaMode::kMask);
  EXPECT_FLOAT_EQ(m.alpha_cutoff, 0.25f);
  EXPECT_FLOAT_EQ(m.base_color.w, 0.4f);
  const TextureUse& t = m.base_color_texture;
  EXPECT_EQ(t.image, 0);
  EXPECT_EQ(t.texture_coordinate, 1u);
  EXPECT_EQ(t.wrap_u, Wrap::kClamp);
  EXPECT_EQ(t.wrap_v, Wrap::kMirror);
  EXPECT_TRUE(t.nearest);
  EXPECT_FLOAT_EQ(t.offset.y, 0.25f);
  EXPECT_FLOAT_EQ(t.rotation, 1.5f);
  EXPECT_FLOAT_EQ(t.scale.y, 3);
  EXPECT_EQ(scene.images.at(0).mime_type, "image/png") << "the bytes tell, not the file";
  EXPECT_EQ(scene.images[0].bytes.size(), 10u);
}

TEST(GltfMesh, a_missing_picture_does_not_cost_the_file) {
  GltfBuilder b;
  b.add("images", {{"uri", "face.png"}});
  const Scene scene = import(b);
  EXPECT_TRUE(scene.images.at(0).bytes.empty());
  EXPECT_TRUE(has(scene, "IO_ERROR", "/images/0/uri"));
}

TEST(GltfMesh, several_scenes_are_kept) {
  GltfBuilder b;
  for (int i = 0; i < 3; ++i) b.add("nodes", json::object());
  b.add("scenes", {{"name", "a"}, {"nodes", {0}}});
  b.add("scenes", {{"nodes", {2, 1}}});
  b.root["scene"] = 1;
  const Scene scene = import(b);
  ASSERT_EQ(scene.scenes.size(), 2u);
  EXPECT_EQ(scene.scenes[0].name, "a");
  EXPECT_EQ(scene.scenes[1].nodes, (std::vector<int>{2, 1}));
  EXPECT_EQ(scene.default_scene, 1);
}

}  // namespace
}  // namespace saker
