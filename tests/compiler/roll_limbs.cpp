// Limbs that are alike are recorded once; what differs are numbers in a table.
#include "tauforge/compiler/roll_limbs.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/compiler/pipeline.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/functions/instances.h"
#include "tauforge/robot/limb_groups.h"
#include "tests/support/limbed_robot.h"
#include "tests/support/shared_data.h"

namespace tauforge::tests {
namespace {

using functions::Function;

compiler::Request little_effort(Function function) {
  compiler::Request request;
  request.calls = {{{function}}};
  request.evaluations = 60;
  return request;
}

robot::Robot quadruped() {
  return files::load_robot(std::string(TAUFORGE_SOURCE_DIR) + "/benchmarks/quadruped.toml").take().robot;
}

void expect_results_of(const robot::Robot& robot, Function function, const emit::RolledFunction& rolled) {
  Random random(7);
  const auto numbers = [&](robot::Index n) {
    std::vector<double> values;
    for (robot::Index i = 0; i < n; ++i) values.push_back(random.uniform(-2, 2));
    return values;
  };
  functions::Computation<double> plain(robot.tree, robot.parameters);
  for (int k = 0; k < 10; ++k) {
    const auto q = numbers(dynamics::position_count(robot.tree));
    const auto qd = numbers(robot.tree.nv()), qdd = numbers(robot.tree.nv());
    const auto expected = plain(function, {q, qd, qdd});
    const auto got = evaluate(rolled, expected.size(), {{"q", q}, {"qd", qd}, {"qdd", qdd}});
    for (std::size_t i = 0; i < got.size(); ++i)
      EXPECT_NEAR(got[i], expected[i], 1e-11 * std::max(1.0, largest(expected))) << "row " << i + 1;
  }
}

TEST(RolledLimbs, OfAQuadrupedComputeWhatTheTemplatesCompute) {
  const robot::Robot robot = quadruped();
  for (const Function f : {Function::inverse_dynamics, Function::bias, Function::velocity_torque, Function::gravity}) {
    SCOPED_TRACE(functions::info(f).name);
    const auto rolled = compiler::roll_limbs(robot, little_effort(f), f);
    ASSERT_TRUE(rolled);
    expect_results_of(robot, f, *rolled);
  }
}

TEST(RolledLimbs, OfRandomRobotsComputeWhatTheTemplatesCompute) {
  for (unsigned seed = 1; seed <= 24; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = robot_with_limbs(random, {.trunk_joints = static_cast<int>(seed % 3),
                                                         .limbs = 2 + static_cast<int>(seed % 3),
                                                         .limb_joints = 2 + static_cast<int>(seed % 2),
                                                         .branching = seed % 5 == 0,
                                                         .floating = seed % 2 == 0});
    const auto rolled =
        compiler::roll_limbs(robot, little_effort(Function::inverse_dynamics), Function::inverse_dynamics);
    ASSERT_TRUE(rolled);
    expect_results_of(robot, Function::inverse_dynamics, *rolled);
  }
}

TEST(RolledLimbs, AreWrittenOnce) {
  const compiler::CompiledModel model = compiler::compile(quadruped(), little_effort(Function::inverse_dynamics));
  const emit::UnitFunction& f = model.unit.functions[0];
  ASSERT_EQ(f.rolled.groups.size(), 1u);
  const int flat = count(f.program, expression::rule_customised).total();
  EXPECT_LT(2 * operations_written(f.rolled).total(), flat);
  EXPECT_EQ(model.reports[0].run, operations_run(f.rolled)) << "what a call runs is what is reported";
  EXPECT_EQ(model.reports[0].trigonometry.sines, 12);
}

TEST(RolledLimbs, HoldInTheirTableOnlyWhatDiffers) {
  robot::Robot same = quadruped();
  const auto mirrored =
      compiler::roll_limbs(same, little_effort(Function::inverse_dynamics), Function::inverse_dynamics);
  ASSERT_TRUE(mirrored);
  const std::size_t numbers = mirrored->groups[0].numbers.size();
  EXPECT_GT(numbers, 4u);
  for (const auto& number : mirrored->groups[0].numbers) {
    ASSERT_EQ(number.size(), 4u);
    EXPECT_FALSE(number[0] == number[1] && number[1] == number[2] && number[2] == number[3]);
  }
  auto& par = same.parameters;
  for (std::size_t i = 3; i < 12; ++i) par.body[i] = par.body[i % 3], par.placement[i] = par.placement[i % 3];
  const auto alike = compiler::roll_limbs(same, little_effort(Function::inverse_dynamics), Function::inverse_dynamics);
  ASSERT_TRUE(alike);
  EXPECT_TRUE(alike->groups[0].numbers.empty());
  expect_results_of(same, Function::inverse_dynamics, *alike);
}

TEST(RolledLimbs, AreNoneWhereLimbsDifferInStructure) {
  Random random(5);
  robot::Robot robot = robot_with_limbs(random, {.limbs = 1, .limb_joints = 3});
  append(robot, robot::Tree::base, random_robot(random, {.joints = 4}));
  const auto request = little_effort(Function::inverse_dynamics);
  EXPECT_FALSE(compiler::roll_limbs(robot, request, Function::inverse_dynamics));
  EXPECT_TRUE(compiler::compile(robot, request).unit.functions[0].rolled.groups.empty());
}

TEST(RolledLimbs, AreNoneWhereTheRequestForbidsThem) {
  Random random(6);
  const robot::Robot robot = robot_with_limbs(random, {.limbs = 2, .limb_joints = 2});
  const auto permitted = little_effort(Function::inverse_dynamics);
  EXPECT_FALSE(compiler::compile(robot, permitted).unit.functions[0].rolled.groups.empty());
  for (int k = 0; k < 4; ++k) {
    compiler::Request request = permitted;
    if (k == 0) request.unrolled = true;
    if (k == 1) request.exact = true;
    if (k == 2) request.wrench = true;
    if (k == 3) request.run_time.payload = true;
    EXPECT_TRUE(compiler::compile(robot, request).unit.functions[0].rolled.groups.empty()) << k;
  }
}

struct Maker {
  const char* file;
  std::vector<std::size_t> limbs;  // of each group
};

class LimbsOfMakers : public ::testing::TestWithParam<Maker> {};

TEST_P(LimbsOfMakers, ComputeWhatTheTemplatesCompute) {
  TAUFORGE_NEEDS_SHARED("robots");
  files::LoadOptions options;
  options.assemble.floating_base = std::string(GetParam().file) != "baxter.urdf";
  const auto robot =
      files::load_robot((tauforge::testing::shared_data() / "robots" / GetParam().file).string(), options).take().robot;
  const auto rolled =
      compiler::roll_limbs(robot, little_effort(Function::inverse_dynamics), Function::inverse_dynamics);
  ASSERT_TRUE(rolled);
  std::vector<std::size_t> limbs;
  for (const auto& group : rolled->groups) limbs.push_back(group.limbs());
  EXPECT_EQ(limbs, GetParam().limbs);
  expect_results_of(robot, Function::inverse_dynamics, *rolled);
}

INSTANTIATE_TEST_SUITE_P(Shared, LimbsOfMakers,
                         ::testing::Values(Maker{"solo12.urdf", {4}}, Maker{"anymal_c.urdf", {4}},
                                           Maker{"hyq.urdf", {4}}, Maker{"unitree_h1.urdf", {2, 2}},
                                           Maker{"baxter.urdf", {2}}),
                         [](const auto& tested) {
                           const std::string file = tested.param.file;
                           return file.substr(0, file.find('.'));
                         });

// What holds for the first limb alone is not done to the others: at the tip of a heavy limb its error would be small
// beside all other torques and large beside its own.
TEST(RolledLimbs, TakeNoSymmetryOfTheFirstForGranted) {
  robot::Robot robot = quadruped();
  const auto limbs = robot::split_limbs(robot.tree).groups.at(0).limbs;
  for (const auto& limb : limbs)
    robot.parameters.body[limb.back()] = {0.001, {0, 0, 1e-5}, {1e-6, 1e-6, 1e-6, 0, 0, 0}};
  robot.parameters.body[limbs[1].back()].I.yy = 1.001e-6;
  compiler::Request request = little_effort(Function::inverse_dynamics);
  request.evaluations = 400;
  const auto rolled = compiler::roll_limbs(robot, request, Function::inverse_dynamics);
  ASSERT_TRUE(rolled);
  // only what the symmetry allowed is given up: limbs without any Plan need 479 operations here
  EXPECT_LT(operations_written(*rolled).total(), 420);
  functions::Computation<double> plain(robot.tree, robot.parameters);
  const std::vector<double> q(dynamics::position_count(robot.tree), 0.5), v(robot.tree.nv(), 0.7), a(v.size(), -0.3);
  const auto expected = plain(Function::inverse_dynamics, {q, v, a});
  const auto got = evaluate(*rolled, expected.size(), {{"q", q}, {"qd", v}, {"qdd", a}});
  for (const auto& limb : limbs) {
    const std::size_t tip = 6 + limb.back();
    EXPECT_NEAR(got[tip], expected[tip], 1e-7 * std::abs(expected[tip]));
  }
}

TEST(RolledLimbs, AreNoneWhereDrivesAreNotJoints) {
  robot::Robot robot = quadruped();
  robot.tree.direct = false;
  robot.parameters.drive.resize(1);
  EXPECT_FALSE(
      compiler::roll_limbs(robot, little_effort(Function::inverse_dynamics), Function::inverse_dynamics).has_value());
}

}  // namespace
}  // namespace tauforge::tests
