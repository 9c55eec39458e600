#pragma once
// A moment of a file, exact or packed, in the terms of the file: node transforms, morph weights and
// deformed vertices.

#include "saker/input.h"

namespace saker::cli {

struct NodeState {
  int node = 0;  // index in the file
  int parent = -1;
  std::string name;
  DAffine world;
};

struct MorphState {
  int node = 0;
  std::vector<double> weights;
};

struct PrimitiveState {
  int node = 0;
  int mesh = 0;
  size_t primitive = 0;
  std::string name;
  Topology topology = Topology::kTriangles;
  std::vector<DVec3> positions;  // world space, in the file's order
  std::vector<uint32_t> indices;
};

struct Moment {
  std::vector<NodeState> nodes;  // in the file's order
  std::vector<MorphState> morphs;
  std::vector<PrimitiveState> primitives;  // empty unless asked for
};

// Scenes are evaluated exactly, assets with the runtime. `clip` is -1 for the rest pose.
Moment moment_of(const Input& input, int clip, double time, bool with_primitives);

}  // namespace saker::cli
