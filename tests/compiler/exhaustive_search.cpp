// On small robots every Plan of a clearly bounded space can be counted: the search finds the cheapest.
//
// The space: on regrouped parameters, all slides that differ x all unit lengths x for every link but the first (which
// turns about a fixed axis and has nothing to choose) the choices listed, x at most one further gauge move.
#include <gtest/gtest.h>

#include "tauforge/compiler/plan_changes.h"
#include "tauforge/compiler/record_bodies.h"
#include "tauforge/compiler/search.h"
#include "tests/support/random_robot.h"
#include "tests/support/values.h"

namespace tauforge::tests {
namespace {

using dynamics::Plan;
constexpr auto function = compiler::PlannedFunction::inverse_dynamics;

// Quarter turns and lengths as industrial arms have them, generic moments.
robot::Robot small_arm(const std::vector<int>& twist, const std::vector<double>& a, const std::vector<double>& d) {
  robot::Robot arm;
  Random random(7);
  constexpr double cosine[] = {1, 0, -1, 0}, sine[] = {0, 1, 0, -1};
  auto& par = arm.parameters;
  par.gravity = {0, 0, -9.81};
  const auto value = [&] { return random.uniform(0.3, 1.7); };
  for (std::size_t j = 0; j < twist.size(); ++j) {
    arm.tree.add(robot::JointType::revolute, static_cast<robot::Index>(j) - 1);
    const double c = cosine[(twist[j] + 4) % 4], s = sine[(twist[j] + 4) % 4];
    par.placement.push_back({{1, 0, 0, 0, c, -s, 0, s, c}, {a[j], -s * d[j], c * d[j]}});
    par.offset.push_back(0);
    par.link_frame.push_back({});
    par.body.push_back({value(), {value(), value(), value()}, {value(), value(), value(), value(), value(), value()}});
    arm.tree.friction.push_back({});
    par.drive.push_back({});
  }
  return arm;
}

struct Space {
  int factorings = 1, squares = 1;  // how many of these choices; forms, turnings and frames always all
  bool gauge = false;               // single further gauge moves as well
};

class Exhaustive {
 public:
  Exhaustive(const robot::Robot& arm, const Space& space) : arm_(arm), space_(space) {}

  int cheapest() {
    const compiler::PlanChanges changes(arm_.tree, arm_.parameters, false);
    for (const Plan& start : changes.starts(100000)) {
      Plan plan = start;
      for (auto& link : plan.link) link.form = {}, link.turning = {}, link.frame = {};
      if (std::find(slid_.begin(), slid_.end(), plan) != slid_.end()) continue;
      slid_.push_back(plan);
      for (const auto& unit : dynamics::unit_lengths(arm_.tree, plan, arm_.parameters)) {
        plan.unit = unit;
        vary_gauge(plan);
      }
    }
    return lowest_;
  }
  int counted = 0;

 private:
  void vary_gauge(Plan plan) {
    vary_link(plan, 1);
    if (!space_.gauge) return;
    for (robot::Index i : arm_.tree.base_to_tip())
      for (const auto& move : dynamics::possible_moves(arm_.tree, plan, arm_.parameters, i)) {
        Plan moved = plan;
        moved.gauge.push_back(move);
        vary_link(moved, 1);
      }
  }
  void vary_link(Plan& plan, std::size_t i) {
    if (i == plan.link.size()) return try_it(plan);
    auto& link = plan.link[i];
    const auto keep = link;
    for (int form = 0; form < 3; ++form)
      for (int turning = 0; turning < 2; ++turning)
        for (int frame = 0; frame < 2; ++frame)
          for (int factoring = 0; factoring < space_.factorings; ++factoring)
            for (int squares = 0; squares < space_.squares; ++squares) {
              link.form = static_cast<dynamics::LinkForm>(form);
              link.turning = static_cast<dynamics::Turning>(turning);
              link.frame = static_cast<dynamics::LinkFrame>(frame);
              if (space_.factorings > 1) link.factoring = static_cast<dynamics::Factoring>(factoring);
              link.shares_squares = squares == 1;
              vary_link(plan, i + 1);
            }
    link = keep;
  }
  void try_it(Plan plan) {
    dynamics::take_back_impossible(arm_.tree, dynamics::link_choices(arm_.tree, arm_.parameters), plan);
    const auto program = compiler::record_planned(compiler::literal_robot(arm_), function, plan);
    lowest_ = std::min(lowest_, count(program, expression::rule_customised).total());
    ++counted;
  }

  const robot::Robot& arm_;
  Space space_;
  std::vector<Plan> slid_;
  int lowest_ = 1 << 30;
};

void expect_search_finds_it(const robot::Robot& arm, const Space& space, int evaluations) {
  Exhaustive exhaustive(arm, space);
  const int cheapest = exhaustive.cheapest();
  const auto found = compiler::search_plan(arm.tree, arm.parameters, function, {.evaluations = evaluations});
  EXPECT_LE(found.fewest, cheapest) << "of " << exhaustive.counted << " plans";
  EXPECT_GT(exhaustive.counted, found.evaluations);
}

TEST(ExhaustiveSearch, FindsNothingCheaperOnA3RArm) {
  expect_search_finds_it(small_arm({0, 1, 0}, {0, 0, 0.4}, {0, 0.1, 0}), {.factorings = 3, .squares = 2}, 3000);
}

TEST(ExhaustiveSearchLong, FindsNothingCheaperOn3RArmsWithGaugeMoves) {
  expect_search_finds_it(small_arm({0, 1, -1}, {0, 0.1, 0.4}, {0, 0, 0.2}), {.gauge = true}, 5000);
  expect_search_finds_it(small_arm({0, 1, 0}, {0, 0, 0.4}, {0, 0.1, 0}), {.gauge = true}, 5000);
}

TEST(ExhaustiveSearchLong, FindsNothingCheaperOn4RArms) {
  expect_search_finds_it(small_arm({0, 1, 0, -1}, {0, 0, 0.4, 0}, {0, 0, 0, 0.3}), {.gauge = true}, 10000);
  expect_search_finds_it(small_arm({0, 1, -1, 1}, {0, 0, 0.4, 0}, {0, 0, 0, 0.3}), {.squares = 2}, 10000);
}

}  // namespace
}  // namespace tauforge::tests
