#pragma once
// A clip as glTF has it: channels with LINEAR, CUBICSPLINE and STEP samplers.

#include "glb_buffer.h"
#include "motion.h"

namespace saki {

// The nodes that clips move. Joint i is node i.
struct MovingNodes {
  int face = -1, falcon = -1, falcon_head = -1, left_wing = -1, right_wing = -1;
};

// Writes the keys to the buffer and returns the animation. What never differs from the rest pose
// has no channel.
Json write_clip(GlbBuffer& buffer, const Clip& clip, const Pose& rest, const MovingNodes& nodes);

}  // namespace saki
