// Friction that grows with the load and remembers: through every function of a robot.
#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/functions/instances.h"
#include "tauforge/functions/torque_series.h"
#include "tauforge/robot/assemble.h"
#include "tests/support/random_robot.h"

namespace tauforge::functions {
namespace {

using tests::Random;

robot::Robot loaded_robot(unsigned seed, bool memory = false) {
  Random random(seed);
  auto d = tests::random_description(
      random, {.joints = 3 + static_cast<int>(seed % 4), .tree = seed % 2 == 0, .transmission = seed % 3 == 0});
  const auto grow = [&](robot::DriveDescription& drive) {
    drive.friction.load = random.uniform(0.02, 0.6), drive.friction.root = random.uniform(0.0, 2.0);
    if (memory) drive.friction.memory = {1e-4, 0.5, 3.0, 0.4, 0.1, 0.2, 0.7, 3.0, 1.0};
  };
  for (auto& joint : d.joints) grow(joint.drive);
  if (d.transmission)
    for (auto& drive : d.transmission->drive) grow(drive);
  return robot::assemble(d).take();
}

TEST(LoadedFriction, IsUndoneByForwardDynamicsInClosedForm) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    const robot::Robot robot = loaded_robot(seed);
    ASSERT_TRUE(robot.tree.loaded_friction);
    Random random(seed + 50);
    const auto theta = tests::random_state(random, robot);
    DriveDynamics<double> drives(robot.tree, robot.parameters);
    const std::vector<double> tau = drives.torques(theta), back = drives.accelerations(theta, tau);
    for (std::size_t j = 0; j < back.size(); ++j)
      EXPECT_NEAR(back[j], theta.qdd[j], 1e-8 * tests::largest(theta.qdd)) << j;
  }
}

TEST(LoadedFriction, IsAShareOfTheLoadAgainstTheMotion) {
  // driving the load it asks for (1 + c1) of it, driven back for (1 - c1)
  const robot::Robot loaded = loaded_robot(1);
  robot::Robot plain = loaded;
  for (auto& drive : plain.parameters.drive) drive.growth.reset();
  plain.tree.loaded_friction = false;
  Random random(3);
  const auto theta = tests::random_state(random, loaded);
  DriveDynamics<double> with(loaded.tree, loaded.parameters), without(plain.tree, plain.parameters);
  std::vector<double> tau = with.torques(theta), constant = without.torques(theta), L(tau.size());
  without.torques(theta, L, {.friction = true});
  for (std::size_t j = 0; j < tau.size(); ++j) {
    const auto& drive = loaded.parameters.drive[j];
    const double v = theta.qd[j];
    double s = v > 0 ? 1.0 : -1.0;
    if (loaded.tree.friction[j] == robot::FrictionKind::smooth) s = std::tanh(v / drive.width);
    const double grown = drive.growth->load * std::abs(L[j]) + drive.growth->root * std::sqrt(std::abs(v));
    EXPECT_NEAR(tau[j] - constant[j], dynamics::friction_ripple(drive, theta.q[j]) * s * grown, 1e-9 * (1 + grown))
        << j;
  }
}

TEST(LoadedFriction, DerivativesAreThoseOfTheTorques) {
  const robot::Robot robot = loaded_robot(5);
  Random random(9);
  const auto theta = tests::random_state(random, robot, false);
  const std::size_t n = theta.q.size();
  Computation<double> compute(robot.tree, robot.parameters);
  const auto exact = compute(Function::inverse_dynamics_derivatives, {theta.q, theta.qd, theta.qdd});
  constexpr double h = 1e-6;
  for (std::size_t c = 0; c < n; ++c) {
    std::vector<double> up = theta.qd, down = theta.qd;
    up[c] += h, down[c] -= h;
    const auto a = compute(Function::inverse_dynamics, {theta.q, up, theta.qdd}),
               b = compute(Function::inverse_dynamics, {theta.q, down, theta.qdd});
    for (std::size_t r = 0; r < n; ++r)
      EXPECT_NEAR(exact[n + n * n + r * n + c], (a[r] - b[r]) / (2 * h), 1e-4 * (1 + std::abs(a[r]))) << r << " " << c;
  }
}

TEST(TorqueSeries, RemembersTheWayAndForgetsAtABeginning) {
  const robot::Robot robot = loaded_robot(4, true);
  const std::size_t n = robot.parameters.drive.size();
  TorqueSeries series(robot);
  DriveDynamics<double> drives(robot.tree, robot.parameters);
  State<double> x;
  x.q.assign(n, 0.3), x.qdd.assign(n, 0.0);
  std::vector<double> tau(n), L(n);
  const auto friction_at = [&](double t, double v) {
    x.qd.assign(n, v);
    drives.torques(x, L, {.friction = true});
    series.torques(x, t, tau);
    std::vector<double> f(n);
    for (std::size_t j = 0; j < n; ++j)
      f[j] = (tau[j] - L[j] - 0.1) / dynamics::friction_ripple(robot.parameters.drive[j], 0.3);
    return f;
  };
  const auto level = [&](std::size_t j) { return 3.0 + 0.2 * std::abs(L[j]) + 0.7e-6; };
  const auto expect = [&](const std::vector<double>& f, double way) {
    for (std::size_t j = 0; j < n; ++j) EXPECT_NEAR(f[j], way * level(j), 1e-5 * level(j)) << j;
  };
  (void)friction_at(0.0, 0.5), (void)friction_at(0.1, 0.5);
  expect(friction_at(0.1000001, 0.0), 1.0);
  (void)friction_at(0.2, -0.5), (void)friction_at(0.3, -0.5);
  expect(friction_at(0.3000001, 0.0), -1.0);
  series.begin();
  for (const double f : friction_at(0.4, 0.0)) EXPECT_NEAR(f, 0.0, 1e-12);
}

}  // namespace
}  // namespace tauforge::functions
