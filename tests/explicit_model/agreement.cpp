// The explicit model against the recursions, element by element.
#include <gtest/gtest.h>

#include <cmath>
#include <ctime>

#include "tauforge/explicit_model/explicit_model.h"
#include "tests/support/random_robot.h"
#include "tests/support/robots.h"
#include "tests/support/values.h"

namespace tauforge::tests {
namespace {

using explicit_model::derive;
using explicit_model::ExplicitModel;

// Every a_ij, [kl,i] and g_i of the model against composite bodies, the Coriolis matrix and the gravity recursion.
void expect_agreement(const robot::Robot& robot, const ExplicitModel& model, unsigned seed, int poses = 20) {
  SCOPED_TRACE(robot.name + ", seed " + std::to_string(seed));
  Random random(seed);
  const int n = model.n;
  for (int pose = 0; pose < poses; ++pose) {
    State<double> x = random_state(random, robot, false);
    const Matrix A = mass_matrix(robot, x.q);
    const auto g = gravity_torque(robot, x);
    const double size = std::max(1.0, A.cwiseAbs().maxCoeff()), weight = largest(g, 1.0);
    for (int i = 0; i < n; ++i) {
      for (int j = i; j < n; ++j)
        EXPECT_NEAR(model.value(model.A.at(i, j), x.q), A(i, j), 1e-12 * size) << "a" << i + 1 << j + 1;
      EXPECT_NEAR(model.value(model.g[static_cast<std::size_t>(i)], x.q), g[static_cast<std::size_t>(i)],
                  1e-12 * weight)
          << "g" << i + 1;
    }
    for (int l = 0; l < n; ++l) {
      x.qd.assign(static_cast<std::size_t>(n), 0.0);
      x.qd[static_cast<std::size_t>(l)] = 1;
      const Matrix C = coriolis_matrix(robot, x);
      for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k) {
          const auto use = model.christoffel.use(i, k, l);
          const double value =
              use.distinct < 0
                  ? 0.0
                  : use.sign * model.value(model.christoffel.distinct[static_cast<std::size_t>(use.distinct)], x.q);
          EXPECT_NEAR(value, C(i, k), 1e-12 * size) << "[" << k + 1 << l + 1 << "," << i + 1 << "]";
        }
    }
    if (::testing::Test::HasFailure()) break;
  }
}

TEST(ExplicitModel, OfThePuma560EqualsTheRecursionsInAll153Elements) {
  const robot::Robot robot = robot_in_folder("puma560");
  expect_agreement(robot, derive(robot).value(), 560);
}

TEST(ExplicitModel, OfEveryRobotOfThePapersEqualsTheRecursions) {
  for (const char* name : {"puma260", "stanford", "renaud6r", "scara", "puma_valera", "rx90"}) {
    const robot::Robot robot = robot_in_folder(name);
    expect_agreement(robot, derive(robot).value(), 7, 3);
  }
}

TEST(ExplicitModel, OfRandomArmsWithSlidingJointsEqualsTheRecursions) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    Random random(seed);
    const robot::Robot robot = random_robot(random, {.joints = 1 + static_cast<int>(seed % 4)});
    expect_agreement(robot, derive(robot).value(), seed, 3);
  }
}

// Revolute joints with twists, lengths and links at random: nothing is parallel, nothing vanishes.
robot::Robot general_arm(int joints, unsigned seed) {
  Random random(seed);
  robot::Robot robot;
  robot.name = "general";
  auto& par = robot.parameters;
  par.gravity = {0.0, 0.0, -9.81};
  for (int i = 0; i < joints; ++i) {
    robot.tree.add(robot::JointType::revolute, i - 1);
    robot.tree.friction.push_back(robot::FrictionKind::coulomb);
    const double twist = i == 0 ? 0.0 : random.uniform(0.3, 1.2), c = std::cos(twist), s = std::sin(twist);
    par.placement.push_back({{1.0, 0.0, 0.0, 0.0, c, -s, 0.0, s, c}, random.vector(0.5)});
    par.offset.push_back(0.0);
    par.q0.push_back(0.0);
    par.link_frame.emplace_back();
    par.drive.emplace_back();
    robot.limits.emplace_back();
    robot.joints.push_back("j" + std::to_string(i));
    const double m = random.uniform(0.5, 3);
    par.body.push_back({m, m * random.vector(0.1), {0.1, 0.12, 0.09, 0.01, -0.02, 0.015}});
  }
  par.G.assign(static_cast<std::size_t>(joints * joints), 0.0);
  for (int i = 0; i < joints; ++i) par.G[static_cast<std::size_t>(i * joints + i)] = 1.0;
  return robot;
}

TEST(ExplicitModel, OfAGeneralFourJointArmEqualsTheRecursions) {
  const robot::Robot robot = general_arm(4, 44);
  const ExplicitModel model = derive(robot).value();
  expect_agreement(robot, model, 44, 5);
  EXPECT_EQ(model.christoffel.distinct.size(), 20U);  // nothing coincides but by symmetry and prior joints
  EXPECT_EQ(model.christoffel.removed[static_cast<std::size_t>(explicit_model::Reason::this_robot)], 0);
}

TEST(ExplicitModel, OfTheSevenJointPandaEqualsTheRecursions) {
  const robot::Robot robot = robot_in_folder("panda");
  expect_agreement(robot, derive(robot).value(), 7, 1);
}

TEST(ExplicitModel, OfAnArmThatIsTooLargeSaysWhatItWouldCost) {
  for (const int joints : {8, 12}) {
    const auto model = derive(general_arm(joints, 7));
    ASSERT_FALSE(model.ok());
    EXPECT_EQ(model.findings()[0].code, "explicit-too-large");
    EXPECT_NE(model.findings()[0].message.find("calculations"), std::string::npos) << model.findings()[0].message;
  }
}

TEST(ExplicitModel, IsOfSerialArmsOnAFixedBaseOnly) {
  Random random(1);
  const auto code = [](const robot::Robot& robot) { return derive(robot).findings().at(0).code; };
  robot::Robot robot = robot_in_folder("scara");
  robot.tree.floating = true;
  EXPECT_EQ(code(robot), "explicit-floating");
  robot = general_arm(2, 1);
  robot.tree.add(robot::JointType::revolute, 0);
  EXPECT_EQ(code(robot), "explicit-tree");
  EXPECT_EQ(code(general_arm(16, 1)), "explicit-joints");
  EXPECT_EQ(code(random_robot(random, {.joints = 3, .transmission = true})), "explicit-transmission");
  robot = general_arm(2, 1);
  robot.parameters.body.assign(2, {});
  EXPECT_EQ(code(robot), "inertias-missing");
}

class ExplicitModelLong : public ::testing::Test {};

TEST_F(ExplicitModelLong, OfAGeneralSevenJointArmTakesLessThanAMinute) {
  const robot::Robot robot = general_arm(7, 77);
  const std::clock_t begin = std::clock();  // of this process alone: other work on the machine does not count
  const ExplicitModel model = derive(robot).value();
  EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 60);
  expect_agreement(robot, model, 77, 1);
}

}  // namespace
}  // namespace tauforge::tests
