// Integrators against closed forms, their order, and the audit of energy.
#include "tauforge/simulate/integrator.h"

#include <gtest/gtest.h>

#include "arms.h"
#include "tests/support/random_robot.h"
#include "tests/support/values.h"

namespace tauforge::simulate {
namespace {

using tests::Constant;
using tests::Pendulum;

// The quarter period of a swing is K(sin(amplitude/2)) / w: by the arithmetic-geometric mean.
double period(const Pendulum& pendulum, double amplitude) {
  double a = 1, b = std::cos(amplitude / 2);
  for (int k = 0; k < 10; ++k) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b), a = mean;
  }
  const double w = std::sqrt(pendulum.m * tests::gravity * pendulum.l / pendulum.inertia());
  return 2 * M_PI / (w * a);
}

double after_a_period(Method method, double step, double tolerance = 1e-9) {
  const Pendulum pendulum;
  Plant plant(pendulum.robot());
  Constant torques({0});
  Integrator integrator(plant, torques, {method, step, tolerance});
  const std::vector<double> q{2.5}, qd{0};
  integrator.set_state(q, qd);
  integrator.advance(period(pendulum, 2.5));
  return std::hypot(integrator.q()[0] - 2.5, integrator.qd()[0]);
}

TEST(Integrator, SwingsThePendulumInThePeriodOfTheEllipticIntegral) {
  EXPECT_LT(after_a_period(Method::rk4, 1e-3), 1e-9);
  EXPECT_LT(after_a_period(Method::dormand_prince, 0.1), 1e-7);
}

// Not after a whole period: there the errors of forth and back cancel.
TEST(Integrator, ConvergesWithItsOrder) {
  const auto swung = [](Method method, double step, double tolerance = 1e-13) {
    Plant plant(Pendulum{}.robot());
    Constant torques({0.4});
    Integrator integrator(plant, torques, {method, step, tolerance});
    const std::vector<double> q{2.0}, qd{1.0};
    integrator.set_state(q, qd);
    integrator.advance(0.6);
    return integrator.q()[0];
  };
  const double exact = swung(Method::dormand_prince, 0.1);
  const auto order = [&](Method method, double step) {
    return std::log2(std::abs((swung(method, step) - exact) / (swung(method, step / 2) - exact)));
  };
  EXPECT_NEAR(order(Method::rk4, 0.01), 4, 0.2);
  EXPECT_NEAR(order(Method::semi_implicit_euler, 1e-3), 1, 0.1);
}

TEST(Integrator, AdaptsItsStepsToTheTolerance) {
  double last = 1;
  for (const double tolerance : {1e-5, 1e-7, 1e-9, 1e-11}) {
    const double error = after_a_period(Method::dormand_prince, 1.0, tolerance);
    EXPECT_LT(error, 100 * tolerance);
    EXPECT_LT(error, last);
    last = error;
  }
}

TEST(Integrator, KeepsTheEnergyOfAFreeArmToTheOrderOfItsMethod) {
  tests::Random random(7);
  robot::Robot robot = tests::random_robot(random, {.joints = 5});
  Plant plant(robot, false);
  const auto x = tests::random_state(random, robot, false);
  Constant torques(std::vector<double>(5, 0.0));
  double last = 0;
  for (const double step : {8e-4, 4e-4}) {
    Integrator integrator(plant, torques, {.method = Method::rk4, .step = step});
    integrator.set_state(x.q, x.qd);
    integrator.advance(1.0);
    const EnergyAudit audit = integrator.audit();
    EXPECT_EQ(audit.drives, 0.0);
    EXPECT_EQ(audit.friction, 0.0);
    const double error = std::abs(audit.relative());
    EXPECT_LT(error, 1e-6);
    if (last > 0) {
      EXPECT_GT(last / error, 8) << "half the step: 16 times less or better";
    }
    last = error;
  }
}

TEST(Integrator, SemiImplicitEulerNeitherGainsNorLosesEnergyInTheLongRun) {
  const Pendulum pendulum;
  Plant plant(pendulum.robot());
  Constant torques({0});
  Integrator integrator(plant, torques, {.method = Method::semi_implicit_euler, .step = 5e-3});
  const std::vector<double> q{1.0}, qd{0};
  integrator.set_state(q, qd);
  for (int k = 1; k <= 100; ++k) {
    integrator.advance(5.0 * k);
    ASSERT_LT(std::abs(integrator.audit().relative()), 0.02);
  }
}

// Torques that vary smoothly, different ones for every drive.
struct Waves : Torques {
  void at(double t, std::span<const double>, std::span<double> tau) noexcept override {
    for (std::size_t i = 0; i < tau.size(); ++i)
      tau[i] = 15 * std::sin((3.0 + static_cast<double>(i)) * t + static_cast<double>(i));
  }
};

