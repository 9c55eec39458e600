// What the packer writes, read by the specification and by the runtime.
#include "support/packed.h"
#include "support/sample_scene.h"
#include "support/section_decoder.h"

#include <bit>

namespace saker {
namespace {

using test::make_track;
using test::SectionDecoder;

// One joint per track of a clip, each below the one before.
Scene make_chain(std::vector<Track> tracks) {
  Scene scene;
  RawClip clip;
  for (Track& track : tracks) {
    Node node;
    node.parent = int(scene.nodes.size()) - 1;
    node.local.translation = {0.1f, 0.2f, 0};
    track.target.node = int(scene.nodes.size());
    clip.duration = std::max(clip.duration, track.times.back());
    scene.nodes.push_back(node);
    clip.tracks.push_back(std::move(track));
  }
  scene.scenes = {{"all", {0}}};
  scene.default_scene = 0;
  scene.clips = {clip};
  return scene;
}

std::vector<float> times_at(int count, double rate) {
  std::vector<float> times;
  for (int k = 0; k < count; ++k) times.push_back(float(k / rate));
  return times;
}

Track moving(int count) {
  std::vector<float> values;
  for (int k = 0; k < count; ++k)
    values.insert(values.end(), {0.3f * std::sin(0.3f * float(k)), 0.01f * float(k * k % 7), -2});
  return make_track(0, Property::kTranslation, Interpolation::kLinear, times_at(count, 30), values);
}

Track turning(int count, double amplitude, double phase, double jitter) {
  std::vector<float> values;
  for (int k = 0; k < count; ++k) {
    const DVec3 axis = normalize(DVec3{1, std::sin(0.1 * k + phase), 0.3});
    const DQuat q =
        rotation_about(axis, amplitude * std::sin(0.21 * k + phase) + jitter * double(k * k % 5));
    for (const double c : {q.x, q.y, q.z, q.w}) values.push_back(float(c));
  }
  return make_track(0, Property::kRotation, Interpolation::kLinear, times_at(count, 30), values);
}

Track growing(int count) {
  std::vector<float> values;
  for (int k = 0; k < count; ++k)
    values.insert(values.end(), 3, 1 + 0.2f * std::sin(0.4f * float(k)));
  return make_track(0, Property::kScale, Interpolation::kLinear, times_at(count, 30), values);
}

// Tracks of every encoding: near its mean, through all of a turn, jumpy.
Scene make_motion(int count) {
  return make_chain({turning(count, 0.5, 0, 0), moving(count), turning(count, 2.4, 1, 0),
                     turning(count, 0.2, 2, 0.05), growing(count), turning(count, 1.2, 3, 0.01)});
}

BuildOptions options_for(Packing packing) {
  BuildOptions options;
  options.packing = packing;
  return options;
}

std::array<double, 4> component_values(const PoseSpan& pose, uint32_t joint, uint8_t channel) {
  const float* from = pose.data + joint * PoseSpan::kComponents +
                      (channel == 0   ? 0
                       : channel == 1 ? 3
                                      : 7);
  return {from[0], from[1], from[2], channel == 1 ? double(from[3]) : 0};
}

double difference(std::array<double, 4> a, const std::array<double, 4>& b, bool is_rotation) {
  double cosine = 0, length = 0, worst = 0;
  for (size_t c = 0; c < 4; ++c) {
    cosine += a[c] * b[c];
    length += a[c] * a[c];
  }
  const double scale = is_rotation ? (cosine < 0 ? -1 : 1) / std::sqrt(length) : 1;
  for (size_t c = 0; c < 4; ++c) worst = std::max(worst, std::fabs(a[c] * scale - b[c]));
  return worst;
}

void expect_both_readers_agree(const Scene& scene, const BuildOptions& options) {
  auto built = build_asset(scene, options);
  ASSERT_TRUE(built);
  const SectionDecoder decoder(test::clip_section(built->bytes, 0));
  auto asset = Asset::from_bytes(std::move(built->bytes));
  ASSERT_TRUE(asset) << asset.error().text();
  const Clip& clip = asset->clips()[0];
  ASSERT_EQ(decoder.tracks().size(), scene.clips[0].tracks.size());
  PoseBuffer pose(asset->skeleton().joint_count(), 1);
  for (uint32_t i = 0; i < clip.sample_count; ++i) {
    const ClipTime time{&clip, float(clip.duration * (double(i) / (clip.sample_count - 1)))};
    ASSERT_TRUE(sample(asset->skeleton(), {&time, 1}, pose));
    for (size_t t = 0; t < decoder.tracks().size(); ++t) {
      const auto& track = decoder.tracks()[t];
      EXPECT_LE(difference(decoder.at(t, i), component_values(pose, track.joint, track.channel),
                           track.channel == 1),
                2e-5 + 1e-6 * double(time.time))  // floats round the time of a sample
          << "track " << t << ", sample " << i;
    }
  }
}

TEST(Section, is_read_alike_by_the_specification_and_by_the_runtime) {
  for (const int count : {2, 3, 16, 17, 18, 40, 65, 90}) {
    for (const Packing packing : {Packing::kFast, Packing::kSmall}) {
      SCOPED_TRACE(count);
      expect_both_readers_agree(make_motion(count), options_for(packing));
    }
  }
}

// Joints side by side that all move along x alone, by as much.
Scene make_row(int joints, float amplitude) {
  Scene scene;
  RawClip clip;
  scene.scenes = {{"all", {}}};
  scene.default_scene = 0;
  std::vector<float> values;
  for (int k = 0; k < 40; ++k)
    values.insert(values.end(), {amplitude * std::sin(0.7f * float(k * k)), 0.5f, -2});
  for (int i = 0; i < joints; ++i) {
    scene.nodes.emplace_back();
    scene.scenes[0].nodes.push_back(i);
    clip.tracks.push_back(
        make_track(i, Property::kTranslation, Interpolation::kLinear, times_at(40, 30), values));
  }
  clip.duration = clip.tracks[0].times.back();
  scene.clips = {clip};
  return scene;
}

// Components without bits included, which lie behind the last bit of a word when the others fill
// it.
TEST(Section, has_fields_that_lie_in_their_words) {
  bool eight_fill_a_word = false;
  for (float amplitude = 0.001f; amplitude < 1; amplitude *= 1.4f) {
    const Asset asset = test::pack(make_row(20, amplitude));
    for (const SampledTrack& track : asset.clips()[0].sampled) {
      for (size_t c = 0; c < track.components; ++c) {
        EXPECT_LT(track.keys.shift[c], 64u);
        EXPECT_LE(track.keys.shift[c] + unsigned(std::popcount(track.keys.mask[c])), 64u);
      }
      eight_fill_a_word =
          eight_fill_a_word || (track.keys.mask[0] == 255 && track.keys.mask[1] == 0);
    }
  }
  EXPECT_TRUE(eight_fill_a_word);
}

TEST(Section, is_smaller_in_the_small_profile) {
  const Scene scene = make_motion(400);
  const auto fast = build_asset(scene, options_for(Packing::kFast));
  const auto small = build_asset(scene, options_for(Packing::kSmall));
  ASSERT_TRUE(fast && small);
  EXPECT_LT(double(small->clips[0].packed_bytes), 0.8 * double(fast->clips[0].packed_bytes));
}

TEST(Section, of_a_long_clip_has_residuals_in_the_fast_profile_too) {
  const Scene scene = make_motion(1999);
  const Asset asset = test::pack(scene, options_for(Packing::kFast));
  EXPECT_GT(asset.clips()[0].levels, 0u);
  expect_both_readers_agree(scene, options_for(Packing::kFast));
}

TEST(Section, holds_the_source_to_within_a_step_where_nothing_is_above) {
  const Scene scene = make_chain({moving(33)});
  for (const Packing packing : {Packing::kFast, Packing::kSmall}) {
    const auto built = build_asset(scene, options_for(packing));
    ASSERT_TRUE(built);
    const SectionDecoder decoder(test::clip_section(built->bytes, 0));
    for (uint32_t i = 0; i < 33; ++i) {
      const auto exact = scene.clips[0].tracks[0].key(i);
      for (size_t c = 0; c < 3; ++c) EXPECT_NEAR(decoder.at(0, i)[c], exact[c], 1e-4);
    }
  }
}

TEST(Section, stores_rotations_through_a_whole_turn_with_four_components) {
  const auto built = build_asset(make_chain({turning(60, 4.5, 0, 0)}));
  ASSERT_TRUE(built);
  const SectionDecoder decoder(test::clip_section(built->bytes, 0));
  ASSERT_EQ(decoder.tracks().size(), 1u);
  EXPECT_NE(decoder.tracks()[0].encoding & format::kFourComponents, 0);
}

TEST(Section,
     has_the_fixed_layout_where_residuals_of_segments_would_be_too_wide_and_that_is_smaller) {
  Scene scene = make_chain({turning(100, 4.5, 0, 0)});
  scene.nodes.push_back(scene.nodes[0]);  // far out, so that steps are small
  scene.nodes.back().parent = 0;
  scene.nodes.back().local.translation = {20, 0, 0};
  const Asset asset = test::pack(scene, options_for(Packing::kSmall));
  EXPECT_EQ(asset.clips()[0].layout, SampleLayout::kFixed);
  EXPECT_EQ(asset.clips()[0].sampled.size(), 1u);
  EXPECT_LE(test::worst_error(scene, 0, asset, 1000), 1e-4);
}

TEST(Section, frames_rotations_near_their_mean_in_the_small_profile) {
  const auto built =
      build_asset(make_chain({turning(60, 0.5, 0, 0)}), options_for(Packing::kSmall));
  ASSERT_TRUE(built);
  const SectionDecoder decoder(test::clip_section(built->bytes, 0));
  ASSERT_EQ(decoder.tracks().size(), 1u);
  EXPECT_NE(decoder.tracks()[0].encoding & format::kFramed, 0);
  EXPECT_EQ(decoder.record().frames.count, 1u);
  EXPECT_EQ(decoder.record().centers.count, 0u);
}

TEST(Section, keeps_a_constant_rotation_in_ten_bytes_or_as_a_key_if_that_is_too_coarse) {
  const float s = std::sin(0.3f), c = std::cos(0.3f);
  const Scene scene = make_chain(
      {make_track(0, Property::kRotation, Interpolation::kLinear, {0}, {s, 0, 0, c}), moving(20)});
  BuildOptions strict;
  strict.tolerance = 1e-6;
  const auto coarse = build_asset(scene), fine = build_asset(scene, strict);
  ASSERT_TRUE(coarse && fine);
  const SectionDecoder in_code(test::clip_section(coarse->bytes, 0));
  const SectionDecoder as_key(test::clip_section(fine->bytes, 0));
  EXPECT_EQ(in_code.record().constant_rotations.count, 1u);
  EXPECT_EQ(in_code.record().keyed.count, 0u);
  EXPECT_EQ(as_key.record().constant_rotations.count, 0u);
  EXPECT_GE(as_key.record().keyed.count, 1u);
}

}  // namespace
}  // namespace saker
