#pragma once
// Posing: turning joints, planting feet, and tails that follow through.

#include "skeleton.h"

namespace saki {

struct FalconPose {
  Quat body, head, left_wing, right_wing;  // each in the frame of its parent node
  double stretch = 1;                      // of the wings along their length
};

// One moment of the character. Joints have rotations in the frames of their parents; the identity
// stands upright with hanging arms.
struct Pose {
  Vec3 hips{0, kHipsHeight, 0};
  std::vector<Quat> turns;
  FalconPose falcon;
};

struct JointPlace {
  Vec3 position;
  Quat rotation;
};

// Where a foot is to be: the ankle, and the foot's turns in degrees.
struct Foot {
  Vec3 ankle;
  double pitch = 0;  // heel up
  double out = 9;    // toes outwards
  double bend = 0;   // toes up against the foot
};

// A foot on the ground. With the heel up it stands on the ball and the toes stay flat, with the
// toes up on the heel. `place` is under the ankle of the flat foot.
Foot planted(const Vec3& place, double pitch, double out = 9);

// The height of the ankle with which the lowest point of a foot just touches the ground.
double ankle_on_ground(double pitch, double bend);

class Rig {
 public:
  explicit Rig(const Skeleton& skeleton) : skeleton_(skeleton) {}

  Pose neutral() const;
  // Adds a turn in degrees about x, y and z to a joint, z first. For a pair, `name` has no suffix
  // and the values are the left side's.
  void turn(Pose& pose, const std::string& name, double x, double y = 0, double z = 0) const;
  void turn_pair(Pose& pose, const std::string& name, double x, double y = 0, double z = 0) const;
  // An arm from hanging: forward, away from the body, turned outwards about itself, elbow bent.
  void arm(Pose& pose, char side, double forward, double away, double twist, double elbow) const;
  // Curls the fingers of a hand, 0 straight, 1 a fist.
  void curl(Pose& pose, char side, double amount) const;
  // Bends a leg so that the foot is where it should be; the hips must have their final turn.
  void leg(Pose& pose, char side, const Foot& foot) const;

  std::vector<JointPlace> places(const Pose& pose) const;
  const Skeleton& skeleton() const { return skeleton_; }

 private:
  Quat& at(Pose& pose, const std::string& name) const;

  const Skeleton& skeleton_;
};

// A chain of joints that hangs from its parent and follows with inertia.
struct Tail {
  std::vector<std::string> joints;
  double tip;        // length beyond the last joint
  double stiffness;  // pull towards the shape of the bind pose, 1/s^2
  double drag;       // of the air, 1/s
  double limit;      // how far back it stays, along the z of its parent
};

// Turns the joints of a tail in frames at 30 Hz. `wind` is the speed of the air in m/s at a time in
// seconds. A loop settles until its end meets its beginning.
void follow_through(const Rig& rig, std::vector<Pose>& frames, const Tail& tail, bool loop,
                    const std::function<Vec3(double)>& wind);

Quat euler(double x, double y, double z);  // degrees, z first, then x, then y
Quat shortest_turn(const Vec3& from, const Vec3& to);

}  // namespace saki