TEST(Integrator, AccountsForTheWorkOfDrivesAndFriction) {
  for (const Method method : {Method::rk4, Method::dormand_prince})
    for (unsigned seed = 1; seed <= 8; ++seed) {
      SCOPED_TRACE(seed);
      tests::Random random(seed);
      const robot::Robot robot = tests::random_robot(random, {.joints = 4, .transmission = seed % 2 == 0});
      Plant plant(robot);
      Waves waves;
      Integrator integrator(plant, waves, {.method = method, .step = 5e-4, .tolerance = 1e-8});
      const auto x = tests::random_state(random, robot, false);
      integrator.set_state(x.q, std::vector<double>(4, 0.0));
      integrator.advance(1.0);
      EnergyAudit audit = integrator.audit();
      EXPECT_GT(audit.friction, 0);
      EXPECT_NE(audit.drives, 0);
      EXPECT_LT(std::abs(audit.relative()), 1e-5);
      EXPECT_NEAR(audit.end,
                  plant.kinetic_energy(integrator.q(), integrator.qd()) + plant.potential_energy(integrator.q()),
                  1e-9 * std::abs(audit.end));
      // a load that comes on changes the energy at once, and the books stay right
      integrator.set_payload({1.5, {0.1, 0.2, -0.3}, {0.3, 0.3, 0.3, 0, 0, 0}});
      integrator.advance(1.2);
      audit = integrator.audit();
      EXPECT_NE(audit.changes, 0);
      EXPECT_LT(std::abs(audit.relative()), 1e-5);
    }
}

TEST(Integrator, FrictionTakesExactlyTheEnergyOfAFlywheelThatStops) {
  robot::Drive<double> drive;
  drive.coulomb = 0.7, drive.viscous = 0.2;
  Plant plant(Pendulum{0, 0, 0.3, drive}.robot());
  Constant torques({0});
  Integrator integrator(plant, torques, {.method = Method::rk4, .step = 1e-3});
  const std::vector<double> q{0}, qd{6};
  integrator.set_state(q, qd);
  integrator.advance(10);
  const EnergyAudit audit = integrator.audit();
  EXPECT_NEAR(audit.friction, 0.5 * 0.3 * 36, 1e-9);
  EXPECT_NEAR(audit.error(), 0, 1e-9);
}

TEST(Integrator, StopsAndBreakAwaysDoNotSpoilItsOrder) {
  // a pendulum that swings out against dry friction, pushed to and fro by a torque
  const auto end = [](double step) {
    robot::Drive<double> drive;
    drive.coulomb = 2.0;
    Plant plant(Pendulum{2, 0.5, 0.1, drive}.robot());
    Waves waves;
    Integrator integrator(plant, waves, {.method = Method::rk4, .step = step});
    const std::vector<double> q{1.3}, qd{0};
    integrator.set_state(q, qd);
    integrator.advance(4);
    EXPECT_GE(integrator.counts().stops, 2u);
    return integrator.q()[0];
  };
  const double exact = end(2e-4), coarse = std::abs(end(1e-2) - exact), fine = std::abs(end(5e-3) - exact);
  EXPECT_LT(coarse, 1e-5);
  EXPECT_GT(coarse / fine, 8);
}

TEST(Plant, AcceleratesAsForwardDynamicsWhileEverythingSlides) {
  for (const bool transmission : {false, true})
    for (unsigned seed = 1; seed <= 10; ++seed) {
      SCOPED_TRACE(seed);
      tests::Random random(seed);
      const robot::Robot robot = tests::random_robot(random, {.joints = 6, .tree = true, .transmission = transmission});
      const auto x = tests::random_state(random, robot, false);
      const std::size_t n = x.q.size();
      std::vector<double> tau(n), qdd(n);
      for (double& t : tau) t = random.uniform(-20, 20);
      Plant plant(robot);
      std::vector<Grip> grips(n);
      plant.grip(x.q, x.qd, tau, grips);
      plant.acceleration(x.q, x.qd, tau, grips, qdd);
      const auto expected = tests::acceleration(robot, x, tau, dynamics::ForwardDynamics::mass_matrix);
      for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(qdd[i], expected[i], 1e-8 * tests::largest(expected, 1.0));
    }
}

TEST(Plant, CarriesItsPayloadInTheFrameOfTheLastLink) {
  // two pendulums, one with the mass in its description, one with a payload
  Plant heavy(Pendulum{5, 0.5, 0.1, {}}.robot()), light(Pendulum{2, 0.5, 0.1, {}}.robot());
  light.set_payload({3, {1.5, 0, 0}, {0, 0.75, 0.75, 0, 0, 0}});
  const std::vector<double> q{0.7}, zero{0};
  std::vector<double> of_heavy(1), of_light(1);
  std::vector<Grip> grips{Grip::free};
  heavy.acceleration(q, zero, zero, grips, of_heavy);
  light.acceleration(q, zero, zero, grips, of_light);
  EXPECT_DOUBLE_EQ(of_light[0], of_heavy[0]);
  light.gravity(q, false, of_light);
  EXPECT_NEAR(of_light[0], 2 * tests::gravity * 0.5 * std::sin(0.7), 1e-12) << "of the arm alone";
  light.gravity(q, true, of_light);
  EXPECT_NEAR(of_light[0], 5 * tests::gravity * 0.5 * std::sin(0.7), 1e-12);
}

}  // namespace
}  // namespace tauforge::simulate
