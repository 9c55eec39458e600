#include "build/parallel.h"

#include "support/sample_scene.h"

#include <atomic>
#include <gtest/gtest.h>
#include <stdexcept>
#include <thread>

namespace saker {
namespace {

// Four clips of different lengths.
Scene make_clips() {
  Scene scene = test::make_arm(4);
  const RawClip clip = scene.clips[0];
  for (int i = 1; i < 4; ++i) {
    scene.clips.push_back(clip);
    for (Track& track : scene.clips.back().tracks) {
      for (float& time : track.times) time *= float(i);
    }
    scene.clips.back().duration *= float(i);
  }
  return scene;
}

BuildOptions with_threads(unsigned threads, Packing packing) {
  BuildOptions options;
  options.threads = threads;
  options.packing = packing;
  return options;
}

TEST(Parallel, the_bytes_do_not_depend_on_the_number_of_threads) {
  const Scene scene = make_clips();
  for (const Packing packing : {Packing::kFast, Packing::kSmall}) {
    const auto one = build_asset(scene, with_threads(1, packing));
    ASSERT_TRUE(one);
    for (const unsigned threads : {1u, 2u, 8u, 0u}) {
      const auto more = build_asset(scene, with_threads(threads, packing));
      ASSERT_TRUE(more);
      EXPECT_EQ(one->bytes, more->bytes) << threads << " threads";
    }
  }
}

TEST(Parallel, every_piece_is_done_once) {
  const std::vector<double> weights = {1, 5, 2, 0, 3};
  std::vector<std::atomic<int>> done(weights.size());
  run_parallel(weights, 3, [&](size_t i, const Progress&) { ++done[i]; }, {});
  for (const auto& count : done) EXPECT_EQ(count, 1);
}

TEST(Parallel, progress_is_reported_by_weight_on_the_calling_thread_and_ends_at_one) {
  const auto caller = std::this_thread::get_id();
  for (const unsigned threads : {1u, 4u}) {
    const std::vector<double> weights = {1, 3, 4};
    double last = -1;
    run_parallel(
        weights, threads,
        [](size_t, const Progress& progress) {
          for (const double share : {0.0, 0.25, 0.5, 1.0}) progress(share);
        },
        [&](double share) {
          EXPECT_EQ(std::this_thread::get_id(), caller);
          EXPECT_GE(share, last);
          last = share;
        });
    EXPECT_DOUBLE_EQ(last, 1);
  }
}

TEST(Parallel, an_exception_from_progress_ends_the_work_and_reaches_the_caller) {
  struct Enough {};
  for (const unsigned threads : {1u, 2u, 8u}) {
    const auto stop = [](double) { throw Enough(); };
    EXPECT_THROW((void)build_asset(make_clips(), with_threads(threads, Packing::kFast), stop),
                 Enough);
  }
}

TEST(Parallel, an_exception_from_the_work_reaches_the_caller) {
  const std::vector<double> weights(20, 1.0);
  for (const unsigned threads : {1u, 4u}) {
    const auto work = [](size_t i, const Progress& progress) {
      progress(0.5);
      if (i == 7) throw std::runtime_error("seven");
    };
    EXPECT_THROW(run_parallel(weights, threads, work, {}), std::runtime_error);
  }
}

}  // namespace
}  // namespace saker
