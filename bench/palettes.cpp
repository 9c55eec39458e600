// The whole chain: times move on, clips are sampled and blended, palettes made, for crowds of
// characters that play one clip or mix three. Beside it the yardstick, textbook.h, after a check
// that both bring every joint to the same place.
#include "chain.h"
#include "program.h"

#include <cstdio>
#include <cstdlib>

namespace saker::bench {
namespace {

// Ours may be a tenth of a millimetre off in every clip, and blending adds some.
constexpr double kAgreement = 1e-3;

void check(const Subject& subject, size_t clips) {
  const double difference = largest_difference(subject, clips);
  std::fprintf(stderr, "%s, %zu clips: within %.3f mm of the textbook\n", subject.name.c_str(),
               clips, difference * 1000);
  if (difference <= kAgreement) return;
  std::fputs("that is too much\n", stderr);
  std::exit(1);
}

template <class AnyChain>
Work stepping(std::shared_ptr<AnyChain> chain) {
  return [chain] { chain->step(); };
}

void add(const Subject& subject) {
  const bool comparable = textbook_can_play(subject.scene);
  for (const size_t clips : {1, 3}) {
    if (comparable) check(subject, clips);
    for (const size_t characters : {1, 1000, 10000}) {
      const std::string name = "/" + subject.name + "/clips:" + std::to_string(clips) +
                               "/characters:" + std::to_string(characters);
      for (const bool fast : {true, false}) {
        measure_isas((fast ? "fast" : "small") + name, characters, [&, clips, characters, fast] {
          const Asset& asset = fast ? subject.fast : subject.small;
          return stepping(std::make_shared<Chain>(subject, asset, clips, characters));
        });
      }
      if (!comparable) continue;
      measure("textbook" + name, characters, [&, clips, characters] {
        return stepping(std::make_shared<TextbookChain>(subject, clips, characters));
      });
    }
  }
}

}  // namespace
}  // namespace saker::bench

int main(int argc, char** argv) { return saker::bench::run_program(argc, argv, saker::bench::add); }
