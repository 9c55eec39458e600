#pragma once
// Independent pieces of work on several threads, with progress and a way to give up.

#include <saker/build.h>

#include <span>

namespace saker {

// Calls work(i, progress) for every entry of `weights`, on at most `threads` threads, the heaviest
// first; `progress` takes the share of the piece that is done, 0 to 1.
//
// `report` is called with the share of all the work, by weight, on the calling thread only. When it
// throws, work ends at its next progress, and the exception goes on to the caller when all threads
// have ended; the same for an exception from `work`.
void run_parallel(std::span<const double> weights, unsigned threads,
                  const std::function<void(size_t, const Progress&)>& work, const Progress& report);

// `threads`, or for 0 as many as the machine has cores; 1 where there are no threads.
unsigned usable_threads(unsigned threads);

}  // namespace saker
