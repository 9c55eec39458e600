#pragma once
// The saker falcon on the glove: four rigid pieces, each around the origin of its own node.

#include "geometry.h"

namespace saki {

struct FalconPieces {
  Mesh body;  // stands on the origin, faces +z
  Mesh head;
  Mesh wing;            // the left one, folded: from the shoulder down and back
  Vec3 neck, shoulder;  // where head and left wing sit on the body
};

FalconPieces make_falcon();

}  // namespace saki
