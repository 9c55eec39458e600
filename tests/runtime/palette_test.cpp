#include "support/instruction_sets.h"
#include "support/packed.h"
#include "support/sample_scene.h"

#include <saker/palette.h>

#include <cstring>
#include <gtest/gtest.h>
#include <thread>

namespace saker {
namespace {

using test::make_arm;

// The arm with three clips: "bend", "other", which leaves some joints at rest, and "still", one key
// per joint, which differ from the rest transform.
Scene make_three_clips() {
  Scene scene = make_arm();
  scene.clips.push_back(scene.clips[0]);
  scene.clips[1].name = "other";
  scene.clips[1].tracks.resize(2);
  RawClip still;
  still.name = "still";
  for (int j = 0; j < 5; ++j) {
    std::vector<float> turn;
    test::append_turn(turn, 0.3 + 0.2 * j);
    still.tracks.push_back(
        test::make_track(j, Property::kRotation, Interpolation::kLinear, {0}, turn));
  }
  scene.clips.push_back(still);
  return scene;
}

Asset pack_as(const Scene& scene, Packing packing) {
  BuildOptions options;
  options.packing = packing;
  return test::pack(scene, options);
}

std::vector<Affine> make(const Asset& asset, const std::vector<Layer>& layers, size_t layer_count,
                         const PaletteOptions& options = {}) {
  PaletteMaker maker(asset.skeleton(), asset.skins()[0], options);
  std::vector<Affine> out(layers.size() / layer_count * maker.entry_count());
  const Status status = maker.make(layers, layer_count, out);
  EXPECT_TRUE(status) << status.argument << " " << status.rule;
  return out;
}

double difference(const Affine& a, const Affine& b) {
  double largest = 0;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 4; ++c)
      largest = std::max(largest, double(std::fabs(a.m[r][c] - b.m[r][c])));
  }
  return largest;
}

// One character's palette, mixed in double precision from the poses of its layers.
std::vector<DAffine> expected_palette(const Asset& asset, std::span<const Layer> layers) {
  const Skeleton& skeleton = asset.skeleton();
  const SkinBinding& skin = asset.skins()[0];
  double sum = 0;
  for (const Layer& layer : layers) sum += double(layer.weight);
  std::vector<DTransform> mixed(skeleton.joint_count());
  for (size_t i = 0; i < layers.size(); ++i) {
    PoseBuffer pose(skeleton.joint_count(), 1);
    const ClipTime time{layers[i].clip, layers[i].time};
    EXPECT_TRUE(sample(skeleton, {&time, 1}, pose));
    const double share = double(layers[i].weight) / sum;
    for (size_t j = 0; j < mixed.size(); ++j) {
      const DTransform own = cast<double>(pose.span().get(0, j));
      if (i == 0) mixed[j] = {{}, {0, 0, 0, 0}, {0, 0, 0}};
      mixed[j].translation = mixed[j].translation + own.translation * share;
      mixed[j].scale = mixed[j].scale + own.scale * share;
      DQuat& q = mixed[j].rotation;
      const double s = dot(q, own.rotation) < 0 ? -share : share;
      q = {q.x + s * own.rotation.x, q.y + s * own.rotation.y, q.z + s * own.rotation.z,
           q.w + s * own.rotation.w};
    }
  }
  std::vector<DAffine> models(mixed.size()), palette;
  for (size_t j = 0; j < mixed.size(); ++j) {
    mixed[j].rotation = normalize(mixed[j].rotation);
    const int32_t parent = skeleton.parents[j];
    models[j] = compose(mixed[j]);
    if (parent >= 0) models[j] = models[size_t(parent)] * models[j];
  }
  for (size_t k = 0; k < skin.joints.size(); ++k)
    palette.push_back(models[skin.joints[k]] * cast<double>(skin.inverse_binds[k]));
  return palette;
}

void expect_palettes(const Asset& asset, const std::vector<Layer>& layers, size_t layer_count) {
  const std::vector<Affine> out = make(asset, layers, layer_count);
  const size_t entries = asset.skins()[0].joints.size();
  for (size_t i = 0; i < layers.size() / layer_count; ++i) {
    const auto expected =
        expected_palette(asset, std::span(layers).subspan(i * layer_count, layer_count));
    for (size_t k = 0; k < entries; ++k)
      EXPECT_LE(difference(out[i * entries + k], cast<float>(expected[k])), 1e-5)
          << "character " << i << ", entry " << k;
  }
}

TEST(PaletteMaker, gives_model_times_inverse_bind_for_each_character) {
  for (const Packing packing : {Packing::kFast, Packing::kSmall}) {
    const Asset asset = pack_as(make_three_clips(), packing);
    test::with_each_isa([&](Isa) {
      for (const size_t count : {1, 2, 15, 16, 17, 40}) {
        std::vector<Layer> layers;
        for (size_t i = 0; i < count; ++i)
          layers.push_back({&asset.clips()[i % 3], 0.11f * float(i), 1});
        expect_palettes(asset, layers, 1);
      }
    });
  }
}

