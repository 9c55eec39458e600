#include "rig.h"

#include <algorithm>

namespace saki {
namespace {

constexpr double kFrame = 1.0 / 30;
constexpr int kSubsteps = 8;
constexpr double kGravity = 9.81;

// A tail as points that are pulled, blown and kept at their distances.
class Chain {
 public:
  Chain(const Rig& rig, const Tail& tail) : tail_(tail) {
    const Skeleton& skeleton = rig.skeleton();
    for (const std::string& name : tail.joints) joints_.push_back(skeleton.find(name));
    root_ = skeleton.joints[size_t(joints_[0])].parent;
    anchor_ = skeleton.offset(joints_[0]);
    for (size_t k = 1; k < joints_.size(); ++k) bones_.push_back(skeleton.offset(joints_[k]));
    bones_.push_back(normalize(bones_.back()) * tail.tip);
  }

  void start(const std::vector<JointPlace>& places) {
    points_ = rest(places[size_t(root_)]);
    before_ = points_;
  }

  // One step of time with the parent at a place.
  void step(const JointPlace& root, const Vec3& wind, double dt) {
    const std::vector<Vec3> target = rest(root);
    for (size_t k = 1; k < points_.size(); ++k) {
      const Vec3 velocity = (points_[k] - before_[k]) * (1 / dt);
      const Vec3 force = Vec3{0, -kGravity, 0} + (target[k] - points_[k]) * tail_.stiffness +
                         (wind - velocity) * tail_.drag;
      before_[k] = points_[k];
      points_[k] = points_[k] + velocity * dt + force * (dt * dt);
    }
    points_[0] = target[0];
    for (size_t k = 1; k < points_.size(); ++k) hold(root, k);
  }

  // Turns the joints of a pose so that they point along the chain.
  void apply(const Rig& rig, Pose& pose) const {
    Quat parent = rig.places(pose)[size_t(root_)].rotation;
    for (size_t k = 0; k < joints_.size(); ++k) {
      const Vec3 along = points_[k + 1] - points_[k];
      const Quat turn = shortest_turn(bones_[k], rotate(conjugate(parent), along));
      pose.turns[size_t(joints_[k])] = turn;
      parent = parent * turn;
    }
  }

  int root() const { return root_; }

 private:
  std::vector<Vec3> rest(const JointPlace& root) const {
    std::vector<Vec3> out{root.position + rotate(root.rotation, anchor_)};
    for (const Vec3& bone : bones_) out.push_back(out.back() + rotate(root.rotation, bone));
    return out;
  }

  // Keeps a point behind the body and at its distance from the one before.
  void hold(const JointPlace& root, size_t k) {
    Vec3 local = rotate(conjugate(root.rotation), points_[k] - root.position);
    local.z = std::min(local.z, tail_.limit);
    const Vec3 outside = root.position + rotate(root.rotation, local);
    points_[k] = points_[k - 1] + normalize(outside - points_[k - 1]) * length(bones_[k - 1]);
  }

  const Tail& tail_;
  std::vector<int> joints_;
  int root_;
  Vec3 anchor_;
  std::vector<Vec3> bones_, points_, before_;
};

JointPlace between(const JointPlace& a, const JointPlace& b, double t) {
  return {lerp(a.position, b.position, t), slerp(a.rotation, b.rotation, t)};
}

}  // namespace

void follow_through(const Rig& rig, std::vector<Pose>& frames, const Tail& tail, bool loop,
                    const std::function<Vec3(double)>& wind) {
  std::vector<std::vector<JointPlace>> places;
  places.reserve(frames.size());
  for (const Pose& pose : frames) places.push_back(rig.places(pose));
  const size_t last = frames.size() - 1;
  Chain chain(rig, tail);
  chain.start(places[0]);
  const auto root = [&](size_t frame) { return places[frame][size_t(chain.root())]; };
  const auto advance = [&](size_t from, size_t to) {
    for (int i = 1; i <= kSubsteps; ++i) {
      const double f = double(i) / kSubsteps;
      chain.step(between(root(from), root(to), f), wind((double(from) + f) * kFrame),
                 kFrame / kSubsteps);
    }
  };
  // A loop is played until nothing of its start is left; anything else waits in its first pose.
  const size_t settle = loop ? last * (1 + 240 / last) : 90;
  for (size_t i = 0; i < settle; ++i) {
    if (loop) {
      advance(i % last, i % last + 1);
    } else {
      advance(0, 0);
    }
  }
  chain.apply(rig, frames[0]);
  for (size_t i = 0; i < last; ++i) {
    advance(i, i + 1);
    chain.apply(rig, frames[i + 1]);
  }
}

}  // namespace saki
