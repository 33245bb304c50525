// Poses back to joints: every robot of the folder, and what is said where there is no way.
#include "tauforge/motion/inverse_kinematics.h"

#include <gtest/gtest.h>

#include "tauforge/dynamics/forward_kinematics.h"
#include "tauforge/motion/puma_inverse_kinematics.h"
#include "tests/motion/kinematics.h"

namespace tauforge::motion {
namespace {

using tests::robot_in_folder;

TEST(InverseKinematics, BringsEveryRobotToRandomPosesWithinItsLimits) {
  std::mt19937 random(11);
  for (const std::string& name : tests::robot_names()) {
    SCOPED_TRACE(name);
    const robot::Robot robot = robot_in_folder(name);
    const InverseKinematics ik(robot, last_frame(robot));
    for (int k = 0; k < 100; ++k) {
      const Pose pose = ik.chain().tip(random_posture(robot, random));
      const IkResult result = ik.solve(pose, ik.middle());
      ASSERT_EQ(result.outcome, IkOutcome::reached) << "pose " << k << ", left " << result.position_left;
      EXPECT_LT(distance(ik.chain().tip(result.theta), pose), 1e-10);
      EXPECT_EQ(ik.beyond_limits(result.theta), -1);
    }
  }
}

TEST(InverseKinematics, StaysNearAGoodGuess) {
  std::mt19937 random(5);
  const robot::Robot robot = robot_in_folder("puma560");
  const InverseKinematics ik(robot, last_frame(robot));
  for (int k = 0; k < 100; ++k) {
    std::vector<double> q = random_posture(robot, random);
    q[4] = 1.0, q[2] = 0.5;  // away from singular postures
    std::vector<double> guess = q;
    for (double& x : guess) x += std::uniform_real_distribution<>(-0.02, 0.02)(random);
    const IkResult result = ik.solve(ik.chain().tip(q), guess);
    ASSERT_EQ(result.outcome, IkOutcome::reached);
    EXPECT_EQ(result.starts, 1);
    for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(result.theta[i], q[i], 1e-8);
  }
}

TEST(InverseKinematics, SaysHowFarAwayAPoseOutOfReachIs) {
  // the wrist reaches 0.4318 + hypot(0.0203, 0.4331) from axis 2, which passes axis 1 at the base; D = 0.1501 aside
  const robot::Robot robot = robot_in_folder("puma560");
  const InverseKinematics ik(robot, last_frame(robot));
  const double along = 0.4318 + std::hypot(0.0203, 0.4331), farthest = std::hypot(along, 0.2435 - 0.0934);
  // straight up no arm of this kind is farther than `along`, and D keeps it off the axis: a point high above is best
  const IkResult result = ik.solve({ik.chain().tip(ik.middle()).R, {2.0, 0.0, 0.0}}, ik.middle());
  EXPECT_EQ(result.outcome, IkOutcome::unreachable);
  EXPECT_GT(result.position_left, 2.0 - farthest - 1e-9);
  EXPECT_LT(result.position_left, 2.0 - farthest + 0.3) << "rotation is weighed against distance";
  EXPECT_EQ(result.joint, -1);
}

TEST(InverseKinematics, NamesTheJointWhoseLimitIsInTheWay) {
  const robot::Robot robot = robot_in_folder("scara");
  const InverseKinematics ik(robot, last_frame(robot));
  const std::vector<double> q{0.3, 0.5, 0.25, 0.0};  // the stroke ends at 0.21 m
  const IkResult result = ik.solve(ik.chain().tip(q), ik.middle());
  ASSERT_EQ(result.outcome, IkOutcome::joint_limit);
  EXPECT_EQ(robot.joints[static_cast<std::size_t>(result.joint)], "stroke");
  EXPECT_NEAR(result.wanted, 0.25, 1e-9);
  EXPECT_EQ(result.limit, 0.21);
  EXPECT_NEAR(result.position_left, 0.04, 1e-6);
}

TEST(InverseKinematics, IsStuckWhereTheArmIsStretchedOutAndOnlyOneStartIsAllowed) {
  // elbow straight: nothing moves the wrist inwards along the arm to first order
  const robot::Robot robot = robot_in_folder("rx90");
  const InverseKinematics ik(robot, last_frame(robot));
  const std::vector<double> straight{0.0, 0.0, -std::numbers::pi / 2, 0.0, 0.7, 0.0};
  Pose pose = ik.chain().tip(straight);
  EXPECT_NEAR(length(pose.p), 0.9, 1e-12);
  pose.p = 0.5 * pose.p;
  IkOptions one;
  one.starts = 1;
  const IkResult stuck = ik.solve(pose, straight, one);
  EXPECT_EQ(stuck.outcome, IkOutcome::singular);
  EXPECT_NEAR(stuck.position_left, 0.45, 1e-6);
  EXPECT_EQ(ik.solve(pose, straight).outcome, IkOutcome::reached);
}

// The last joints of a PUMA turn with the motors before them: q = G theta + q0.
TEST(InverseKinematics, WorksThroughCoupledDrivesAndTheirLimits) {
  robot::Robot robot = robot_in_folder("puma560");
  robot.tree.direct = false;
  robot.parameters.G.assign(36, 0.0);
  for (std::size_t i = 0; i < 6; ++i) robot.parameters.G[7 * i] = i == 0 ? -0.5 : 1.0;
  robot.parameters.G[4 * 6 + 3] = 0.25, robot.parameters.G[5 * 6 + 4] = -0.2;
  robot.parameters.q0 = {0.1, 0, 0, 0, -0.2, 0};
  robot.limits[0].lower = -2.0, robot.limits[0].upper = 2.0;
  robot.limits[4].lower = -1.5, robot.limits[4].upper = 1.5;
  const InverseKinematics ik(robot, last_frame(robot));
  std::mt19937 random(2);
  for (int k = 0; k < 50; ++k) {
    const std::vector<double> q = random_posture(robot, random);
    dynamics::State<double> joints;
    joints.q = q;
    std::vector<Pose> X(6);
    dynamics::ForwardKinematicsWorkspace<double> workspace;
    dynamics::forward_kinematics<double>(robot.tree, robot.parameters, joints, workspace, X);
    const Pose pose = X.back() * robot.parameters.link_frame.back();
    const IkResult result = ik.solve(pose, ik.middle());
    ASSERT_EQ(result.outcome, IkOutcome::reached);
    dynamics::State<double> theta, found;
    theta.q = result.theta;
    found = tests::joint_state(robot, theta);
    EXPECT_LE(std::abs(found.q[0]), 2.0 + 1e-8);
    EXPECT_LE(std::abs(found.q[4]), 1.5 + 1e-8);
    dynamics::forward_kinematics<double>(robot.tree, robot.parameters, found, workspace, X);
    EXPECT_LT(distance(X.back() * robot.parameters.link_frame.back(), pose), 1e-10);
  }
}

TEST(PumaInverseKinematics, KnowsWhichArmsItIsFor) {
  const auto recognised = [](const char* name) {
    const robot::Robot robot = robot_in_folder(name);
    return PumaInverseKinematics::recognise(robot, last_frame(robot));
  };
  for (const char* name : {"puma260", "puma560", "puma_valera", "rx90", "renaud6r"})
    EXPECT_TRUE(recognised(name).arm) << name << ": " << recognised(name).reason;
  EXPECT_EQ(recognised("stanford").reason, "one of its joints slides");
  EXPECT_EQ(recognised("scara").reason, "it is not a chain of six joints from the base to the tip");
  EXPECT_EQ(recognised("panda").reason, "it is not a chain of six joints from the base to the tip");
  EXPECT_NE(recognised("ur10e").reason.find("do not meet in a point"), std::string::npos) << recognised("ur10e").reason;
  EXPECT_FALSE(recognised("sixr_angeles").arm);
}

TEST(PumaInverseKinematics, ReachesEveryPoseInEightWaysThatTheNumericalSolutionConfirms) {
  std::mt19937 random(23);
  for (const char* name : {"puma260", "puma560", "puma_valera", "rx90", "renaud6r"}) {
    SCOPED_TRACE(name);
    const robot::Robot robot = robot_in_folder(name);
    const auto arm = *PumaInverseKinematics::recognise(robot, last_frame(robot)).arm;
    const InverseKinematics ik(robot, last_frame(robot));
    for (int k = 0; k < 200; ++k) {
      const std::vector<double> q = random_posture(robot, random);
      const Pose pose = ik.chain().tip(q);
      std::vector<std::array<double, 6>> all;
      for (const PumaBranch& branch : puma_branches()) {
        const PumaSolution s = arm.solve(pose, branch, q);
        ASSERT_TRUE(s.reached) << "left " << s.left;
        EXPECT_LT(distance(ik.chain().tip(s.q), pose), 1e-10);
        EXPECT_EQ(arm.branch_of(s.q), branch);
        for (const auto& other : all) {
          double apart = 0;
          for (std::size_t i = 0; i < 6; ++i) apart = std::max(apart, std::abs(s.q[i] - other[i]));
          EXPECT_GT(apart, 1e-3) << "two branches are the same";
        }
        all.push_back(s.q);
        const IkResult numerical = ik.solve(pose, s.q);
        for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(numerical.theta[i], s.q[i], 1e-6);
      }
      const PumaSolution same = arm.solve(pose, arm.branch_of(q), q);
      for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(same.q[i], q[i], 1e-7);
    }
  }
}

TEST(PumaInverseKinematics, SaysHowFarTheWristIsOutOfReach) {
  const robot::Robot robot = robot_in_folder("puma_valera");
  const auto arm = *PumaInverseKinematics::recognise(robot, last_frame(robot)).arm;
  const std::vector<double> zero(6, 0.0);
  // straight up above the shoulder circle of radius D = 0.15: reach 0.432 + hypot(0.02, 0.433)
  const double reach = 0.432 + std::hypot(0.02, 0.433);
  const PumaSolution high = arm.solve({spatial::identity3<double>(), {0.15, 0.0, reach + 0.1}}, {}, zero);
  EXPECT_FALSE(high.reached);
  EXPECT_NEAR(high.left, 0.1, 1e-12);
  const PumaSolution inside = arm.solve({spatial::identity3<double>(), {0.05, 0.0, 0.5}}, {}, zero);
  EXPECT_FALSE(inside.reached);
  EXPECT_NEAR(inside.left, 0.1, 1e-12);
}

TEST(PumaInverseKinematics, KeepsTheGuessWhereTheWristIsStraight) {
  const robot::Robot robot = robot_in_folder("puma560");
  const auto arm = *PumaInverseKinematics::recognise(robot, last_frame(robot)).arm;
  const Chain chain(robot, last_frame(robot));
  const std::vector<double> q{0.3, -0.8, 0.4, 0.9, 0.0, -0.2};  // axes 4 and 6 in line
  const PumaSolution s = arm.solve(chain.tip(q), arm.branch_of(q), q);
  ASSERT_TRUE(s.reached);
  EXPECT_TRUE(s.singular);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(s.q[i], q[i], 1e-7);
}

}  // namespace
}  // namespace tauforge::motion
