// The law of Plans: whatever a Plan chooses, the torques stay what they are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tauforge/dynamics/instances/numbers.h"
#include "tests/support/random_plan.h"

namespace tauforge::tests {
namespace {

using dynamics::Plan;

// Whatever the state leaves out (accelerations, gravity) is left out of both.
void expect_same_torques(Random& random, const robot::Robot& robot, const Plan& plan) {
  auto x = random_state(random, robot, random.chance(0.3));  // with wrenches from outside, or without
  robot::Parameters<double> par = robot.parameters;
  if (random.chance(0.2)) {
    std::fill(x.qdd.begin(), x.qdd.end(), 0.0);
    x.base.acceleration = {};
    if (random.chance(0.5)) par.gravity = {};
  }
  std::vector<double> expected(robot.tree.nv()), tau(expected.size());
  dynamics::NewtonEulerWorkspace<double> plain;
  dynamics::PlannedNewtonEulerWorkspace<double> planned;
  dynamics::newton_euler<double>(robot.tree, par, x, plain, expected);
  dynamics::add_rotor_torque<double>(robot.tree, par, x.qdd, expected);
  dynamics::planned_newton_euler<double>(robot.tree, plan, par, x, planned, tau);
  // moving mass about makes constants larger than the torques they add up to
  double size = largest(expected);
  auto bodies = planned.par.body;
  bodies.push_back(planned.par.base);
  for (auto& P : bodies)
    for (const double* value : dynamics::entries_of(P)) size = std::max(size, std::abs(*value));
  for (std::size_t i = 0; i < tau.size(); ++i) EXPECT_NEAR(tau[i], expected[i], 1e-12 * size) << "row " << i + 1;
}

TEST(Plans, LeaveEveryTorqueAsItIs) {
  int runs = 0, before = 0, parted = 0, levers = 0, discs = 0, tails = 0, squares = 0, rotors = 0, alignments = 0;
  for (unsigned seed = 1; seed <= 3000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    robot::Robot robot = random_robot(
        random, {.joints = 1 + static_cast<int>(seed % 8), .tree = seed % 2 == 0, .floating = seed % 3 == 0});
    add_symmetries(random, robot);
    const Plan plan = random_plan(random, robot);
    for (const auto& link : plan.link) {
      runs += link.joins_run, tails += link.axisymmetric_tail, squares += link.shares_squares;
      before += link.frame == dynamics::LinkFrame::before, rotors += link.rotor_in_moment;
      discs += link.disc != dynamics::Disc::none;
      alignments += link.alignment != dynamics::Alignment::none;
    }
    for (const robot::Index i : robot.tree.base_to_tip())
      if (const auto& link = plan.link[i]; link.joins_run) {
        parted += link.frame != plan.link[robot.tree.parent(i)].frame;  // written before and after the joints turn
        levers += link.turns_lever && link.spins_lever && link.frame == dynamics::LinkFrame::own;
      }
    expect_same_torques(random, robot, plan);
    if (HasFailure()) break;
  }
  for (const int times : {runs, before, parted, levers, discs, tails, squares, rotors, alignments})
    EXPECT_GT(times, 100) << "a choice hardly occurred";
}

}  // namespace
}  // namespace tauforge::tests
