#pragma once
// Running a check once per instruction set.

#include <saker/isa.h>

#include <gtest/gtest.h>
#include <string>

namespace saker::test {

// Calls `check` with every instruction set that this machine has in use, and goes back to the best.
template <class Check>
void with_each_isa(Check check) {
  const Isa before = current_isa();
  for (const Isa isa : available_isas()) {
    SCOPED_TRACE(std::string(isa_name(isa)));
    ASSERT_TRUE(use_isa(isa));
    check(isa);
  }
  ASSERT_TRUE(use_isa(before));
}

}  // namespace saker::test
