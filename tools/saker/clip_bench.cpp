#include "saker/clip_bench.h"

#include "saker/crowd.h"
#include "saker/stopwatch.h"

#include <algorithm>
#include <random>

namespace saker::cli {
namespace {

// Characters that are sampled together.
constexpr size_t kBatch = 256;

// Below a root, of the joint that is sampled alone.
constexpr uint32_t kDepth = 8;

constexpr float kFrame = 1.0f / 60;
constexpr size_t kMostBytes = size_t{1} << 30;

// A clip whose tracks are all keyed or constant has as many as its longest track has keys.
size_t sample_count(const Clip& clip) {
  size_t count = std::max<size_t>(clip.sample_count, 1);
  for (const KeyedJointTrack& track : clip.keyed)
    count = std::max<size_t>(count, track.keys.key_count);
  return count;
}

// The first joint with as many joints above it, or else the deepest.
uint32_t joint_at_depth(const Skeleton& skeleton, uint32_t wanted) {
  std::vector<uint32_t> depths(skeleton.joint_count());
  uint32_t deepest = 0;
  for (uint32_t j = 0; j < skeleton.joint_count(); ++j) {
    const int32_t parent = skeleton.parents[j];
    depths[j] = parent < 0 ? 0 : depths[size_t(parent)] + 1;
    if (depths[j] == wanted) return j;
    if (depths[j] > depths[deepest]) deepest = j;
  }
  return deepest;
}

class PoseBench {
 public:
  PoseBench(const Skeleton& skeleton, const Clip& clip)
      : skeleton_(skeleton), poses_(skeleton.joint_count(), kBatch), times_(kBatch, {&clip, 0}) {}

  double forward() {
    for (size_t i = 0; i < kBatch; ++i)
      times_[i].time = times_[i].clip->duration * float(i) / float(kBatch);
    return measure({});
  }

  double random() {
    return measure([&] { shuffle(); });
  }

  double joint() {
    const uint32_t joint = joint_at_depth(skeleton_, kDepth);
    Affine model;
    size_t next = 0;
    const auto work = [&] { (void)sample_joint(skeleton_, times_[next++ % kBatch], joint, model); };
    return bench::fastest(work, [&] { shuffle(); });
  }

 private:
  void shuffle() {
    for (ClipTime& entry : times_)
      entry.time = entry.clip->duration * (float(random_() >> 8) * 0x1p-24f);
  }

  double measure(const std::function<void()>& prepare) {
    return bench::fastest([&] { (void)sample(skeleton_, times_, poses_); }, prepare) / kBatch;
  }

  const Skeleton& skeleton_;
  PoseBuffer poses_;
  std::vector<ClipTime> times_;
  std::mt19937 random_{1};
};

PaletteMaker make_maker(const Asset& asset) {
  if (!asset.skins().empty()) return {asset.skeleton(), asset.skins()[0]};
  return {asset.skeleton(), bench::rest_palette(asset.skeleton())};
}

double measure_chain(PaletteMaker& maker, std::span<const Clip* const> clips, size_t instances) {
  bench::Crowd crowd(clips, instances);
  std::vector<Affine> palettes(instances * maker.entry_count());
  const auto work = [&] {
    crowd.advance(kFrame);
    (void)maker.make(crowd.layers(), crowd.layer_count(), palettes);
  };
  return bench::fastest(work) / double(instances);
}

}  // namespace

ClipFigures measure_clip(const Asset& asset, size_t index, std::span<const size_t> instances,
                         const Progress& progress) {
  const auto clips = asset.clips();
  const Clip& clip = clips[index];
  ClipFigures figures;
  figures.name = clip.name;
  figures.joints = clip.joint_count;
  figures.samples = sample_count(clip);
  figures.packed_bytes = clip.size;
  figures.error = double(clip.error);

  const double steps = double(3 + 2 * instances.size());
  double done = 0;
  const auto finish_step = [&] { progress(++done / steps); };
  progress(0);
  PoseBench poses(asset.skeleton(), clip);
  figures.pose_forward = poses.forward();
  finish_step();
  figures.pose_random = poses.random();
  finish_step();
  figures.joint_single = poses.joint();
  finish_step();

  PaletteMaker maker = make_maker(asset);
  figures.palette = maker.entry_count();
  const Clip* mix[3];
  for (size_t i = 0; i < 3; ++i) mix[i] = &clips[(index + i) % clips.size()];
  for (const size_t mixed : {size_t{1}, size_t{3}}) {
    for (const size_t count : instances) {
      const bool fits = count * maker.entry_count() <= kMostBytes / sizeof(Affine);
      if (fits) figures.chain.push_back({count, mixed, measure_chain(maker, {mix, mixed}, count)});
      finish_step();
    }
  }
  return figures;
}

}  // namespace saker::cli
