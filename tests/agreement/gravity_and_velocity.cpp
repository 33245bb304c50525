// What is left of inverse dynamics when nothing accelerates: gravity and velocity torques, the Coriolis matrix.
#include <gtest/gtest.h>

#include "tauforge/dynamics/instances/numbers.h"
#include "tests/support/dual_state.h"
#include "tests/support/random_robot.h"
#include "tests/support/values.h"

namespace tauforge::tests {
namespace {

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  return (as_vector(a) - as_vector(b)).cwiseAbs().maxCoeff();
}

TEST(GravityTorque, IsTheGradientOfPotentialEnergy) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = random_robot(random, {.joints = 1 + static_cast<int>(seed % 10), .tree = seed % 2 == 0});
    const State<double> x = random_state(random, robot);
    const std::vector<double> tau = gravity_torque(robot, x);
    dynamics::EnergyWorkspace<Dual> workspace;
    for (std::size_t j = 0; j < tau.size(); ++j) {
      std::vector<double> direction(tau.size(), 0.0);
      direction[j] = 1;
      State<Dual> state;
      state.q = along(x.q, direction);
      const Dual V = dynamics::potential_energy<Dual>(robot.tree, as_dual(robot.parameters), state, workspace);
      EXPECT_NEAR(tau[j], V.derivative, 1e-12 * largest(tau)) << "joint " << j;
    }
    if (HasFailure()) break;
  }
}

TEST(GravityTorque, IsInverseDynamicsAtRest) {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = random_robot(
        random, {.joints = 1 + static_cast<int>(seed % 10), .tree = seed % 2 == 0, .floating = seed % 4 == 0});
    const State<double> x = at_rest(random_state(random, robot));
    const std::vector<double> tau = gravity_torque(robot, x);
    EXPECT_LT(largest_difference(tau, rigid_torque(robot, x)), 1e-12 * largest(tau));
    if (HasFailure()) break;
  }
}

TEST(VelocityTorque, IsInverseDynamicsWithoutAccelerationAndGravity) {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    robot::Robot robot = random_robot(random, {.joints = 1 + static_cast<int>(seed % 10)});
    State<double> x = random_state(random, robot, seed % 2 == 0);
    x.qdd.assign(x.q.size(), 0.0);
    const std::vector<double> h = velocity_torque(robot, x);
    robot.parameters.gravity = {};
    EXPECT_LT(largest_difference(h, rigid_torque(robot, x)), 1e-12 * largest(h, 1e-6));
    if (HasFailure()) break;
  }
}

TEST(CoriolisMatrix, TimesTheVelocitiesIsTheVelocityTorque) {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    robot::Robot robot = random_robot(random, {.joints = 1 + static_cast<int>(seed % 8), .tree = seed % 2 == 0});
    State<double> x = random_state(random, robot, false);
    x.qdd.assign(x.q.size(), 0.0);
    robot.parameters.gravity = {};
    const std::vector<double> h = rigid_torque(robot, x);
    const Eigen::VectorXd product = coriolis_matrix(robot, x) * as_vector(x.qd);
    EXPECT_LT((product - as_vector(h)).cwiseAbs().maxCoeff(), 1e-11 * largest(h, 1e-3));
    if (HasFailure()) break;
  }
}

TEST(CoriolisMatrix, MakesMdotMinusTwoCSkew) {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = random_robot(random, {.joints = 1 + static_cast<int>(seed % 8), .tree = seed % 2 == 0});
    const State<double> x = random_state(random, robot, false);
    const std::size_t n = x.q.size();
    std::vector<Dual> M(n * n);
    dynamics::CompositeBodyWorkspace<Dual> workspace;
    dynamics::composite_body<Dual>(robot.tree, as_dual(robot.parameters), along(x.q, x.qd), workspace, M);
    const Matrix C = coriolis_matrix(robot, x);
    const double scale = std::max(1e-3, C.cwiseAbs().maxCoeff());
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j <= i; ++j) {
        const auto r = static_cast<Eigen::Index>(i), c = static_cast<Eigen::Index>(j);
        EXPECT_NEAR(M[i * n + j].derivative + M[j * n + i].derivative, 2 * (C(r, c) + C(c, r)), 1e-12 * scale);
      }
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace tauforge::tests
