// Friction that grows with the load, against closed forms and the audit of energy.
#include <gtest/gtest.h>

#include "arms.h"
#include "tauforge/simulate/plant.h"
#include "tests/support/random_robot.h"

namespace tauforge::simulate {
namespace {

using tests::Constant;
using tests::Pendulum;

constexpr double fc = 0.9, c1 = 0.25;

robot::Drive<double> loaded(bool memory = false) {
  robot::Drive<double> drive;
  if (memory)
    drive.memory = {1e-3, 0.5, fc, 0.0, 0.0, {c1, 0.0}, fc, 1.0};
  else
    drive.coulomb = fc, drive.growth = {c1, 0.0};
  return drive;
}

double acceleration(const robot::Robot& robot, double q, double qd, double tau) {
  Plant plant(robot);
  std::vector<Grip> grips(1);
  const std::vector<double> at{q}, speed{qd}, torque{tau};
  std::vector<double> qdd(1);
  plant.grip(at, speed, torque, grips);
  plant.acceleration(at, speed, torque, grips, qdd);
  return qdd[0];
}

TEST(LoadFriction, DrivingALoadAsksForMoreAndBeingDrivenBackForLess) {
  const double J = 0.3;
  for (const bool memory : {false, true}) {
    const robot::Robot wheel = Pendulum{0, 0, J, loaded(memory)}.robot();
    // L + fc + c1 L = tau
    EXPECT_NEAR(acceleration(wheel, 0, 1.0, 5.0), (5.0 - fc) / (1 + c1) / J, 1e-12);
    // coasting: L + fc + c1 |L| = 0 with L < 0
    EXPECT_NEAR(acceleration(wheel, 0, 1.0, 0.0), -fc / (1 - c1) / J, 1e-12);
    EXPECT_NEAR(acceleration(wheel, 0, -1.0, 0.0), fc / (1 - c1) / J, 1e-12);
    // breaking away from rest
    EXPECT_NEAR(acceleration(wheel, 0, 0.0, -5.0), -(5.0 - fc) / (1 + c1) / J, 1e-12);
  }
}

TEST(LoadFriction, AGearUnderLoadHoldsMore) {
  // held without torque: m g l sin q <= fc + c1 m g l sin q
  const double edge = std::asin(fc / (1 - c1) / (2 * tests::gravity * 0.5));
  const robot::Robot pendulum = Pendulum{2, 0.5, 0.1, loaded()}.robot();
  for (const double side : {-1.0, 1.0}) {
    EXPECT_EQ(acceleration(pendulum, side * 0.9999 * edge, 0, 0), 0.0);
    EXPECT_LT(side * acceleration(pendulum, side * 1.0001 * edge, 0, 0), 0.0);
  }
}

TEST(LoadFriction, TurnsIntoHeatWhatTheDrivesGiveAndTheArmLoses) {
  for (const unsigned seed : {3u, 4u, 5u, 6u}) {
    SCOPED_TRACE(seed);
    tests::Random random(seed);
    robot::Robot robot = tests::random_robot(random, {.joints = 4, .transmission = seed % 2 == 0});
    robot.tree.loaded_friction = true;
    for (auto& drive : robot.parameters.drive) {
      drive.growth = {random.uniform(0.05, 0.5), random.uniform(0.0, 1.0)};
      drive.offset = 0;  // a constant torque is no friction
    }
    Plant plant(robot);
    Constant torques({2.0, -5.0, 1.0, 0.5});
    const auto x = tests::random_state(random, robot, false);
    double last = HUGE_VAL;
    for (const double step : {1e-3, 2.5e-4}) {
      Integrator integrator(plant, torques, {.method = Method::rk4, .step = step});
      integrator.set_state(x.q, x.qd);
      double heat = 0;
      for (int k = 1; k <= 20; ++k) {
        integrator.advance(0.02 * k);
        const double now = integrator.audit().friction;
        EXPECT_GE(now, heat) << k;
        heat = now;
      }
      const double error = std::abs(integrator.audit().relative());
      EXPECT_LT(error, 1e-4);
      EXPECT_LT(error, 0.5 * last + 1e-9);
      last = error;
    }
  }
}

}  // namespace
}  // namespace tauforge::simulate
