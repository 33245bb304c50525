// A hundredth of the largest torque buys nearly half of the operations.
#include "tauforge/compiler/abbreviate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/compiler/record_bodies.h"
#include "tauforge/compiler/search.h"
#include "tauforge/dynamics/drive.h"
#include "tauforge/dynamics/instances/numbers.h"
#include "tauforge/passes/drop_small_terms.h"
#include "tauforge/passes/factor_sums.h"
#include "tests/support/random_robot.h"
#include "tests/support/robots.h"
#include "tests/support/values.h"

namespace tauforge::tests {
namespace {

// States never used by the abbreviation, with the torques of plain Newton-Euler and rotors.
passes::Samples fresh_states(const robot::Robot& robot, int count) {
  passes::Samples samples;
  Random random(2026);
  const std::size_t n = robot.tree.size();
  samples.allowed.assign(n, 0.0);
  dynamics::NewtonEulerWorkspace<double> workspace;
  for (int k = 0; k < count; ++k) {
    dynamics::State<double> x;
    for (std::size_t i = 0; i < n; ++i) {
      x.q.push_back(random.uniform(-M_PI, M_PI));
      x.qd.push_back(random.uniform(-2, 2));
      x.qdd.push_back(random.uniform(-5, 5));
    }
    std::vector<double> inputs, tau(n);
    for (const auto* values : {&x.q, &x.qd, &x.qdd}) inputs.insert(inputs.end(), values->begin(), values->end());
    dynamics::newton_euler<double>(robot.tree, robot.parameters, x, workspace, tau);
    dynamics::add_rotor_torque<double>(robot.tree, robot.parameters, x.qdd, tau);
    for (std::size_t i = 0; i < n; ++i) samples.allowed[i] = std::max(samples.allowed[i], 0.01 * std::abs(tau[i]));
    samples.inputs.push_back(inputs);
    samples.expected.push_back(tau);
  }
  return samples;
}

// Armstrong's own abbreviation needs 305 operations and is coarser.
TEST(Abbreviate, KeepsEveryTorqueOfThePuma560WithinOnePercentWithLessThan180Operations) {
  const robot::Robot puma = robot_in_folder("counting/puma560_armstrong");
  constexpr auto function = compiler::PlannedFunction::inverse_dynamics;
  const auto found = compiler::search_plan(puma.tree, puma.parameters, function, {.evaluations = 3000});
  const auto exact = passes::factor_sums(compiler::record_planned(compiler::literal_robot(puma), function, found.plan));
  const auto abbreviated = compiler::abbreviate(exact);
  EXPECT_LE(count(abbreviated.program, expression::rule_customised).total(), 180);
  EXPECT_LE(abbreviated.worst_error, 0.01);
  EXPECT_LE(passes::worst_error(abbreviated.program, fresh_states(puma, 100000)), 1.0);
}

TEST(Abbreviate, LeavesAProgramAloneThatMayNotBeWrong) {
  expression::Program program;
  const auto q = program.add_argument("q", 2, expression::Binding::slow, "");
  program.add_output("tau", {q[0] * q[1] + q[0]}, "");
  const auto same = compiler::abbreviate(program, {.tolerance = 1e-12, .training = 50, .checking = 50});
  EXPECT_EQ(count(same.program, expression::rule_customised).total(), 2);
}

}  // namespace
}  // namespace tauforge::tests
