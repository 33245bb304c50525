#include "tauforge/robot/repair.h"

#include <gtest/gtest.h>

#include "tauforge/robot/moments.h"
#include "tauforge/robot/pseudo_inertia_matrix.h"
#include "tauforge/robot/validate.h"
#include "tests/support/random_robot.h"

namespace tauforge::tests {
namespace {

using namespace robot;

Description single(const InertialDescription& inertial) {
  Description d;
  d.links = {{{"rod", {}}, inertial}};
  return d;
}

InertialDescription random_inertial(Random& random) {
  InertialDescription b;
  b.mass.value = random.chance(0.3) ? 0.0 : random.chance(0.2) ? -random.uniform(0.1, 2) : random.uniform(0.1, 20);
  b.centre.value = random.vector(0.4);
  b.centre_is_first_moment = random.chance(0.5);
  b.about = random.chance(0.5) ? InertiaAbout::frame_origin : InertiaAbout::centre_of_mass;
  b.inertia.value = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1),
                     random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
  if (random.chance(0.5)) b.rpy.value = random.vector(3.0);
  return b;
}

TEST(Repair, LeavesValidDescriptionsAlone) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Description d = random_description(random, {});
    const Repaired repaired = repair(d);
    EXPECT_TRUE(repaired.changes.empty());
    EXPECT_TRUE(same_content(repaired.description, d));
  }
}

TEST(Repair, MakesEveryBodyPossibleAndSaysSo) {
  for (unsigned seed = 1; seed <= 500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const InertialDescription old = random_inertial(random);
    const Repaired repaired = repair(single(old));
    const InertialDescription& fresh = *repaired.description.links[0].inertial;
    EXPECT_EQ(inertia_fault(fresh), InertiaFault::none);
    const Inertia<double> b = moments(fresh);
    EXPECT_GT(b.m, 0.0);
    EXPECT_GE(symmetric_eigen(pseudo_inertia(b)).smallest(), -1e-9 * symmetric_eigen(pseudo_inertia(b)).magnitude());
    EXPECT_EQ(repaired.changes.empty(), inertia_fault(old) == InertiaFault::none);
    EXPECT_TRUE(repair(repaired.description).changes.empty()) << "a second repair finds nothing to do";
    if (old.mass.value > 0.0) {
      EXPECT_EQ(fresh.mass, old.mass);
      EXPECT_EQ(fresh.centre, old.centre);
    }
  }
}

TEST(Repair, FindsTheNearestInertia) {
  // principal moments 1, 1, 3: Sigma = (1.5, 1.5, -0.5); the nearest has 0 (up to the floor) for -0.5,
  // so the moments become 1.5, 1.5, 3
  InertialDescription b;
  b.mass.value = 2;
  b.inertia.value = {1, 1, 3, 0, 0, 0};
  const Tensor I = repair(single(b)).description.links[0].inertial->inertia.value;
  EXPECT_NEAR(I.xx, 1.5, 1e-5);
  EXPECT_NEAR(I.yy, 1.5, 1e-5);
  EXPECT_NEAR(I.zz, 3.0, 1e-5);
}

TEST(Repair, KeepsTheInertiaAboutTheAxisOfAMasslessFirstLink) {
  InertialDescription b;  // link 1 of the PUMA 560   [AKB86]
  b.inertia.value = {0, 0, 0.35, 0, 0, 0};
  const Repaired repaired = repair(single(b));
  EXPECT_NEAR(repaired.description.links[0].inertial->inertia.value.zz, 0.35, 1e-3);
  ASSERT_EQ(repaired.changes.size(), 2u);
  EXPECT_EQ(repaired.changes[0].code, "repaired-mass");
  EXPECT_EQ(repaired.changes[1].code, "repaired-inertia");
  EXPECT_NE(repaired.changes[1].message.find("[0, 0, 0.35, 0, 0, 0] becomes"), std::string::npos);
}

TEST(Repair, LeavesBaseParametersAloneAndSaysSo) {
  InertialDescription b;
  b.inertia.value = {0, 0, 0.35, 0, 0, 0};
  Description d = single(b);
  d.meaning = Meaning::base;
  const Repaired repaired = repair(d);
  EXPECT_TRUE(same_content(repaired.description, d));
  ASSERT_EQ(repaired.changes.size(), 1u);
  EXPECT_EQ(repaired.changes[0].code, "repair-skipped");
}

TEST(Repair, ExchangesLimitsAndClearsNegativeFriction) {
  Description d;
  JointDescription joint;
  joint.limits.lower = 2.0;
  joint.limits.upper = -1.0;
  joint.drive.friction.coulomb = -0.5;
  joint.drive.motor_inertia = -0.5;
  d.joints = {joint};
  const Repaired repaired = repair(d);
  EXPECT_EQ(repaired.changes.size(), 3u);
  EXPECT_EQ(repaired.description.joints[0].limits.lower, -1.0);
  EXPECT_EQ(repaired.description.joints[0].limits.upper, 2.0);
  EXPECT_EQ(repaired.description.joints[0].drive.friction.coulomb, 0.0);
  EXPECT_EQ(repaired.description.joints[0].drive.motor_inertia, 0.0);
}

}  // namespace
}  // namespace tauforge::tests
