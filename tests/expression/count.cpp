// The counting rules of the papers on expressions small enough to count by hand.
#include "tauforge/expression/count.h"

#include <gtest/gtest.h>

namespace tauforge::tests {
namespace {

using namespace expression;

class Counting : public ::testing::Test {
 protected:
  Program program;
  std::vector<Expr> q = program.add_argument("q", 3, Binding::slow, "");
  std::vector<Expr> m = program.add_argument("m", 2, Binding::setup, "");
  Operations cost(const std::vector<Expr>& outputs, const CountingRule& rule = rule_002) {
    program.outputs.clear();
    program.add_output("y", outputs, "");
    return count(program, rule);
  }
};

TEST_F(Counting, ProductsAndSumsCountOnce) {
  EXPECT_EQ(cost({q[0] * q[1] + q[2]}), (Operations{1, 1}));
  EXPECT_EQ(cost({q[0] * q[1] + q[2], q[0] * q[1] - q[2]}), (Operations{1, 2})) << "a shared product";
  EXPECT_EQ(cost({q[0] / q[1]}), (Operations{1, 0}));
  EXPECT_EQ(cost({sqrt(q[0])}), (Operations{1, 0}));
}

TEST_F(Counting, WhatNoOutputNeedsIsFree) {
  const Expr unused = q[0] * q[1];
  EXPECT_FALSE(unused.is_literal());
  EXPECT_EQ(cost({q[2] * q[2]}), (Operations{1, 0}));
}

TEST_F(Counting, WhatDependsOnParametersAloneIsFree) {
  EXPECT_EQ(cost({m[0] * m[1] + m[0]}), (Operations{0, 0}));
  EXPECT_EQ(cost({(m[0] * m[1]) * q[0]}), (Operations{1, 0}));
}

TEST_F(Counting, SinesAndCosinesAreFreeAndCountedApart) {
  const Expr value = sin(q[0]) * cos(q[0]) + sin(q[1]);
  EXPECT_EQ(cost({value}), (Operations{1, 1}));
  EXPECT_EQ(count_trigonometry(program).sines, 2);
  EXPECT_EQ(count_trigonometry(program).cosines, 1);
}

TEST_F(Counting, OnlyPaper000CountsUnarySigns) {
  const Expr value = -(q[0] * q[1]);
  EXPECT_EQ(cost({value}, rule_002), (Operations{1, 0}));
  EXPECT_EQ(cost({value}, rule_000), (Operations{1, 1}));
}

TEST_F(Counting, OnlyTheCustomisedRuleCallsDoublingAnAddition) {
  const Expr value = Expr(2.0) * q[0];
  EXPECT_EQ(cost({value}, rule_002), (Operations{1, 0}));
  EXPECT_EQ(cost({value}, rule_customised), (Operations{0, 1}));
}

TEST_F(Counting, SumsOfAnglesCountOnlyByTheCustomisedRuleOrWhenUsedOutsideASine) {
  const Expr sum = q[0] + q[1];
  EXPECT_EQ(cost({sin(sum)}, rule_002), (Operations{0, 0}));
  EXPECT_EQ(cost({sin(sum)}, rule_customised), (Operations{0, 1}));
  EXPECT_EQ(cost({sin(sum), sum}, rule_002), (Operations{0, 1}));
}

// A product that two steps form counts in both, as papers count by hand; the sum over the steps is larger by it.
TEST_F(Counting, StepsCountWhatTheyShareEach) {
  begin_step(1, q[0]);
  const Expr first = q[0] * q[1] + q[2];
  begin_step(2, q[0]);
  const Expr second = q[0] * q[1] - q[2];
  program.add_output("y", {first, second}, "");
  const StepCount steps = count_by_step(program, rule_002);
  EXPECT_EQ(steps.steps.at(1), (Operations{1, 1}));
  EXPECT_EQ(steps.steps.at(2), (Operations{1, 1}));
  EXPECT_EQ(steps.total, (Operations{2, 2}));
  EXPECT_EQ(steps.shared, (Operations{1, 0}));
  EXPECT_EQ(count(program, rule_002), (Operations{1, 2}));
}

}  // namespace
}  // namespace tauforge::tests
