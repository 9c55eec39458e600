#include "binding.h"

#include <algorithm>

namespace saki {
namespace {

// A joint of a chain: it takes over from the one before around `place`, over `radius` each way.
struct Step {
  const char* joint;
  double place, radius;
};

Influences along(const Skeleton& skeleton, const std::vector<Step>& chain, double x) {
  Influences out;
  double taken = 1;
  for (size_t i = 0; i < chain.size(); ++i) {
    const double next = i + 1 < chain.size() ? smooth(chain[i + 1].place - chain[i + 1].radius,
                                                      chain[i + 1].place + chain[i + 1].radius, x)
                                             : 0;
    if (taken > next) out.push_back({skeleton.find(chain[i].joint), taken - next});
    taken = std::min(taken, next);
  }
  return out;
}

Influences blend(const Influences& a, const Influences& b, double t) {
  Influences out;
  for (const Influence& i : a) out.push_back({i.joint, i.weight * (1 - t)});
  for (const Influence& i : b) {
    const auto same = std::find_if(out.begin(), out.end(),
                                   [&](const Influence& o) { return o.joint == i.joint; });
    if (same != out.end()) {
      same->weight += i.weight * t;
    } else {
      out.push_back({i.joint, i.weight * t});
    }
  }
  return out;
}

}  // namespace

Influences Binder::body(const Vec3& position) const {
  if (position.x < 0) {
    Influences out = body({-position.x, position.y, position.z});
    for (Influence& i : out) i.joint = skeleton_.across(i.joint);
    return out;
  }
  Influences trunk = along(skeleton_,
                           {{"hips", 0, 0},
                            {"spine", 0.87, 0.05},
                            {"chest", 0.97, 0.05},
                            {"upper_chest", 1.06, 0.05},
                            {"neck", 1.19, 0.03}},
                           position.y);
  // The skirt swings with the legs; in the middle both legs pull at it.
  const double skirt = 0.84 * smooth(0.81, 0.66, position.y);
  const double left = smooth(-0.13, 0.13, position.x);
  trunk = blend(trunk, blend(rigid("thigh.R"), rigid("thigh.L"), left), skirt);

  const Vec3 p = to_left_arm(position);
  const double collar = 0.7 * smooth(0.04, 0.13, position.x) * smooth(1.00, 1.10, position.y);
  trunk = blend(trunk, rigid("shoulder.L"), collar);
  const double reach = smooth(0.050, -0.075, p.y) * smooth(0.135, 0.085, std::hypot(p.x, p.z));
  const Influences arm = along(
      skeleton_, {{"upper_arm.L", 0, 0}, {"forearm.L", -kElbow, 0.045}, {"hand.L", -kWrist, 0.025}},
      -p.y);
  return blend(trunk, arm, reach);
}

Influences Binder::leg(const Vec3& p) const {
  const Influences leg = along(skeleton_,
                               {{"hips", -1, 0},
                                {"thigh.L", -0.725, 0.075},
                                {"shin.L", -kKneeHeight, 0.055},
                                {"foot.L", -0.115, 0.035}},
                               -p.y);
  const double toe = smooth(0.080, 0.130, p.z) * smooth(0.14, 0.10, p.y);
  return blend(leg, rigid("toe.L"), toe);
}

Influences Binder::head(const Vec3& p) const {
  const Influences head = along(skeleton_, {{"neck", 0, 0}, {"head", 1.235, 0.025}}, p.y);
  const double jaw = 0.8 * smooth(1.335, 1.285, p.y) * smooth(0.03, 0.10, p.z);
  return blend(head, rigid("jaw"), jaw);
}

Influences Binder::tail(const std::string& name, int joints, const std::string& root,
                        double t) const {
  const double x = t * joints - 0.5;  // joint k is at its full weight where x is k
  const auto joint = [&](int k) {
    return k < 0 ? rigid(root) : rigid(name + ".00" + char('1' + std::min(k, joints - 1)));
  };
  const double below = std::floor(x);
  return blend(joint(int(below)), joint(int(below) + 1), smooth(0, 1, x - below));
}

Influences Binder::finger(const std::string& name, double distance) const {
  const std::string first = name + ".01.L", second = name + ".02.L";
  return along(skeleton_,
               {{"hand.L", -1, 0}, {first.c_str(), 0.0, 0.012}, {second.c_str(), 0.036, 0.010}},
               distance);
}

Influences heaviest_four(const Influences& influences) {
  Influences out = influences;
  std::stable_sort(out.begin(), out.end(),
                   [](const Influence& a, const Influence& b) { return a.weight > b.weight; });
  std::erase_if(out, [](const Influence& i) { return i.weight < 1e-3; });
  if (out.size() > 4) out.resize(4);
  double sum = 0;
  for (const Influence& i : out) sum += i.weight;
  for (Influence& i : out) i.weight /= sum;
  return out;
}

}  // namespace saki
