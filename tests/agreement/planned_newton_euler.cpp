// The law of Plans: whatever a Plan chooses, the torques stay what they are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tauforge/dynamics/instances/numbers.h"
#include "tauforge/dynamics/plan_space.h"
#include "tests/support/random_robot.h"

namespace tauforge::tests {
namespace {

using dynamics::at;
using dynamics::Plan;

// Parallel axes, quarter turns and last links of revolution, so that every choice of a Plan occurs.
void add_symmetries(Random& random, robot::Robot& robot) {
  auto& par = robot.parameters;
  for (robot::Index i : robot.tree.base_to_tip()) {
    const bool turns = robot.tree.is_revolute(i);
    if (turns && robot.tree.has_parent(i) && robot.tree.is_revolute(robot.tree.parent(i)) && random.chance(0.4))
      par.placement[at(i)].R = spatial::identity3<double>();
    else if (turns && random.chance(0.4))
      par.placement[at(i)].R = {1, 0, 0, 0, 0, -1, 0, 1, 0};
    auto& b = par.body[at(i)];
    if (random.chance(0.3)) b.h.x = b.h.y = b.I.xy = b.I.xz = b.I.yz = 0, b.I.yy = b.I.xx;
  }
}

Plan random_plan(Random& random, const robot::Robot& robot) {
  Plan plan;
  plan.link.resize(at(robot.tree.size()));
  const auto choices = dynamics::link_choices(robot.tree, robot.parameters);
  for (robot::Index i : robot.tree.base_to_tip()) {
    auto& link = plan.link[at(i)];
    const auto& may = choices[at(i)];
    link.slide = may.slides[static_cast<std::size_t>(random.integer(0, static_cast<int>(may.slides.size()) - 1))];
    link.form = static_cast<dynamics::LinkForm>(random.integer(0, 2));
    link.factoring = static_cast<dynamics::Factoring>(random.integer(0, 2));
    link.turning = static_cast<dynamics::Turning>(random.integer(0, 1));
    link.joins_run = may.may_join_run && random.chance(0.7);
    link.axisymmetric_tail = may.may_be_tail && random.chance(0.7);
    if (may.may_be_before && random.chance(0.5)) link.frame = dynamics::LinkFrame::before;
    link.shares_squares = random.chance(0.5);
    link.rotor_in_moment = may.may_hold_rotor && random.chance(0.7);
  }
  plan.base_form = static_cast<dynamics::LinkForm>(random.integer(0, 2));
  dynamics::take_back_impossible(robot.tree, choices, plan);
  if (random.chance(0.5)) plan.gauge = dynamics::regrouping(robot.tree);
  for (int moves = random.integer(0, 4); moves > 0; --moves) {
    const auto possible =
        dynamics::possible_moves(robot.tree, plan, robot.parameters, random.integer(0, robot.tree.size() - 1));
    if (possible.empty()) continue;
    plan.gauge.push_back(possible[static_cast<std::size_t>(random.integer(0, static_cast<int>(possible.size()) - 1))]);
  }
  // a symmetric last link is judged as written: moves into it would spoil the promise
  for (robot::Index i : robot.tree.base_to_tip())
    if (plan.link[at(i)].axisymmetric_tail)
      std::erase_if(plan.gauge, [&](const auto& move) { return move.joint == i; });
  const auto units = dynamics::unit_lengths(robot.tree, plan, robot.parameters);
  if (!units.empty() && random.chance(0.5))
    plan.unit = units[static_cast<std::size_t>(random.integer(0, static_cast<int>(units.size()) - 1))];
  return plan;
}

// Whatever the state leaves out (accelerations, gravity) is left out of both.
void expect_same_torques(Random& random, const robot::Robot& robot, const Plan& plan) {
  auto x = random_state(random, robot, false);
  robot::Parameters<double> par = robot.parameters;
  if (random.chance(0.2)) {
    std::fill(x.qdd.begin(), x.qdd.end(), 0.0);
    x.base.acceleration = {};
    if (random.chance(0.5)) par.gravity = {};
  }
  std::vector<double> expected(at(robot.tree.nv())), tau(expected.size());
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
  int runs = 0, before = 0, tails = 0, squares = 0, rotors = 0;
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
    }
    expect_same_torques(random, robot, plan);
    if (HasFailure()) break;
  }
  for (const int times : {runs, before, tails, squares, rotors}) EXPECT_GT(times, 100) << "a choice hardly occurred";
}

}  // namespace
}  // namespace tauforge::tests
