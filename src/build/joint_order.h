#pragma once
// The order of the joints of a packed skeleton: the first ones matter most.

#include <saker/scene.h>

#include <vector>

namespace saker {

// Metres that each node reaches: from its origin to the furthest vertex that hangs on it, and,
// joint by joint, along everything below. That is how far turning it can move something when what
// hangs on it is stretched out, whichever pose the scene rests in. A vertex counts with its weight;
// what is not finite does not count. A node reaches at least as far as those below it. Complexity:
// nodes and influences of vertices.
std::vector<double> measure_reaches(const Scene& scene);

// Node indices, those that reach further first, so that fingers come last: the beginning of the
// order is a coarser skeleton. Parents come before their children. Reaches within a percent count
// as equal, so that left and right do and rounding decides nothing; equal ones keep the order of
// parents_first(). Nodes in and below a loop are left out, as there.
std::vector<int> furthest_reach_first(const Scene& scene);

}  // namespace saker