TEST(PaletteMaker, mixes_layers_by_their_share_of_the_weights) {
  for (const Packing packing : {Packing::kFast, Packing::kSmall}) {
    const Asset asset = pack_as(make_three_clips(), packing);
    test::with_each_isa([&](Isa) {
      for (const size_t layer_count : {2, 3}) {
        std::vector<Layer> layers;
        for (size_t i = 0; i < 21 * layer_count; ++i)
          layers.push_back({&asset.clips()[(i + i / layer_count / 9) % 3], 0.07f * float(i),
                            0.2f + float(i % 4)});
        expect_palettes(asset, layers, layer_count);
      }
    });
  }
}

TEST(PaletteMaker, a_character_gets_the_same_bits_alone_as_in_a_crowd) {
  for (const Packing packing : {Packing::kFast, Packing::kSmall}) {
    const Asset asset = pack_as(make_three_clips(), packing);
    test::with_each_isa([&](Isa) {
      for (const size_t layer_count : {1, 3}) {
        std::vector<Layer> layers;
        for (size_t i = 0; i < 37 * layer_count; ++i)
          layers.push_back({&asset.clips()[i % layer_count], 0.041f * float(i), float(1 + i % 3)});
        const std::vector<Affine> crowd = make(asset, layers, layer_count);
        const size_t entries = crowd.size() / 37;
        for (size_t i = 0; i < 37; ++i) {
          const std::vector<Layer> own(&layers[i * layer_count],
                                       &layers[i * layer_count] + layer_count);
          const std::vector<Affine> alone = make(asset, own, layer_count);
          EXPECT_EQ(std::memcmp(alone.data(), &crowd[i * entries], entries * sizeof(Affine)), 0)
              << "character " << i;
        }
      }
    });
  }
}

TEST(PaletteMaker, any_number_of_threads_gives_the_same_bits) {
  const Asset asset = pack_as(make_three_clips(), Packing::kFast);
  std::vector<Layer> layers;
  for (size_t i = 0; i < 203; ++i)
    layers.push_back({&asset.clips()[i * 7 % 3], 0.013f * float(i), 1});
  const std::vector<Affine> expected = make(asset, layers, 1);
  const size_t entries = expected.size() / layers.size();
  for (const size_t threads : {1, 2, 8}) {
    std::vector<Affine> out(expected.size());
    std::vector<std::thread> pool;
    for (size_t t = 0; t < threads; ++t) {
      const size_t first = layers.size() * t / threads, last = layers.size() * (t + 1) / threads;
      pool.emplace_back([&, first, last] {
        PaletteMaker maker(asset.skeleton(), asset.skins()[0]);
        EXPECT_TRUE(maker.make(std::span(layers).subspan(first, last - first), 1,
                               std::span(out).subspan(first * entries, (last - first) * entries)));
      });
    }
    for (std::thread& thread : pool) thread.join();
    EXPECT_EQ(std::memcmp(out.data(), expected.data(), out.size() * sizeof(Affine)), 0)
        << threads << " threads";
  }
}

TEST(PaletteMaker, output_written_past_the_caches_is_the_same) {
  const Asset asset = pack_as(make_three_clips(), Packing::kFast);
  const size_t entries = asset.skins()[0].joints.size();
  const size_t count = (size_t{17} << 20) / (entries * sizeof(Affine));
  std::vector<Layer> layers;
  for (size_t i = 0; i < count; ++i) layers.push_back({&asset.clips()[0], 0.001f * float(i), 1});
  const std::vector<Affine> all = make(asset, layers, 1);
  const std::vector<Layer> some(layers.begin(), layers.begin() + 999);
  const std::vector<Affine> few = make(asset, some, 1);
  EXPECT_EQ(std::memcmp(all.data(), few.data(), few.size() * sizeof(Affine)), 0);
}

TEST(PaletteMaker, more_mixes_than_are_remembered_are_worked_out_anew) {
  const Asset asset = pack_as(make_three_clips(), Packing::kFast);
  std::vector<Layer> layers;
  for (size_t i = 0; i < 60; ++i) layers.push_back({&asset.clips()[i % 3], 0.02f * float(i), 1});
  PaletteOptions forgetful;
  forgetful.remembered_mixes = 1;
  const auto expected = make(asset, layers, 1), out = make(asset, layers, 1, forgetful);
  EXPECT_EQ(std::memcmp(out.data(), expected.data(), out.size() * sizeof(Affine)), 0);
}

