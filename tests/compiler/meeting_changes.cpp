// The search for plans of mass matrix and gravity torques: what it finds is right, cheap and the same every time.
#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/compiler/record_bodies.h"
#include "tauforge/compiler/search.h"
#include "tauforge/dynamics/instances/numbers.h"
#include "tauforge/passes/factor_sums.h"
#include "tauforge/robot/generic_inertias.h"
#include "tests/support/random_robot.h"
#include "tests/support/robots.h"
#include "tests/support/values.h"

namespace tauforge::tests {
namespace {

using compiler::PlannedFunction;

// Rows of the table of operation counts: robots/counting, and what a count must not exceed, with a small and with the
// full effort. Published or measured elsewhere are 328 and 212 (without gravity), 279, 145 (not exact), 340, 532 (without
// gravity); a research prototype reached 225, 128, 129, 101, 223, 366.
struct Row {
  const char* robot;
  bool generic;  // constants that stand for symbols; otherwise the numbers of the paper
  PlannedFunction function;
  int most, most_with_full_effort;
};

constexpr auto coefficients = PlannedFunction::coefficients;

const Row rows[] = {
    {"rx90_all", true, coefficients, 215, 198},
    {"rx90_symmetric", true, coefficients, 122, 118},
    {"puma260", false, coefficients, 96, 78},
    {"puma560_armstrong", false, PlannedFunction::mass_matrix, 120, 116},
    {"puma260_load", true, coefficients, 210, 194},
    {"panda", true, coefficients, 350, 334},
};

expression::Program searched(const robot::Robot& robot, PlannedFunction function, int evaluations, int perturbations) {
  const auto found = compiler::search_plan(robot.tree, robot.parameters, function,
                                           {.evaluations = evaluations, .gravity_is_fixed = true});
  return passes::factor_sums(compiler::record_planned(compiler::literal_robot(robot), function, found.plan),
                             {.perturbations = perturbations});
}

int operations(const expression::Program& program) { return count(program, expression::rule_customised).total(); }

// The arguments of a recorded program (compiler/symbolic_robot.h): joints, then a floating base.
std::vector<double> arguments_of(const robot::Robot& robot, const dynamics::State<double>& x) {
  std::vector<double> inputs = x.q;
  inputs.resize(3 * x.q.size(), 0.0);
  if (!robot.tree.floating) return inputs;
  const auto& R = x.base.X_wb.R;
  for (const double value : {R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz}) inputs.push_back(value);
  inputs.resize(inputs.size() + 15, 0.0);  // position and motion do not matter
  return inputs;
}

// Against plain Newton-Euler: a column of D is what one unit acceleration adds to the torques of gravity.
void expect_coefficients_of(const robot::Robot& robot, PlannedFunction function, const expression::Program& program) {
  Random random(3);
  const std::size_t base = dynamics::base_rows(robot.tree), n = base + robot.tree.size();
  for (int k = 0; k < 20; ++k) {
    dynamics::State<double> x = at_rest(random_state(random, robot, false));
    std::vector<double> gravity(n), D(n * n), tau(n);
    dynamics::NewtonEulerWorkspace<double> workspace;
    dynamics::newton_euler<double>(robot.tree, robot.parameters, x, workspace, gravity);
    auto& [linear, angular] = x.base.acceleration;
    double* const of_base[] = {&linear.x, &linear.y, &linear.z, &angular.x, &angular.y, &angular.z};
    for (std::size_t j = 0; j < n; ++j) {
      double& acceleration = j < base ? *of_base[j] : x.qdd[j - base];
      acceleration = 1.0;
      dynamics::newton_euler<double>(robot.tree, robot.parameters, x, workspace, tau);
      acceleration = 0.0;
      for (std::size_t i = 0; i < n; ++i) D[i * n + j] = tau[i] - gravity[i];
      if (!robot.parameters.drive.empty() && j >= base) D[j * n + j] += robot.parameters.drive[j - base].inertia;
    }
    const std::vector<double> found = expression::evaluate(program, arguments_of(robot, x));
    std::size_t next = 0;
    for (std::size_t i = 0; i < n && function != PlannedFunction::gravity; ++i)
      for (std::size_t j = i; j < n; ++j) EXPECT_NEAR(found[next++], D[i * n + j], 1e-10 * largest(D));
    if (function == PlannedFunction::mass_matrix) continue;
    for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(found[next++], gravity[i], 1e-10 * largest(gravity));
  }
}

TEST(SearchCoefficients, NeedsFarFewerOperationsThanThePrototype) {
  for (const Row& row : rows) {
    SCOPED_TRACE(row.robot);
    robot::Robot robot = robot_in_folder(std::string("counting/") + row.robot);
    if (row.generic) robot = robot::generic_inertias(robot, 1);
    const expression::Program program = searched(robot, row.function, 3000, 100);
    EXPECT_LE(operations(program), row.most);
    expect_coefficients_of(robot, row.function, program);
  }
}

TEST(SearchCoefficientsLong, CountsTheSameForEverySeedOfGenericInertias) {
  for (const Row& row : rows) {
    SCOPED_TRACE(row.robot);
    const robot::Robot robot = robot_in_folder(std::string("counting/") + row.robot);
    std::vector<int> counts;
    for (const unsigned seed : {1u, 2u, 3u}) {
      const robot::Robot generic = row.generic ? robot::generic_inertias(robot, seed) : robot;
      const expression::Program program = searched(generic, row.function, compiler::SearchOptions{}.evaluations, 1000);
      expect_coefficients_of(generic, row.function, program);
      counts.push_back(operations(program));
      if (!row.generic) break;
    }
    EXPECT_LE(counts.front(), row.most_with_full_effort);
    for (const int found : counts) EXPECT_EQ(found, counts.front());
  }
}

TEST(SearchCoefficients, IsDeterministicAndKeepsToItsEffort) {
  const robot::Robot arm = robot_in_folder("counting/rx90_all");
  const auto first = compiler::search_plan(arm.tree, arm.parameters, coefficients, {.evaluations = 800});
  const auto second = compiler::search_plan(arm.tree, arm.parameters, coefficients, {.evaluations = 800});
  EXPECT_EQ(first.plan, second.plan);
  EXPECT_EQ(first.operations, second.operations);
  EXPECT_LE(first.evaluations, 1000);  // the last one is factored and loosened, which counts for many
}

// Trees and prismatic joints among them, floating bases with one limb and with several.
TEST(SearchCoefficients, FindsTheCoefficientsOfRandomRobots) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = random_robot(
        random, {.joints = 2 + static_cast<int>(seed % 4), .tree = seed % 2 == 0, .floating = seed % 3 == 0});
    for (const auto function : {coefficients, PlannedFunction::gravity})
      expect_coefficients_of(robot, function, searched(robot, function, 300, 0));
  }
}

