#pragma once
// A humanoid that walks, made from numbers: the same on every machine, and no file is needed.

#include <saker/scene.h>

namespace saker::bench {

// A skeleton of 67 joints and three clips at 30 Hz, "walk" (41 samples), "jog" (25) and "run" (21).
// In each the root travels and 24 joints turn, every one in a rhythm of its own with a trace of
// noise, as in recorded motion; fingers keep a grip, and the others rest. All of it follows from
// `seed`.
Scene make_walk(unsigned seed = 1);

}  // namespace saker::bench
