// Forward dynamics undoes inverse dynamics.
#include <gtest/gtest.h>

#include "tests/support/random_robot.h"
#include "tests/support/values.h"

namespace tauforge::tests {
namespace {

double condition(const Matrix& M) {
  const Eigen::VectorXd values = Eigen::SelfAdjointEigenSolver<Matrix>(M).eigenvalues();
  return values.maxCoeff() / values.minCoeff();
}

void expect_inverse(const robot::Robot& robot, const State<double>& x) {
  const std::vector<double> tau = torque(robot, x);
  const Eigen::VectorXd qdd = accelerations(robot, x);
  const double tolerance = 1e-12 * condition(mass_matrix(robot, x.q)) * qdd.cwiseAbs().maxCoeff();
  for (const auto& entry : dynamics::forward_dynamics_catalogue()) {
    if (!entry.suits(robot.tree)) continue;
    const std::vector<double> back = acceleration(robot, x, tau, entry.method);
    EXPECT_LT((as_vector(back) - qdd).cwiseAbs().maxCoeff(), tolerance) << entry.name;
  }
}

TEST(ForwardDynamics, UndoesInverseDynamicsOnSerialRobots) {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = random_robot(random, {.joints = 1 + static_cast<int>(seed % 10)});
    expect_inverse(robot, random_state(random, robot));
    if (HasFailure()) break;
  }
}

TEST(ForwardDynamics, UndoesInverseDynamicsOnTreesAndFloatingBases) {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot =
        random_robot(random, {.joints = 1 + static_cast<int>(seed % 12), .tree = true, .floating = seed % 2 == 0});
    expect_inverse(robot, random_state(random, robot));
    if (HasFailure()) break;
  }
}

TEST(ForwardDynamics, UndoesInverseDynamicsBehindATransmission) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = random_robot(random, {.joints = 1 + static_cast<int>(seed % 7),
                                                     .tree = seed % 2 == 0,
                                                     .floating = seed % 5 == 0,
                                                     .transmission = true});
    expect_inverse(robot, random_state(random, robot));
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace tauforge::tests
