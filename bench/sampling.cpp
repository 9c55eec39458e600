// Sampling: clips packed fast and small, forward, in random order, a character alone, and one joint
// alone, a hand.
#include "batch.h"
#include "program.h"

namespace saker::bench {
namespace {

Work sample_all(const Skeleton& skeleton, const std::vector<ClipTime>& times) {
  auto poses = std::make_shared<PoseBuffer>(skeleton.joint_count(), times.size());
  return [&skeleton, times, poses] { (void)sample(skeleton, times, *poses); };
}

Work sample_alone(const Skeleton& skeleton, const std::vector<ClipTime>& times) {
  auto pose = std::make_shared<PoseBuffer>(skeleton.joint_count(), 1);
  return [&skeleton, times, pose, next = size_t{0}]() mutable {
    (void)sample(skeleton, std::span(times).subspan(next++ % times.size(), 1), *pose);
  };
}

Work sample_hand(const Skeleton& skeleton, const std::vector<ClipTime>& times) {
  const int hand = std::max(skeleton.find("left_hand"), 0);
  return [&skeleton, times, hand, next = size_t{0}]() mutable {
    Affine model;
    (void)sample_joint(skeleton, times[next++ % times.size()], uint32_t(hand), model);
  };
}

void add(const Subject& subject) {
  const Skeleton& skeleton = subject.skeleton();
  for (const bool fast : {true, false}) {
    const Clip& clip = (fast ? subject.fast : subject.small).clips()[0];
    const std::string name = subject.name + (fast ? "/fast" : "/small");
    const std::vector<ClipTime> in_order = moments_in_order(clip, kBatch),
                                at_random = moments_at_random(clip, kBatch);
    measure_isas("forward/" + name, kBatch,
                 [&, in_order] { return sample_all(skeleton, in_order); });
    measure_isas("random/" + name, kBatch,
                 [&, at_random] { return sample_all(skeleton, at_random); });
    measure_isas("alone/" + name, 1, [&, at_random] { return sample_alone(skeleton, at_random); });
    measure_isas("hand/" + name, 1, [&, at_random] { return sample_hand(skeleton, at_random); });
  }
}

}  // namespace
}  // namespace saker::bench

int main(int argc, char** argv) { return saker::bench::run_program(argc, argv, saker::bench::add); }
