// The whole chain beside the textbook's, without Google Benchmark, which the web's compiler does
// not have: node build/wasm/bench/wasm_chain.js. Prints nanoseconds per character, ours and the
// textbook's, and how many times faster ours is. An argument is the seconds to measure for.
#include "chain.h"
#include "saker/stopwatch.h"

#include <saker/isa.h>

#include <cstdio>
#include <cstdlib>

namespace saker::bench {
namespace {

double nanoseconds(double seconds, size_t characters) { return seconds / double(characters) * 1e9; }

int run(double seconds) {
  const Subject subject = made_subject();
  const Patience patience{seconds, 5, 5 * seconds};
  const std::string_view isa = isa_name(current_isa());
  std::printf("%.*s, %u joints; nanoseconds per character\n", int(isa.size()), isa.data(),
              subject.skeleton().joint_count());
  std::printf("%6s %11s %10s %10s %6s %9s\n", "clips", "characters", "textbook", "saker", "times",
              "mm apart");
  for (const size_t clips : {1, 3}) {
    const double difference = largest_difference(subject, clips);
    for (const size_t characters : {1, 1000, 10000}) {
      TextbookChain textbook(subject, clips, characters);
      Chain ours(subject, subject.fast, clips, characters);
      const double slow = fastest([&] { textbook.step(); }, {}, patience);
      const double quick = fastest([&] { ours.step(); }, {}, patience);
      std::printf("%6zu %11zu %10.1f %10.1f %6.1f %9.3f\n", clips, characters,
                  nanoseconds(slow, characters), nanoseconds(quick, characters), slow / quick,
                  difference * 1000);
    }
    if (!(difference <= 1e-3)) return 1;
  }
  return 0;
}

}  // namespace
}  // namespace saker::bench

int main(int argc, char** argv) { return saker::bench::run(argc > 1 ? std::atof(argv[1]) : 0.2); }
