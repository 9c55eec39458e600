#include "rig.h"

#include <algorithm>

namespace saki {
namespace {

// The back of the heel and the joint of the toes, seen from the ankle of a flat foot.
constexpr Vec3 kHeel{0, -kAnkleHeight, -0.054}, kToe{0, kToeHeight - kAnkleHeight, 0.117};

// The rotation that takes one pair of a direction and a roughly perpendicular helper to another.
Quat turn_between(const Vec3& from, const Vec3& from_pole, const Vec3& to, const Vec3& to_pole) {
  const Quat first = shortest_turn(from, to);
  const Vec3 axis = normalize(to);
  const auto flat = [&](const Vec3& v) { return normalize(v - axis * dot(v, axis)); };
  return shortest_turn(flat(rotate(first, from_pole)), flat(to_pole)) * first;
}

std::string with_side(const std::string& name, char side) { return name + "." + side; }

}  // namespace

Quat euler(double x, double y, double z) {
  return saker::rotation_about(Vec3{0, 1, 0}, radians(y)) *
         saker::rotation_about(Vec3{1, 0, 0}, radians(x)) *
         saker::rotation_about(Vec3{0, 0, 1}, radians(z));
}

Quat shortest_turn(const Vec3& from, const Vec3& to) {
  const Vec3 a = normalize(from), b = normalize(to), c = cross(a, b);
  return normalize(Quat{c.x, c.y, c.z, 1 + dot(a, b)});
}

double ankle_on_ground(double pitch, double bend) {
  const auto down = [](const Vec3& v, double turn) { return -rotate(euler(turn, 0, 0), v).y; };
  const double ball = down(kToe, pitch);
  const double flat = down({0, -kToeHeight, 0}, pitch - bend);
  const double tip = down({0, -kToeHeight, 0.080}, pitch - bend);
  return std::max({down(kHeel, pitch), ball + flat, ball + tip});
}

Foot planted(const Vec3& place, double pitch, double out) {
  const Vec3 pivot = pitch > 0 ? kToe : kHeel;
  const Quat yaw = euler(0, out, 0);
  const Vec3 lifted = pivot - rotate(euler(pitch, 0, 0), pivot);
  return {place + Vec3{0, kAnkleHeight, 0} + rotate(yaw, lifted), pitch, out, std::max(0.0, pitch)};
}

Quat& Rig::at(Pose& pose, const std::string& name) const {
  return pose.turns[size_t(skeleton_.find(name))];
}

Pose Rig::neutral() const {
  Pose pose;
  pose.turns.resize(skeleton_.joints.size());
  return pose;
}

void Rig::turn(Pose& pose, const std::string& name, double x, double y, double z) const {
  Quat& q = at(pose, name);
  q = normalize(q * euler(x, y, z));
}

void Rig::turn_pair(Pose& pose, const std::string& name, double x, double y, double z) const {
  turn(pose, with_side(name, 'L'), x, y, z);
  turn(pose, with_side(name, 'R'), x, -y, -z);
}

void Rig::arm(Pose& pose, char side, double forward, double away, double twist,
              double elbow) const {
  const double sign = side == 'L' ? 1 : -1;
  at(pose, with_side("upper_arm", side)) =
      euler(-forward, 0, 0) * euler(0, 0, sign * away) * euler(0, sign * twist, 0);
  at(pose, with_side("forearm", side)) = euler(-elbow, 0, 0);
}

void Rig::curl(Pose& pose, char side, double amount) const {
  const double sign = side == 'L' ? -1 : 1;
  for (const char* finger : {"index", "fingers"}) {
    for (const char* phalanx : {".01", ".02"})
      at(pose, with_side(std::string(finger) + phalanx, side)) = euler(0, 0, sign * 88 * amount);
  }
  at(pose, with_side("thumb.01", side)) = euler(0, -sign * 30 * amount, sign * 22 * amount);
  at(pose, with_side("thumb.02", side)) = euler(20 * amount, 0, sign * 35 * amount);
}

void Rig::leg(Pose& pose, char side, const Foot& foot) const {
  const double sign = side == 'L' ? 1 : -1;
  const auto find = [&](const char* name) { return skeleton_.find(with_side(name, side)); };
  const int thigh = find("thigh"), shin = find("shin"), ankle = find("foot");
  const Quat hips = pose.turns[size_t(skeleton_.find("hips"))];
  const Vec3 start = pose.hips + rotate(hips, skeleton_.offset(thigh));
  const double upper = length(skeleton_.offset(shin)), lower = length(skeleton_.offset(ankle));

  const Quat yaw = euler(0, sign * foot.out, 0);
  const Vec3 reach = foot.ankle - start;
  const double distance = std::min(length(reach), (upper + lower) * 0.9995);
  const Vec3 along = normalize(reach);
  const Vec3 ahead = rotate(yaw, Vec3{0, 0, 1});
  const Vec3 forward = normalize(ahead - along * dot(ahead, along));
  const double cosine =
      (upper * upper + distance * distance - lower * lower) / (2 * upper * distance);
  const double angle = std::acos(std::clamp(cosine, -1.0, 1.0));
  const Vec3 knee = start + (along * std::cos(angle) + forward * std::sin(angle)) * upper;
  const Vec3 end = start + along * distance;

  const Vec3 pole{0, 0, 1};
  const Quat thigh_turn = turn_between(skeleton_.offset(shin), pole, knee - start, forward);
  const Quat shin_turn = turn_between(skeleton_.offset(ankle), pole, end - knee, forward);
  const Quat foot_turn = yaw * euler(foot.pitch, 0, 0);
  pose.turns[size_t(thigh)] = conjugate(hips) * thigh_turn;
  pose.turns[size_t(shin)] = conjugate(thigh_turn) * shin_turn;
  pose.turns[size_t(ankle)] = conjugate(shin_turn) * foot_turn;
  pose.turns[size_t(find("toe"))] = euler(-foot.bend, 0, 0);
}

std::vector<JointPlace> Rig::places(const Pose& pose) const {
  std::vector<JointPlace> out;
  for (size_t i = 0; i < skeleton_.joints.size(); ++i) {
    const int parent = skeleton_.joints[i].parent;
    if (parent < 0) {
      out.push_back({pose.hips, pose.turns[i]});
      continue;
    }
    const JointPlace& p = out[size_t(parent)];
    out.push_back(
        {p.position + rotate(p.rotation, skeleton_.offset(int(i))), p.rotation * pose.turns[i]});
  }
  return out;
}

}  // namespace saki
