// Cutting a program in two changes when it is computed, never what.
#include "tauforge/passes/split_by_binding_time.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/support/random_robot.h"

namespace tauforge::tests {
namespace {

using expression::Binding;
using expression::Expr;
using expression::Operation;
using expression::Program;
using passes::SplitProgram;

// Arguments of all three binding times, mixed by random operations; some values have names, some the same name.
Program random_program(Random& random) {
  Program program;
  std::vector<Expr> values;
  const std::pair<const char*, Binding> arguments[] = {
      {"p", Binding::setup}, {"q", Binding::slow}, {"a", Binding::fast}};
  for (const auto& [name, binding] : arguments)
    for (const Expr& x : program.add_argument(name, 3, binding, "")) values.push_back(x);
  values.push_back(Expr(2.0));
  values.push_back(Expr(-0.7));
  const int steps = random.integer(5, 80);
  for (int k = 0; k < steps; ++k) {
    const auto pick = [&] {
      return values[static_cast<std::size_t>(random.integer(0, static_cast<int>(values.size()) - 1))];
    };
    const Expr a = pick(), b = pick();
    Expr made;
    switch (random.integer(0, 5)) {
      case 0: made = a + b; break;
      case 1: made = a - b; break;
      case 2: made = -a; break;
      case 3: made = sin(a); break;
      case 4: made = sign(a); break;
      default: made = a * b; break;
    }
    if (random.chance(0.2)) made = named(made, "w", random.integer(1, 3), random.chance(0.5) ? "x" : "");
    if (random.chance(0.1)) made = named(made, "c", random.integer(1, 9));  // as if numbered
    values.push_back(made);
  }
  program.add_output("y", {values.end() - 4, values.end()}, "");
  program.add_output("z", {values[0] * values[1], -values[2], Expr(3.0)}, "");  // early alone, and a literal
  return program;
}

std::vector<double> inputs_of(const Program& program, const std::vector<double>& all,
                              const std::vector<double>& between) {
  std::vector<double> flat;
  for (const auto& argument : program.arguments) {
    if (argument.name == "between") {
      flat.insert(flat.end(), between.begin(), between.end());
      continue;
    }
    const std::ptrdiff_t first = argument.name == "p" ? 0 : argument.name == "q" ? 3 : 6;
    flat.insert(flat.end(), all.begin() + first, all.begin() + first + 3);
  }
  return flat;
}

std::vector<std::string> argument_names(const Program& program) {
  std::vector<std::string> names;
  for (const auto& argument : program.arguments) names.push_back(argument.name);
  return names;
}

// Every input node that the outputs reach belongs to an argument of the same program.
bool reads_only_its_arguments(const Program& program) {
  std::set<expression::NodeIndex> own;
  for (const auto& argument : program.arguments) own.insert(argument.nodes.begin(), argument.nodes.end());
  const auto nodes = reachable(program);
  return std::all_of(nodes.begin(), nodes.end(), [&](expression::NodeIndex i) {
    return program.graph->node(i).op != Operation::input || own.count(i);
  });
}

class SplitByBindingTime : public ::testing::TestWithParam<Binding> {};

TEST_P(SplitByBindingTime, GivesExactlyTheWholeProgram) {
  for (unsigned seed = 1; seed <= 500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Program program = random_program(random);
    const SplitProgram split = passes::split_by_binding_time(program, GetParam(), "between", "");
    for (int k = 0; k < 3; ++k) {
      std::vector<double> x;
      for (int i = 0; i < 9; ++i) x.push_back(random.uniform(-1, 1));
      const std::vector<double> between = evaluate(split.early, inputs_of(split.early, x, {}));
      EXPECT_EQ(evaluate(split.late, inputs_of(split.late, x, between)), evaluate(program, x));
    }
    if (HasFailure()) break;
  }
}

TEST_P(SplitByBindingTime, LetsEachHalfReadItsOwnArgumentsAlone) {
  const std::vector<std::string> early =
      GetParam() == Binding::setup ? std::vector<std::string>{"p"} : std::vector<std::string>{"p", "q"};
  const std::vector<std::string> late = GetParam() == Binding::setup ? std::vector<std::string>{"between", "q", "a"}
                                                                     : std::vector<std::string>{"between", "a"};
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const SplitProgram split = passes::split_by_binding_time(random_program(random), GetParam(), "between", "");
    EXPECT_EQ(argument_names(split.early), early);
    EXPECT_EQ(argument_names(split.late), late);
    EXPECT_TRUE(reads_only_its_arguments(split.early));
    EXPECT_TRUE(reads_only_its_arguments(split.late));
    // what early inputs determine is not computed again
    for (const auto i : reachable(split.late)) {
      const Operation op = split.late.graph->node(i).op;
      EXPECT_TRUE(arity(op) == 0 || op == Operation::negate || split.late.graph->binding(i) > GetParam());
    }
  }
}

TEST_P(SplitByBindingTime, PassesEveryValueUnderAnotherNameAndNoLiterals) {
  for (unsigned seed = 1; seed <= 500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const SplitProgram split = passes::split_by_binding_time(random_program(random), GetParam(), "between", "");
    ASSERT_EQ(split.early.outputs.size(), 1u);
    const auto& passed = split.early.outputs[0];
    ASSERT_EQ(passed.elements.size(), passed.nodes.size());
    EXPECT_EQ(std::set<std::string>(passed.elements.begin(), passed.elements.end()).size(), passed.elements.size());
    EXPECT_EQ(split.late.arguments[0].elements, passed.elements);
    for (const auto node : passed.nodes) EXPECT_NE(split.early.graph->node(node).op, Operation::constant);
  }
}

INSTANTIATE_TEST_SUITE_P(Cuts, SplitByBindingTime, ::testing::Values(Binding::setup, Binding::slow),
                         [](const auto& tested) { return tested.param == Binding::setup ? "setup" : "slow"; });

TEST(SplitByBindingTime, PassesNothingWhereNothingIsEarly) {
  Program program;
  const auto q = program.add_argument("q", 2, Binding::slow, "");
  program.add_output("y", {q[0] * q[1], Expr(5.0)}, "");
  const SplitProgram split = passes::split_by_binding_time(program, Binding::setup, "between", "");
  EXPECT_TRUE(split.early.outputs.empty());
  EXPECT_EQ(argument_names(split.late), std::vector<std::string>{"q"});
  EXPECT_EQ(evaluate(split.late, {3.0, 4.0}), (std::vector<double>{12.0, 5.0}));
}

}  // namespace
}  // namespace tauforge::tests
