// From local transforms to matrices in model space, for a batch and for a character alone.
#include "batch.h"
#include "program.h"

namespace saker::bench {
namespace {

Work convert(const Subject& subject, size_t count) {
  const Skeleton& skeleton = subject.skeleton();
  auto poses = std::make_shared<PoseBuffer>(skeleton.joint_count(), count);
  auto models = std::make_shared<std::vector<Affine>>(count * skeleton.joint_count());
  (void)sample(skeleton, moments_in_order(subject.fast.clips()[0], count), *poses);
  return [&skeleton, poses, models] { (void)local_to_model(skeleton, *poses, *models); };
}

void add(const Subject& subject) {
  measure_isas("local_to_model/" + subject.name, kBatch, [&] { return convert(subject, kBatch); });
  measure_isas("alone/" + subject.name, 1, [&] { return convert(subject, 1); });
}

}  // namespace
}  // namespace saker::bench

int main(int argc, char** argv) { return saker::bench::run_program(argc, argv, saker::bench::add); }
