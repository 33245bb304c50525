// Arms whose masses do not fit their reach or their drives.
#include "tauforge/robot/plausibility.h"

#include <gtest/gtest.h>

#include "tauforge/robot/assemble.h"

namespace tauforge::robot {

namespace {

constexpr double g = 9.81;

// Equal rods in a row, each joint about y at the end of the one before it; the weight acts at their middles.
Description arm(int joints, double mass, double reach) {
  Description d;
  d.name = "arm";
  d.links.push_back({{"base", {}}, {}});
  const double rod = reach / joints, m = mass / joints;
  for (int i = 0; i < joints; ++i) {
    const std::string n = std::to_string(i + 1);
    InertialDescription body;
    body.mass.value = m;
    body.centre.value = {rod / 2, 0, 0};
    body.inertia.value = {m * rod * rod / 100, m * rod * rod / 12, m * rod * rod / 12, 0, 0, 0};
    d.links.push_back({{"link" + n, {}}, body});
    JointDescription joint;
    joint.name.value = "joint" + n;
    joint.parent.value = i == 0 ? "base" : "link" + std::to_string(i);
    joint.child.value = "link" + n;
    joint.axis.value = {0, 1, 0};
    if (i > 0) joint.placement.xyz.value = {rod, 0, 0};
    d.joints.push_back(joint);
  }
  d.links.push_back({{"flange", {}}, {}});
  JointDescription flange;
  flange.name.value = "flange_joint";
  flange.kind = JointKind::fixed;
  flange.parent.value = "link" + std::to_string(joints);
  flange.child.value = "flange";
  flange.placement.xyz.value = {rod, 0, 0};
  d.joints.push_back(flange);
  return d;
}

std::vector<std::string> codes(const Description& d) {
  auto robot = assemble(d);
  EXPECT_TRUE(robot.ok());
  std::vector<std::string> result;
  for (const auto& finding : judge_plausibility(d, robot.value())) {
    EXPECT_EQ(finding.severity, diagnostic::Severity::warning);
    result.push_back(finding.code);
  }
  return result;
}

using Codes = std::vector<std::string>;

TEST(Plausibility, FourHundredKilogramsOnAnArmOfEightyCentimetresAreReported) {
  EXPECT_EQ(codes(arm(6, 433, 0.8)), Codes{"mass-implausible"});
  EXPECT_EQ(codes(arm(6, 43.3, 0.8)), Codes{});
}

TEST(Plausibility, AHeavyArmWithALongReachIsNot) {
  EXPECT_EQ(codes(arm(6, 433, 3.0)), Codes{});
  EXPECT_EQ(codes(arm(6, 1100, 2.7)), Codes{});
}

TEST(Plausibility, WhatDoesNotMoveIsNotWeighed) {
  Description d = arm(6, 30, 0.8);
  d.links[0].inertial = d.links[1].inertial;
  d.links[0].inertial->mass.value = 2000;
  EXPECT_EQ(codes(d), Codes{});
}

TEST(Plausibility, OnlyArmsAreJudged) {
  EXPECT_EQ(codes(arm(2, 433, 0.3)), Codes{}) << "wheels and tracks";
  Description floating = arm(6, 433, 0.8);
  floating.floating_base = true;
  EXPECT_EQ(codes(floating), Codes{});
  Description identified = arm(6, 433, 0.8);
  identified.meaning = Meaning::base;
  EXPECT_EQ(codes(identified), Codes{});
  Description carriage = arm(6, 433, 0.8);  // slides as far as its rails go, which the file does not say
  carriage.joints[0].kind = JointKind::prismatic;
  EXPECT_EQ(codes(carriage), Codes{});
}

TEST(Plausibility, ADriveThatCannotHoldAThirdOfTheStretchedArmIsReported) {
  Description d = arm(3, 12, 0.9);
  for (int i : {1, 2})
    d.joints[static_cast<std::size_t>(i)].limits.lower = d.joints[static_cast<std::size_t>(i)].limits.upper = 0.0;
  const double stretched = 12 * g * 0.45;  // the weight at the middle of the straight arm
  d.joints[0].limits.torque = stretched / 2.9;
  EXPECT_EQ(codes(d), Codes{}) << "a spring may carry the rest";
  d.joints[0].limits.torque = stretched / 3.1;
  EXPECT_EQ(codes(d), Codes{"torque-below-weight"});
  d.gravity = {0, g, 0};  // along the axis
  EXPECT_EQ(codes(d), Codes{});
}

TEST(Plausibility, AJointWithinItsLimitsNeverLeavesThem) {
  Description d = arm(3, 12, 0.9);
  for (std::size_t i = 0; i < 3; ++i) d.joints[i].limits.lower = d.joints[i].limits.upper = 0.0;
  d.joints[0].placement.rpy.value = {0, -1.5707963267948966, 0};  // stands upright
  d.joints[0].limits.torque = 1;
  EXPECT_EQ(codes(d), Codes{});
}

}  // namespace

}  // namespace tauforge::robot
