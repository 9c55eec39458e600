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

// Tests that are run once per instruction set:
//
//   class Blend : public test::EachIsa {};
//   SAKER_EACH_ISA(Blend);
//   TEST_P(Blend, ...) {}
class EachIsa : public testing::TestWithParam<Isa> {
 protected:
  void SetUp() override { ASSERT_TRUE(use_isa(GetParam())); }
  void TearDown() override { use_isa(available_isas().back()); }
};

inline std::string name_of(const testing::TestParamInfo<Isa>& isa) {
  return std::string(isa_name(isa.param));
}

}  // namespace saker::test

#define SAKER_EACH_ISA(suite)                                                                   \
  INSTANTIATE_TEST_SUITE_P(All, suite,                                                          \
                           testing::ValuesIn(available_isas().begin(), available_isas().end()), \
                           saker::test::name_of)
