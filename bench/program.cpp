#include "program.h"

#include <saker/isa.h>

#include <benchmark/benchmark.h>

namespace saker::bench {

void measure(const std::string& name, size_t count, const Prepare& prepare) {
  benchmark::RegisterBenchmark(name.c_str(), [count, prepare](benchmark::State& state) {
    const Work work = prepare();
    for (auto _ : state) work();
    state.counters["each"] = benchmark::Counter(
        double(count), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  });
}

void measure_isas(const std::string& name, size_t count, const Prepare& prepare) {
  for (const Isa isa : available_isas()) {
    measure(name + "/" + std::string(isa_name(isa)), count, [isa, prepare] {
      use_isa(isa);
      return prepare();
    });
  }
}

int run_program(int argc, char** argv, const std::function<void(const Subject&)>& add) {
  benchmark::Initialize(&argc, argv);
  std::vector<Subject> subjects;
  subjects.push_back(made_subject());
  for (int i = 1; i < argc; ++i) subjects.push_back(read_subject(argv[i]));
  for (const Subject& subject : subjects) add(subject);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace saker::bench