TEST(PaletteMaker, without_any_weight_the_first_layer_is_shown) {
  const Asset asset = pack_as(make_three_clips(), Packing::kFast);
  const std::vector<Layer> nothing = {{&asset.clips()[0], 0.5f, 0}, {&asset.clips()[2], 0, -1}};
  const std::vector<Layer> first = {{&asset.clips()[0], 0.5f, 1}};
  const auto a = make(asset, nothing, 2), b = make(asset, first, 1);
  for (size_t i = 0; i < a.size(); ++i) EXPECT_LE(difference(a[i], b[i]), 1e-6);
}

TEST(PaletteMaker, joints_beyond_the_moving_ones_keep_their_place_on_their_parents) {
  const Asset asset = pack_as(make_three_clips(), Packing::kFast);
  PaletteOptions two;
  two.moving_joints = 2;
  const auto out = make(asset, {{&asset.clips()[0], 0.7f, 1}}, 1, two);
  const auto whole = make(asset, {{&asset.clips()[0], 0.7f, 1}}, 1);
  EXPECT_LE(difference(out[1], whole[1]), 1e-6);
  // A joint at rest below joint 1 has the same palette matrix: its bind pose is its rest pose.
  for (size_t k = 2; k < out.size(); ++k) EXPECT_LE(difference(out[k], out[1]), 1e-6);
  EXPECT_GT(difference(whole[3], whole[1]), 0.1);
}

TEST(PaletteMaker, an_entry_without_offset_is_the_model_matrix) {
  const Asset asset = pack_as(make_three_clips(), Packing::kFast);
  const PaletteEntry hand{4, {}};
  PaletteMaker maker(asset.skeleton(), {&hand, 1});
  const Layer layer{&asset.clips()[0], 1.1f, 1};
  Affine out;
  ASSERT_TRUE(maker.make({&layer, 1}, 1, {&out, 1}));
  const auto models = test::runtime_models(asset, asset.clips()[0], 1.1f);
  EXPECT_LE(difference(out, models[4]), 1e-6);
}

TEST(PaletteMaker, what_does_not_fit_is_named) {
  const Asset asset = pack_as(make_three_clips(), Packing::kFast);
  PaletteMaker maker(asset.skeleton(), asset.skins()[0]);
  const Layer layer{&asset.clips()[0], 0, 1}, nothing;
  std::vector<Affine> out(maker.entry_count()), small(1);
  EXPECT_STREQ(maker.make({&layer, 1}, 0, out).argument, "layer_count");
  EXPECT_STREQ(maker.make({&layer, 1}, kMaxLayers + 1, out).argument, "layer_count");
  EXPECT_STREQ(maker.make({&layer, 1}, 2, out).argument, "layers");
  EXPECT_STREQ(maker.make({&nothing, 1}, 1, out).argument, "layers");
  EXPECT_STREQ(maker.make({&layer, 1}, 1, small).argument, "out");
  const PaletteEntry outside{99, {}};
  PaletteMaker broken(asset.skeleton(), {&outside, 1});
  EXPECT_STREQ(broken.make({&layer, 1}, 1, small).argument, "entries");
}

TEST(InterpolatePalettes, goes_from_one_to_the_other) {
  std::vector<Affine> from(2), to(2), out(2);
  from[1].m[0][3] = 1;
  to[1].m[0][3] = 5;
  ASSERT_TRUE(interpolate_palettes(from, to, 0.25f, out));
  EXPECT_FLOAT_EQ(out[1].m[0][3], 2);
  EXPECT_STREQ(interpolate_palettes(from, {}, 0, out).argument, "to");
  EXPECT_STREQ(interpolate_palettes(from, to, 0, {}).argument, "out");
}

TEST(SampleJoint, gives_what_the_whole_pose_gives) {
  for (const Packing packing : {Packing::kFast, Packing::kSmall}) {
    const Asset asset = pack_as(make_arm(40), packing);
    const Skeleton& skeleton = asset.skeleton();
    const Clip& clip = asset.clips()[0];
    test::with_each_isa([&](Isa) {
      for (const float time : {-1.0f, 0.0f, 0.37f, 0.95f, 2.0f, 9.0f}) {
        const auto models = test::runtime_models(asset, clip, time);
        for (uint32_t joint = 0; joint < skeleton.joint_count(); ++joint) {
          Affine model;
          ASSERT_TRUE(sample_joint(skeleton, {&clip, time}, joint, model));
          EXPECT_LE(difference(model, models[joint]), 2e-5) << "joint " << joint << " at " << time;
        }
      }
    });
  }
}

TEST(SampleJoint, what_does_not_fit_is_named) {
  const Asset asset = pack_as(make_arm(), Packing::kFast);
  Affine model;
  EXPECT_STREQ(sample_joint(asset.skeleton(), {&asset.clips()[0], 0}, 99, model).argument, "joint");
  EXPECT_STREQ(sample_joint(asset.skeleton(), {}, 0, model).argument, "time");
}

}  // namespace
}  // namespace saker
