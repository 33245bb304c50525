// The search for a cheap Plan: what it finds is right, cheap and the same every time.
#include "tauforge/compiler/search.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/dynamics/instances/numbers.h"
#include "tauforge/passes/factor_sums.h"
#include "tests/support/random_robot.h"

namespace tauforge::tests {
namespace {

using dynamics::at;
constexpr auto inverse_dynamics = compiler::PlannedFunction::inverse_dynamics;

struct Arm {
  robot::Tree tree;
  robot::Parameters<double> parameters;
};

// Twists in quarter turns, lengths and distances of modified Denavit-Hartenberg tables; ten generic moments per link.
Arm generic_arm(const std::vector<int>& twist, const std::vector<double>& a, const std::vector<double>& d,
                unsigned seed) {
  Arm arm;
  Random random(seed);
  constexpr double cosine[] = {1, 0, -1, 0}, sine[] = {0, 1, 0, -1};
  arm.parameters.gravity = {0, 0, -9.81};
  const auto value = [&] { return random.uniform(0.3, 1.7); };
  for (std::size_t j = 0; j < twist.size(); ++j) {
    arm.tree.add(robot::JointType::revolute, static_cast<robot::Index>(j) - 1);
    const int k = (twist[j] + 4) % 4;
    const double c = cosine[k], s = sine[k];
    arm.parameters.placement.push_back({{1, 0, 0, 0, c, -s, 0, s, c}, {a[j], -s * d[j], c * d[j]}});
    arm.parameters.offset.push_back(0);
    arm.parameters.link_frame.push_back({});
    arm.parameters.body.push_back(
        {value(), {value(), value(), value()}, {value(), value(), value(), value(), value(), value()}});
  }
  return arm;
}

Arm rx90(unsigned seed) { return generic_arm({0, 1, 0, -1, 1, -1}, {0, 0, .45, 0, 0, 0}, {0, 0, 0, .47, 0, 0}, seed); }
Arm ur10e(unsigned seed) {
  return generic_arm({0, 1, 0, 0, 1, -1}, {0, 0, -.6127, -.57155, 0, 0}, {0, 0, 0, .17415, .11985, .11655}, seed);
}

Arm panda(unsigned seed) {
  return generic_arm({0, -1, 1, 1, -1, 1, 1}, {0, 0, 0, .0825, -.0825, 0, .088}, {0, 0, .316, 0, .384, 0, 0}, seed);
}

void expect_torques_of(const Arm& arm, const expression::Program& program) {
  Random random(3);
  const std::size_t n = at(arm.tree.size());
  for (int k = 0; k < 20; ++k) {
    dynamics::State<double> x;
    std::vector<double> inputs, expected(n);
    for (auto* values : {&x.q, &x.qd, &x.qdd})
      for (std::size_t i = 0; i < n; ++i) values->push_back(random.uniform(-2, 2)), inputs.push_back(values->back());
    dynamics::NewtonEulerWorkspace<double> workspace;
    dynamics::newton_euler<double>(arm.tree, arm.parameters, x, workspace, expected);
    const std::vector<double> tau = expression::evaluate(program, inputs);
    for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(tau[i], expected[i], 1e-12 * largest(expected));
  }
}

// Best published or measured elsewhere, with all parameters: RX90 513, UR10e 536, Panda 649.
TEST(Search, FindsFewerOperationsThanAnyPublishedGenerator) {
  for (const unsigned seed : {1u, 2u, 3u}) {
    const Arm arms[] = {rx90(seed), ur10e(seed), panda(seed)};
    const int most[] = {413, 398, 538};
    for (std::size_t k = 0; k < 3; ++k) {
      const auto found = compiler::search_plan(arms[k].tree, arms[k].parameters, inverse_dynamics);
      const expression::Program program = passes::factor_sums(compiler::trace_planned(
          compiler::record(arms[k].tree, arms[k].parameters, "arm"), inverse_dynamics, found.plan));
      EXPECT_LE(count(program, expression::rule_customised).total(), most[k]) << "arm " << k << ", seed " << seed;
      expect_torques_of(arms[k], program);
    }
  }
}

TEST(Search, IsDeterministicAndKeepsToItsEffort) {
  const Arm arm = rx90(7);
  const auto first = compiler::search_plan(arm.tree, arm.parameters, inverse_dynamics, {.evaluations = 400});
  const auto second = compiler::search_plan(arm.tree, arm.parameters, inverse_dynamics, {.evaluations = 400});
  EXPECT_EQ(first.plan, second.plan);
  EXPECT_EQ(first.operations, second.operations);
  EXPECT_LE(first.evaluations, 400);
}

}  // namespace
}  // namespace tauforge::tests
