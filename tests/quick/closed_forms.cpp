// What agreement between formulations cannot see, because all of them use it: frames, quaternions, friction, drives.
#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/dynamics/drive.h"
#include "tauforge/dynamics/forward_kinematics.h"
#include "tauforge/dynamics/spring.h"
#include "tauforge/robot/assemble.h"
#include "tauforge/robot/exact_angles.h"

namespace tauforge::tests {
namespace {

using robot::Convention;

// Pose of the link that one joint at coordinate q carries.
spatial::Pose<double> pose_of(Convention convention, robot::JointKind kind, double q) {
  robot::Description d;
  d.name = "one";
  d.links = {{{"base", {}}, {}}, {{"link", {}}, {}}};
  robot::JointDescription joint;
  joint.name.value = "joint", joint.parent.value = "base", joint.child.value = "link";
  joint.kind = kind;
  joint.placement.convention = convention;
  joint.placement.alpha.value = 0.7, joint.placement.a.value = 0.3, joint.placement.d.value = 0.5,
  joint.placement.theta.value = 0.2;
  d.joints = {joint};
  const auto result = robot::assemble(d);
  EXPECT_TRUE(result.ok());
  const robot::Robot& robot = result.value();
  dynamics::State<double> x;
  x.q = {q};
  std::vector<spatial::Pose<double>> X(1);
  dynamics::ForwardKinematicsWorkspace<double> workspace;
  dynamics::forward_kinematics<double>(robot.tree, robot.parameters, x, workspace, X);
  return X[0] * robot.parameters.link_frame[0];
}

void expect_pose(const spatial::Pose<double>& X, const double (&R)[9], const double (&p)[3]) {
  const double ours[] = {X.R.xx, X.R.xy, X.R.xz, X.R.yx, X.R.yy, X.R.yz, X.R.zx, X.R.zy, X.R.zz};
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(ours[i], R[i], 1e-15) << "entry " << i;
  EXPECT_NEAR(X.p.x, p[0], 1e-15);
  EXPECT_NEAR(X.p.y, p[1], 1e-15);
  EXPECT_NEAR(X.p.z, p[2], 1e-15);
}

// The two tables of Denavit and Hartenberg as their authors print them: [Paul] and [Craig].
TEST(QuickFrames, FollowTheTablesOfPaulAndOfCraig) {
  for (const auto kind : {robot::JointKind::revolute, robot::JointKind::prismatic}) {
    const double q = 0.9, theta = kind == robot::JointKind::revolute ? 0.2 + q : 0.2,
                 d = kind == robot::JointKind::revolute ? 0.5 : 0.5 + q;
    const double ct = std::cos(theta), st = std::sin(theta), ca = std::cos(0.7), sa = std::sin(0.7), a = 0.3;
    expect_pose(pose_of(Convention::standard_dh, kind, q), {ct, -st * ca, st * sa, st, ct * ca, -ct * sa, 0, sa, ca},
                {a * ct, a * st, d});
    expect_pose(pose_of(Convention::modified_dh, kind, q), {ct, -st, 0, ca * st, ca * ct, -sa, sa * st, sa * ct, ca},
                {a, -d * sa, d * ca});
  }
}

TEST(QuickQuaternion, IsScalarLast) {
  const double half = 0.4;
  const auto R = matrix(spatial::Quaternion<double>{0, 0, std::sin(half), std::cos(half)});
  const auto expected = robot::rotation_z({std::cos(2 * half), std::sin(2 * half)});
  for (const auto& [ours, theirs] :
       {std::pair{R.xx, expected.xx}, {R.xy, expected.xy}, {R.yx, expected.yx}, {R.zz, expected.zz}})
    EXPECT_NEAR(ours, theirs, 1e-15);
  EXPECT_NEAR(matrix(spatial::Quaternion<double>{std::sin(half), 0, 0, std::cos(half)}).zy, std::sin(2 * half), 1e-15);
}

TEST(QuickFriction, FollowsItsFormulas) {
  const robot::Drive<double> drive{.inertia = 0,
                                   .viscous = 2,
                                   .coulomb = 3,
                                   .offset = 0.5,
                                   .static_level = 5,
                                   .stribeck_velocity = 0.1,
                                   .width = 0.2,
                                   .harmonics = {}};
  for (const double v : {-0.3, -0.05, 0.07, 1.1}) {
    const double side = v > 0 ? 1 : -1;
    EXPECT_DOUBLE_EQ(dynamics::friction(robot::FrictionKind::coulomb, drive, 0.7, v), 3 * side + 2 * v + 0.5);
    EXPECT_DOUBLE_EQ(dynamics::friction(robot::FrictionKind::stribeck, drive, 0.7, v),
                     (3 + 2 * std::exp(-(v / 0.1) * (v / 0.1))) * side + 2 * v + 0.5);
    EXPECT_DOUBLE_EQ(dynamics::friction(robot::FrictionKind::smooth, drive, 0.7, v),
                     3 * std::tanh(v / 0.2) + 2 * v + 0.5);
  }
  EXPECT_EQ(dynamics::friction(robot::FrictionKind::coulomb, drive, 0.7, 0.0), 0.5);
}

// All but the offset varies with the position.
TEST(QuickFriction, FollowsTheHarmonicsOfItsPosition) {
  robot::Drive<double> drive;
  drive.viscous = 2, drive.coulomb = 3, drive.offset = 0.5;
  drive.harmonics = {{1.0, 0.2, 0.1}, {7.5, 0.0, -0.3}};
  for (const double q : {-1.3, 0.0, 0.4, 2.9})
    for (const double v : {-0.3, 1.1}) {
      const double r = 1 + 0.2 * std::cos(q) + 0.1 * std::sin(q) - 0.3 * std::sin(7.5 * q);
      EXPECT_NEAR(dynamics::friction(robot::FrictionKind::coulomb, drive, q, v),
                  r * (3 * (v > 0 ? 1 : -1) + 2 * v) + 0.5, 1e-15);
    }
}

// A right angle between anchor and rod, 3-4-5: the length is 5, the lever 3 4 / 5; it pushes, so that q wants to grow.
TEST(QuickSpring, PushesOnItsLever) {
  const robot::Spring<double> gas{10, 7, 6, 3, 4, 0, 1};  // a quarter turn at q = 0
  EXPECT_NEAR(dynamics::spring_torque(robot::SpringKind::counterbalance, gas, 0.0), -(10 + 7 * (6 - 5)) * 2.4, 1e-12);
  EXPECT_NEAR(dynamics::spring_energy(robot::SpringKind::counterbalance, gas, 0.0), 0.5 * 7 + 10, 1e-12);
  const auto columns = dynamics::spring_directions(robot::SpringKind::counterbalance, gas, 0.0);
  EXPECT_NEAR(columns.force, -2.4, 1e-12);
  EXPECT_NEAR(columns.stiffness, -2.4, 1e-12);
  const robot::Spring<double> coil{.stiffness = 7, .rest = 0.5};
  EXPECT_NEAR(dynamics::spring_torque(robot::SpringKind::torsion, coil, 2.0), 10.5, 1e-12);
}

// Two drives on two joints by a matrix that is not symmetric: q = G theta + q0, tau_theta = G' tau.
TEST(QuickTransmission, CarriesMotionForwardsAndTorqueBackwards) {
  robot::Tree tree;
  tree.add(robot::JointType::revolute, robot::Tree::base);
  tree.add(robot::JointType::revolute, 0);
  tree.direct = false;
  tree.friction = {robot::FrictionKind::coulomb, robot::FrictionKind::coulomb};
  robot::Parameters<double> par;
  par.G = {2, 3, 5, 7};
  par.q0 = {0.1, 0.2};
  par.drive.resize(2);
  std::vector<double> q;
  const std::vector<double> theta = {1, 10}, tau = {1, 10};
  dynamics::to_joints<double>(tree, par, theta, true, q);
  EXPECT_DOUBLE_EQ(q[0], 32.1);
  EXPECT_DOUBLE_EQ(q[1], 75.2);
  std::vector<double> of_drives(2);
  dynamics::rows_to_drives<double>(tree, par, tau, 1, of_drives);
  EXPECT_DOUBLE_EQ(of_drives[0], 52);
  EXPECT_DOUBLE_EQ(of_drives[1], 73);
}

}  // namespace
}  // namespace tauforge::tests
