// The two-rate structure against one pass, and both against limits.
#include "tauforge/control/two_rate.h"

#include <gtest/gtest.h>

#include "tauforge/control/law.h"
#include "two_links.h"

namespace tauforge::control {
namespace {

using test::infinite;
using test::Pair;
using test::TwoLinks;

constexpr Law laws[] = {
    Law::feed_forward, Law::feed_forward_with_gravity, Law::gravity, Law::pd_with_gravity, Law::point_to_point,
    Law::tracking,     Law::integral_tracking};

const Pair q{0.3, -0.8}, qd{0.2, 0.9}, q_d{0.5, -0.6}, qd_d{-0.4, 0.1}, qdd_d{1.5, -2.0};

Moment moment(const Pair& at, const Pair& speed, Nanoseconds time) {
  Moment m(2);
  m.time = time;
  m.q.assign(at.begin(), at.end()), m.qd.assign(speed.begin(), speed.end());
  m.q_d.assign(q_d.begin(), q_d.end()), m.qd_d.assign(qd_d.begin(), qd_d.end());
  return m;
}

struct Pipeline {
  CoefficientsTask coefficients;
  VelocityTask velocity;
  TwoRate equation;
  Pipeline(Model& model, Point point, bool drives_carry_gravity, const Moment& first)
      : coefficients(model, point, model.equation_size() + 2, first),
        velocity(model, point, 2, first),
        equation(model, point, drives_carry_gravity, coefficients.results(), velocity.results()) {}
};

Pair torque(Equation& equation, Law law) {
  Controller controller(equation, law, {{30.0, 20.0}, {3.0, 2.0}, {1.0, 1.0}}, unlimited(2));
  Pair tau;
  controller.step({q, qd}, {q_d, qd_d, qdd_d}, 0.001, tau);
  return tau;
}

TEST(TwoRate, EqualsOnePassForEveryLawWhenTheModelIsFresh) {
  TwoLinks arm;
  for (const Law law : laws)
    for (const bool carried : {false, true}) {
      OnePass one(arm, point_of(law), carried);
      Pipeline two(arm, point_of(law), carried, moment(q, qd, 5));
      EXPECT_EQ(two.equation.receive(6), 5);
      const Pair a = torque(one, law), b = torque(two.equation, law);
      for (std::size_t j = 0; j < 2; ++j) EXPECT_NEAR(a[j], b[j], 1e-12) << static_cast<int>(law) << carried;
    }
}

TEST(TwoRate, KeepsTheModelItReceivedUntilItAsksAgainAndSaysTheAgeOfTheOlderPart) {
  TwoLinks arm;
  Pipeline two(arm, Point::measured, false, moment(q, qd, 0));
  const Pair before = torque(two.equation, Law::tracking);
  two.coefficients.moments().draft() = moment(q_d, qd_d, 7);
  two.coefficients.moments().publish();
  two.coefficients.begin(8);
  EXPECT_TRUE(two.coefficients.finish(9));
  EXPECT_EQ(torque(two.equation, Law::tracking), before);
  EXPECT_EQ(two.equation.receive(9), 0);  // h is still of the beginning
  EXPECT_NE(torque(two.equation, Law::tracking), before);
}

TEST(TwoRate, RefusesAModelThatIsNotFinite) {
  TwoLinks arm;
  Pipeline two(arm, Point::measured, false, moment(q, qd, 0));
  const Pair before = torque(two.equation, Law::tracking);
  two.velocity.moments().draft() = moment({std::nan(""), 0.0}, qd, 7);
  two.velocity.moments().publish();
  two.velocity.begin(8);
  EXPECT_FALSE(two.velocity.finish(9));
  EXPECT_EQ(two.equation.receive(9), 0);
  EXPECT_EQ(torque(two.equation, Law::tracking), before);
}

TEST(TorqueLimits, LimitWhatATorqueChangesInOnePeriod) {
  const TwoLinks arm;
  OnePass equation(arm, Point::gravity);
  Controller controller(equation, Law::gravity, {}, {{5.0, infinite}, {1000.0, 2000.0}});
  const Pair rest{};
  Pair tau;
  for (int k = 1; k <= 3; ++k) {  // a level arm needs 39 and 10 N m
    controller.step({rest, rest}, {rest, rest, rest}, 0.001, tau);
    EXPECT_DOUBLE_EQ(tau[0], k);
    EXPECT_DOUBLE_EQ(tau[1], 2 * k);
  }
  for (int k = 0; k < 5; ++k) controller.step({rest, rest}, {rest, rest, rest}, 0.001, tau);
  EXPECT_DOUBLE_EQ(tau[0], 5.0);
  EXPECT_NEAR(tau[1], 9.81, 1e-12);
}

TEST(TorqueLimits, StopTheIntegralWhileTheRateIsLimited) {
  const TwoLinks arm;
  OnePass equation(arm, Point::measured);
  Controller controller(equation, Law::integral_tracking, equal_poles(Law::integral_tracking, 2, 5.0),
                        {{infinite, infinite}, {1.0, 1.0}});
  const Pair rest{}, below{-1.0, -1.0}, above{1.0, 1.0};
  Pair tau;
  controller.step({below, rest}, {above, rest, rest}, 0.1, tau);
  EXPECT_EQ(controller.integral()[0], 0.0);
}

}  // namespace
}  // namespace tauforge::control
