// Inverse dynamics is linear in the parameters: Y pi = tau.
#include <gtest/gtest.h>

#include "tests/support/random_robot.h"
#include "tests/support/values.h"

namespace tauforge::tests {
namespace {

void append_moments(const spatial::Inertia<double>& b, std::vector<double>& pi) {
  for (const double moment : {b.m, b.h.x, b.h.y, b.h.z, b.I.xx, b.I.yy, b.I.zz, b.I.xy, b.I.yz, b.I.xz})
    pi.push_back(moment);
}

// The ten moments of every body about and along the file's own link frames.
std::vector<double> parameters_of(const robot::Robot& robot) {
  std::vector<double> pi;
  if (robot.tree.floating) append_moments(robot.parameters.base, pi);
  for (std::size_t i = 0; i < robot.parameters.body.size(); ++i)
    append_moments(moved(inverse(robot.parameters.link_frame[i]), robot.parameters.body[i]), pi);
  return pi;
}

// The same, followed by those of the drives.
std::vector<double> all_parameters_of(const robot::Robot& robot) {
  std::vector<double> pi = parameters_of(robot);
  for (std::size_t j = 0; j < robot.parameters.drive.size(); ++j) {
    const auto& d = robot.parameters.drive[j];
    pi.insert(pi.end(), {d.inertia, d.coulomb, d.viscous, d.offset});
    if (robot.tree.friction[j] == robot::FrictionKind::stribeck) pi.push_back(d.static_level);
  }
  return pi;
}

TEST(Regressor, TimesAllParametersIsTheTorqueOfTheDrivesBehindAnyTransmission) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = random_robot(random, {.joints = 1 + static_cast<int>(seed % 8),
                                                     .tree = seed % 2 == 0,
                                                     .floating = seed % 3 == 0,
                                                     .transmission = seed % 5 == 0});
    const State<double> x = random_state(random, robot, false);
    const std::vector<double> tau = torque(robot, x, dynamics::InverseDynamics::newton_euler);
    const Eigen::VectorXd product = regressor_with_drives(robot, x) * as_vector(all_parameters_of(robot));
    EXPECT_LT((product - as_vector(tau)).cwiseAbs().maxCoeff(), 1e-12 * largest(tau));
    if (HasFailure()) break;
  }
}

TEST(Regressor, TimesTheParametersIsTheTorque) {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = random_robot(
        random, {.joints = 1 + static_cast<int>(seed % 10), .tree = seed % 2 == 0, .floating = seed % 4 == 0});
    const State<double> x = random_state(random, robot, false);
    const std::vector<double> tau = rigid_torque(robot, x);
    const Eigen::VectorXd product = regressor(robot, x) * as_vector(parameters_of(robot));
    EXPECT_LT((product - as_vector(tau)).cwiseAbs().maxCoeff(), 1e-12 * largest(tau));
    if (HasFailure()) break;
  }
}

// Y is made of motion alone: the same for a robot with other links on the same joints.
TEST(Regressor, DoesNotDependOnTheParameters) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    robot::Robot robot = random_robot(random, {.joints = 6, .tree = true, .floating = seed % 2 == 0});
    const State<double> x = random_state(random, robot);
    const Matrix Y = regressor(robot, x);
    for (auto& body : robot.parameters.body) body = body + body;
    robot.parameters.base = robot.parameters.base + robot.parameters.base;
    EXPECT_EQ(Y, regressor(robot, x));
  }
}

}  // namespace
}  // namespace tauforge::tests
