// Generated C equals the double template exactly: every formulation, every robot of the folder robots/.
#include <gtest/gtest.h>

#include <functional>

#include "tauforge/compiler/record_bodies.h"
#include "tauforge/dynamics/instances/numbers.h"
#include "tauforge/robot/equivalence.h"
#include "tests/generated/built_model.h"
#include "tests/support/random_robot.h"
#include "tests/support/robots.h"
#include "tests/support/values.h"

namespace tauforge::tests {
namespace {

using Function = void (*)(const double*, const double*, const double*, double*);

// A recorded function and what it must equal.
struct Case {
  expression::Program program;
  std::function<std::vector<double>(const State<double>&)> expected;
};

std::vector<double> upper_triangle(const Matrix& M) {
  std::vector<double> upper;
  for (Eigen::Index i = 0; i < M.rows(); ++i)
    for (Eigen::Index j = i; j < M.cols(); ++j) upper.push_back(M(i, j));
  return upper;
}

// A program this long tests gcc's patience and nothing else: it is evaluated, but not compiled.
constexpr std::size_t longest_compiled = 20000;

std::vector<Case> cases_of(const robot::Robot& robot) {
  robot::Robot with_masses = robot;
  const bool masses = robot::give_masses(robot.tree, with_masses.parameters);
  std::vector<Case> cases;
  const auto add = [&](const char* name, expression::Program program, auto expected) {
    program.name = name;
    cases.push_back({std::move(program), expected});
  };
  for (const auto& entry : dynamics::inverse_dynamics_catalogue()) {
    if (!entry.suits(robot.tree) || (entry.needs_masses && !masses)) continue;
    const robot::Robot suitable = entry.needs_masses ? with_masses : robot;
    const auto method = entry.method;
    add(entry.name, compiler::record(compiler::literal_robot(suitable), method),
        [suitable, method](const State<double>& x) { return rigid_torque(suitable, x, method); });
  }
  for (const auto& entry : dynamics::mass_matrix_catalogue()) {
    if (!entry.suits(robot.tree)) continue;
    const auto method = entry.method;
    add((std::string("mass_matrix_by_") + entry.name).c_str(), compiler::record(compiler::literal_robot(robot), method),
        [robot, method](const State<double>& x) { return upper_triangle(rigid_mass_matrix(robot, x.q, method)); });
  }
  return cases;
}

std::vector<double> inputs_of(const State<double>& x) {
  std::vector<double> inputs = x.q;
  inputs.insert(inputs.end(), x.qd.begin(), x.qd.end());
  inputs.insert(inputs.end(), x.qdd.begin(), x.qdd.end());
  return inputs;
}

class GeneratedC : public ::testing::TestWithParam<std::string> {};

TEST_P(GeneratedC, EqualsTheDoubleTemplateExactly) {
  const robot::Robot robot = robot_in_folder(GetParam());
  const std::vector<Case> cases = cases_of(robot);
  ASSERT_GE(cases.size(), 10u);
  emit::Unit unit;
  unit.prefix = robot.name;
  unit.style.libm = true;
  for (const Case& c : cases)
    if (reachable(c.program).size() <= longest_compiled)
      unit.functions.push_back({c.program.name, "one of many formulations", c.program, {}});
  const CompiledC library(one_text(unit));
  ASSERT_TRUE(library.ok()) << library.messages();
  for (const Case& c : cases) {
    SCOPED_TRACE(c.program.name);
    const bool compiled = reachable(c.program).size() <= longest_compiled;
    const auto generated = library.function<Function>((robot.name + "_" + c.program.name).c_str());
    ASSERT_EQ(generated != nullptr, compiled);
    for (unsigned seed = 1; seed <= 20; ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      Random random(seed);
      const State<double> x = random_state(random, robot, false);
      const std::vector<double> expected = c.expected(x);
      EXPECT_EQ(expression::evaluate(c.program, inputs_of(x)), expected);
      std::vector<double> values(expected.size(), -1.0);
      if (compiled) {
        generated(x.q.data(), x.qd.data(), x.qdd.data(), values.data());
        EXPECT_EQ(values, expected);
      }
      if (HasFailure()) return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, GeneratedC, ::testing::ValuesIn(robot_names()),
                         [](const auto& name) { return name.param; });

// Random robots, trees and floating bases among them, evaluated from their graphs.
TEST(RecordedProgram, EvaluatesExactlyLikeTheTemplateOnRandomRobots) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = random_robot(
        random,
        {.joints = 1 + static_cast<int>(seed % 7), .tree = seed % 2 == 0, .floating = seed % 4 == 0, .drives = false});
    const State<double> x = random_state(random, robot, false);
    std::vector<double> inputs = inputs_of(x);
    if (robot.tree.floating) {
      const auto& [X, v, a] = x.base;
      inputs.insert(inputs.end(), {X.R.xx, X.R.xy, X.R.xz, X.R.yx, X.R.yy, X.R.yz, X.R.zx, X.R.zy, X.R.zz});
      for (const auto& part : {X.p, v.linear, v.angular, a.linear, a.angular})
        inputs.insert(inputs.end(), {part.x, part.y, part.z});
    }
    for (const Case& c : cases_of(robot))
      EXPECT_EQ(expression::evaluate(c.program, inputs), c.expected(x)) << c.program.name;
    if (HasFailure()) break;
  }
}

// Names come from files: they must not become code.
TEST(HostileNames, StayNamesAndComments) {
  robot::Robot robot = robot_in_folder("scara");
  const std::vector<std::string> names = {"*/ int x; /*",
                                          "int",
                                          "",
                                          "1st",
                                          "a b\nc",
                                          "${HOME}",
                                          "../../x",
                                          "\"quoted\"",
                                          "tau",
                                          "q",
                                          "\xc3\xa9t\xc3\xa9",
                                          "?\?/",
                                          "// \\",
                                          "sin",
                                          "double",
                                          "main()",
                                          std::string(3000, 'n')};
  for (const std::string& name : names) {
    SCOPED_TRACE(name.substr(0, 40));
    emit::Unit unit;
    unit.prefix = compiler::prefix_for(name);
    unit.comment = {name};
    unit.functions.push_back({"inverse_dynamics",
                              name,
                              compiler::record(compiler::literal_robot(robot), dynamics::InverseDynamics::newton_euler),
                              {}});
    const CompiledC library(one_text(unit));
    EXPECT_TRUE(library.ok()) << library.messages();
  }
}

}  // namespace
}  // namespace tauforge::tests
