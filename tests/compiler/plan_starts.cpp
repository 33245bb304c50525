// Searches that begin with Plans from outside.
#include "tauforge/compiler/plan_starts.h"

#include <gtest/gtest.h>

#include "tauforge/dynamics/planned/plan_fits.h"
#include "tests/support/random_plan.h"
#include "tests/support/robots.h"

namespace tauforge::tests {
namespace {

using compiler::PlannedFunction;
using dynamics::Plan;

constexpr auto inverse_dynamics = PlannedFunction::inverse_dynamics;
constexpr auto coefficients = PlannedFunction::coefficients;

compiler::SearchResult search(const robot::Robot& robot, PlannedFunction function, int evaluations,
                              const std::vector<Plan>& starts = {}) {
  return compiler::search_plan(robot.tree, robot.parameters, function,
                               {.evaluations = evaluations, .gravity_is_fixed = true, .starts = starts});
}

TEST(SearchStarts, KeepWhatALongSearchFoundWithoutAnyEffort) {
  const robot::Robot arm = robot_in_folder("counting/rx90_symmetric");
  for (const auto function : {inverse_dynamics, coefficients}) {
    const auto found = search(arm, function, 3000), alone = search(arm, function, 1);
    const auto again = search(arm, function, 1, {found.plan});
    EXPECT_LT(found.operations.total(), alone.operations.total());
    EXPECT_EQ(again.plan, found.plan);
    EXPECT_EQ(again.operations, found.operations);
  }
}

TEST(SearchStarts, AreWaysDownAndNotTheEnd) {
  const robot::Robot arm = robot_in_folder("counting/rx90_symmetric");
  for (const auto function : {inverse_dynamics, coefficients}) {
    const Plan poor = search(arm, function, 1).plan;
    const auto better = search(arm, function, 1500, {poor});
    EXPECT_LT(better.operations.total(), search(arm, function, 1, {poor}).operations.total());
  }
}

TEST(SearchStarts, OfAQuadrupedAreOfTheWholeRobot) {
  const robot::Robot quadruped = robot_in_folder("../benchmarks/quadruped");
  for (const auto function : {inverse_dynamics, PlannedFunction::mass_matrix}) {
    const auto found = search(quadruped, function, 100);
    EXPECT_EQ(search(quadruped, function, 1, {found.plan}).plan, found.plan);
  }
}

// Every Plan that is a robot's own is usable.
TEST(SearchStarts, AreWhateverTheRobotCanFollow) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    robot::Robot robot = random_robot(
        random, {.joints = 1 + static_cast<int>(seed % 7), .tree = seed % 2 == 0, .floating = seed % 5 == 0});
    add_symmetries(random, robot);
    Plan plan = random_plan(random, robot);
    if (!robot.tree.all_revolute()) plan.unit = {};
    EXPECT_TRUE(dynamics::fits(robot.tree, robot.parameters, plan));
    for (const auto function : {inverse_dynamics, coefficients})
      EXPECT_EQ(compiler::usable_starts(robot.tree, robot.parameters, function, {.starts = {plan}}).size(), 1u);
  }
}

// Plans of one random robot for another: either it has all those choices, or nothing happens.
TEST(SearchStarts, OfOtherRobotsAreIgnoredWhereTheyDoNotFit) {
  int used = 0, ignored = 0;
  for (unsigned seed = 1; seed <= 120; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const auto robot = [&] {
      robot::Robot made = random_robot(random, {.joints = random.integer(2, 4), .tree = random.chance(0.3)});
      add_symmetries(random, made);
      return made;
    };
    const robot::Robot one = robot(), other = robot();
    const Plan plan = random_plan(random, other);
    for (const auto function : {inverse_dynamics, coefficients}) {
      const bool usable = !compiler::usable_starts(one.tree, one.parameters, function, {.starts = {plan}}).empty();
      (usable ? used : ignored) += 1;
      const auto with = search(one, function, 20, {plan}), without = search(one, function, 20);
      if (!usable) {
        EXPECT_EQ(with.plan, without.plan);
      }
      EXPECT_EQ(
          usable_starts(one.tree, one.parameters, function, {.gravity_is_fixed = true, .starts = {with.plan}}).size(),
          1u)
          << "what was found is right";
    }
  }
  EXPECT_GT(ignored, 100);
  EXPECT_GT(used, 0);
}

