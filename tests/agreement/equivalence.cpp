// Different descriptions of the same mechanics give the same torques.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "tauforge/robot/assemble.h"
#include "tauforge/robot/equivalence.h"
#include "tests/support/random_robot.h"
#include "tests/support/values.h"

namespace tauforge::tests {
namespace {

using robot::Robot;

Robot assembled(const robot::Description& d) {
  auto result = robot::assemble(d);
  EXPECT_TRUE(result.ok());
  return result.take();
}

void expect_equal(const std::vector<double>& a, const std::vector<double>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 2e-12 * largest(a)) << "row " << i;
}

long count(const diagnostic::Findings& findings, const std::string& code) {
  return std::count_if(findings.begin(), findings.end(), [&](const auto& f) { return f.code == code; });
}

TEST(Regrouping, LeavesTorquesUnchangedAndZerosBehind) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Robot robot = random_robot(
        random, {.joints = 1 + static_cast<int>(seed % 8), .tree = seed % 2 == 0, .floating = seed % 4 == 0});
    Robot moved_robot = robot;
    moved_robot.parameters = robot::regrouped(robot.tree, robot.parameters);
    const State<double> x = random_state(random, robot);
    expect_equal(torque(robot, x), torque(moved_robot, x));
    for (robot::Index i : robot.tree.base_to_tip()) {
      const auto& b = moved_robot.parameters.body[i];
      const bool has_none =
          robot.tree.is_revolute(i) ? b.m == 0 && b.h.z == 0 && b.I.yy == 0 : b.I == spatial::Sym3<double>{};
      EXPECT_TRUE(has_none) << "body " << i;
    }
    if (HasFailure()) break;
  }
}

TEST(GivenMasses, LeaveTorquesUnchangedAndSuitCentresOfMass) {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    Robot robot = random_robot(random, {.joints = 2 + static_cast<int>(seed % 6), .tree = seed % 2 == 0});
    for (robot::Index i : robot.tree.base_to_tip())
      if (robot.tree.is_revolute(i) && random.chance(0.6)) robot.parameters.body[i].m = 0;
    const State<double> x = random_state(random, robot);
    const std::vector<double> expected = torque(robot, x);
    ASSERT_TRUE(robot::give_masses(robot.tree, robot.parameters));
    expect_equal(expected, torque(robot, x));
    if (robot.tree.is_serial()) {
      expect_equal(expected, torque(robot, x, dynamics::InverseDynamics::kane));
      expect_equal(expected, torque(robot, x, dynamics::InverseDynamics::luh_walker_paul));
      expect_equal(expected, torque(robot, x, dynamics::InverseDynamics::gibbs_appell));
    }
    if (HasFailure()) break;
  }
}

TEST(Payload, EqualsTheSameBodyOnAFixedJoint) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    robot::Description d = random_description(random, {.joints = 5, .tree = seed % 2 == 0, .floating = seed % 3 == 0});
    const auto load = random_description(random, {.joints = 1}).links[1].inertial.value();
    robot::Description with_joint = d;
    d.payload = robot::PayloadDescription{{"link5", {}}, load};
    with_joint.links.push_back({{"load", {}}, load});
    robot::JointDescription weld;
    weld.name.value = "weld", weld.kind = robot::JointKind::fixed;
    weld.parent.value = "link5", weld.child.value = "load";
    with_joint.joints.push_back(weld);
    const Robot robot = assembled(d);
    const State<double> x = random_state(random, robot);
    expect_equal(torque(robot, x), torque(assembled(with_joint), x));
  }
}

// A fixed joint is a joint that happens not to move.
TEST(FixedJoint, EqualsAMovingJointHeldStill) {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const int joints = 3 + static_cast<int>(seed % 6);
    robot::Description moving = random_description(
        random, {.joints = joints, .tree = seed % 2 == 0, .floating = seed % 3 == 0, .drives = false});
    const std::size_t held = random.integer(0, joints - 1);
    robot::Description fixed = moving;
    fixed.joints[held].kind = robot::JointKind::fixed;
    const Robot all = assembled(moving), lumped = assembled(fixed);
    State<double> x = random_state(random, all, false), y = x;
    y.q.clear(), y.qd.clear(), y.qdd.clear();
    std::vector<double> expected;
    const std::size_t base = dynamics::base_rows(all.tree);
    for (std::size_t i = 0; i < all.joints.size(); ++i)
      if (all.joints[i] == moving.joints[held].name.value) x.q[i] = x.qd[i] = x.qdd[i] = 0;
    const std::vector<double> tau = torque(all, x);
    expected.assign(tau.begin(), tau.begin() + static_cast<std::ptrdiff_t>(base));
    for (std::size_t i = 0; i < all.joints.size(); ++i) {
      if (all.joints[i] == moving.joints[held].name.value) continue;
      ASSERT_EQ(lumped.joints[y.q.size()], all.joints[i]);
      y.q.push_back(x.q[i]), y.qd.push_back(x.qd[i]), y.qdd.push_back(x.qdd[i]);
      expected.push_back(tau[base + i]);
    }
    expect_equal(expected, torque(lumped, y));
    if (HasFailure()) break;
  }
}

