#pragma once
// Assembles raw motion files in memory.

#include <saker/math.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace saker::test {

// A file of `joints` joints in a chain, named "joint0" and so on, each 1 m above its parent. All
// samples are the bind pose until a test changes them.
class SkcBuilder {
 public:
  uint32_t joints, samples;
  float rate = 30;
  std::vector<int32_t> parents;
  std::vector<std::string> names;
  std::vector<Transform> bind;
  std::vector<Transform> poses;  // sample after sample, one per joint

  SkcBuilder(uint32_t joint_count, uint32_t sample_count)
      : joints(joint_count), samples(sample_count) {
    for (uint32_t j = 0; j < joints; ++j) {
      parents.push_back(int32_t(j) - 1);
      names.push_back("joint" + std::to_string(j));
      bind.push_back({.translation = {0, j == 0 ? 0.0f : 1.0f, 0}, .rotation = {}});
    }
    for (uint32_t n = 0; n < samples; ++n) poses.insert(poses.end(), bind.begin(), bind.end());
  }

  Transform& pose(uint32_t sample, uint32_t joint) { return poses[sample * joints + joint]; }

  // Where the bytes of things start.
  size_t parent_at(size_t joint) const { return 16 + 4 * joint; }
  size_t name_at(size_t joint) const { return parent_at(parents.size()) + 48 * joint; }
  size_t bind_at(size_t joint) const { return name_at(parents.size()) + 40 * joint; }
  size_t pose_at(size_t sample, size_t joint) const {
    return bind_at(parents.size()) + 40 * (sample * parents.size() + joint);
  }

  // `joints` and `samples` are written as they are, whatever there is of them.
  std::vector<uint8_t> bytes() const {
    std::vector<uint8_t> out = {'S', 'K', 'C', '1'};
    append(out, &joints, 1);
    append(out, &samples, 1);
    append(out, &rate, 1);
    append(out, parents.data(), parents.size());
    for (std::string name : names) {
      name.resize(48);
      append(out, name.data(), name.size());
    }
    append(out, bind.data(), bind.size());
    append(out, poses.data(), poses.size());
    return out;
  }

 private:
  template <class T>
  static void append(std::vector<uint8_t>& out, const T* values, size_t count) {
    const size_t start = out.size();
    out.resize(start + count * sizeof(T));
    if (count > 0) std::memcpy(out.data() + start, values, count * sizeof(T));
  }
};

}  // namespace saker::test
