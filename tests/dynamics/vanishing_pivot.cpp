// When a mass matrix counts as singular: never because of its scale, always where rounding is all that is left.
#include "tauforge/dynamics/vanishing_pivot.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tauforge/files/read_robot.h"
#include "tests/support/random_robot.h"
#include "tests/support/shared_data.h"

namespace tauforge::dynamics {
namespace {

using robot::JointType;

// Joints in a row, each `length` along x from the one before, all axes parallel; body i has a mass at its own axis and
// an inertia about it.
robot::Robot in_a_row(const std::vector<double>& mass, const std::vector<double>& inertia, double length) {
  robot::Robot robot;
  for (std::size_t i = 0; i < mass.size(); ++i) {
    robot.tree.add(JointType::revolute, static_cast<Index>(i) - 1);
    robot.tree.friction.push_back(robot::FrictionKind::coulomb);
    auto& par = robot.parameters;
    Pose<double> X;
    X.R.xx = X.R.yy = X.R.zz = 1.0;
    par.link_frame.push_back(X);
    if (i > 0) X.p.x = length;
    par.placement.push_back(X);
    par.offset.push_back(0.0), par.q0.push_back(0.0);
    par.drive.push_back({});
    spatial::Inertia<double> b;
    b.m = mass[i], b.I.zz = inertia[i];
    par.body.push_back(b);
    robot.joints.push_back("j" + std::to_string(i + 1)), robot.drives.push_back(robot.joints.back());
  }
  return robot;
}

std::optional<Index> vanishing(const robot::Robot& robot, const std::vector<double>& q) {
  VanishingPivotWorkspace workspace;
  return vanishing_pivot(robot.tree, robot.parameters, q, workspace);
}

TEST(VanishingPivot, IsThatOfAMasslessTip) {
  const robot::Robot arm = in_a_row({3, 2, 0}, {0.1, 0.1, 0}, 0.5);
  EXPECT_EQ(vanishing(arm, {0.3, 0.4, 0.5}), 2);
  EXPECT_EQ(vanishing_pivot_text(arm, 2).find("joint 'j3' moves no inertia"), 0u);
}

// Two axes in one line and nothing between them: only the sum of the two accelerations is determined.
TEST(VanishingPivot, IsThatOfAMasslessLinkBetweenAxesInOneLine) {
  EXPECT_EQ(vanishing(in_a_row({3, 0, 2}, {0.1, 0, 0.1}, 0.0), {0.3, 0.4, 0.5}), 1);
  EXPECT_EQ(vanishing(in_a_row({3, 0, 2}, {0.1, 1e-9, 0.1}, 0.0), {0.3, 0.4, 0.5}), std::nullopt);
}

// A point mass on the elbow's own axis, as files have it whose frames lie elsewhere: moved there and back, rounding is
// left, and where it is positive a pivot that looks like one.
TEST(VanishingPivot, IsNotSavedByRounding) {
  int left = 0;
  for (int k = 1; k <= 50; ++k) {
    robot::Robot arm = in_a_row({3, 1.3}, {0.1, 0}, 0.7);
    auto& body = arm.parameters.body[1];
    Pose<double> there = arm.parameters.link_frame[1];
    there.p = {0.1 * k, 1.0 / k, 0.3};
    for (const double share : {-1.0, 0.3, 0.7}) {
      Pose<double> step = there;
      step.p = share * there.p;
      body = moved(step, body);
    }
    arm.parameters.link_frame[1] = there;
    EXPECT_LT(std::abs(body.I.zz), 1e-13);
    EXPECT_EQ(vanishing(arm, {0.3, 0.4}), 1) << body.I.zz;
    if (body.I.zz > 0.0) ++left;
  }
  EXPECT_GT(left, 5);
}

// What a light finger weighs is measured against the finger and not against what carries it, and what carries it is
// measured after the finger was let go.
TEST(VanishingPivot, IsNotALightFingerOnAHeavyArm) {
  for (const double finger : {1e-6, 1e-9, 1e-15, 1e-25}) {
    EXPECT_EQ(vanishing(in_a_row({500, 80, finger}, {90, 8, finger}, 1.5), {0.3, 0.4, 0.5}), std::nullopt) << finger;
    EXPECT_EQ(vanishing(in_a_row({500, 80, finger}, {90, 8, 0}, 1.5), {0.3, 0.4, 0.5}), 2) << finger;
  }
}

TEST(VanishingPivot, DoesNotDependOnUnits) {
  for (const double mass : {1e-30, 1.0, 1e30}) {
    EXPECT_EQ(vanishing(in_a_row({3 * mass, 2 * mass}, {0.1 * mass, 0.1 * mass}, 0.5), {0.3, 0.4}), std::nullopt);
    EXPECT_EQ(vanishing(in_a_row({3 * mass, 2 * mass}, {0.1 * mass, 0.0}, 0.5), {0.3, 0.4}), 1);
  }
}

TEST(VanishingPivot, IsARotorsBusinessToo) {
  robot::Robot arm = in_a_row({3, 0}, {0.1, 0}, 0.5);
  EXPECT_EQ(vanishing(arm, {0.3, 0.4}), 1);
  arm.parameters.drive[1].inertia = 1e-7;
  EXPECT_EQ(vanishing(arm, {0.3, 0.4}), std::nullopt);
}

// A base without mass that floats: about the axis of its only joint nothing resists it.
TEST(VanishingPivot, IsThatOfAFloatingBaseWithoutMass) {
  robot::Robot flying = in_a_row({2}, {0.1}, 0.5);
  flying.parameters.body[0].I = {0.2, 0.2, 0.1, 0, 0, 0};
  flying.tree.floating = true;
  const auto row = vanishing(flying, {0.4});
  ASSERT_TRUE(row);
  EXPECT_EQ(*row, 5);  // its rotation about z
  EXPECT_EQ(vanishing_pivot_text(flying, *row).find("the floating base"), 0u);
  flying.parameters.base.m = 1.0;
  flying.parameters.base.I = {0.1, 0.1, 0.1, 0, 0, 0};
  EXPECT_EQ(vanishing(flying, {0.4}), std::nullopt);
}

// Moments without a mass, as identification may leave them: pushed along its first moment h nothing turns. With two bodies
// and no common direction everything does, though M is not positive definite.
TEST(VanishingPivot, IsNotWhereMomentsHaveNoMass) {
  robot::Robot flying = in_a_row({0}, {0.1}, 0.5);
  flying.parameters.body[0].h = {0.2, 0.0, 0.0};
  flying.parameters.body[0].I = {0.2, 0.2, 0.1, 0, 0, 0};
  flying.parameters.base.I = {0.1, 0.1, 0.1, 0, 0, 0};
  flying.tree.floating = true;
  EXPECT_TRUE(vanishing(flying, {0.4}));
  flying.parameters.base.h = {0.0, 0.3, 0.0};
  EXPECT_EQ(vanishing(flying, {0.4}), std::nullopt);
}

TEST(VanishingPivot, IsOnNoRandomRobot) {
  tests::Random random(7);
  for (int k = 0; k < 200; ++k) {
    tests::RobotKind kind;
    kind.joints = 1 + k % 9, kind.tree = k % 2, kind.floating = k % 3 == 0, kind.transmission = k % 5 == 0;
    const robot::Robot robot = tests::random_robot(random, kind);
    EXPECT_EQ(vanishing(robot, tests::random_state(random, robot).q), std::nullopt) << k;
  }
}

// Arms that are freed from the ground have bases without mass, which fly singularly; here they get one.
void expect_movable(const std::filesystem::path& folder, int at_least) {
  int robots = 0;
  tests::Random random(8);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string ending = entry.path().extension().string();
    if (ending != ".toml" && ending != ".urdf" && ending != ".dyn") continue;
    for (const bool floating : {false, true}) {
      files::LoadOptions options;
      options.assemble.floating_base = floating;
      auto loaded = files::load_robot(entry.path().string(), options);
      if (!loaded.ok()) continue;
      robot::Robot robot = loaded.take().robot;
      bool has_mass = false;
      for (const auto& body : robot.parameters.body) has_mass = has_mass || body.m > 0.0;
      if (!has_mass) continue;
      if (robot.parameters.base.m == 0.0) {
        robot.parameters.base.m = 5.0;
        robot.parameters.base.I = {0.1, 0.1, 0.1, 0, 0, 0};
      }
      ++robots;
      for (int k = 0; k < 10; ++k) {
        const auto row = vanishing(robot, tests::random_state(random, robot).q);
        EXPECT_FALSE(row) << entry.path() << (floating ? " floating: " : ": ")
                          << (row ? vanishing_pivot_text(robot, *row) : "");
      }
    }
  }
  EXPECT_GE(robots, at_least);
}

TEST(VanishingPivot, IsOnNoRobotOfTheFolder) { expect_movable(TAUFORGE_SOURCE_DIR "/robots", 20); }

TEST(VanishingPivot, IsOnNoSharedRobot) {
  TAUFORGE_NEEDS_SHARED("robots");
  expect_movable(testing::shared_data() / "robots", 20);
}

}  // namespace
}  // namespace tauforge::dynamics
