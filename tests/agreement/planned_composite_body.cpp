// The law of Plans for composite bodies: whatever a Plan chooses, mass matrix and gravity torques stay what they are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tauforge/dynamics/instances/numbers.h"
#include "tauforge/dynamics/planned/plan_space.h"
#include "tests/support/random_plan.h"

namespace tauforge::tests {
namespace {

using dynamics::Plan;

void expect_same_coefficients(Random& random, const robot::Robot& robot, const Plan& plan) {
  const auto& par = robot.parameters;
  const auto x = random_state(random, robot, false);
  const std::size_t n = robot.tree.nv(), base = dynamics::base_rows(robot.tree);
  std::vector<double> D(n * n), D_gravity(n), expected_D(n * n), expected_gravity(n);
  dynamics::CompositeBodyWorkspace<double> plain;
  dynamics::GravityTorqueWorkspace<double> gravity;
  dynamics::PlannedCompositeBodyWorkspace<double> planned;
  dynamics::composite_body<double>(robot.tree, par, x.q, plain, expected_D);
  for (std::size_t i = base; i < n; ++i) expected_D[i * n + i] += par.drive[i - base].inertia;
  dynamics::gravity_torque<double>(robot.tree, par, x, gravity, expected_gravity);
  dynamics::planned_composite_body<double>(robot.tree, plan, par, x, planned, D, D_gravity);
  // moving mass about makes constants larger than the coefficients they add up to
  double constants = 0;
  auto bodies = planned.par.body;
  bodies.push_back(planned.par.base);
  for (const auto& P : bodies)
    constants =
        std::max({constants, std::abs(P.m), std::abs(P.h.x), std::abs(P.h.y), std::abs(P.h.z), std::abs(P.Sigma.zz)});
  const double size = std::max(constants, largest(expected_D));
  for (std::size_t i = 0; i < n * n; ++i)
    EXPECT_NEAR(D[i], expected_D[i], 1e-12 * size) << "entry " << i / n + 1 << ", " << i % n + 1;
  const double size_of_gravity = std::max(9.81 * constants, largest(expected_gravity));
  for (std::size_t i = 0; i < n; ++i)
    EXPECT_NEAR(D_gravity[i], expected_gravity[i], 1e-12 * size_of_gravity) << "row " << i + 1;
}

TEST(Plans, LeaveMassMatrixAndGravityTorquesAsTheyAre) {
  int runs = 0, before = 0, tails = 0, meetings = 0, at_floating_base = 0;
  for (unsigned seed = 1; seed <= 3000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    robot::Robot robot = random_robot(
        random, {.joints = 1 + static_cast<int>(seed % 8), .tree = seed % 2 == 0, .floating = seed % 3 == 0});
    add_symmetries(random, robot);
    Plan plan = random_plan(random, robot);
    if (const auto units = dynamics::gravity_units(robot.parameters); !units.empty() && random.chance(0.3))
      plan.unit = units.back();
    for (const auto& link : plan.link) {
      runs += link.joins_run, tails += link.axisymmetric_tail;
      before += link.frame == dynamics::LinkFrame::before;
    }
    for (const auto& meeting : plan.meetings) {
      meetings += meeting.body != meeting.upper;
      at_floating_base += robot.tree.floating && meeting.body == robot::Tree::base;
    }
    expect_same_coefficients(random, robot, plan);
    if (HasFailure()) break;
  }
  for (const int times : {runs, before, tails, meetings, at_floating_base})
    EXPECT_GT(times, 100) << "a choice hardly occurred";
}

}  // namespace
}  // namespace tauforge::tests
