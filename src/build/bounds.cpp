#include "build/bounds.h"

#include "build/write_mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace saker {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Box {
  DVec3 minimum{kInfinity, kInfinity, kInfinity};
  DVec3 maximum{-kInfinity, -kInfinity, -kInfinity};

  void add(const DVec3& p) {
    for (size_t i = 0; i < 3; ++i) {
      minimum[i] = std::min(minimum[i], p[i]);
      maximum[i] = std::max(maximum[i], p[i]);
    }
  }
  bool empty() const { return !(minimum.x <= maximum.x); }
};

// The least and greatest weight of every morph target of a node's mesh.
std::vector<std::pair<double, double>> weight_ranges(const Scene& scene, size_t node,
                                                     size_t targets) {
  std::vector<std::pair<double, double>> ranges(targets, {0.0, 1.0});
  for (const RawClip& clip : scene.clips) {
    for (const Track& track : clip.tracks) {
      if (track.target.node != int(node) || track.target.property != Property::kWeights) continue;
      for (size_t k = 0; k < track.times.size() && track.width == targets; ++k) {
        for (size_t t = 0; t < targets; ++t) {
          ranges[t].first = std::min(ranges[t].first, double(track.key(k)[t]));
          ranges[t].second = std::max(ranges[t].second, double(track.key(k)[t]));
        }
      }
    }
  }
  return ranges;
}

// Where morphing can take a vertex.
Box morph_range(const Primitive& primitive, size_t vertex,
                const std::vector<std::pair<double, double>>& ranges) {
  DVec3 low = cast<double>(primitive.positions[vertex]), high = low;
  for (size_t t = 0; t < primitive.targets.size() && t < ranges.size(); ++t) {
    if (primitive.targets[t].positions.empty()) continue;
    const DVec3 d = cast<double>(primitive.targets[t].positions[vertex]);
    for (size_t i = 0; i < 3; ++i) {
      const double a = d[i] * ranges[t].first, b = d[i] * ranges[t].second;
      low[i] += std::min(a, b);
      high[i] += std::max(a, b);
    }
  }
  Box box;
  box.add(low);
  box.add(high);
  return box;
}

void add_box(const Box& box, int node, const DAffine& to_node, std::vector<NodeBox>& out) {
  if (!box.empty()) out.push_back({node, to_node, box.minimum, box.maximum});
}

void collect_primitive(const Scene& scene, size_t node_index, const Primitive& primitive,
                       std::vector<NodeBox>& out) {
  const Node& node = scene.nodes[node_index];
  const auto ranges = weight_ranges(scene, node_index, primitive.targets.size());
  const bool skinned = node.skin >= 0 && primitive.influences > 0;
  const Skin* skin = skinned ? &scene.skins[size_t(node.skin)] : nullptr;
  std::vector<Box> boxes(skinned ? skin->joints.size() : 1);
  for (size_t v = 0; v < primitive.positions.size(); ++v) {
    const Box range = morph_range(primitive, v, ranges);
    const auto add = [&](Box& box) {
      box.add(range.minimum);
      box.add(range.maximum);
    };
    if (!skinned) add(boxes[0]);
    for (size_t k = v * primitive.influences; skinned && k < (v + 1) * primitive.influences; ++k) {
      if (primitive.weights[k] > 0) add(boxes[primitive.joints[k]]);
    }
  }
  for (size_t b = 0; b < boxes.size(); ++b) {
    if (skinned) {
      add_box(boxes[b], skin->joints[b], cast<double>(skin->inverse_binds[b]), out);
    } else {
      add_box(boxes[b], int(node_index), {}, out);
    }
  }
}

void add_moment(const Scene& scene, const std::vector<NodeBox>& boxes, const RawClip* clip,
                double time, Box& out) {
  const ScenePose pose = evaluate(scene, clip, time);
  for (const NodeBox& box : boxes) {
    const DAffine matrix = pose.world[size_t(box.node)] * box.to_node;
    for (int corner = 0; corner < 8; ++corner) {
      out.add(transform_point(matrix, DVec3{(corner & 1 ? box.maximum : box.minimum).x,
                                            (corner & 2 ? box.maximum : box.minimum).y,
                                            (corner & 4 ? box.maximum : box.minimum).z}));
    }
  }
  if (boxes.empty()) {
    for (const DAffine& world : pose.world) out.add(origin(world));
  }
}

}  // namespace

std::vector<NodeBox> collect_boxes(const Scene& scene) {
  std::vector<NodeBox> boxes;
  const std::vector<bool> visible = visible_nodes(scene);
  for (size_t i = 0; i < scene.nodes.size(); ++i) {
    if (!visible[i] || scene.nodes[i].mesh < 0) continue;
    for (const Primitive& primitive : scene.meshes[size_t(scene.nodes[i].mesh)].primitives)
      collect_primitive(scene, i, primitive, boxes);
  }
  return boxes;
}

Bounds measure_bounds(const Scene& scene, const std::vector<NodeBox>& boxes, const RawClip* clip) {
  const double duration = clip ? clip->duration : 0;
  const size_t moments = size_t(std::clamp(std::ceil(duration * 30), 1.0, 255.0)) + 1;
  Box box;
  for (size_t i = 0; i < moments; ++i)
    add_moment(scene, boxes, clip, duration * double(i) / double(moments - 1), box);
  if (box.empty()) return {};
  return {cast<float>(box.minimum), cast<float>(box.maximum)};
}

}  // namespace saker
