// Blending poses: two with blend(), more with blend_layers(), and additive ones.
#include "batch.h"
#include "program.h"

namespace saker::bench {
namespace {

// Poses to blend, and where they go.
struct Poses {
  const Skeleton& skeleton;
  std::vector<PoseBuffer> in;
  PoseBuffer out;
  std::vector<float> weights = std::vector<float>(kBatch, 0.4f);

  Poses(const Subject& subject, size_t count)
      : skeleton(subject.skeleton()), out(skeleton.joint_count(), kBatch) {
    for (const Clip* clip : Subject::mix(subject.fast, count))
      in.push_back(sampled_batch(skeleton, *clip));
  }
};

Work blend_two(const Subject& subject) {
  auto poses = std::make_shared<Poses>(subject, 2);
  return [poses] { (void)blend(poses->in[0], poses->in[1], poses->weights, poses->out); };
}

Work blend_many(const Subject& subject, size_t count) {
  auto poses = std::make_shared<Poses>(subject, count);
  std::vector<PoseLayer> layers;
  for (const PoseBuffer& in : poses->in) layers.push_back({in, poses->weights, {}});
  return [poses, layers] { (void)blend_layers(poses->skeleton, layers, poses->out); };
}

Work add_one(const Subject& subject) {
  auto poses = std::make_shared<Poses>(subject, 2);
  (void)make_additive(poses->in[1], poses->in[0], poses->in[1]);
  return [poses] { (void)add_pose(poses->in[0], poses->in[1], poses->weights, {}, poses->out); };
}

void add(const Subject& subject) {
  measure_isas("blend/" + subject.name, kBatch, [&] { return blend_two(subject); });
  for (const size_t count : {2, 3, 8}) {
    measure_isas("layers/" + subject.name + "/poses:" + std::to_string(count), kBatch,
                 [&, count] { return blend_many(subject, count); });
  }
  measure_isas("additive/" + subject.name, kBatch, [&] { return add_one(subject); });
}

}  // namespace
}  // namespace saker::bench

int main(int argc, char** argv) { return saker::bench::run_program(argc, argv, saker::bench::add); }
