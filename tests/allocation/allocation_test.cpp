// Counts what the runtime allocates. In a program of its own tests only by file: the counter is
// global.
#include "support/packed.h"
#include "support/sample_scene.h"

#include <saker/skin.h>

#include <cstddef>
#include <cstdlib>
#include <gtest/gtest.h>
#include <new>

namespace {
size_t allocations = 0;
}

void* operator new(size_t size, std::align_val_t alignment) {
  ++allocations;
  const size_t step = size_t(alignment);
  if (void* memory = std::aligned_alloc(step, (size + step - 1) / step * step)) return memory;
  std::abort();
}
void* operator new(size_t size) {
  return operator new (size, std::align_val_t{alignof(std::max_align_t)});
}
void* operator new(size_t size, const std::nothrow_t&) noexcept {
  return operator new (size, std::align_val_t{alignof(std::max_align_t)});
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { std::free(memory); }

namespace saker {
namespace {

TEST(Runtime, allocates_nothing_after_loading) {
  const Asset asset = test::pack(test::make_arm());
  const Skeleton& skeleton = asset.skeleton();
  const size_t joints = skeleton.joint_count(), count = 20;
  PoseBuffer from(joints, count), to(joints, count);
  std::vector<Affine> models(joints * count), palettes(asset.skins()[0].joints.size() * count);
  std::vector<ClipTime> times(count, {&asset.clips()[0], 0.3f});
  std::vector<float> shares(count, 0.4f), weights(2);
  const Asset::Instance& flag = asset.instances()[1];
  const Asset::Primitive& strip = asset.meshes()[0].primitives[0];
  const PoseLayer layers[] = {{from, shares, {}}, {to, shares, {}}};
  const auto influences = SkinInfluences::arrange(strip.joints, strip.weights, strip.influences);
  ASSERT_TRUE(influences);
  const SkinSource rest{strip.positions, strip.normals, {}};
  std::vector<Vec3> positions(rest.positions.size()), normals(rest.normals.size());

  const size_t before = allocations;
  const bool done = sample(skeleton, times, from) && sample(skeleton, times, to) &&
                    blend(from, to, shares, from) && blend_layers(skeleton, layers, from) &&
                    make_additive(from, to, to) && add_pose(from, to, shares, {}, from) &&
                    local_to_model(skeleton, from, models) &&
                    make_palettes(asset.skins()[0], joints, models, palettes) &&
                    skin_vertices(palettes, *influences, rest, {positions, normals, {}}) &&
                    sample_weights(asset.clips()[0], flag.joint, 0.3f, flag.weights, weights) &&
                    asset.find_clip("bend") != nullptr;
  const size_t after = allocations;
  EXPECT_TRUE(done);
  EXPECT_EQ(after, before);
  EXPECT_GT(before, 0u);  // the counter counts
}

}  // namespace
}  // namespace saker
