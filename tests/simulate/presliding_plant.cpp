// Friction with a memory as a state of the plant: it gives way like a spring, slides, and remembers.
#include <gtest/gtest.h>

#include "arms.h"
#include "tauforge/dynamics/presliding.h"

namespace tauforge::simulate {
namespace {

using tests::Constant;
using tests::Pendulum;

constexpr double J = 0.3, level = 2.0, distance = 2e-3, elastic = 0.5, viscous = 0.4;

robot::Robot wheel(double load = 0.0, double at_rest = level) {
  robot::Drive<double> drive;
  drive.memory = {distance, elastic, level, viscous, 0.0, {load, 0.0}, at_rest, 0.2};
  return Pendulum{.m = 0, .l = 0, .J = J, .friction = drive}.robot();
}

TEST(PreslidingPlant, GivesWayLikeASpringAndSpringsBack) {
  Plant plant(wheel(), true, true);
  Constant torques({0.4 * level});  // within what springs back, overshoot included
  Integrator integrator(plant, torques, {.method = Method::rk4, .step = 1e-4});
  const std::vector<double> zero{0};
  integrator.set_state(zero, zero);
  // J qdd + fv qd + level/d q = tau: closed form of a damped oscillator
  const double k = level / distance, w0 = std::sqrt(k / J), z = viscous / (2 * J), w = std::sqrt(w0 * w0 - z * z);
  const double far = torques.tau[0] / k;
  double most = 0;
  for (int i = 1; i <= 100; ++i) {
    const double t = 1e-3 * i;
    integrator.advance(t);
    const double exact = far * (1 - std::exp(-z * t) * (std::cos(w * t) + z / w * std::sin(w * t)));
    if (most < elastic * distance && exact < elastic * distance) {
      EXPECT_NEAR(integrator.q()[0], exact, 1e-7) << t;
    }
    most = std::max(most, exact);
  }
  EXPECT_LT(std::abs(integrator.audit().relative()), 1e-6);
}

TEST(PreslidingPlant, SlidesAtItsLevelUnderItsLoad) {
  const double load = 0.2;
  Plant plant(wheel(load), true, true);
  Constant torques({6.0});
  Integrator integrator(plant, torques, {.method = Method::dormand_prince, .step = 1e-3, .tolerance = 1e-10});
  const std::vector<double> zero{0};
  integrator.set_state(zero, zero);
  integrator.advance(1.0);
  // tau = L + level + c1 L + fv qd
  EXPECT_NEAR(integrator.qdd()[0], (6.0 - level - viscous * integrator.qd()[0]) / (1 + load) / J, 1e-9);
  EXPECT_LT(std::abs(integrator.audit().relative()), 1e-6);
}

struct Swinging : Torques {
  double now = 0;
  void at(double t, std::span<const double>, std::span<double> out) noexcept override {
    out[0] = 3.0 * std::sin(4 * t) + 1.2 * std::sin(31 * t);
  }
};

// Along the motion of the plant the step function of the loop, of generated code and of fits says the same.
TEST(PreslidingPlant, RubsAsTheStepFunctionSays) {
  const robot::Robot robot = wheel(0.1, 1.4 * level);
  Plant plant(robot, true, true);
  Swinging torques;
  Integrator integrator(plant, torques, {.method = Method::rk4, .step = 5e-5});
  const std::vector<double> zero{0};
  integrator.set_state(zero, zero);
  dynamics::PreslidingState<double> state;
  const double dt = 5e-5;
  double worst = 0, largest = 0;
  int reversals = 0;
  double last = 0;
  for (int k = 1; k <= 40000; ++k) {
    integrator.advance(dt * k);
    const double load = J * integrator.qdd()[0];
    std::vector<double> tau(1);
    torques.at(dt * k, zero, tau);
    const double f =
        dynamics::friction_step(robot.parameters.drive[0], integrator.q()[0], integrator.qd()[0], load, dt, state);
    worst = std::max(worst, std::abs(tau[0] - load - f)), largest = std::max(largest, std::abs(f));
    reversals += last * integrator.qd()[0] < 0;
    last = integrator.qd()[0];
  }
  EXPECT_GT(reversals, 4);
  EXPECT_GT(largest, level);
  EXPECT_LT(worst, 2e-3 * largest);
  EXPECT_LT(std::abs(integrator.audit().relative()), 1e-5);
}

TEST(PreslidingPlant, SticksWhereItIsNotAsked) {
  Plant plant(wheel());
  EXPECT_FALSE(plant.remembers());
  Constant torques({0.9 * level});
  Integrator integrator(plant, torques, {});
  integrator.advance(0.1);
  EXPECT_EQ(integrator.q()[0], 0.0);
  Plant without(Pendulum{}.robot(), true, true);
  EXPECT_FALSE(without.remembers());
}

TEST(PreslidingPlant, IsHeldByItsBrakes) {
  Plant plant(wheel(), true, true);
  Constant torques({3 * level});
  Integrator integrator(plant, torques, {});
  const std::vector<double> brakes{10 * level};
  plant.set_brakes(brakes);
  integrator.advance(0.1);
  EXPECT_EQ(integrator.q()[0], 0.0);
}

}  // namespace
}  // namespace tauforge::simulate
