#include "skeleton.h"

#include <stdexcept>

namespace saki {
namespace {

const Quat kArmFrame = saker::rotation_about(Vec3{0, 0, 1}, radians(kArmRaise));

// Adds joints by name; a joint ending in .L brings its mirror image.
class Builder {
 public:
  void add(const std::string& name, const std::string& parent, const Vec3& position,
           const Quat& rotation = {}) {
    skeleton_.joints.push_back(
        {name, parent.empty() ? -1 : skeleton_.find(parent), position, rotation});
  }

  void add_arm(const std::string& name, const std::string& parent, const Vec3& hanging) {
    add(name, parent, on_left_arm(hanging), kArmFrame);
  }

  Skeleton finish() {
    const size_t count = skeleton_.joints.size();
    for (size_t i = 0; i < count; ++i) {
      const Joint left = skeleton_.joints[i];
      if (!left.name.ends_with(".L")) continue;
      add(swap_side(left.name), swap_side(skeleton_.joints[size_t(left.parent)].name),
          {-left.position.x, left.position.y, left.position.z},
          {left.rotation.x, -left.rotation.y, -left.rotation.z, left.rotation.w});
    }
    return skeleton_;
  }

  static std::string swap_side(std::string name) {
    if (name.ends_with(".L")) {
      name.back() = 'R';
    } else if (name.ends_with(".R")) {
      name.back() = 'L';
    }
    return name;
  }

 private:
  Skeleton skeleton_;
};

void add_trunk(Builder& b) {
  b.add("hips", "", {0, kHipsHeight, 0});
  b.add("spine", "hips", {0, 0.87, -0.005});
  b.add("chest", "spine", {0, 0.97, -0.01});
  b.add("upper_chest", "chest", {0, 1.06, -0.012});
  b.add("neck", "upper_chest", {0, 1.18, -0.01});
  b.add("head", "neck", {0, 1.25, 0});
  b.add("jaw", "head", {0, 1.325, 0.02});
  b.add("eye.L", "head", kEyePivot);
}

void add_limbs(Builder& b) {
  b.add("shoulder.L", "upper_chest", {0.035, 1.115, -0.002});
  b.add_arm("upper_arm.L", "shoulder.L", {0, 0, 0});
  b.add_arm("forearm.L", "upper_arm.L", {0, kElbow, 0});
  b.add_arm("hand.L", "forearm.L", {0, kWrist, 0});
  b.add_arm("thumb.01.L", "hand.L", {-0.006, -0.458, 0.034});
  b.add_arm("thumb.02.L", "thumb.01.L", {-0.020, -0.486, 0.060});
  b.add_arm("index.01.L", "hand.L", {0, -0.515, 0.030});
  b.add_arm("index.02.L", "index.01.L", {-0.002, -0.550, 0.031});
  b.add_arm("fingers.01.L", "hand.L", {0, -0.515, -0.015});
  b.add_arm("fingers.02.L", "fingers.01.L", {-0.002, -0.550, -0.016});
  b.add("thigh.L", "hips", {0.082, 0.74, 0});
  b.add("shin.L", "thigh.L", {0.084, kKneeHeight, 0.006});
  b.add("foot.L", "shin.L", {0.086, kAnkleHeight, -0.012});
  b.add("toe.L", "foot.L", {0.086, kToeHeight, 0.105});
}

void add_tails(Builder& b) {
  b.add("ponytail.001", "head", {0, 1.535, -0.150});
  b.add("ponytail.002", "ponytail.001", {0, 1.490, -0.225});
  b.add("ponytail.003", "ponytail.002", {0, 1.405, -0.255});
  b.add("scarf.001", "upper_chest", {0.055, 1.170, -0.125});
  b.add("scarf.002", "scarf.001", {0.070, 1.060, -0.150});
  b.add("scarf.003", "scarf.002", {0.080, 0.950, -0.165});
  b.add("scarf.004", "scarf.003", {0.088, 0.840, -0.175});
}

}  // namespace

int Skeleton::find(const std::string& name) const {
  for (size_t i = 0; i < joints.size(); ++i)
    if (joints[i].name == name) return int(i);
  throw std::out_of_range("no joint " + name);
}

int Skeleton::across(int joint) const {
  return find(Builder::swap_side(joints[size_t(joint)].name));
}

Vec3 Skeleton::offset(int joint) const {
  const Joint& own = joints[size_t(joint)];
  if (own.parent < 0) return own.position;
  const Joint& parent = joints[size_t(own.parent)];
  return rotate(conjugate(parent.rotation), own.position - parent.position);
}

Vec3 on_left_arm(const Vec3& hanging) { return kShoulder + rotate(kArmFrame, hanging); }

Vec3 to_left_arm(const Vec3& position) {
  return rotate(conjugate(kArmFrame), position - kShoulder);
}

Skeleton make_skeleton() {
  Builder b;
  add_trunk(b);
  add_limbs(b);
  add_tails(b);
  return b.finish();
}

}  // namespace saki
