#include <saker/skeleton.h>

namespace saker {
namespace {

// The joints with whatever is below a joint right behind it. `below` counts each with those below.
std::vector<uint32_t> depth_first(std::span<const int32_t> parents) {
  const size_t count = parents.size();
  std::vector<uint32_t> below(count, 1), order(count), next(count);
  for (size_t j = count; j-- > 0;) {
    if (parents[j] >= 0) below[size_t(parents[j])] += below[j];
  }
  uint32_t next_root = 0;
  for (size_t j = 0; j < count; ++j) {
    uint32_t& place = parents[j] >= 0 ? next[size_t(parents[j])] : next_root;
    order[place] = uint32_t(j);
    next[j] = place + 1;
    place += below[j];
  }
  return order;
}

}  // namespace

std::vector<WalkStep> make_walk(std::span<const int32_t> parents) {
  std::vector<uint32_t> children_left(parents.size());
  for (const int32_t parent : parents) {
    if (parent >= 0) ++children_left[size_t(parent)];
  }
  std::vector<int32_t> slots(parents.size(), -1), free;
  int32_t slot_count = 0;
  std::vector<WalkStep> walk;
  for (const uint32_t j : depth_first(parents)) {
    WalkStep step{j, -1, -1};
    const int32_t parent = parents[j];
    if (parent >= 0) {
      step.above = slots[size_t(parent)];
      if (--children_left[size_t(parent)] == 0) free.push_back(step.above);
    }
    if (children_left[j] > 0) {
      if (free.empty()) free.push_back(slot_count++);
      step.slot = slots[j] = free.back();
      free.pop_back();
    }
    walk.push_back(step);
  }
  return walk;
}

}  // namespace saker
