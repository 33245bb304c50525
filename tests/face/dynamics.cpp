// The face: what is computed, what is refused, and that nothing is allocated on the way.
#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/tauforge.h"
#include "tests/support/counting/counted_allocation.h"

namespace tauforge {
namespace {

Robot robot_named(const std::string& name, const LoadOptions& options = {}) {
  auto robot = load(std::string(TAUFORGE_SOURCE_DIR) + "/" + name, options);
  EXPECT_TRUE(robot.ok()) << name;
  return robot.take();
}

// m g l sin q of tests/install/pendulum.toml: 2 kg at 0.3 m, 0.01 kg m^2 about the centre.
TEST(Face, KnowsAPendulum) {
  const Robot robot = robot_named("tests/install/pendulum.toml");
  EXPECT_EQ(robot.name(), "pendulum");
  EXPECT_EQ(robot.nq(), 1u);
  EXPECT_EQ(robot.nv(), 1u);
  EXPECT_EQ(robot.drives(), std::vector<std::string>{"hinge"});
  Dynamics dynamics(robot);
  const std::vector<double> q{0.5}, qd{0.0}, qdd{3.0};
  std::vector<double> tau(1), M(1), back(1);
  EXPECT_EQ(dynamics.mass_matrix(q, M), Status::fine);
  EXPECT_NEAR(M[0], 0.01 + 2 * 0.09, 1e-15);
  EXPECT_EQ(dynamics.inverse_dynamics(q, qd, qdd, tau), Status::fine);
  EXPECT_NEAR(tau[0], 0.19 * 3.0 + 2 * 9.81 * 0.3 * std::sin(0.5), 1e-14);
  EXPECT_EQ(dynamics.forward_dynamics(q, qd, tau, back), Status::fine);
  EXPECT_NEAR(back[0], 3.0, 1e-13);
  // one more kilogram at 0.5 m, 0.02 kg m^2 about its own centre
  dynamics.set_payload({.mass = 1.0, .centre = {0, 0, -0.5}, .inertia = {0.02, 0.02, 0.02, 0, 0, 0}});
  dynamics.mass_matrix(q, M), dynamics.gravity(q, tau);
  EXPECT_NEAR(M[0], 0.19 + 0.02 + 0.25, 1e-15);
  EXPECT_NEAR(tau[0], (2 * 0.3 + 1 * 0.5) * 9.81 * std::sin(0.5), 1e-14);
  dynamics.set_payload({});
  dynamics.set_gravity({0, 0, -1.62});
  dynamics.gravity(q, tau);
  EXPECT_NEAR(tau[0], 2 * 1.62 * 0.3 * std::sin(0.5), 1e-15);
}

TEST(Face, RefusesWhatDoesNotFitAndSaysSo) {
  Dynamics dynamics(robot_named("robots/panda.toml"));
  std::vector<double> seven(7, 0.1), six(6, 0.1), tau(7, 1.0);
  EXPECT_EQ(dynamics.gravity(six, tau), Status::wrong_size);
  for (const double value : tau) EXPECT_TRUE(std::isnan(value));
  EXPECT_EQ(dynamics.gravity(seven, six), Status::wrong_size);
  EXPECT_EQ(dynamics.inverse_dynamics(seven, six, seven, tau), Status::wrong_size);
  EXPECT_EQ(dynamics.compute("inverse_dynamics", {seven, seven, seven, {}, six}, tau), Status::fine);
  EXPECT_EQ(dynamics.compute("inverse_dynamics", {seven, seven, seven, {}, seven}, tau), Status::wrong_size);
  EXPECT_EQ(dynamics.compute("gravitiy", {seven}, tau), Status::not_available);
  EXPECT_EQ(dynamics.why_not("gravitiy"), "there is no function 'gravitiy'");
  EXPECT_EQ(dynamics.size("gravity"), 7u);
  EXPECT_EQ(dynamics.size("nothing"), 0u);
  std::vector<double> D(49), DI(7), short_DI(6);
  EXPECT_EQ(dynamics.coefficients(seven, D, DI), Status::fine);
  EXPECT_EQ(dynamics.coefficients(seven, D, short_DI), Status::wrong_size);
  EXPECT_TRUE(std::isnan(D[0]));

  Dynamics floating(robot_named("robots/panda.toml", {.floating = true}));
  EXPECT_EQ(floating.size("coriolis_matrix"), 0u);
  EXPECT_NE(floating.why_not("coriolis_matrix").find("fixed base"), std::string::npos);
  EXPECT_EQ(floating.size("gravity"), 13u);
  std::vector<double> q(14, 0.0), g(13);
  EXPECT_EQ(floating.gravity(q, g), Status::no_rotation);
  EXPECT_TRUE(std::isnan(g[0]));
  q[6] = 1.0 + 1e-6;  // rounding
  EXPECT_EQ(floating.gravity(q, g), Status::fine);
  const Dynamics lost(robot_named("robots/panda.toml"), {.link = "no_such_link"});
  EXPECT_EQ(lost.size("jacobian"), 0u);
  EXPECT_EQ(lost.why_not("jacobian"), "the robot has no link 'no_such_link'");
}

TEST(Face, TakesNoMemoryAfterConstruction) {
  EXPECT_GT(tests::allocations(), 0u) << "the counter counts";
  for (const bool floating : {false, true}) {
    const Robot robot = robot_named("robots/puma560.toml", {.floating = floating});
    Dynamics dynamics(robot);
    std::vector<double> q(robot.nq(), 0.0), qd(robot.nv(), 0.3), wrench(6, 1.0);
    if (floating) q[6] = 1.0;
    for (const auto& info : function_catalogue()) {
      std::vector<double> out(dynamics.size(info.name));
      if (out.empty()) continue;
      const auto before = tests::allocations();
      const Status status = dynamics.compute(info.name, {q, qd, qd, qd, wrench}, out);
      EXPECT_EQ(tests::allocations() - before, 0u) << info.name;
      EXPECT_EQ(status, Status::fine) << info.name;
    }
    const auto before = tests::allocations();
    dynamics.set_payload({.mass = 1.0});
    dynamics.set_gravity({0, 0, -9.8});
    dynamics.inverse_dynamics(q, qd, qd, qd);
    EXPECT_EQ(tests::allocations() - before, 0u);
  }
}

TEST(Face, TellsASingularMassMatrix) {
  const Robot robot = robot_named("tests/face/massless_tip.urdf");
  Dynamics dynamics(robot);
  const std::vector<double> q(2, 0.1);
  std::vector<double> qdd(2);
  EXPECT_EQ(dynamics.forward_dynamics(q, q, q, qdd), Status::singular);
  EXPECT_TRUE(std::isnan(qdd[0]));
  EXPECT_EQ(dynamics.inverse_dynamics(q, q, q, qdd), Status::fine);
  EXPECT_STREQ(to_text(Status::singular), "finite torques cannot move the robot where it stands");
}

TEST(Face, ReportsEveryFindingOfAFile) {
  const auto missing = load("no/such/file.urdf");
  ASSERT_FALSE(missing.ok());
  EXPECT_FALSE(missing.findings().empty());
  for (const auto& finding : load("no/such/file.urdf").findings())  // of a temporary
    EXPECT_NE(to_text(finding).find("no/such/file.urdf"), std::string::npos);
}

}  // namespace
}  // namespace tauforge
