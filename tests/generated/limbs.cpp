// Limbs side by side, as compilers read them: odd numbers of limbs, limbs on moving bodies and on a fixed base, friction.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/generated/built_model.h"
#include "tests/support/limbed_robot.h"

namespace tauforge::tests {
namespace {

using functions::Function;

void expect_templates_results(const robot::Robot& robot, const compiler::Request& request,
                              const native::BuildOptions& build) {
  const BuiltModel built(robot, request, build);
  ASSERT_TRUE(built.ok()) << built.messages;
  std::mt19937 random(11);
  for (std::size_t index = 0; index < request.calls.size(); ++index) {
    const std::string name = request.calls[index].name();
    SCOPED_TRACE(name);
    EXPECT_FALSE(built.compiled.unit.functions[index].rolled.groups.empty());
    const tauforge_function* f = tauforge_find(&**built.model, name.c_str());
    ASSERT_NE(f, nullptr);
    for (int k = 0; k < 20; ++k) {
      const auto c = compiler::reference_case(robot, request, built.compiled, index, random);
      std::vector<double> result(f->results);
      const tauforge_state x = state_of(c);
      f->call(nullptr, &x, result.data());
      for (std::size_t i = 0; i < result.size(); ++i)
        EXPECT_NEAR(result[i], c.expected[i], 1e-11 * largest(c.expected, 1.0)) << "result " << i + 1;
    }
  }
}

compiler::Request request_of(const std::vector<Function>& functions) {
  compiler::Request request;
  for (const Function f : functions) request.calls.push_back({{f}});
  request.evaluations = 40;
  return request;
}

TEST(GeneratedLimbs, GiveTheTemplatesResultsWhereverTheyHang) {
  const LimbedKind kinds[] = {
      {.trunk_joints = 0, .limbs = 2, .limb_joints = 2, .floating = true},
      {.trunk_joints = 2, .limbs = 3, .limb_joints = 2, .floating = true},
      {.trunk_joints = 0, .limbs = 3, .limb_joints = 3, .floating = false},
      {.trunk_joints = 1, .limbs = 4, .limb_joints = 2, .floating = false},
  };
  unsigned seed = 20;
  for (const LimbedKind& kind : kinds) {
    SCOPED_TRACE("seed " + std::to_string(++seed));
    Random random(seed);
    expect_templates_results(robot_with_limbs(random, kind), request_of({Function::inverse_dynamics, Function::bias}),
                             {"cc", {"-O2", "-Wall", "-Wextra", "-Wconversion", "-Werror"}});
  }
}

TEST(GeneratedLimbs, MayComeInSeveralGroupsAndWithEveryKindOfFriction) {
  Random random(31);
  robot::Robot robot = robot_with_limbs(random, {.trunk_joints = 1, .limbs = 2, .limb_joints = 2});
  const robot::Robot leg = random_robot(random, {.joints = 3, .floating = true});
  for (int l = 0; l < 4; ++l) append(robot, robot::Tree::base, leg);
  for (std::size_t i = 1; i < robot.parameters.drive.size(); ++i) {
    // the same kind in all limbs of a group, other numbers
    const bool arm = i < 5;
    robot.tree.friction[i] =
        arm ? (i % 2 == 1 ? robot::FrictionKind::coulomb : robot::FrictionKind::smooth) : robot::FrictionKind::stribeck;
    auto& drive = robot.parameters.drive[i];
    drive.coulomb = random.uniform(0.1, 1.0), drive.viscous = random.uniform(0.1, 1.0);
    drive.static_level = drive.coulomb + 0.3, drive.stribeck_velocity = 0.2, drive.width = 0.1;
    drive.inertia = random.uniform(0.01, 0.1);
  }
  const auto request = request_of({Function::inverse_dynamics});
  const auto compiled = compiler::compile(robot, request);
  ASSERT_EQ(compiled.unit.functions[0].rolled.groups.size(), 2u);
  expect_templates_results(robot, request, {"cc", {"-O2"}});
}

// Two arms of seven joints on a torso with two, two legs of six, a head with two.
TEST(GeneratedLimbs, OfAHumanoidWithThirtyJointsGiveTheTemplatesResults) {
  Random random(51);
  robot::Robot robot = robot_with_limbs(random, {.trunk_joints = 2, .limbs = 2, .limb_joints = 7});
  const robot::Robot leg = random_robot(random, {.joints = 6, .floating = true});
  for (int l = 0; l < 2; ++l) append(robot, robot::Tree::base, leg);
  append(robot, 1, random_robot(random, {.joints = 2, .floating = true}));
  ASSERT_EQ(robot.tree.size(), 30);
  expect_templates_results(robot, request_of({Function::inverse_dynamics}), {"cc", {"-O2"}});
}

// Slides neither turn nor care where they are, so no statement reads their positions, and results are all zero.
TEST(GeneratedLimbs, OfSlidesAloneCompileWithoutWarnings) {
  Random random(51);
  robot::Robot slides = random_robot(random, {.joints = 2});
  const auto friction = slides.tree.friction;
  slides.tree = {};
  for (const robot::Index parent : {robot::Tree::base, 0}) slides.tree.add(robot::JointType::prismatic, parent);
  slides.tree.friction = friction;
  robot::Robot robot = slides;
  append(robot, robot::Tree::base, slides);
  for (const bool unrolled : {false, true}) {
    auto request = request_of({Function::inverse_dynamics, Function::gravity, Function::velocity_torque});
    request.unrolled = unrolled;
    const BuiltModel built(robot, request, {"cc", {"-O1", "-Wall", "-Wextra", "-Wconversion", "-Werror"}});
    EXPECT_TRUE(built.ok()) << built.messages;
    EXPECT_EQ(built.compiled.unit.functions[0].rolled.groups.empty(), unrolled);
  }
}

TEST(GeneratedLimbs, MakeTheTextSmaller) {
  Random random(41);
  const robot::Robot robot = robot_with_limbs(random, {.limbs = 4, .limb_joints = 3});
  auto request = request_of({Function::inverse_dynamics});
  request.libm = true;  // the functions of sines, which both have, are left out of the comparison
  const auto characters = [&](bool unrolled) {
    request.unrolled = unrolled;
    compiler::CompiledModel compiled = compiler::compile(robot, request);
    compiled.unit.prefix = "limbed";
    compiled.unit.origins.clear();  // comments beside constants
    return emit::c_source(compiled.unit).size();
  };
  EXPECT_LT(2 * characters(false), characters(true));
}

}  // namespace
}  // namespace tauforge::tests