// Friction of a follower that adds up with its leader's: the same kind, changing at the speeds at which the leader's
// does, or none, or Coulomb's in the place of Stribeck's.
void suit_leader(Random& random, double factor, const robot::FrictionDescription& leader,
                 robot::FrictionDescription& follower) {
  follower.kind = leader.kind;
  follower.stribeck_velocity = std::abs(factor) * leader.stribeck_velocity;
  follower.width = std::abs(factor) * leader.width;
  if (leader.kind == robot::FrictionKind::stribeck && random.chance(0.3)) follower.kind = robot::FrictionKind::coulomb;
  if (random.chance(0.2))
    follower = {
        .kind = robot::FrictionKind::smooth, .viscous = follower.viscous, .offset = follower.offset, .where = {}};
}

// A chain of mimic joints that follow exactly is the same motion with fewer drives: joint4 follows joint3, which
// follows joint2.
TEST(MimicJoint, CoupledEqualsIndependentMovedAlong) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    robot::Description d = random_description(random, {.joints = 4, .tree = seed % 2 == 0});
    const double factor3 = random.uniform(-2, 2), offset3 = random.uniform(-1, 1);
    const double factor4 = random.uniform(-2, 2), offset4 = random.uniform(-1, 1);
    for (const std::size_t j : {1, 2, 3}) d.joints[j].drive.friction.harmonics.clear();  // these have no sum
    d.joints[2].mimic = robot::Mimic{{"joint2", {}}, factor3, offset3};
    d.joints[3].mimic = robot::Mimic{{"joint3", {}}, factor4, offset4};
    suit_leader(random, factor3, d.joints[1].drive.friction, d.joints[2].drive.friction);
    suit_leader(random, factor3 * factor4, d.joints[1].drive.friction, d.joints[3].drive.friction);
    const Robot free = assembled(d);
    auto result = robot::assemble(d, {.mimic = robot::MimicPolicy::coupled});
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(count(result.findings(), "mimic-friction-merged"), 0);
    const Robot coupled = result.take();
    ASSERT_EQ(coupled.tree.drives(), 2);
    const std::size_t leader = coupled.drives[0] == "joint2" ? 0 : 1;
    const State<double> theta = random_state(random, coupled, false);
    struct Follows {
      std::size_t drive;
      double factor, offset;
    };
    const std::map<std::string, Follows> follows = {
        {"joint1", {1 - leader, 1, 0}},
        {"joint2", {leader, 1, 0}},
        {"joint3", {leader, factor3, offset3}},
        {"joint4", {leader, factor4 * factor3, factor4 * offset3 + offset4}}};
    State<double> x;
    for (const auto& joint : free.joints) {
      const Follows& f = follows.at(joint);
      x.q.push_back(f.factor * theta.q[f.drive] + f.offset);
      x.qd.push_back(f.factor * theta.qd[f.drive]);
      x.qdd.push_back(f.factor * theta.qdd[f.drive]);
    }
    const std::vector<double> tau = torque(free, x);
    std::vector<double> expected(2, 0.0);
    for (std::size_t i = 0; i < tau.size(); ++i) {
      const Follows& f = follows.at(free.joints[i]);
      expected[f.drive] += f.factor * tau[i];
    }
    expect_equal(expected, torque(coupled, theta));
  }
}

robot::Description two_joints_with_friction(robot::FrictionDescription leader, robot::FrictionDescription follower,
                                            double factor) {
  Random random(3);
  robot::Description d = random_description(random, {.joints = 2, .drives = false});
  d.joints[0].drive.friction = leader, d.joints[1].drive.friction = follower;
  d.joints[1].mimic = robot::Mimic{{"joint1", {}}, factor, 0.0};
  return d;
}