TEST(SearchStarts, WithNonsenseAreIgnored) {
  const robot::Robot arm = robot_in_folder("counting/rx90_all");
  Plan sound;
  sound.link.resize(6);
  const auto fits = [&](const Plan& plan) { return dynamics::fits(arm.tree, arm.parameters, plan); };
  ASSERT_TRUE(fits(sound));
  const auto with = [&](auto change) {
    Plan plan = sound;
    change(plan);
    return plan;
  };
  using dynamics::Entry;
  using dynamics::GaugeMove;
  using dynamics::Movable;
  const auto move = [&](const GaugeMove& one) { return with([&](Plan& p) { p.gauge = {one}; }); };
  const auto meet = [&](const dynamics::Meeting& one) { return with([&](Plan& p) { p.meetings = {one}; }); };
  EXPECT_FALSE(fits(with([](Plan& p) { p.link.pop_back(); })));
  EXPECT_FALSE(fits(with([](Plan& p) { p.link.emplace_back(); })));
  EXPECT_FALSE(fits(with([](Plan& p) { p.link[0].joins_run = true; }))) << "with whom?";
  EXPECT_FALSE(fits(with([](Plan& p) { p.link[5].axisymmetric_tail = true; }))) << "it is not symmetric";
  EXPECT_FALSE(fits(with([](Plan& p) { p.link[5].slide = dynamics::Slide::onto_child; }))) << "it has no child";
  EXPECT_FALSE(fits(with([](Plan& p) { p.link[2].alignment = dynamics::Alignment::hy; }))) << "it is not the last";
  EXPECT_FALSE(fits(with([](Plan& p) { p.unit = {6, 0}; })));
  EXPECT_FALSE(fits(with([](Plan& p) { p.unit = {0, 0}; }))) << "that length is zero";
  EXPECT_FALSE(fits(with([](Plan& p) { p.unit = {dynamics::UnitLength::of_gravity, 0}; }))) << "it points down";
  EXPECT_FALSE(fits(move({6, Movable::m})));
  EXPECT_FALSE(fits(move({-1, Movable::m})));
  EXPECT_FALSE(fits(move({2, Movable::sigma}))) << "it turns";
  EXPECT_FALSE(fits(move({2, Movable::m, GaugeMove::Of::body, Entry::xx}))) << "a mass on the axis has no Sigma_xx";
  EXPECT_TRUE(fits(move({2, Movable::m})));
  EXPECT_FALSE(fits(meet({6, 0, 0})));
  EXPECT_FALSE(fits(meet({4, 2, 1}))) << "the body is below both";
  EXPECT_FALSE(fits(meet({2, 4, 3}))) << "upside down";
  EXPECT_TRUE(fits(meet({4, -1, -1})));
}

// What the search would not propose, it does not take either.
TEST(SearchStarts, KeepToTheOptionsOfTheSearch) {
  const robot::Robot arm = robot_in_folder("counting/rx90_all");
  Plan of_gravity, aligned;
  of_gravity.link.resize(6), aligned.link.resize(6);
  of_gravity.unit = {dynamics::UnitLength::of_gravity, 2};
  aligned.link[5].alignment = dynamics::Alignment::hy;
  const auto usable = [&](const Plan& plan, compiler::SearchOptions options) {
    options.starts = {plan};
    return compiler::usable_starts(arm.tree, arm.parameters, coefficients, options).size();
  };
  EXPECT_EQ(usable(of_gravity, {.gravity_is_fixed = true}), 1u);
  EXPECT_EQ(usable(of_gravity, {.gravity_is_fixed = false}), 0u);
  EXPECT_EQ(usable(of_gravity, {.gravity_is_fixed = true, .is_limb = true}), 0u);
  EXPECT_EQ(usable(aligned, {.aligned = true}), 1u);
  EXPECT_EQ(usable(aligned, {.aligned = false}), 0u);
}

}  // namespace
}  // namespace tauforge::tests
