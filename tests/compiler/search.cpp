// The search for a cheap Plan: what it finds is right, cheap and the same every time.
#include "tauforge/compiler/search.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/compiler/record_bodies.h"
#include "tauforge/dynamics/drive.h"
#include "tauforge/dynamics/instances/numbers.h"
#include "tauforge/passes/factor_sums.h"
#include "tauforge/robot/generic_inertias.h"
#include "tests/support/random_robot.h"
#include "tests/support/robots.h"
#include "tests/support/values.h"

namespace tauforge::tests {
namespace {

using compiler::PlannedFunction;

// Rows of the tables of operation counts: robots/counting, the function, and what a count must not exceed. The limits
// are what a research prototype reached; published or measured elsewhere are 262, 262, 513, 361, 233, 338, 473, 247,
// 536, 649, 956 for inverse dynamics.
struct Row {
  const char* robot;
  bool generic;  // constants that stand for symbols; otherwise the numbers of the paper
  PlannedFunction function;
  int most;
};

constexpr auto inverse_dynamics = PlannedFunction::inverse_dynamics;
constexpr auto velocity_torque = PlannedFunction::velocity_torque;

const Row rows[] = {
    {"renaud6r", true, inverse_dynamics, 221},     {"rx90_symmetric", true, inverse_dynamics, 221},
    {"rx90_all", true, inverse_dynamics, 413},     {"puma560_armstrong", false, inverse_dynamics, 279},
    {"puma260", false, inverse_dynamics, 169},     {"puma260_load", true, inverse_dynamics, 276},
    {"stanford_all", true, inverse_dynamics, 393}, {"stanford_symmetric", true, inverse_dynamics, 227},
    {"ur10e", true, inverse_dynamics, 398},        {"panda", true, inverse_dynamics, 538},
    {"general6r", true, inverse_dynamics, 711},    {"puma260", false, velocity_torque, 137},
    {"puma260_load", true, velocity_torque, 239},
};

// Against plain Newton-Euler with rotors; without accelerations and gravity where the function has none.
void expect_torques_of(const robot::Robot& robot, PlannedFunction function, const expression::Program& program) {
  Random random(3);
  for (int k = 0; k < 20; ++k) {
    dynamics::State<double> x = random_state(random, robot, false);
    auto par = robot.parameters;
    if (function != inverse_dynamics) std::fill(x.qdd.begin(), x.qdd.end(), 0.0), x.base.acceleration = {};
    if (function == velocity_torque) par.gravity = {};
    std::vector<double> inputs, expected(robot.tree.nv());
    for (const auto* values : {&x.q, &x.qd, &x.qdd}) inputs.insert(inputs.end(), values->begin(), values->end());
    if (robot.tree.floating) {
      const auto& R = x.base.X_wb.R;
      inputs.insert(inputs.end(), {R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz});
      for (const auto& v : {x.base.X_wb.p, x.base.velocity.linear, x.base.velocity.angular, x.base.acceleration.linear,
                            x.base.acceleration.angular})
        inputs.insert(inputs.end(), {v.x, v.y, v.z});
    }
    dynamics::NewtonEulerWorkspace<double> workspace;
    dynamics::newton_euler<double>(robot.tree, par, x, workspace, expected);
    dynamics::add_rotor_torque<double>(robot.tree, par, x.qdd, expected);
    const std::vector<double> tau = expression::evaluate(program, inputs);
    for (std::size_t i = 0; i < tau.size(); ++i) EXPECT_NEAR(tau[i], expected[i], 1e-10 * largest(expected));
  }
}

expression::Program searched(const robot::Robot& robot, PlannedFunction function, int evaluations) {
  const auto found = compiler::search_plan(robot.tree, robot.parameters, function, {.evaluations = evaluations});
  return passes::factor_sums(compiler::record_planned(compiler::literal_robot(robot), function, found.plan));
}

int operations(const expression::Program& program) { return count(program, expression::rule_customised).total(); }

// With a small effort already.
TEST(Search, NeedsNoMoreOperationsThanThePrototype) {
  for (const Row& row : rows) {
    SCOPED_TRACE(row.robot);
    robot::Robot robot = robot_in_folder(std::string("counting/") + row.robot);
    if (row.generic) robot = robot::generic_inertias(robot, 1);
    const expression::Program program = searched(robot, row.function, 4000);
    EXPECT_LE(operations(program), row.most);
    expect_torques_of(robot, row.function, program);
  }
}

TEST(SearchLong, CountsTheSameForEverySeedOfGenericInertias) {
  for (const Row& row : rows) {
    SCOPED_TRACE(row.robot);
    const robot::Robot robot = robot_in_folder(std::string("counting/") + row.robot);
    std::vector<int> counts;
    for (const unsigned seed : {1u, 2u, 3u}) {
      const robot::Robot generic = row.generic ? robot::generic_inertias(robot, seed) : robot;
      const expression::Program program = searched(generic, row.function, compiler::SearchOptions{}.evaluations);
      expect_torques_of(generic, row.function, program);
      counts.push_back(operations(program));
      if (!row.generic) break;
    }
    for (const int found : counts) {
      EXPECT_LE(found, row.most);
      EXPECT_EQ(found, counts.front());
    }
  }
}

TEST(Search, IsDeterministicAndKeepsToItsEffort) {
  const robot::Robot arm = robot_in_folder("counting/rx90_all");
  const auto first = compiler::search_plan(arm.tree, arm.parameters, inverse_dynamics, {.evaluations = 400});
  const auto second = compiler::search_plan(arm.tree, arm.parameters, inverse_dynamics, {.evaluations = 400});
  EXPECT_EQ(first.plan, second.plan);
  EXPECT_EQ(first.operations, second.operations);
  EXPECT_LE(first.evaluations, 400);
}

// Whoever watches sees the effort grow and the count fall, changes nothing by looking, and gets a usable plan by stopping.
TEST(Search, EndsWithTheBestSoFarWhenItIsStopped) {
  const robot::Robot arm = robot_in_folder("counting/rx90_all");
  for (const auto function : {inverse_dynamics, PlannedFunction::coefficients}) {
    const auto unwatched = compiler::search_plan(arm.tree, arm.parameters, function, {.evaluations = 400});
    std::vector<compiler::SearchProgress> seen;
    const auto look = [&](const compiler::SearchProgress& progress) { return seen.push_back(progress), true; };
    const auto watched = compiler::search_plan(arm.tree, arm.parameters, function, {.evaluations = 400, .watch = look});
    EXPECT_EQ(watched.plan, unwatched.plan);
    EXPECT_EQ(watched.operations, unwatched.operations);
    EXPECT_EQ(watched.evaluations, unwatched.evaluations);
    ASSERT_GT(seen.size(), 100u);
    for (std::size_t k = 1; k < seen.size(); ++k) {
      EXPECT_GE(seen[k].share, seen[k - 1].share);
      EXPECT_LE(seen[k].fewest, seen[k - 1].fewest);
    }
    for (const auto& [looks, evaluations] : {std::pair{1, 1000000}, {2, 1000000}, {150, 1000000}, {1500, 3000}}) {
      int left = looks;  // among the starts, and on the way down
      const auto stop = [&](const compiler::SearchProgress&) { return --left > 0; };
      const auto stopped =
          compiler::search_plan(arm.tree, arm.parameters, function, {.evaluations = evaluations, .watch = stop});
      EXPECT_LE(stopped.evaluations, looks) << "it went on";
      const auto program = compiler::record_planned(compiler::literal_robot(arm), function, stopped.plan);
      EXPECT_EQ(stopped.operations, count(program, expression::rule_customised));
      if (function == inverse_dynamics) expect_torques_of(arm, function, program);
    }
  }
}

// Robots of every kind, trees and floating bases among them, and all three functions.
TEST(Search, FindsTheTorquesOfRandomRobots) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = random_robot(
        random, {.joints = 1 + static_cast<int>(seed % 7), .tree = seed % 2 == 0, .floating = seed % 5 == 0});
    const auto function = static_cast<PlannedFunction>(seed % 3);
    expect_torques_of(robot, function, searched(robot, function, 150));
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace tauforge::tests
