// All formulations of inverse dynamics say the same.
#include <gtest/gtest.h>

#include "tauforge/dynamics/catalogue.h"
#include "tauforge/functions/instances.h"
#include "tests/support/random_robot.h"

namespace tauforge::tests {
namespace {

using dynamics::InverseDynamics;

std::vector<double> torque(InverseDynamics method, const robot::Robot& robot, const dynamics::State<double>& x) {
  return functions::DriveDynamics<double>(robot.tree, robot.parameters, {.inverse_dynamics = method}).torques(x);
}

void expect_agreement(const robot::Robot& robot, const dynamics::State<double>& x) {
  const std::vector<double> expected = torque(InverseDynamics::newton_euler, robot, x);
  const double scale = largest(expected);
  for (const auto& entry : dynamics::inverse_dynamics_catalogue()) {
    if (!entry.suits(robot.tree)) continue;
    const std::vector<double> tau = torque(entry.method, robot, x);
    for (std::size_t i = 0; i < tau.size(); ++i)
      EXPECT_NEAR(tau[i], expected[i], 1e-12 * scale) << entry.name << ", row " << i;
  }
}

void expect_agreement_on_serial_robots(unsigned first, unsigned last) {
  for (unsigned seed = first; seed <= last && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = random_robot(random, {.joints = 1 + static_cast<int>(seed % 10)});
    expect_agreement(robot, random_state(random, robot));
  }
}

void expect_agreement_on_trees(unsigned first, unsigned last) {
  for (unsigned seed = first; seed <= last && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot =
        random_robot(random, {.joints = 1 + static_cast<int>(seed % 12), .tree = true, .floating = seed % 3 == 0});
    expect_agreement(robot, random_state(random, robot));
  }
}

TEST(InverseDynamics, AllFormulationsAgreeOnRandomSerialRobots) { expect_agreement_on_serial_robots(1, 1000); }
TEST(InverseDynamics, FormulationsForTreesAgreeOnRandomTrees) { expect_agreement_on_trees(1, 300); }

// The same on robots that the daily run does not see; tests of suites named ...Long have the label `long`.
TEST(InverseDynamicsLong, AllFormulationsAgreeOnRandomSerialRobots) { expect_agreement_on_serial_robots(1001, 20000); }
TEST(InverseDynamicsLong, FormulationsForTreesAgreeOnRandomTrees) { expect_agreement_on_trees(301, 20000); }

TEST(InverseDynamics, FormulationsAgreeBehindATransmission) {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = random_robot(random, {.joints = 1 + static_cast<int>(seed % 7), .transmission = true});
    expect_agreement(robot, random_state(random, robot));
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace tauforge::tests
