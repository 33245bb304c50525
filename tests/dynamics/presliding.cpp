#include "tauforge/dynamics/presliding.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/expression/expr.h"
#include "tauforge/scalar/dual.h"

namespace tauforge::dynamics {
namespace {

TEST(Presliding, GivesWayLikeASpringFromRestHoweverTheWayIsCut) {
  // Dahl's curve: s = 1 - exp(-x/d) after the way x
  const double d = 0.01;
  for (const int steps : {1, 7, 1000}) {
    double s = 0.0;
    for (int k = 0; k < steps; ++k) s = presliding_state(d, 0.025 / steps, s);
    EXPECT_NEAR(s, 1.0 - std::exp(-2.5), 1e-12) << steps;
  }
}

TEST(Presliding, TurnsRoundOverItsDistance) {
  // from sliding backwards: s = 1 - 2 exp(-x/d)
  EXPECT_NEAR(presliding_state(0.02, 0.02, -1.0), 1.0 - 2.0 * std::exp(-1.0), 1e-15);
  EXPECT_NEAR(presliding_state(0.02, -0.02, 1.0), -1.0 + 2.0 * std::exp(-1.0), 1e-15);
}

TEST(Presliding, StaysWithinOneAndRemembersAtRest) {
  double s = 0.3;
  for (const double dx : {100.0, -1e6, 1e-9, -3.0, 1e-3}) {
    s = presliding_state(1e-4, dx, s);
    EXPECT_LE(std::abs(s), 1.0);
  }
  EXPECT_EQ(presliding_state(0.1, 0.0, 0.25), 0.25);
}

TEST(Presliding, EndsInCoulombAndViscousFriction) {
  double state = 0.0;
  const Presliding<double> friction{.coulomb = 3.0, .viscous = 2.0, .offset = 0.5, .distance = 1e-9};
  EXPECT_NEAR(presliding_step(friction, -0.0007, -0.7, state), -3.0 - 1.4 + 0.5, 1e-12);
}

TEST(Presliding, IsATemplateOverEveryScalar) {
  using D = scalar::Dual<double>;
  D state(0.2);
  const D tau = presliding_step<D>({D(3.0), D(2.0), D(0.5), D(0.05)}, D{0.003, 1.0}, D(0.3), state);
  const auto at = [](double dx) {
    double s = 0.2;
    return presliding_step<double>({3.0, 2.0, 0.5, 0.05}, dx, 0.3, s);
  };
  EXPECT_DOUBLE_EQ(tau.value, at(0.003));
  EXPECT_NEAR(tau.derivative, (at(0.003 + 1e-7) - at(0.003 - 1e-7)) / 2e-7, 1e-5);
  using expression::Expr;
  Expr recorded(0.2);
  (void)presliding_step<Expr>({Expr(3.0), Expr(2.0), Expr(0.5), Expr(0.05)}, Expr(0.003), Expr(0.3), recorded);
}

}  // namespace
}  // namespace tauforge::dynamics
