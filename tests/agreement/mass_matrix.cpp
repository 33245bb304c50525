// The mass matrix: what it is, and that all formulations of it say the same.
#include <gtest/gtest.h>

#include "tauforge/dynamics/instances/numbers.h"
#include "tests/support/random_robot.h"
#include "tests/support/values.h"

namespace tauforge::tests {
namespace {

// Serial chains, trees, floating trees and transmissions, by turns.
robot::Robot any_robot(Random& random, unsigned seed) {
  return random_robot(random, {.joints = 1 + static_cast<int>(seed % 9),
                               .tree = seed % 4 != 0,
                               .floating = seed % 4 == 2,
                               .transmission = seed % 4 == 3});
}

TEST(MassMatrix, ItsColumnsAreTorquesOfUnitAccelerations) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    robot::Robot robot = any_robot(random, seed);
    robot.parameters.gravity = {};
    for (auto& drive : robot.parameters.drive) drive.offset = 0;  // the only friction of a drive at rest
    State<double> x = at_rest(random_state(random, robot));
    const Matrix M = mass_matrix(robot, x.q);
    auto& a = x.base.acceleration;
    double* base[] = {&a.linear.x, &a.linear.y, &a.linear.z, &a.angular.x, &a.angular.y, &a.angular.z};
    for (Eigen::Index j = 0; j < M.cols(); ++j) {
      const int joint = static_cast<int>(j) - dynamics::base_rows(robot.tree);
      double& unit = joint < 0 ? *base[j] : x.qdd[joint];
      unit = 1;
      EXPECT_LT((as_vector(torque(robot, x)) - M.col(j)).cwiseAbs().maxCoeff(), 1e-12 * M.cwiseAbs().maxCoeff());
      unit = 0;
    }
    if (HasFailure()) break;
  }
}

TEST(MassMatrix, AllFormulationsAgree) {
  for (unsigned seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = any_robot(random, seed);
    const State<double> x = random_state(random, robot);
    const Matrix M = mass_matrix(robot, x.q);
    for (const auto& entry : dynamics::mass_matrix_catalogue()) {
      if (!entry.suits(robot.tree)) continue;
      const Matrix other = mass_matrix(robot, x.q, entry.method);
      EXPECT_LT((other - M).cwiseAbs().maxCoeff(), 1e-12 * M.cwiseAbs().maxCoeff()) << entry.name;
    }
    if (HasFailure()) break;
  }
}

TEST(MassMatrix, IsSymmetricAndPositiveDefiniteForPhysicalLinks) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = any_robot(random, seed);
    const State<double> x = random_state(random, robot);
    for (const auto& entry : dynamics::mass_matrix_catalogue()) {
      if (!entry.suits(robot.tree)) continue;
      const Matrix M = rigid_mass_matrix(robot, joint_state(robot, x).q, entry.method);
      EXPECT_LT((M - M.transpose()).cwiseAbs().maxCoeff(), 1e-13 * M.cwiseAbs().maxCoeff()) << entry.name;
      EXPECT_GT(Eigen::SelfAdjointEigenSolver<Matrix>(M).eigenvalues().minCoeff(), 0.0) << entry.name;
    }
    if (HasFailure()) break;
  }
}

TEST(MassMatrix, GivesTheKineticEnergyOfTheBodies) {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = any_robot(random, seed);
    const State<double> x = joint_state(robot, random_state(random, robot));
    dynamics::EnergyWorkspace<double> workspace;
    const double T = dynamics::kinetic_energy<double>(robot.tree, robot.parameters, x, workspace);
    const Eigen::VectorXd v = velocities(robot, x);
    EXPECT_NEAR(0.5 * v.dot(rigid_mass_matrix(robot, x.q) * v), T, 1e-12 * T);
  }
}

}  // namespace
}  // namespace tauforge::tests
