#include "glb_clip.h"

#include "glb_mesh.h"

#include <cmath>

namespace saki {
namespace {

// Keeps neighbouring quaternions in one hemisphere.
void align(std::vector<float>& values, size_t width) {
  if (width != 4 || values.size() < 8) return;
  float* last = values.data() + values.size() - 4;
  const float* before = last - 4;
  float d = 0;
  for (int i = 0; i < 4; ++i) d += last[i] * before[i];
  if (d < 0)
    for (int i = 0; i < 4; ++i) last[i] = -last[i];
}

class ClipWriter {
 public:
  ClipWriter(GlbBuffer& buffer, const Pose& rest, const MovingNodes& nodes)
      : buffer_(buffer), rest_(rest), nodes_(nodes) {}

  Json write(const Clip& clip) {
    clip_ = {{"name", clip.name}, {"channels", Json::array()}, {"samplers", Json::array()}};
    const auto& frames = clip.frames;
    add_moving(0, "translation", frames, [](const Pose& p) { return p.hips; });
    for (size_t i = 0; i < rest_.turns.size(); ++i)
      add_moving(int(i), "rotation", frames, [i](const Pose& p) { return p.turns[i]; });
    add_falcon(frames);
    add_face(clip);
    add_glances(clip);
    return clip_;
  }

 private:
  // A track at 30 Hz, left out where nothing differs from rest, a single key where nothing moves.
  template <class F>
  void add_moving(int node, const char* path, const std::vector<Pose>& frames, const F& value) {
    std::vector<float> first, values, times;
    append(first, value(rest_));
    const size_t width = first.size();
    for (size_t i = 0; i < frames.size(); ++i) {
      append(values, value(frames[i]));
      times.push_back(float(double(i) / kFrameRate));
      align(values, width);
    }
    const auto same = [&](const float* a) {
      for (size_t i = 0; i < values.size(); ++i)
        if (std::fabs(values[i] - a[i % width]) > 1e-6f) return false;
      return true;
    };
    if (same(first.data())) return;
    if (same(values.data())) {
      values.resize(width);
      times.resize(1);
    }
    add_channel(node, path, "LINEAR", times, values, width == 4 ? "VEC4" : "VEC3");
  }

  void add_falcon(const std::vector<Pose>& frames) {
    const auto stretch = [](const Pose& p) { return Vec3{1, p.falcon.stretch, 1}; };
    const auto body = [](const Pose& p) { return p.falcon.body; };
    const auto left = [](const Pose& p) { return p.falcon.left_wing; };
    const auto right = [](const Pose& p) { return p.falcon.right_wing; };
    add_moving(nodes_.falcon, "rotation", frames, body);
    add_moving(nodes_.left_wing, "rotation", frames, left);
    add_moving(nodes_.right_wing, "rotation", frames, right);
    for (int wing : {nodes_.left_wing, nodes_.right_wing})
      add_moving(wing, "scale", frames, stretch);
  }

  void add_face(const Clip& clip) {
    if (clip.face.empty()) return;
    std::vector<float> times, values;
    for (const FaceKey& key : clip.face) {
      times.push_back(float(key.time));
      values.insert(values.end(), kMorphCount, 0.f);  // level tangents: every change eases
      for (double w : key.weights) values.push_back(float(w));
      values.insert(values.end(), kMorphCount, 0.f);
    }
    add_channel(nodes_.face, "weights", "CUBICSPLINE", times, values, "SCALAR");
  }

  void add_glances(const Clip& clip) {
    std::vector<float> times, values;
    for (const Glance& glance : clip.glances) {
      times.push_back(float(glance.time));
      append(values, glance.turn);
    }
    add_channel(nodes_.falcon_head, "rotation", "STEP", times, values, "VEC4");
  }

  void add_channel(int node, const char* path, const char* interpolation,
                   const std::vector<float>& times, const std::vector<float>& values,
                   const char* type) {
    Json& samplers = clip_["samplers"];
    samplers.push_back({{"input", buffer_.add_times(times)},
                        {"interpolation", interpolation},
                        {"output", buffer_.add_keys(values, type)}});
    clip_["channels"].push_back(
        {{"sampler", samplers.size() - 1}, {"target", {{"node", node}, {"path", path}}}});
  }

  GlbBuffer& buffer_;
  const Pose& rest_;
  const MovingNodes& nodes_;
  Json clip_;
};

}  // namespace

Json write_clip(GlbBuffer& buffer, const Clip& clip, const Pose& rest, const MovingNodes& nodes) {
  return ClipWriter(buffer, rest, nodes).write(clip);
}

}  // namespace saki
