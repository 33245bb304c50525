// Inertias from periods, by closed forms.
#include "tauforge/explicit_model/measurement.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tauforge::tests {
namespace {

using namespace explicit_model;

constexpr double pi = 3.14159265358979323846;

// A rod of mass M and length L has M L^2 / 12; hung on wires of length l at distance r it swings with
// T = 2 pi sqrt(I l / (M g r^2)).
TEST(TwoWires, FindTheInertiaOfARod) {
  const double M = 2, L = 0.6, r = 0.2, l = 1.5, g = 9.81, I = M * L * L / 12;
  const double T = 2 * pi * std::sqrt(I * l / (M * g * r * r));
  EXPECT_NEAR(inertia(TwoWires{{M, 0}, {r, 0}, {l, 0}, {T, 0}, g}).value, I, 1e-15);
}

TEST(TwoWires, CombineTolerancesAsTheRootOfTheSumOfSquares) {
  const Measured I = inertia(TwoWires{{2, 0.02}, {0.2, 0.002}, {1.5, 0.015}, {1.0, 0.01}});  // 1 % each
  EXPECT_NEAR(I.tolerance / I.value, std::sqrt(1 + 4 + 1 + 4) * 0.01, 1e-12);
}

TEST(CommandedSpring, FindsTheInertiaThatOscillates) {
  const double J = 1.5, K = 40, T = 2 * pi * std::sqrt(J / K);
  const auto found = joint_inertia({{K, 0}, {T, 0}, {1, 0}, {0.4, 0.01}});
  EXPECT_NEAR(found.total.value, J, 1e-14);
  EXPECT_NEAR(found.motor.value, J - 0.4, 1e-14);
  EXPECT_NEAR(found.motor.tolerance, 0.01, 1e-15);
}

// J q'' + c q' + K q = 0 has w_d^2 = K/J - (c/2J)^2 and amplitudes in the ratio exp(c T / 2J).
TEST(CommandedSpring, AllowsForDamping) {
  const double J = 1.5, K = 40, c = 3, half = c / (2 * J);
  const double T = 2 * pi / std::sqrt(K / J - half * half), decay = std::exp(half * T);
  EXPECT_NEAR(joint_inertia({{K, 0}, {T, 0}, {decay, 0}, {0, 0}}).total.value, J, 1e-13);
}

TEST(CommandedSpring, PropagatesEveryTolerance) {
  const CommandedSpring x{{40, 0.4}, {1.0, 0.01}, {1.5, 0.02}, {0.3, 0.02}};
  double squares = 0;
  for (const int k : {0, 1, 2, 3}) {
    CommandedSpring more = x, less = x;
    const auto change = [&](CommandedSpring& y, double by) {
      Measured* all[] = {&y.stiffness, &y.period, &y.decay, &y.arm};
      all[k]->value += by * all[k]->tolerance * 1e-4;
    };
    change(more, 1), change(less, -1);
    const double half = (joint_inertia(more).motor.value - joint_inertia(less).motor.value) / 2e-4;
    squares += half * half;
  }
  EXPECT_NEAR(joint_inertia(x).motor.tolerance, std::sqrt(squares), 1e-7);
}

}  // namespace
}  // namespace tauforge::tests
