#include "tauforge/robot/validate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tauforge/files/robot_toml.h"
#include "tauforge/robot/assemble.h"
#include "tauforge/robot/pseudo_inertia_matrix.h"
#include "tests/support/random_robot.h"

namespace tauforge::tests {
namespace {

using namespace robot;

InertialDescription body(double mass, Vector centre, Tensor inertia) {
  InertialDescription b;
  b.mass.value = mass;
  b.centre.value = centre;
  b.inertia.value = inertia;
  return b;
}

Description arm(const InertialDescription& inertial) {
  Description d;
  d.name = "arm";
  d.links = {{{"base", {}}, {}}, {{"rod", {}}, inertial}};
  JointDescription hinge;
  hinge.name.value = "hinge";
  hinge.parent.value = "base";
  hinge.child.value = "rod";
  d.joints = {hinge};
  return d;
}

std::vector<std::string> codes(const diagnostic::Findings& findings) {
  std::vector<std::string> list;
  for (const auto& finding : findings) list.push_back(finding.code);
  return list;
}
using Codes = std::vector<std::string>;

TEST(Validate, AcceptsTheBodiesOfTextbooks) {
  EXPECT_EQ(inertia_fault(body(2, {0, 0, 0.3}, {})), InertiaFault::none) << "point mass";
  EXPECT_EQ(inertia_fault(body(3, {0, 0.5, 0}, {0.25, 0, 0.25, 0, 0, 0})), InertiaFault::none) << "thin rod";
  EXPECT_EQ(inertia_fault(body(1, {}, {0.333, 0.333, 0.667, 0, 0, 0})), InertiaFault::none)
      << "thin plate in three digits";
  EXPECT_EQ(inertia_fault(body(5, {}, {2, 2, 2, 0, 0, 0})), InertiaFault::none) << "sphere";
  EXPECT_EQ(inertia_fault(body(0, {}, {})), InertiaFault::none) << "nothing at all";
}

TEST(Validate, AcceptsEverySumOfPointMasses) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    Inertia<double> sum;
    for (int i = random.integer(1, 5); i > 0; --i) {
      const double m = random.uniform(0.01, 10);
      const Vector p = random.vector(1.0);
      sum = sum + Inertia<double>{m, m * p, m * spatial::point_inertia(p)};
    }
    InertialDescription b = body(sum.m, sum.h, sum.I);
    b.centre_is_first_moment = true;
    b.about = InertiaAbout::frame_origin;
    EXPECT_EQ(inertia_fault(b), InertiaFault::none);
    EXPECT_GE(symmetric_eigen(pseudo_inertia(sum)).smallest(), -1e-12 * (1 + sum.m));
    const Inertia<double> back = moments_of(pseudo_inertia(sum));
    EXPECT_NEAR(back.I.xx, sum.I.xx, 1e-13 * sum.I.xx + 1e-15);
    EXPECT_NEAR(back.I.yz, sum.I.yz, 1e-13 * sum.I.zz + 1e-15);
  }
}

TEST(Validate, NamesTheRuleThatABodyBreaks) {
  EXPECT_EQ(inertia_fault(body(-1, {}, {})), InertiaFault::mass_negative);
  EXPECT_EQ(inertia_fault(body(0, {}, {0, 0, 0.35, 0, 0, 0})), InertiaFault::massless_moments);
  EXPECT_EQ(inertia_fault(body(1, {}, {1, 1, 1, 2, 0, 0})), InertiaFault::inertia_not_positive);
  // link 3 of the PUMA 560 as published: 0.066 + 0.0125 < 0.086   [AKB86]
  EXPECT_EQ(inertia_fault(body(4.8, {0, -0.07, 0.014}, {0.066, 0.0125, 0.086, 0, 0, 0})),
            InertiaFault::triangle_inequality);
  EXPECT_EQ(inertia_fault(body(4.8, {0, -0.07, 0.014}, {0.066, 0.0125, 0.0785, 0, 0, 0})), InertiaFault::none);
}

TEST(Validate, JudgesTheTensorAboutTheCentreWhereverItIsWritten) {
  // about the origin this tensor looks fine; the mass at 1 m already takes 2 of its 1.5
  InertialDescription b = body(2, {1, 0, 0}, {1.5, 1.5, 1.5, 0, 0, 0});
  b.about = InertiaAbout::frame_origin;
  EXPECT_EQ(inertia_fault(b), InertiaFault::inertia_not_positive);
  b.about = InertiaAbout::centre_of_mass;
  EXPECT_EQ(inertia_fault(b), InertiaFault::none);
  b.rpy.value = {0.3, -0.4, 1.1};  // turning the axes changes nothing
  EXPECT_EQ(inertia_fault(b), InertiaFault::none);
}

TEST(Validate, WarnsOfPhysicalBodiesAndNotesBaseParameters) {
  Description d = arm(body(1, {}, {1, 1, 3, 0, 0, 0}));
  auto findings = validate(d);
  ASSERT_EQ(codes(findings), Codes{"triangle-inequality"});
  EXPECT_EQ(findings[0].severity, diagnostic::Severity::warning);
  d.meaning = Meaning::base;
  findings = validate(d);
  ASSERT_EQ(codes(findings), Codes{"triangle-inequality"});
  EXPECT_EQ(findings[0].severity, diagnostic::Severity::note);
}

