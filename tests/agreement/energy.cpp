// Power balance: what the drives and the world put in, the energies gain.
#include <gtest/gtest.h>

#include <numeric>

#include "tauforge/dynamics/instances/numbers.h"
#include "tests/support/dual_state.h"
#include "tests/support/random_robot.h"
#include "tests/support/values.h"

namespace tauforge::tests {
namespace {

TEST(Energy, GainsThePowerOfTorquesAndWrenches) {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = random_robot(
        random, {.joints = 1 + static_cast<int>(seed % 10), .tree = seed % 2 == 0, .floating = seed % 4 == 0});
    const State<double> x = random_state(random, robot);
    const auto par = as_dual(robot.parameters);
    dynamics::EnergyWorkspace<Dual> moving;
    const double gain = dynamics::kinetic_energy<Dual>(robot.tree, par, in_time(x), moving).derivative +
                        dynamics::potential_energy<Dual>(robot.tree, par, in_time(x), moving).derivative;
    dynamics::EnergyWorkspace<double> now;
    dynamics::body_velocities<double>(robot.tree, robot.parameters, x, now);
    const double from_outside = dynamics::external_power<double>(robot.tree, x, now);
    const Eigen::VectorXd tau = as_vector(rigid_torque(robot, x)), v = velocities(robot, x);
    const double scale = tau.cwiseAbs().dot(v.cwiseAbs());
    EXPECT_NEAR(gain, tau.dot(v) + from_outside, 1e-12 * scale);
    if (HasFailure()) break;
  }
}

// Nothing acts on a floating robot in space: whatever its joints do, its momentum is constant, and with
// free joints its kinetic energy too.
TEST(Energy, IsConservedByAFreeRobotInSpace) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    robot::Robot robot = random_robot(
        random, {.joints = 1 + static_cast<int>(seed % 8), .tree = true, .floating = true, .drives = false});
    robot.parameters.gravity = {};
    State<double> x = random_state(random, robot, false);
    const std::vector<double> none(robot.tree.nv(), 0.0);
    const auto a = acceleration(robot, x, none, dynamics::ForwardDynamics::articulated_body);
    x.base.acceleration = {{a[0], a[1], a[2]}, {a[3], a[4], a[5]}};
    x.qdd.assign(a.begin() + 6, a.end());
    dynamics::EnergyWorkspace<Dual> workspace;
    const Dual T = dynamics::kinetic_energy<Dual>(robot.tree, as_dual(robot.parameters), in_time(x), workspace);
    EXPECT_NEAR(T.derivative, 0.0, 1e-9 * T.value * largest(a));
  }
}

}  // namespace
}  // namespace tauforge::tests
