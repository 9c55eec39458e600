// Every instruction set gives the same animation, and each gives the same bits every day.
#include "base/hash.h"
#include "support/character.h"
#include "support/instruction_sets.h"
#include "support/packed.h"

#include <saker/palette.h>

#include <cstring>
#include <gtest/gtest.h>
#include <map>

namespace saker {
namespace {

// Packed with the baseline in use, because the packer measures with what is in use.
Asset packed_character(Packing packing) {
  EXPECT_TRUE(use_isa(Isa::kBaseline));
  BuildOptions options;
  options.packing = packing;
  Asset asset = test::pack(test::character(), options);
  EXPECT_TRUE(use_isa(available_isas().back()));
  return asset;
}

// Times that fall on samples, between them and outside of the clip.
std::vector<ClipTime> moments(const Clip& clip) {
  std::vector<ClipTime> times;
  for (int i = -1; i < 40; ++i) times.push_back({&clip, clip.duration * float(i) / 37.0f});
  return times;
}

// Model matrices and palettes of all clips, alone and mixed.
std::vector<Affine> everything(const Asset& asset) {
  const Skeleton& skeleton = asset.skeleton();
  std::vector<Affine> all;
  for (const Clip& clip : asset.clips()) {
    const std::vector<ClipTime> times = moments(clip);
    PoseBuffer poses(skeleton.joint_count(), times.size());
    std::vector<Affine> models(skeleton.joint_count() * times.size());
    EXPECT_TRUE(sample(skeleton, times, poses));
    EXPECT_TRUE(local_to_model(skeleton, poses, models));
    all.insert(all.end(), models.begin(), models.end());
  }
  for (const size_t layer_count : {1, 2, 3}) {
    std::vector<Layer> layers;
    for (size_t i = 0; i < 33 * layer_count; ++i)
      layers.push_back({&asset.clips()[i % layer_count], 0.05f * float(i), 0.5f + float(i % 5)});
    PaletteMaker maker(skeleton, asset.skins()[0]);
    std::vector<Affine> palettes(33 * maker.entry_count());
    EXPECT_TRUE(maker.make(layers, layer_count, palettes));
    all.insert(all.end(), palettes.begin(), palettes.end());
  }
  return all;
}

// The model matrices of one character after another.
std::vector<Affine> one_by_one(const Asset& asset, const std::vector<ClipTime>& times) {
  std::vector<Affine> all;
  for (const ClipTime& time : times) {
    const std::vector<Affine> models = test::runtime_models(asset, *time.clip, time.time);
    all.insert(all.end(), models.begin(), models.end());
  }
  return all;
}

double largest_difference(const std::vector<Affine>& a, const std::vector<Affine>& b) {
  EXPECT_EQ(a.size(), b.size());
  double largest = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 4; ++c)
        largest = std::max(largest, double(std::fabs(a[i].m[r][c] - b[i].m[r][c])));
    }
  }
  return largest;
}

TEST(Isa, the_best_is_in_use_until_another_is_chosen) {
  EXPECT_EQ(current_isa(), available_isas().back());
  test::with_each_isa([](Isa isa) { EXPECT_EQ(current_isa(), isa); });
  EXPECT_EQ(current_isa(), available_isas().back());
}

TEST(Isa, has_a_name_of_its_own) {
  std::map<std::string_view, int> names;
  for (const Isa isa : available_isas()) ++names[isa_name(isa)];
  EXPECT_EQ(names.size(), available_isas().size());
}

TEST(Isa, one_that_is_missing_is_not_used) {
  const Isa before = current_isa();
  EXPECT_FALSE(use_isa(Isa(77)));
  EXPECT_EQ(current_isa(), before);
}

TEST(Isa, all_agree_within_a_hundred_thousandth) {
  for (const Packing packing : {Packing::kFast, Packing::kSmall}) {
    const Asset asset = packed_character(packing);
    ASSERT_TRUE(use_isa(Isa::kBaseline));
    const std::vector<Affine> expected = everything(asset);
    test::with_each_isa(
        [&](Isa) { EXPECT_LE(largest_difference(everything(asset), expected), 1e-5); });
  }
}

TEST(Isa, a_character_gets_the_same_bits_alone_among_others_and_beside_other_clips) {
  for (const Packing packing : {Packing::kFast, Packing::kSmall}) {
    const Asset asset = packed_character(packing);
    const Skeleton& skeleton = asset.skeleton();
    std::vector<ClipTime> sorted;
    for (const Clip& clip : asset.clips()) {
      for (const ClipTime& time : moments(clip)) sorted.push_back(time);
    }
    std::vector<ClipTime> shuffled(sorted.size());
    // 7 is no factor of their number, so every one is there once.
    ASSERT_NE(sorted.size() % 7, 0u);
    for (size_t i = 0; i < sorted.size(); ++i) shuffled[i] = sorted[i * 7 % sorted.size()];
    test::with_each_isa([&](Isa) {
      for (const auto& times : {sorted, shuffled}) {
        PoseBuffer poses(skeleton.joint_count(), times.size());
        std::vector<Affine> models(skeleton.joint_count() * times.size());
        ASSERT_TRUE(sample(skeleton, times, poses));
        ASSERT_TRUE(local_to_model(skeleton, poses, models));
        const std::vector<Affine> alone = one_by_one(asset, times);
        EXPECT_EQ(std::memcmp(models.data(), alone.data(), models.size() * sizeof(Affine)), 0);
      }
    });
  }
}

// What the character of this project looks like, to the last bit. The figures change with the
// format, the packer and the order of operations; a change that was not meant to change them shows
// here.
TEST(Isa, the_sample_character_has_the_pinned_bits) {
  struct Pinned {
    std::string_view isa;
    Packing packing;
    uint64_t hash;
  };
  const Pinned pinned[] = {
      {"sse2", Packing::kFast, 0x10ef220f58285c7d},
      {"sse2", Packing::kSmall, 0x39a000ff4c07c9a3},
      {"avx2", Packing::kFast, 0x9b01c241e5535f4a},
      {"avx2", Packing::kSmall, 0x365810c447de76c8},
      {"avx512", Packing::kFast, 0x9b01c241e5535f4a},
      {"avx512", Packing::kSmall, 0x365810c447de76c8},
      {"neon", Packing::kFast, 0xc001518fdf034dab},
      {"neon", Packing::kSmall, 0x40ad3670b5c5e284},
  };
  for (const Packing packing : {Packing::kFast, Packing::kSmall}) {
    const Asset asset = packed_character(packing);
    test::with_each_isa([&](Isa isa) {
      const std::vector<Affine> all = everything(asset);
      const uint64_t hash =
          hash64(reinterpret_cast<const uint8_t*>(all.data()), all.size() * sizeof(Affine));
      const auto expected = std::find_if(
          std::begin(pinned), std::end(pinned),
          [&](const Pinned& p) { return p.isa == isa_name(isa) && p.packing == packing; });
      ASSERT_NE(expected, std::end(pinned)) << "no figure for this instruction set";
      EXPECT_EQ(hash, expected->hash) << std::hex << "0x" << hash;
    });
  }
}

}  // namespace
}  // namespace saker