TEST(MimicJoint, TakesTheFormOfItsFollowersFrictionWhereItHasNoneOrOnlyCoulombs) {
  for (const double level : {0.0, 2.0}) {
    const auto d = two_joints_with_friction(
        {.coulomb = level, .where = {}},
        {.kind = robot::FrictionKind::stribeck, .coulomb = 1, .static_level = 3, .stribeck_velocity = 0.5, .where = {}},
        -2);
    const auto result = robot::assemble(d, {.mimic = robot::MimicPolicy::coupled});
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(count(result.findings(), "mimic-friction-merged"), 0);
    EXPECT_EQ(result.value().tree.friction[0], robot::FrictionKind::stribeck);
    const auto& drive = result.value().parameters.drive[0];
    EXPECT_EQ(drive.coulomb, level + 2 * 1);
    EXPECT_EQ(drive.static_level, level + 2 * 3);
    EXPECT_EQ(drive.stribeck_velocity, 0.5 / 2);
  }
}

TEST(MimicJoint, SaysWhereFrictionsHaveNoSumOfTheirForm) {
  const robot::FrictionDescription coulomb{.coulomb = 2, .where = {}},
      smooth{.kind = robot::FrictionKind::smooth, .coulomb = 3, .width = 0.1, .where = {}},
      wider{.kind = robot::FrictionKind::smooth, .coulomb = 5, .width = 0.2, .where = {}};
  for (const auto& [leader, follower] :
       {std::pair(coulomb, smooth), std::pair(smooth, coulomb), std::pair(smooth, wider)}) {
    const auto result =
        robot::assemble(two_joints_with_friction(leader, follower, 3), {.mimic = robot::MimicPolicy::coupled});
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(count(result.findings(), "mimic-friction-merged"), 1);
    EXPECT_EQ(result.value().tree.friction[0], leader.kind);
    EXPECT_EQ(result.value().parameters.drive[0].coulomb, leader.coulomb + 3 * follower.coulomb);
    EXPECT_EQ(result.value().parameters.drive[0].width, leader.width);
  }
}

// A rotor behind a gear turns faster by the ratio, and so is felt with its square.
TEST(RotorInertia, IsFeltWithTheSquareOfTheGearRatio) {
  Random random(11);
  robot::Description geared = random_description(random, {.joints = 3, .drives = false}), direct = geared;
  geared.joints[1].drive.rotor_inertia = 0.002;
  geared.joints[1].drive.gear_ratio = 50;
  direct.joints[1].drive.motor_inertia = 0.002 * 50 * 50;
  const State<double> x = random_state(random, assembled(direct));
  expect_equal(torque(assembled(geared), x), torque(assembled(direct), x));
}

// Twice the speed with four times the acceleration and gravity: the same path at twice the pace.
TEST(RigidTorque, GrowsWithTheSquareOfThePace) {
  Random random(7);
  Robot robot = random_robot(random, {.joints = 7, .tree = true});
  State<double> x = random_state(random, robot, false);
  std::vector<double> slow = rigid_torque(robot, x);
  for (double& v : x.qd) v *= 2;
  for (double& a : x.qdd) a *= 4;
  robot.parameters.gravity = 4.0 * robot.parameters.gravity;
  for (double& t : slow) t *= 4;
  expect_equal(slow, rigid_torque(robot, x));
}

TEST(RigidTorque, DoesNotSeeATurnOfTheWorldNorThePlaceOfAFloatingBase) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Robot robot = random_robot(random, {.joints = 6, .tree = true, .floating = true});
    const State<double> x = random_state(random, robot), other = random_state(random, robot);
    Robot turned = robot;
    State<double> y = x;
    y.base.X_wb = {other.base.X_wb.R * x.base.X_wb.R, other.base.X_wb.p};
    turned.parameters.gravity = other.base.X_wb.R * robot.parameters.gravity;
    expect_equal(rigid_torque(robot, x), rigid_torque(turned, y));
  }
}

// Gravity is an acceleration of the base the other way.
TEST(RigidTorque, VanishesInFreeFall) {
  Random random(3);
  const Robot robot = random_robot(random, {.joints = 6, .tree = true, .floating = true});
  State<double> x = at_rest(random_state(random, robot));
  x.base.acceleration.linear = transposed_times(x.base.X_wb.R, robot.parameters.gravity);
  for (const double t : rigid_torque(robot, x)) EXPECT_NEAR(t, 0.0, 1e-11);
}

}  // namespace
}  // namespace tauforge::tests
