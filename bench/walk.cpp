#include "walk.h"

#include <cmath>
#include <random>

namespace saker::bench {
namespace {

constexpr float kRate = 30;
constexpr float kTurn = 6.2831853f;

// How a joint takes part.
enum class Role { kMoves, kGrips, kRests };

class Builder {
 public:
  explicit Builder(unsigned seed) : random_(seed) {}

  Scene make();

 private:
  // One wave of a rhythm: `beats` per stride.
  struct Wave {
    Vec3 axis;
    float angle, phase, beats;
  };

  // From -1 to 1, the same with every library.
  float any() { return float(random_() >> 8) * 0x1p-23f - 1; }
  Vec3 any_axis() { return normalize(Vec3{any(), any(), any() + 1.5f}); }

  int add(const std::string& name, int parent, const Vec3& from_parent, Role role = Role::kMoves);
  void add_leg(const std::string& side, float sign, int pelvis);
  void add_arm(const std::string& side, float sign, int chest);
  void add_fingers(const std::string& side, float sign, int hand);
  RawClip make_clip(const std::string& name, size_t samples, float vigour);
  Track rotations(int node, size_t samples, float vigour);
  Track grip(int node, size_t samples);
  Track travel(size_t samples, float vigour);

  Scene scene_;
  std::vector<Role> roles_;
  std::mt19937 random_;
};

int Builder::add(const std::string& name, int parent, const Vec3& from_parent, Role role) {
  Node node;
  node.name = name;
  node.parent = parent;
  node.local.translation = from_parent;
  node.local.rotation = rotation_about(any_axis(), 0.3f * any());
  scene_.nodes.push_back(node);
  roles_.push_back(role);
  return int(scene_.nodes.size()) - 1;
}

void Builder::add_leg(const std::string& side, float sign, int pelvis) {
  const int thigh = add(side + "_thigh", pelvis, {0.1f * sign, -0.05f, 0});
  add(side + "_thigh_twist", thigh, {0, -0.2f, 0}, Role::kRests);
  const int shin = add(side + "_shin", thigh, {0, -0.42f, 0});
  add(side + "_shin_twist", shin, {0, -0.2f, 0}, Role::kRests);
  const int foot = add(side + "_foot", shin, {0, -0.4f, 0});
  add(side + "_toes", foot, {0, -0.06f, 0.14f});
}

void Builder::add_fingers(const std::string& side, float sign, int hand) {
  for (int finger = 0; finger < 5; ++finger) {
    int parent = hand;
    for (int bone = 0; bone < 3; ++bone) {
      const std::string name =
          side + "_finger" + std::to_string(finger) + "_" + std::to_string(bone);
      const Vec3 offset =
          bone == 0 ? Vec3{0.08f * sign, 0, 0.02f * float(finger - 2)} : Vec3{0.03f * sign, 0, 0};
      parent = add(name, parent, offset, finger + bone == 0 ? Role::kMoves : Role::kGrips);
    }
  }
}

void Builder::add_arm(const std::string& side, float sign, int chest) {
  const int clavicle = add(side + "_clavicle", chest, {0.05f * sign, 0.15f, 0});
  const int upper = add(side + "_upper_arm", clavicle, {0.14f * sign, 0, 0});
  add(side + "_upper_arm_twist", upper, {0.14f * sign, 0, 0}, Role::kRests);
  const int forearm = add(side + "_forearm", upper, {0.28f * sign, 0, 0});
  add(side + "_forearm_twist", forearm, {0.12f * sign, 0, 0}, Role::kRests);
  const int hand = add(side + "_hand", forearm, {0.25f * sign, 0, 0});
  add(side + "_grip", hand, {0.08f * sign, -0.03f, 0}, Role::kRests);
  add_fingers(side, sign, hand);
}

// The rhythm of a joint repeats after each clip; the noise does not know where the clip ends.
Track Builder::rotations(int node, size_t samples, float vigour) {
  Wave waves[3];
  for (int i = 0; i < 3; ++i)
    waves[i] = {any_axis(), vigour * any() / float(i + 1), kTurn * any(), float(i + 1)};
  Track track{{node, Property::kRotation, ""}, Interpolation::kLinear, 4, {}, {}};
  Vec3 noise;
  for (size_t n = 0; n < samples; ++n) {
    Quat q = scene_.nodes[size_t(node)].local.rotation;
    const float stride = kTurn * float(n) / float(samples - 1);
    for (const Wave& wave : waves)
      q = q * rotation_about(wave.axis, wave.angle * std::sin(wave.beats * stride + wave.phase));
    noise = noise * 0.8f + Vec3{any(), any(), any()} * 0.0005f;
    q = normalize(q * Quat{noise.x, noise.y, noise.z, 1});
    track.times.push_back(float(n) / kRate);
    track.values.insert(track.values.end(), {q.x, q.y, q.z, q.w});
  }
  align_rotation_keys(track);
  return track;
}

// One value from the first to the last key, as an exporter writes it.
Track Builder::grip(int node, size_t samples) {
  const Quat q = rotation_about(Vec3{0, 0, 1}, 0.6f + 0.2f * any());
  Track track{{node, Property::kRotation, ""}, Interpolation::kLinear, 4, {}, {}};
  track.times = {0, float(samples - 1) / kRate};
  track.values = {q.x, q.y, q.z, q.w, q.x, q.y, q.z, q.w};
  return track;
}

Track Builder::travel(size_t samples, float vigour) {
  Track track{{0, Property::kTranslation, ""}, Interpolation::kLinear, 3, {}, {}};
  for (size_t n = 0; n < samples; ++n) {
    const float time = float(n) / kRate, stride = kTurn * float(n) / float(samples - 1);
    track.times.push_back(time);
    track.values.insert(
        track.values.end(),
        {0.02f * std::sin(stride), 1 + 0.05f * vigour * std::cos(2 * stride), 4 * vigour * time});
  }
  return track;
}

RawClip Builder::make_clip(const std::string& name, size_t samples, float vigour) {
  RawClip clip{name, {travel(samples, vigour)}, float(samples - 1) / kRate};
  for (size_t i = 0; i < roles_.size(); ++i) {
    if (roles_[i] == Role::kMoves) clip.tracks.push_back(rotations(int(i), samples, vigour));
    if (roles_[i] == Role::kGrips) clip.tracks.push_back(grip(int(i), samples));
  }
  return clip;
}

Scene Builder::make() {
  const int root = add("root", -1, {0, 1, 0}, Role::kRests);
  const int pelvis = add("pelvis", root, {});
  add_leg("left", 1, pelvis);
  add_leg("right", -1, pelvis);
  int chest = pelvis;
  for (const char* name : {"spine", "waist", "chest"}) chest = add(name, chest, {0, 0.14f, 0});
  add_arm("left", 1, chest);
  add_arm("right", -1, chest);
  const int neck = add("neck", chest, {0, 0.2f, 0});
  const int head = add("head", neck, {0, 0.1f, 0.02f});
  for (const char* name : {"jaw", "left_eye", "right_eye", "hat"})
    add(name, head, {0, 0.08f, 0.1f}, Role::kRests);
  scene_.clips.push_back(make_clip("walk", 41, 0.4f));
  scene_.clips.push_back(make_clip("jog", 25, 0.6f));
  scene_.clips.push_back(make_clip("run", 21, 0.8f));
  return std::move(scene_);
}

}  // namespace

Scene make_walk(unsigned seed) { return Builder(seed).make(); }

}  // namespace saker::bench
