#include "tauforge/passes/drop_small_terms.h"

#include <gtest/gtest.h>

#include "tauforge/expression/count.h"
#include "tests/support/random_robot.h"

namespace tauforge::tests {
namespace {

using expression::Expr;

passes::Samples samples_of(const expression::Program& program, double allowed) {
  passes::Samples samples;
  Random random(1);
  for (int s = 0; s < 200; ++s) {
    samples.inputs.push_back({random.uniform(-1, 1), random.uniform(-1, 1)});
    samples.expected.push_back(evaluate(program, samples.inputs.back()));
  }
  samples.allowed.assign(samples.expected[0].size(), allowed);
  return samples;
}

TEST(DropSmallTerms, DropsATermThatIsAllowedToGoAndKeepsTheOthers) {
  expression::Program program;
  const auto x = program.add_argument("x", 2, expression::Binding::slow, "");
  program.add_output("y", {x[0] * x[1] + Expr(0.001) * x[0]}, "");
  const auto shorter = passes::drop_small_terms(program, samples_of(program, 0.01));
  EXPECT_EQ(count(shorter, expression::rule_customised).total(), 1);
  EXPECT_LE(passes::worst_error(shorter, samples_of(program, 0.01)), 1.0);
  EXPECT_EQ(count(passes::drop_small_terms(program, samples_of(program, 1e-4)), expression::rule_customised).total(),
            3);
}

TEST(DropSmallTerms, TakesAPartForAnotherThatIsNearlyTheSame) {
  expression::Program program;
  const auto x = program.add_argument("x", 2, expression::Binding::slow, "");
  program.add_output("y", {Expr(0.500) * x[0], Expr(0.501) * x[0]}, "");
  EXPECT_EQ(count(passes::drop_small_terms(program, samples_of(program, 0.01)), expression::rule_customised).total(),
            1);
}

}  // namespace
}  // namespace tauforge::tests
