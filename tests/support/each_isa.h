#pragma once
// Tests that run with every instruction set there is:
//
//   class Blend : public test::EachIsa {};
//   SAKER_EACH_ISA(Blend);
//   TEST_P(Blend, ...) {}

#include <saker/isa.h>

#include <gtest/gtest.h>
#include <string>

namespace saker::test {

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
