#include "tauforge/control/law.h"

#include <gtest/gtest.h>

#include "two_links.h"

namespace tauforge::control {
namespace {

using test::Pair;
using test::TwoLinks;

const Pair q{0.3, -0.8}, qd{0.2, 0.9}, rest{}, q_d{0.5, -0.6}, qd_d{-0.4, 0.1}, qdd_d{1.5, -2.0};

Pair torque(const Model& arm, Law law, const State& x, bool drives_carry_gravity = false) {
  OnePass equation(arm, point_of(law), drives_carry_gravity);
  Controller controller(equation, law, {{30.0, 20.0}, {3.0, 2.0}, {}}, unlimited(2));
  Pair tau;
  controller.step(x, {q_d, qd_d, qdd_d}, 0.001, tau);
  return tau;
}

TEST(Gravity, LetsAnArmStayWhereItIsPut) {
  const TwoLinks arm;
  for (const Pair& put : {q, q_d, Pair{2.0, 1.0}}) {
    const Pair qdd = arm.acceleration(put, rest, torque(arm, Law::gravity, {put, rest}));
    for (const double a : qdd) EXPECT_NEAR(a, 0.0, 1e-13);
  }
}

TEST(Gravity, IsPositiveWhereALevelArmWouldFall) {
  // level and stretched: (m1 + m2) g 1 + m2 g 1 on the first joint, m2 g 1 on the second
  const Pair tau = torque(TwoLinks{}, Law::gravity, {rest, rest});
  EXPECT_NEAR(tau[0], 3.0 * 9.81 + 9.81, 1e-13);
  EXPECT_NEAR(tau[1], 9.81, 1e-13);
}

TEST(FeedForward, DoesNotLookAtTheArmAndGivesItTheAccelerationWantedOnTheWay) {
  const TwoLinks arm;
  const Pair tau = torque(arm, Law::feed_forward, {q, qd});
  EXPECT_EQ(tau, torque(arm, Law::feed_forward, {rest, rest}));
  const Pair qdd = arm.acceleration(q_d, qd_d, tau);
  for (std::size_t j = 0; j < 2; ++j) EXPECT_NEAR(qdd[j], qdd_d[j], 1e-13);
}

TEST(FeedForward, WithGravityCarriesTheArmWhereItIs) {
  const TwoLinks arm;
  TwoLinks weightless;
  weightless.g = 0.0;
  const Pair inertial = torque(weightless, Law::feed_forward, {q, qd});
  const Pair carried = torque(arm, Law::gravity, {q, qd});
  const Pair tau = torque(arm, Law::feed_forward_with_gravity, {q, qd});
  for (std::size_t j = 0; j < 2; ++j) EXPECT_NEAR(tau[j], inertial[j] + carried[j], 1e-13);
}

TEST(PdWithGravity, PullsTowardsTheReference) {
  const TwoLinks arm;
  const Pair carried = torque(arm, Law::gravity, {q, qd}), tau = torque(arm, Law::pd_with_gravity, {q, qd});
  EXPECT_NEAR(tau[0] - carried[0], -3.0 * (0.2 + 0.4) - 30.0 * (0.3 - 0.5), 1e-13);
  EXPECT_NEAR(tau[1] - carried[1], -2.0 * (0.9 - 0.1) - 20.0 * (-0.8 + 0.6), 1e-13);
}

TEST(GravityCompensation, LeavesGravityToDrivesThatCarryIt) {
  const TwoLinks arm;
  const Pair carried = torque(arm, Law::gravity, {q, qd});
  for (const Law law :
       {Law::feed_forward, Law::feed_forward_with_gravity, Law::gravity, Law::pd_with_gravity, Law::tracking}) {
    const Pair all = torque(arm, law, {q, qd}), less = torque(arm, law, {q, qd}, true);
    for (std::size_t j = 0; j < 2; ++j) EXPECT_NEAR(less[j], all[j] - carried[j], 1e-13);
  }
}

// Friction that grows with the load and remembers: a share of the load in the direction that is wanted, more with each step.
struct Remembering : TwoLinks {
  std::size_t friction_memory() const noexcept override { return 4; }
  void friction_step(std::span<const double>, std::span<const double> way, std::span<const double> load, double dt,
                     std::span<double> memory, std::span<double> tau) const noexcept override {
    for (std::size_t j = 0; j < 2; ++j) {
      memory[j] += dt;
      tau[j] = (way[j] > 0 ? 1.0 : -1.0) * (0.1 * std::abs(load[j]) + memory[j]);
    }
  }
};

TEST(FeedForward, AddsFrictionThatRemembersUnderTheLoadThatWasComputed) {
  const Remembering arm;
  for (const Law law : {Law::feed_forward, Law::tracking}) {
    OnePass equation(arm, point_of(law));
    Controller controller(equation, law, {{30.0, 20.0}, {3.0, 2.0}, {}}, unlimited(2));
    Pair first, second, again;
    controller.step({q_d, qd_d}, {q_d, qd_d, qdd_d}, 0.5, first);
    controller.step({q_d, qd_d}, {q_d, qd_d, qdd_d}, 0.5, second);
    controller.restart(second);
    controller.step({q_d, qd_d}, {q_d, qd_d, qdd_d}, 0.5, again);
    Pair rigid;
    arm.inverse_dynamics(q_d, qd_d, qdd_d, rigid);
    for (std::size_t j = 0; j < 2; ++j) {
      const double way = qd_d[j] > 0 ? 1.0 : -1.0;
      EXPECT_NEAR(first[j], rigid[j] + way * (0.1 * std::abs(rigid[j]) + 0.5), 1e-12) << j;
      EXPECT_NEAR(second[j], first[j] + way * 0.5, 1e-12) << j;
      EXPECT_EQ(again[j], first[j]) << j;
    }
  }
}

// So much of friction at the speed that was measured, less what one count may be; nothing of it at the wanted one.
TEST(FeedForward, TakesFrictionAtMeasuredSpeedsOnRequest) {
  const Remembering arm;
  for (const Law law : {Law::feed_forward, Law::tracking}) {
    OnePass equation(arm, point_of(law));
    equation.take_friction_at_measured_speeds({0.6, {0.05, 0.05}});
    Controller controller(equation, law, {{0.0, 0.0}, {0.0, 0.0}, {}}, unlimited(2));
    const Pair slow{0.04, -3.0}, fast{-0.3, 3.0};
    Pair rigid, tau;
    const bool measured = law == Law::tracking;
    for (const Pair& v : {slow, fast}) {
      controller.restart(tau);
      arm.inverse_dynamics(measured ? q : q_d, measured ? v : qd_d, qdd_d, rigid);
      controller.step({q, v}, {q_d, qd_d, qdd_d}, 0.5, tau);
      for (std::size_t j = 0; j < 2; ++j) {
        const double way = v[j] > 0.05 ? 1.0 : -1.0;  // the model above takes no speed for backwards
        EXPECT_NEAR(tau[j], rigid[j] + 0.6 * way * (0.1 * std::abs(rigid[j]) + 0.5), 1e-12) << j;
      }
    }
  }
}

// Where friction neither grows nor remembers, what inverse dynamics has of it is taken out first.
TEST(FeedForward, TakesPlainFrictionAtMeasuredSpeedsToo) {
  struct Viscous : TwoLinks {
    void inverse_dynamics(std::span<const double> at, std::span<const double> v, std::span<const double> a,
                          std::span<double> tau) const noexcept override {
      TwoLinks::inverse_dynamics(at, v, a, tau);
      for (std::size_t j = 0; j < 2; ++j) tau[j] += 7.0 * v[j];
    }
    void friction(std::span<const double>, std::span<const double> v, std::span<double> tau) const noexcept override {
      for (std::size_t j = 0; j < 2; ++j) tau[j] = 7.0 * v[j];
    }
  } arm;
  const TwoLinks bare;
  for (const Law law : {Law::feed_forward, Law::tracking}) {
    OnePass equation(arm, point_of(law));
    equation.take_friction_at_measured_speeds({0.5, {0.1, 0.1}});
    Controller controller(equation, law, {{0.0, 0.0}, {0.0, 0.0}, {}}, unlimited(2));
    const Pair v{0.06, -0.8};
    Pair rigid, tau;
    const bool measured = law == Law::tracking;
    bare.inverse_dynamics(measured ? q : q_d, measured ? v : qd_d, qdd_d, rigid);
    controller.step({q, v}, {q_d, qd_d, qdd_d}, 0.5, tau);
    EXPECT_NEAR(tau[0], rigid[0], 1e-12);
    EXPECT_NEAR(tau[1], rigid[1] - 0.5 * 7.0 * 0.7, 1e-12);
  }
}

}  // namespace
}  // namespace tauforge::control
