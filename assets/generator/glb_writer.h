#pragma once
// glTF 2.0 in one binary file.

#include "binding.h"
#include "falcon.h"
#include "motion.h"

namespace saki {

struct Character {
  Skeleton skeleton;
  Mesh body, face;
  FalconPieces falcon;
  Pose rest;
  std::vector<Clip> clips;
  std::vector<uint8_t> texture;  // PNG
};

std::vector<uint8_t> write_glb(const Character& character);

// Where the falcon stands, in the frame of the left hand.
inline constexpr Vec3 kPerch{-0.004, -0.050, 0.052};

}  // namespace saki
