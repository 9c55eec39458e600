#pragma once
// What the programs of this folder have in common: they measure one stage on the character of
// make_walk, and on the files named on the command line, with Google Benchmark.

#include "subject.h"

#include <functional>

namespace saker::bench {

using Work = std::function<void()>;

// Makes what is measured, with all the memory that it needs, just before it is.
using Prepare = std::function<Work()>;

// Adds a benchmark of work for `count` characters (or vertices, or whatever there is many of); its
// counter `each` is the time for one.
void measure(const std::string& name, size_t count, const Prepare& prepare);

// The same once per instruction set, whose name goes behind `name`.
void measure_isas(const std::string& name, size_t count, const Prepare& prepare);

// The program: adds the benchmarks of every subject and runs those that the command line asks for.
int run_program(int argc, char** argv, const std::function<void(const Subject&)>& add);

}  // namespace saker::bench
