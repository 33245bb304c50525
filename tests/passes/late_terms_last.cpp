// The order of the terms of a sum changes when it is known, never what it is.
#include "tauforge/passes/late_terms_last.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/compiler/record_bodies.h"
#include "tauforge/expression/count.h"
#include "tests/passes/random_program.h"

namespace tauforge::tests {
namespace {

using expression::Binding;
using expression::Expr;
using expression::Operation;
using expression::Program;

TEST(LateTermsLast, KeepsEveryValueAndIsNeverDearer) {
  for (unsigned seed = 1; seed <= 500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Program program = random_program(random);
    const Program ordered = passes::late_terms_last(program);
    const auto before = count(program, expression::rule_customised),
               after = count(ordered, expression::rule_customised);
    EXPECT_LE(after.multiplications, before.multiplications);
    EXPECT_LE(after.additions, before.additions);  // fewer where terms meet that are equal or cancel
    for (int k = 0; k < 3; ++k) {
      const std::vector<double> x = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1),
                                     random.uniform(-1, 1)};
      const std::vector<double> expected = evaluate(program, x), found = evaluate(ordered, x);
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_NEAR(found[i], expected[i], 1e-9 * (1 + std::abs(expected[i])));
    }
    if (HasFailure()) break;
  }
}

TEST(LateTermsLast, KeepsTheNumberOfOperationsOfADynamicModel) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Program program = compiler::record(compiler::literal_robot(random_robot(random, {.joints = 6})),
                                             dynamics::InverseDynamics::newton_euler);
    const auto before = count(program, expression::rule_customised);
    EXPECT_EQ(count(passes::late_terms_last(program), expression::rule_customised), before);
  }
}

// x0 is there from the start, the sine comes later, a product with it later still.
TEST(LateTermsLast, AddsWhatIsKnownFirstFirst) {
  Program program;
  const auto x = program.add_argument("x", 4, Binding::slow, "");
  const Expr late = sin(x[1]), latest = late * late * late;
  program.add_output("y", {latest * x[2] - late * x[3] + x[0]}, "");
  const Program ordered = passes::late_terms_last(program);
  const expression::Graph& graph = *ordered.graph;
  const expression::Node& last = graph.node(ordered.outputs[0].nodes[0]);
  ASSERT_EQ(last.op, Operation::add);
  const auto is_difference = [&](expression::NodeIndex i) { return graph.node(i).op == Operation::subtract; };
  ASSERT_NE(is_difference(last.a), is_difference(last.b)) << "(x0 - late x3) + latest x2";
  const expression::Node& before = graph.node(is_difference(last.a) ? last.a : last.b);
  EXPECT_EQ(graph.node(before.a).op, Operation::input);
}

// A sum of negative terms alone is computed without signs and negated once.
TEST(LateTermsLast, SpendsNoSignOnNegativeTerms) {
  Program program;
  const auto x = program.add_argument("x", 3, Binding::slow, "");
  program.add_output("y", {-x[0] - x[1] * x[2] - sin(x[2])}, "");
  const Program ordered = passes::late_terms_last(program);
  EXPECT_EQ(count(ordered, expression::rule_000).additions, 3);  // two sums and one sign
  EXPECT_DOUBLE_EQ(evaluate(ordered, {1, 2, 3})[0], -1 - 6 - std::sin(3.0));
}

// Readers of generated code look for the symbols of the paper.
TEST(LateTermsLast, LeavesSumsThatHaveANameAsTheyAre) {
  Program program;
  const auto x = program.add_argument("x", 3, Binding::slow, "");
  const Expr named = x[0] + x[1];
  program.add_output("y", {named + x[2]}, "");
  expression::Graph& graph = *program.graph;
  const expression::NodeIndex sum = graph.node(program.outputs[0].nodes[0]).b;  // made after x2
  graph.label(sum, {"w", 3, "x"});
  const Program ordered = passes::late_terms_last(program);
  bool found = false;
  for (const auto i : reachable(ordered)) found = found || ordered.graph->name_of(i) == "w3_x";
  EXPECT_TRUE(found);
}

TEST(LateTermsLast, GivesTheSameProgramAgain) {
  Random random(1);
  const Program program = random_program(random);
  const Program one = passes::late_terms_last(program), other = passes::late_terms_last(program);
  ASSERT_EQ(one.graph->size(), other.graph->size());
  for (expression::NodeIndex i = 0; i < one.graph->size(); ++i) {
    EXPECT_EQ(one.graph->node(i).op, other.graph->node(i).op);
    EXPECT_EQ(one.graph->node(i).a, other.graph->node(i).a);
    EXPECT_EQ(one.graph->node(i).b, other.graph->node(i).b);
  }
}

}  // namespace
}  // namespace tauforge::tests
