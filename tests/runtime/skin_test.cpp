#include "support/instruction_sets.h"

#include <saker/skin.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <numbers>
#include <random>
#include <vector>

namespace saker {
namespace {

// Vertices that own their memory.
struct Vertices {
  uint32_t influences = 4;
  std::vector<uint16_t> joints;
  std::vector<float> weights;
  std::vector<Vec3> positions, normals;
  std::vector<Vec4> tangents;

  void add(std::vector<uint16_t> joint, std::vector<float> weight, const Vec3& position) {
    joint.resize(influences);
    weight.resize(influences);
    joints.insert(joints.end(), joint.begin(), joint.end());
    weights.insert(weights.end(), weight.begin(), weight.end());
    positions.push_back(position);
    normals.push_back({0, 0, 1});
    tangents.push_back({1, 0, 0, -1});
  }
  SkinSource source() const { return {positions, normals, tangents}; }
  SkinInfluences arranged() const { return *SkinInfluences::arrange(joints, weights, influences); }
};

struct Skinned {
  std::vector<Vec3> positions, normals;
  std::vector<Vec4> tangents;
};

Skinned skinned(const std::vector<Affine>& palette, const Vertices& vertices) {
  Skinned out;
  out.positions.resize(vertices.positions.size());
  out.normals.resize(vertices.normals.size());
  out.tangents.resize(vertices.tangents.size());
  EXPECT_TRUE(skin_vertices(palette, vertices.arranged(), vertices.source(),
                            {out.positions, out.normals, out.tangents}));
  return out;
}

Affine moved(const Vec3& by) { return compose(Transform{by, {}, {1, 1, 1}}); }

Affine turned(const DVec3& axis, double angle, const Vec3& scale) {
  return compose(Transform{{}, cast<float>(rotation_about(axis, angle)), scale});
}

void expect_near(const Vec3& v, double x, double y, double z, double tolerance = 1e-6) {
  EXPECT_NEAR(v.x, x, tolerance);
  EXPECT_NEAR(v.y, y, tolerance);
  EXPECT_NEAR(v.z, z, tolerance);
}

class Skin : public test::EachIsa {};
SAKER_EACH_ISA(Skin);

TEST_P(Skin, one_influence_is_the_matrix) {
  Vertices vertices;
  vertices.add({1}, {1}, {1, 2, 3});
  const Affine quarter = turned({0, 0, 1}, std::numbers::pi / 2, {1, 1, 1});
  const Skinned out = skinned({moved({9, 9, 9}), moved({10, 20, 30}) * quarter}, vertices);
  expect_near(out.positions[0], 8, 21, 33);
  expect_near(out.normals[0], 0, 0, 1);
  EXPECT_NEAR(out.tangents[0].x, 0, 1e-6);
  EXPECT_NEAR(out.tangents[0].y, 1, 1e-6);
  EXPECT_EQ(out.tangents[0].w, -1);
}

TEST_P(Skin, two_influences_meet_half_way) {
  Vertices vertices;
  vertices.add({0, 2}, {0.5f, 0.5f}, {1, 0, 0});
  const Skinned out = skinned({moved({2, 0, 0}), moved({100, 0, 0}), moved({0, 4, 0})}, vertices);
  expect_near(out.positions[0], 2, 2, 0);
}

TEST_P(Skin, any_number_of_influences_counts) {
  for (const uint32_t influences : {1u, 2u, 3u, 8u, 12u}) {
    Vertices vertices;
    vertices.influences = influences;
    std::vector<Affine> palette;
    std::vector<uint16_t> joints;
    for (uint32_t j = 0; j < influences; ++j) {
      palette.push_back(moved({float(1 << j), 0, 0}));
      joints.push_back(uint16_t(influences - 1 - j));
    }
    vertices.add(joints, std::vector<float>(influences, 1.0f / float(influences)), {0, 1, 0});
    const double sum = double((1 << influences) - 1);
    expect_near(skinned(palette, vertices).positions[0], sum / influences, 1, 0, 1e-6 * sum);
  }
}

TEST_P(Skin, a_joint_that_is_named_twice_counts_twice) {
  Vertices vertices;
  vertices.add({1, 0, 1}, {0.25f, 0.25f, 0.5f}, {0, 0, 0});
  expect_near(skinned({moved({4, 0, 0}), moved({8, 0, 0})}, vertices).positions[0], 7, 0, 0);
}

TEST_P(Skin, a_joint_without_weight_makes_no_difference) {
  Vertices vertices;
  vertices.add({0, 9}, {1, 0}, {1, 2, 3});
  EXPECT_EQ(vertices.arranged().joint_count(), 1u);
  expect_near(skinned({moved({1, 0, 0})}, vertices).positions[0], 2, 2, 3);
}

TEST_P(Skin, normals_and_tangents_stay_unit_whatever_the_scale) {
  Vertices vertices;
  vertices.add({0}, {1}, {1, 1, 1});
  vertices.add({0, 1}, {0.5f, 0.5f}, {1, 1, 1});
  vertices.add({2}, {1}, {1, 1, 1});
  const Skinned out =
      skinned({turned({0, 1, 0}, 0.7, {3, 3, 3}), turned({1, 0, 0}, -0.4, {2, 5, 1}),
               turned({1, 0, 0}, 0.1, {0.001f, 0.001f, 0.001f})},
              vertices);
  for (size_t v = 0; v < 3; ++v) {
    const Vec4& t = out.tangents[v];
    EXPECT_NEAR(length(out.normals[v]), 1, 2e-6);
    EXPECT_NEAR(length(Vec3{t.x, t.y, t.z}), 1, 2e-6);
    EXPECT_EQ(t.w, -1);
  }
  expect_near(out.normals[0], std::sin(0.7), 0, std::cos(0.7));
}

TEST_P(Skin, a_normal_without_length_stays_zero) {
  Vertices vertices;
  vertices.add({0}, {1}, {1, 1, 1});
  vertices.normals[0] = {0, 0, 0};
  expect_near(skinned({Affine{}}, vertices).normals[0], 0, 0, 0, 0);
}

Vertices random_vertices(size_t count, uint32_t influences, size_t joints) {
  std::mt19937 random(uint32_t(count) + influences);
  std::uniform_real_distribution<float> any(-1, 1);
  Vertices out;
  out.influences = influences;
  for (size_t v = 0; v < count; ++v) {
    std::vector<uint16_t> joint;
    std::vector<float> weight;
    float sum = 0;
    for (uint32_t k = 0; k < influences; ++k) {
      joint.push_back(uint16_t(random() % joints));
      weight.push_back(any(random) + 1.1f);
      sum += weight.back();
    }
    for (float& w : weight) w /= sum;
    out.add(joint, weight, {any(random), any(random), any(random)});
    out.normals.back() = normalize(Vec3{any(random), any(random), any(random)});
    const Vec3 t = normalize(Vec3{any(random), any(random), any(random)});
    out.tangents.back() = {t.x, t.y, t.z, v % 2 ? 1.0f : -1.0f};
  }
  return out;
}

std::vector<Affine> random_palette(size_t joints) {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> any(-1, 1);
  std::vector<Affine> out;
  for (size_t j = 0; j < joints; ++j) {
    // Turned by less than half a turn in all, so that no blend of them collapses.
    const DVec3 axis = normalize(DVec3{any(random), any(random), any(random)});
    Affine m = turned(axis, 0.7 * any(random), {1.5f, 1.5f, 1.5f});
    for (auto& row : m.m) row[3] = any(random);
    out.push_back(m);
  }
  return out;
}

DAffine blended(const std::vector<Affine>& palette, const Vertices& vertices, size_t v) {
  DAffine sum;
  for (auto& row : sum.m) std::fill(std::begin(row), std::end(row), 0.0);
  for (size_t k = v * vertices.influences; k < (v + 1) * vertices.influences; ++k) {
    for (int i = 0; i < 12; ++i)
      sum.m[i / 4][i % 4] +=
          double(vertices.weights[k]) * double(palette[vertices.joints[k]].m[i / 4][i % 4]);
  }
  return sum;
}

TEST_P(Skin, agrees_with_double_precision_for_every_count) {
  const std::vector<Affine> palette = random_palette(67);
  for (const uint32_t influences : {4u, 8u}) {
    for (const size_t count : {0, 1, 3, 15, 16, 17, 33, 64, 65, 200}) {
      const Vertices vertices = random_vertices(count, influences, palette.size());
      const Skinned out = skinned(palette, vertices);
      for (size_t v = 0; v < count; ++v) {
        const DAffine m = blended(palette, vertices, v);
        const Vec4& t = vertices.tangents[v];
        const DVec3 p = transform_point(m, cast<double>(vertices.positions[v]));
        const DVec3 n = normalize(transform_vector(m, cast<double>(vertices.normals[v])));
        const DVec3 u = normalize(transform_vector(m, DVec3{t.x, t.y, t.z}));
        expect_near(out.positions[v], p.x, p.y, p.z, 1e-5);
        expect_near(out.normals[v], n.x, n.y, n.z, 1e-5);
        expect_near({out.tangents[v].x, out.tangents[v].y, out.tangents[v].z}, u.x, u.y, u.z, 1e-5);
        EXPECT_EQ(out.tangents[v].w, t.w);
      }
    }
  }
}

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

void append(Skinned& all, const Skinned& part) {
  all.positions.insert(all.positions.end(), part.positions.begin(), part.positions.end());
  all.normals.insert(all.normals.end(), part.normals.begin(), part.normals.end());
  all.tangents.insert(all.tangents.end(), part.tangents.begin(), part.tangents.end());
}

void expect_same_bits(const Skinned& a, const Skinned& b) {
  EXPECT_TRUE(same_bits(a.positions, b.positions));
  EXPECT_TRUE(same_bits(a.normals, b.normals));
  EXPECT_TRUE(same_bits(a.tangents, b.tangents));
}

Vertices part_of(const Vertices& all, size_t first, size_t count) {
  const auto part = [&](const auto& of, size_t each) {
    const auto begin = of.begin() + std::ptrdiff_t(first * each);
    return std::decay_t<decltype(of)>(begin, begin + std::ptrdiff_t(count * each));
  };
  return {all.influences,
          part(all.joints, all.influences),
          part(all.weights, all.influences),
          part(all.positions, 1),
          part(all.normals, 1),
          part(all.tangents, 1)};
}

TEST_P(Skin, a_vertex_gets_the_same_bits_whatever_its_neighbours_are) {
  const std::vector<Affine> palette = random_palette(20);
  const Vertices vertices = random_vertices(150, 4, palette.size());
  Skinned apart;
  for (size_t first = 0, size = 1; first < 150; first += size++)
    append(apart, skinned(palette, part_of(vertices, first, std::min<size_t>(size, 150 - first))));
  expect_same_bits(skinned(palette, vertices), apart);
}

TEST_P(Skin, threads_can_divide_a_mesh) {
  const std::vector<Affine> palette = random_palette(20);
  const Vertices vertices = random_vertices(150, 4, palette.size());
  const Skinned whole = skinned(palette, vertices);
  const SkinInfluences influences = vertices.arranged();
  for (const size_t parts : {2, 3, 8, 40}) {
    Skinned out = {std::vector<Vec3>(150), std::vector<Vec3>(150), std::vector<Vec4>(150)};
    for (size_t part = 0; part < parts; ++part) {
      ASSERT_TRUE(skin_vertices(palette, influences, vertices.source(),
                                {out.positions, out.normals, out.tangents}, part, parts));
    }
    expect_same_bits(out, whole);
  }
}

TEST_P(Skin, vertices_can_be_skinned_where_they_lie) {
  const std::vector<Affine> palette = random_palette(20);
  Vertices vertices = random_vertices(99, 8, palette.size());
  const Skinned elsewhere = skinned(palette, vertices);
  ASSERT_TRUE(skin_vertices(palette, vertices.arranged(), vertices.source(),
                            {vertices.positions, vertices.normals, vertices.tangents}));
  expect_same_bits({vertices.positions, vertices.normals, vertices.tangents}, elsewhere);
}

TEST(SkinVertices, normals_and_tangents_can_be_left_out) {
  Vertices vertices;
  vertices.add({0}, {1}, {1, 2, 3});
  vertices.normals.clear();
  vertices.tangents.clear();
  expect_near(skinned({moved({1, 0, 0})}, vertices).positions[0], 2, 2, 3);
}

TEST(SkinInfluences, need_as_many_joints_as_weights_and_as_many_for_every_vertex) {
  const std::vector<uint16_t> joints(8);
  const std::vector<float> weights(8);
  EXPECT_EQ(SkinInfluences::arrange(joints, weights, 4)->vertex_count(), 2u);
  EXPECT_FALSE(SkinInfluences::arrange(joints, std::span(weights).first(7), 4));
  EXPECT_FALSE(SkinInfluences::arrange(joints, weights, 3));
  EXPECT_FALSE(SkinInfluences::arrange(joints, weights, 0));
}

TEST(SkinVertices, of_nothing_need_no_palette) {
  EXPECT_TRUE(skin_vertices({}, SkinInfluences{}, {}, {}));
}

TEST(SkinVertices, sizes_that_do_not_match_are_named) {
  const std::vector<Affine> palette(1);
  const Vertices vertices = random_vertices(2, 4, 1);
  const SkinInfluences influences = vertices.arranged();
  std::vector<Vec3> positions(2), normals(2), few(1);
  std::vector<Vec4> tangents(2), few_tangents(1);
  const SkinTarget target{positions, normals, tangents};
  const auto fault = [&](auto change) {
    SkinSource source = vertices.source();
    SkinTarget to = target;
    change(source, to);
    return std::string(skin_vertices(palette, influences, source, to).argument);
  };
  EXPECT_EQ(fault([](auto& s, auto&) { s.positions = s.positions.first(1); }), "source.positions");
  EXPECT_EQ(fault([](auto& s, auto&) { s.normals = s.normals.first(1); }), "source.normals");
  EXPECT_EQ(fault([](auto& s, auto&) { s.tangents = s.tangents.first(1); }), "source.tangents");
  EXPECT_EQ(fault([&](auto&, auto& t) { t.positions = few; }), "target.positions");
  EXPECT_EQ(fault([&](auto&, auto& t) { t.normals = few; }), "target.normals");
  EXPECT_EQ(fault([&](auto&, auto& t) { t.tangents = few_tangents; }), "target.tangents");
  EXPECT_STREQ(skin_vertices({}, influences, vertices.source(), target).argument, "palette");
  EXPECT_STREQ(skin_vertices(palette, influences, vertices.source(), target, 2, 2).argument,
               "part");
}

}  // namespace
}  // namespace saker
