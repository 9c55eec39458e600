#pragma once
// What is in a file, exact or packed, counted.

#include "saker/input.h"

namespace saker::cli {

// The joints that one or more skins share: what an artist calls a skeleton.
struct SkeletonSummary {
  std::vector<std::string> joints;  // names, in the file's order
  std::vector<std::string> skins;
};

struct MeshSummary {
  std::string name;
  size_t primitives = 0, vertices = 0, triangles = 0, influences = 0;
  std::vector<std::string> targets;
};

struct ClipSummary {
  std::string name;
  double duration = 0;
  size_t tracks = 0;
  size_t keys = 0;
  std::optional<double> error;  // metres, of a packed clip
};

struct Summary {
  size_t nodes = 0;
  std::vector<SkeletonSummary> skeletons;
  std::vector<MeshSummary> meshes;
  std::vector<ClipSummary> clips;
  std::vector<std::string> materials, images;
  Diagnostics diagnostics;
};

Summary summarize(const Input& input);

}  // namespace saker::cli
