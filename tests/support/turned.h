#pragma once
// The same animation, facing another way.

#include <saker/scene.h>

namespace saker::test {

// Turns three or four floats by a rotation: a place, a quaternion, or a tangent of either.
inline void turn_value(const DQuat& turn, Property property, float* v) {
  if (property == Property::kTranslation) {
    const Vec3 p = cast<float>(rotate(turn, DVec3{v[0], v[1], v[2]}));
    for (size_t c = 0; c < 3; ++c) v[c] = p[c];
  } else if (property == Property::kRotation) {
    const Quat q = cast<float>(turn * DQuat{v[0], v[1], v[2], v[3]});
    v[0] = q.x;
    v[1] = q.y;
    v[2] = q.z;
    v[3] = q.w;
  }
}

inline void turn_node(const DQuat& turn, Node& node) {
  turn_value(turn, Property::kTranslation, &node.local.translation.x);
  turn_value(turn, Property::kRotation, &node.local.rotation.x);
  if (node.matrix)
    node.matrix =
        cast<float>(compose(DTransform{{}, turn, {1, 1, 1}}) * cast<double>(*node.matrix));
}

// A scene turned by `yaw` radians about y: its roots at rest and in every clip. Scale does not
// change, since it comes before the rotation.
inline Scene turned(Scene scene, double yaw) {
  const DQuat turn = rotation_about(DVec3{0, 1, 0}, yaw);
  for (Node& node : scene.nodes)
    if (node.parent < 0) turn_node(turn, node);
  for (RawClip& clip : scene.clips) {
    for (Track& track : clip.tracks) {
      const int node = track.target.node;
      if (node < 0 || scene.nodes[size_t(node)].parent >= 0) continue;
      for (size_t i = 0; i < track.values.size(); i += track.width)
        turn_value(turn, track.target.property, track.values.data() + i);
    }
  }
  return scene;
}

}  // namespace saker::test