TEST(Validate, CallsANegativeMassAnErrorUnlessItIsABaseParameter) {
  Description d = arm(body(-1, {}, {}));
  EXPECT_TRUE(diagnostic::has_error(validate(d)));
  d.meaning = Meaning::base;
  EXPECT_FALSE(diagnostic::has_error(validate(d)));
}

TEST(Validate, SuspectsWrongUnits) {
  EXPECT_EQ(codes(validate(arm(body(2e5, {}, {})))), Codes{"magnitude-absurd"});
  EXPECT_EQ(codes(validate(arm(body(1e-9, {}, {})))), Codes{"magnitude-absurd"});
  EXPECT_EQ(codes(validate(arm(body(1, {68, 6, -16}, {})))), Codes{"magnitude-absurd"});              // mm
  EXPECT_EQ(codes(validate(arm(body(1, {}, {2e4, 2e4, 2e4, 0, 0, 0})))), Codes{"magnitude-absurd"});  // kg mm^2
  Description d = arm(body(1, {}, {}));
  d.joints[0].placement.xyz.value = {431.8, 0, 0};
  EXPECT_EQ(codes(validate(d)), Codes{"magnitude-absurd"});
  d = arm(body(1, {}, {}));
  d.joints[0].placement.convention = Convention::modified_dh;
  d.joints[0].placement.alpha.value = -90;
  EXPECT_EQ(codes(validate(d)), Codes{"magnitude-absurd"});
  d = arm(body(1, {}, {}));
  d.gravity = {0, 0, -9810};
  EXPECT_EQ(codes(validate(d)), Codes{"magnitude-absurd"});
}

TEST(Validate, MissesTheMassOfAMovingBodyAndSeesItBehindFixedJoints) {
  Description d = arm(body(1, {}, {}));
  d.links.push_back({{"tool", {}}, {}});
  JointDescription mount = d.joints[0];
  mount.name.value = "mount";
  mount.parent.value = "rod";
  mount.child.value = "tool";
  d.joints.push_back(mount);
  EXPECT_EQ(codes(validate(d)), Codes{"no-inertial"});
  d.joints[1].kind = JointKind::fixed;
  EXPECT_EQ(codes(validate(d)), Codes{});
  d.links[1].inertial.reset();
  d.links[2].inertial = body(1, {}, {});
  EXPECT_EQ(codes(validate(d)), Codes{}) << "the tool, fixed to the rod, gives the body its mass";
  d.links[2].inertial.reset();
  EXPECT_EQ(codes(validate(d)), Codes{"kinematics-only"});
}

TEST(Validate, WarnsOfLimitsAndDrivesThatCannotBeMeant) {
  Description d = arm(body(1, {}, {}));
  auto& joint = d.joints[0];
  joint.limits.lower = 1.0;
  joint.limits.upper = -1.0;
  joint.limits.velocity = -2.0;
  joint.drive.motor_inertia = -0.1;
  joint.drive.friction.viscous = -0.1;
  EXPECT_EQ(codes(validate(d)),
            (Codes{"limits-reversed", "limit-negative", "motor-inertia-negative", "friction-negative"}));
}

TEST(Validate, WarnsWhenGravityLeavesTheDirectionsOfIdentification) {
  Description d = arm(body(1, {}, {}));
  d.gravity_directions = {{0, 0, -1}};
  EXPECT_EQ(codes(validate(d)), Codes{});
  d.gravity = {0, -9.81, 0};
  EXPECT_EQ(codes(validate(d)), Codes{"gravity-outside"});
}

TEST(Validate, FindsInTheFolderOfRobotsWhatTheirFilesAdmit) {
  const std::map<std::string, Codes> expected = {
      // notes, since these are base parameters
      {"puma260",
       {"massless-moments", "inertia-not-positive", "no-inertial", "no-inertial", "no-inertial", "no-inertial"}},
      {"puma560", {"massless-moments", "triangle-inequality"}},
      {"puma_valera", {}},
      {"renaud6r", {}},
      {"stanford", {}},
      {"sixr_angeles", {"triangle-inequality"}},
      {"sixr_angeles_distal", {"triangle-inequality"}},
      {"rx90", {}},
      {"scara", {}},
      {"panda", {}},
      {"ur10e", {"triangle-inequality"}}};
  for (const auto& [name, findings] : expected) {
    const auto source = files::read_source(TAUFORGE_SOURCE_DIR "/robots/" + name + ".toml");
    ASSERT_TRUE(source.ok()) << name;
    const auto robot = files::read_robot_toml(source.value());
    ASSERT_TRUE(robot.ok()) << name;
    EXPECT_TRUE(robot.findings().empty()) << name << ": " << diagnostic::to_text(robot.findings().front());
    EXPECT_EQ(codes(validate(robot.value())), findings) << name;
    const auto assembled = assemble(robot.value());
    EXPECT_TRUE(assembled.ok()) << name;
  }
}

}  // namespace
}  // namespace tauforge::tests
