// The generalised momentum and its rate against the mass matrix, the Coriolis matrix, derivatives of energies, and motions.
#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/dynamics/instances/numbers.h"
#include "tauforge/functions/instances.h"
#include "tests/support/coordinates.h"
#include "tests/support/dual_state.h"
#include "tests/support/random_plan.h"
#include "tests/support/values.h"

namespace tauforge::tests {
namespace {

struct Momentum {
  std::vector<double> p, rate;
};

Momentum split(const std::vector<double>& both) {
  const auto middle = both.begin() + static_cast<std::ptrdiff_t>(both.size() / 2);
  return {{both.begin(), middle}, {middle, both.end()}};
}

// Of the drives.
Momentum momentum(const robot::Robot& robot, const State<double>& x) {
  functions::Computation<double> compute(robot.tree, robot.parameters);
  const std::vector<double> q = positions_of(robot, x), qd = list(velocities(robot, x));
  return split(compute(functions::Function::momentum, {q, qd, {}}));
}

// Of the bodies alone.
Momentum rigid_momentum(const robot::Robot& robot, const State<double>& x) {
  dynamics::MomentumWorkspace<double> workspace;
  std::vector<double> both(2 * (dynamics::base_rows(robot.tree) + x.q.size()));
  dynamics::momentum<double>(robot.tree, robot.parameters, x, workspace, both);
  return split(both);
}

robot::Robot robot_of(Random& random, unsigned seed) {
  return random_robot(random, {.joints = 1 + static_cast<int>(seed % 9),
                               .tree = seed % 2 == 0,
                               .floating = seed % 4 == 0,
                               .transmission = seed % 3 == 0});
}

TEST(Momentum, IsTheMassMatrixTimesTheVelocities) {
  for (unsigned seed = 1; seed <= 200 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = robot_of(random, seed);
    const State<double> x = random_state(random, robot, false);
    const std::vector<double> p = momentum(robot, x).p;
    const Eigen::VectorXd expected = mass_matrix(robot, x.q) * velocities(robot, x);
    EXPECT_LT((as_vector(p) - expected).cwiseAbs().maxCoeff(), 1e-12 * expected.cwiseAbs().maxCoeff());
  }
}

TEST(Momentum, ChangesByTheTransposedCoriolisMatrixAndGravity) {
  for (unsigned seed = 1; seed <= 200 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot =
        random_robot(random, {.joints = 1 + static_cast<int>(seed % 9), .tree = seed % 2 == 0, .drives = false});
    const State<double> x = random_state(random, robot, false);
    const std::vector<double> rate = rigid_momentum(robot, x).rate;
    const Eigen::VectorXd expected =
        coriolis_matrix(robot, x).transpose() * as_vector(x.qd) - as_vector(gravity_torque(robot, x));
    EXPECT_LT((as_vector(rate) - expected).cwiseAbs().maxCoeff(), 1e-11 * largest(rate));
  }
}

TEST(Momentum, ChangesByTheGradientOfTheLagrangian) {
  for (unsigned seed = 1; seed <= 200 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot =
        random_robot(random, {.joints = 1 + static_cast<int>(seed % 9), .tree = seed % 2 == 0, .drives = false});
    const State<double> x = random_state(random, robot, false);
    const std::vector<double> rate = rigid_momentum(robot, x).rate;
    dynamics::EnergyWorkspace<Dual> workspace;
    const auto par = as_dual(robot.parameters);
    for (std::size_t j = 0; j < rate.size(); ++j) {
      std::vector<double> direction(rate.size(), 0.0), none(rate.size(), 0.0);
      direction[j] = 1;
      State<Dual> state;
      state.q = along(x.q, direction), state.qd = along(x.qd, none);
      const Dual T = dynamics::kinetic_energy<Dual>(robot.tree, par, state, workspace);
      const Dual V = dynamics::potential_energy<Dual>(robot.tree, par, state, workspace);
      EXPECT_NEAR(rate[j], T.derivative - V.derivative, 1e-11 * largest(rate)) << "joint " << j;
    }
  }
}

// dp/dt = tau - friction + rate along any motion, with drives, rotors and transmissions in all of it: inverse dynamics is
// the torque of that motion, p is differentiated in time.
TEST(Momentum, BalancesTheTorquesOfAnyMotion) {
  for (unsigned seed = 1; seed <= 200 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = robot_of(random, seed);
    const State<double> x = random_state(random, robot, false);
    functions::Computation<double> compute(robot.tree, robot.parameters);
    const std::vector<double> q = positions_of(robot, x), qd = list(velocities(robot, x)),
                              qdd = list(accelerations(robot, x));
    const auto tau = compute(functions::Function::inverse_dynamics, {q, qd, qdd});
    const auto f = compute(functions::Function::friction, {q, qd, {}});
    const std::vector<double> rate = momentum(robot, x).rate;
    functions::DriveDynamics<Dual> drives(robot.tree, as_dual(robot.parameters));
    std::vector<Dual> moving(2 * tau.size());
    drives.momentum(in_time(x), moving);
    const double scale = std::max(largest(tau), largest(rate));
    for (std::size_t i = 0; i < tau.size(); ++i)
      EXPECT_NEAR(moving[i].derivative, tau[i] - f[i] + rate[i], 1e-11 * scale) << "drive " << i;
  }
}

TEST(Momentum, StaysWhatItIsWhateverAPlanChooses) {
  for (unsigned seed = 1; seed <= 1000 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    robot::Robot robot = random_robot(
        random,
        {.joints = 1 + static_cast<int>(seed % 8), .tree = seed % 2 == 0, .floating = seed % 3 == 0, .drives = false});
    add_symmetries(random, robot);
    const dynamics::Plan plan = random_plan(random, robot);
    const State<double> x = random_state(random, robot, false);
    const Momentum plain = rigid_momentum(robot, x);
    dynamics::PlannedMomentumWorkspace<double> workspace;
    std::vector<double> both(2 * plain.p.size());
    dynamics::planned_momentum<double>(robot.tree, plan, robot.parameters, x, workspace, both);
    const Momentum planned = split(both);
    // moving mass about makes constants larger than what they add up to
    double constants = largest(plain.p);
    for (const auto& b : workspace.par.body)
      constants = std::max({constants, 100 * std::abs(b.m), 100 * std::abs(b.h.z), 100 * std::abs(b.I.xx)});
    constants = std::max({constants, 100 * std::abs(workspace.par.base.m), 100 * std::abs(workspace.par.base.I.xx)});
    for (std::size_t i = 0; i < plain.p.size(); ++i) {
      EXPECT_NEAR(planned.p[i], plain.p[i], 1e-12 * constants) << "row " << i;
      EXPECT_NEAR(planned.rate[i], plain.rate[i], 1e-11 * constants) << "row " << i;
    }
  }
}

// A turntable that carries anything: nothing depends on its angle, so its momentum is kept while the rest moves freely.
TEST(Momentum, OfACyclicCoordinateIsKeptInAFreeMotion) {
  for (unsigned seed = 1; seed <= 20 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    robot::Robot robot = random_robot(random, {.joints = 4, .drives = false});
    robot.parameters.gravity = {};
    State<double> x = random_state(random, robot, false);
    const double before = rigid_momentum(robot, x).p[0];
    EXPECT_NEAR(rigid_momentum(robot, x).rate[0], 0.0, 1e-12 * largest(rigid_momentum(robot, x).rate));
    functions::DriveDynamics<double> drives(robot.tree, robot.parameters);
    const std::vector<double> free(4, 0.0);
    const double dt = 1e-4;
    const auto slope = [&](const State<double>& at) { return drives.accelerations(at, free); };
    const auto moved = [&](const State<double>& from, const std::vector<double>& v, const std::vector<double>& a,
                           double h) {
      State<double> to = from;
      for (std::size_t i = 0; i < 4; ++i) to.q[i] = x.q[i] + h * v[i], to.qd[i] = x.qd[i] + h * a[i];
      return to;
    };
    for (int step = 0; step < 500; ++step) {  // Runge-Kutta
      const auto a1 = slope(x);
      const auto x2 = moved(x, x.qd, a1, dt / 2);
      const auto a2 = slope(x2);
      const auto x3 = moved(x, x2.qd, a2, dt / 2);
      const auto a3 = slope(x3);
      const auto x4 = moved(x, x3.qd, a3, dt);
      const auto a4 = slope(x4);
      State<double> next = x;
      for (std::size_t i = 0; i < 4; ++i) {
        next.q[i] += dt / 6 * (x.qd[i] + 2 * x2.qd[i] + 2 * x3.qd[i] + x4.qd[i]);
        next.qd[i] += dt / 6 * (a1[i] + 2 * a2[i] + 2 * a3[i] + a4[i]);
      }
      x = next;
    }
    EXPECT_NEAR(rigid_momentum(robot, x).p[0], before, 1e-7 * largest(rigid_momentum(robot, x).p));
  }
}

}  // namespace
}  // namespace tauforge::tests
