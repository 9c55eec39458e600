#include <saker/skeleton.h>

#include <algorithm>
#include <gtest/gtest.h>
#include <map>

namespace saker {
namespace {

// Walks, and checks on the way that a slot holds the parent when it is needed. Returns how many
// slots there are.
int walked(const std::vector<int32_t>& parents) {
  std::map<int32_t, uint32_t> held;
  std::vector<int> visits(parents.size());
  int slots = 0;
  for (const WalkStep& step : make_walk(parents)) {
    ++visits[step.joint];
    const int32_t parent = parents[step.joint];
    EXPECT_EQ(step.above >= 0, parent >= 0);
    if (parent >= 0) {
      EXPECT_EQ(held[step.above], uint32_t(parent));
    }
    if (step.slot >= 0) held[step.slot] = step.joint;
    slots = std::max(slots, step.slot + 1);
  }
  EXPECT_EQ(visits, std::vector<int>(parents.size(), 1));
  return slots;
}

TEST(MakeWalk, of_nothing_is_nothing) { EXPECT_TRUE(make_walk({}).empty()); }

TEST(MakeWalk, of_a_chain_keeps_one_matrix) { EXPECT_EQ(walked({-1, 0, 1, 2, 3, 4}), 1); }

TEST(MakeWalk, of_leaves_keeps_that_of_their_parent) { EXPECT_EQ(walked({-1, 0, 0, 0, 0}), 1); }

TEST(MakeWalk, of_lone_roots_keeps_none) { EXPECT_EQ(walked({-1, -1, -1}), 0); }

// Two chains that take turns: where their beginnings would both wait for their ends, one after the
// other needs a matrix besides that of the root.
TEST(MakeWalk, goes_down_one_branch_before_the_next) {
  EXPECT_EQ(walked({-1, 0, 0, 1, 2, 3, 4, 5, 6}), 2);
}

TEST(MakeWalk, has_joints_with_what_is_below_them_behind_them) {
  std::vector<uint32_t> order;
  for (const WalkStep& step : make_walk(std::vector<int32_t>{-1, -1, 0, 1, 0, 2}))
    order.push_back(step.joint);
  EXPECT_EQ(order, (std::vector<uint32_t>{0, 2, 5, 4, 1, 3}));
}

}  // namespace
}  // namespace saker
