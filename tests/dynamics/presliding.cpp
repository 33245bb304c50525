#include "tauforge/dynamics/presliding.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/expression/expr.h"
#include "tauforge/scalar/dual.h"

namespace tauforge::dynamics {
namespace {

constexpr double d = 0.01, b = 0.6;

TEST(Presliding, IsASpringAndThenFlowsHoweverTheWayIsCut) {
  // from rest: s = x/d up to b, from there 1 - (1 - b) exp(-(x/d - b)/(1 - b))
  EXPECT_NEAR(presliding_state(d, b, 0.004, 0.0), 0.4, 1e-15);
  for (const int steps : {1, 7, 1000}) {
    double s = 0.0;
    for (int k = 0; k < steps; ++k) s = presliding_state(d, b, 0.011 / steps, s);
    EXPECT_NEAR(s, 1.0 - 0.4 * std::exp(-0.5 / 0.4), 1e-12) << steps;
  }
}

TEST(Presliding, TurnsRoundOverItsDistance) {
  // from sliding backwards it is a spring over d (1 + b), and flows beyond
  EXPECT_NEAR(presliding_state(d, b, 0.015, -1.0), 0.5, 1e-15);
  EXPECT_NEAR(presliding_state(d, b, -0.020, 1.0), -1.0 + 0.4 * std::exp(-0.4 / 0.4), 1e-14);
}

TEST(Presliding, StaysWithinOneAndRemembersAtRest) {
  double s = 0.3;
  for (const double dx : {100.0, -1e6, 1e-9, -3.0, 1e-3}) {
    s = presliding_state(1e-4, b, dx, s);
    EXPECT_LE(std::abs(s), 1.0);
  }
  EXPECT_EQ(presliding_state(0.1, b, 0.0, 0.25), 0.25);
}

TEST(Presliding, IsNotDrainedByDitherOfAnEncoderCount) {
  // Dahl's law [Dah68] loses all of it: s' = s exp(-2 n delta/d) nearly
  const double count = 1e-4;
  double s = 1.0, dahl = 1.0;
  for (int k = 0; k < 10000; ++k) {
    const double dx = k % 2 == 0 ? -count : count;
    s = presliding_state(d, b, dx, s);
    const double way = dx > 0 ? 1.0 : -1.0;
    dahl = way + (dahl - way) * std::exp(-count / d);
  }
  EXPECT_GE(s, b - count / d);
  EXPECT_LT(std::abs(dahl), 0.05);
}

TEST(Presliding, DissipatesInEveryCycle) {
  // work over a closed way is the area of the loop, never negative
  for (const double reach : {0.001, 0.005, 0.02, 0.1}) {
    double s = 0.0, work = 0.0;
    const int steps = 400;
    for (int k = 0; k < 4 * steps; ++k) {
      const double dx = (k / steps) % 2 == 0 ? reach / steps : -reach / steps, before = s;
      s = presliding_state(d, b, dx, s);
      if (k >= 2 * steps) work += 0.5 * (s + before) * dx;
    }
    EXPECT_GE(work, -1e-12) << reach;
    if (reach > d) {
      EXPECT_GT(work, 0.0) << reach;
    }
  }
}

robot::Drive<double> drive() {
  robot::Drive<double> one;
  one.memory = {1e-6, b, 3.0, 2.0, 0.5, {0.1, 0.7}, 4.0, 0.3};
  return one;
}

TEST(FrictionStep, EndsInALevelThatGrowsWithLoadAndSpeed) {
  PreslidingState<double> state;
  (void)friction_step(drive(), 0.0, -0.64, 20.0, 0.001, state);
  const double tau = friction_step(drive(), 0.0, -0.64, -20.0, 0.001, state), ratio = 0.64 / 0.3;
  EXPECT_NEAR(tau, -(3.0 + std::exp(-ratio * ratio) + 0.1 * 20.0 + 0.7 * 0.8) - 2.0 * 0.64 + 0.5, 1e-9);
}

TEST(FrictionStep, ForgetsWhenItIsSetToZero) {
  PreslidingState<double> state;
  (void)friction_step(drive(), 0.0, 1.0, 0.0, 0.1, state);
  state = {};
  EXPECT_NEAR(friction_step(drive(), 0.0, 0.0, 5.0, 0.1, state), 0.5, 1e-12);
}

TEST(FrictionStep, IsATemplateOverEveryScalar) {
  using D = scalar::Dual<double>;
  const auto to_dual = [](double x) { return D(x); };
  robot::Drive<D> dual;
  robot::convert<D>(drive(), to_dual, dual);
  dual.memory->distance = D(0.1);
  robot::Drive<double> plain = drive();
  plain.memory->distance = 0.1;
  const auto at = [&](double v) {
    PreslidingState<double> state{0.2, 0.1};
    return friction_step(plain, 0.0, v, 3.0, 0.01, state);
  };
  PreslidingState<D> state{D(0.2), D(0.1)};
  const D tau = friction_step(dual, D(0.0), D{0.3, 1.0}, D(3.0), D(0.01), state);
  EXPECT_DOUBLE_EQ(tau.value, at(0.3));
  EXPECT_NEAR(tau.derivative, (at(0.3 + 1e-6) - at(0.3 - 1e-6)) / 2e-6, 1e-6);
  using expression::Expr;
  robot::Drive<Expr> recorded;
  robot::convert<Expr>(
      drive(), [](double x) { return Expr(x); }, recorded);
  PreslidingState<Expr> none;
  (void)friction_step(recorded, Expr(0.0), Expr(0.3), Expr(3.0), Expr(0.01), none);
}

}  // namespace
}  // namespace tauforge::dynamics
