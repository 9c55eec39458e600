#pragma once
// How skin follows joints: smooth steps along chains, mixed where a limb leaves the trunk.

#include "skeleton.h"

namespace saki {

class Binder {
 public:
  explicit Binder(const Skeleton& skeleton) : skeleton_(skeleton) {}

  int across(int joint) const { return skeleton_.across(joint); }
  Influences rigid(const std::string& joint) const { return {{skeleton_.find(joint), 1}}; }
  // The trunk with the skirt of the tunic, and left or right arms down to the hands.
  Influences body(const Vec3& position) const;
  // A place of the left leg.
  Influences leg(const Vec3& position) const;
  // Neck, head and jaw.
  Influences head(const Vec3& position) const;
  // A tail whose joints are numbered from 001, at a place from 0 (first joint) to 1 (its end).
  Influences tail(const std::string& name, int joints, const std::string& root, double t) const;
  // A finger of the left hand with two joints, at a distance beyond its first joint.
  Influences finger(const std::string& name, double distance) const;

 private:
  const Skeleton& skeleton_;
};

// At most four influences, the heaviest, summing to 1.
Influences heaviest_four(const Influences& influences);

}  // namespace saki
