// Packing a scene, all its clips one after another. The time for each is per joint and sample.
#include "program.h"

namespace saker::bench {
namespace {

void add(const Subject& subject) {
  size_t samples = 0;
  for (const Clip& clip : subject.fast.clips()) samples += clip.sample_count;
  for (const Packing packing : {Packing::kFast, Packing::kSmall}) {
    const std::string name = packing == Packing::kFast ? "/fast" : "/small";
    measure(subject.name + name, samples * subject.skeleton().joint_count(),
            [&, packing]() -> Work {
              BuildOptions options;
              options.packing = packing;
              options.threads = 1;
              return [&subject, options] { (void)build_asset(subject.scene, options); };
            });
  }
}

}  // namespace
}  // namespace saker::bench

int main(int argc, char** argv) { return saker::bench::run_program(argc, argv, saker::bench::add); }