// The pipeline does not factor so large a program, so its search does not either: that alone would count for 10,890.
TEST(SearchCoefficients, KeepsToItsEffortOnALongFloatingChain) {
  Random random(4);
  const robot::Robot chain = random_robot(random, {.joints = 40, .floating = true});
  const auto found =
      compiler::search_plan(chain.tree, chain.parameters, PlannedFunction::mass_matrix, {.evaluations = 50});
  EXPECT_LE(found.evaluations, 500);
}

// A limb of a random robot, three times on one base.
robot::Robot with_three_limbs(const robot::Robot& one) {
  robot::Robot three = one;
  for (int copies = 0; copies < 2; ++copies)
    for (robot::Index i : one.tree.base_to_tip()) {
      three.tree.add(one.tree.type(i), i == 0 ? robot::Tree::base : three.tree.size() - 1);
      three.tree.friction.push_back(one.tree.friction[i]);
      auto placement = one.parameters.placement[i];
      if (i == 0) placement.p.x += 0.3 * (copies + 1);
      three.parameters.placement.push_back(placement);
      three.parameters.offset.push_back(one.parameters.offset[i]);
      three.parameters.body.push_back(one.parameters.body[i]);
      three.parameters.drive.push_back(one.parameters.drive[i]);
    }
  return three;
}

TEST(SearchCoefficients, SearchesLimbsThatAreAlikeOnce) {
  Random random(11);
  const robot::Robot one = random_robot(random, {.joints = 3, .floating = true}), three = with_three_limbs(one);
  const auto found = compiler::search_plan(three.tree, three.parameters, coefficients, {.evaluations = 600});
  const auto limb =
      compiler::search_plan(one.tree, one.parameters, coefficients, {.evaluations = 600, .is_limb = true});
  EXPECT_EQ(found.evaluations, limb.evaluations);
  for (std::size_t i = 0; i < 9; ++i) EXPECT_EQ(found.plan.link[i], limb.plan.link[i % 3]) << "body " << i;
  EXPECT_EQ(found.plan.gauge.size(), 3 * limb.plan.gauge.size());
  expect_coefficients_of(three, coefficients,
                         compiler::record_planned(compiler::literal_robot(three), coefficients, found.plan));
}

TEST(SearchCoefficients, MakesTheMassMatrixOfAQuadrupedCheaperThanPlainCompositeBodies) {
  const robot::Robot quadruped = robot_in_folder("../benchmarks/quadruped");
  const int plain = operations(
      passes::factor_sums(compiler::record(compiler::literal_robot(quadruped), dynamics::MassMatrix::composite_body),
                          {.perturbations = 0}));
  const expression::Program planned = searched(quadruped, PlannedFunction::mass_matrix, 3000, 0);
  EXPECT_LT(operations(planned), 0.9 * plain);
  EXPECT_LE(operations(planned), 580);
  expect_coefficients_of(quadruped, PlannedFunction::mass_matrix, planned);
}

}  // namespace
}  // namespace tauforge::tests
