// The observer on an arm whose equations are known, moved by an integrator of its own.
#include "tauforge/control/momentum_observer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/control/two_links.h"

namespace tauforge::control {
namespace {

using test::Pair;
using test::TwoLinks;

// Moves an arm under a torque that is constant per period and a torque from outside; tells the observer the former.
class Motion {
 public:
  TwoLinks arm;
  Pair q{0.3, -0.7}, qd{0.0, 0.0};

  void advance(const Pair& tau, const Pair& outside, double dt) {
    constexpr int parts = 20;
    const double h = dt / parts;
    const Pair sum{tau[0] + outside[0], tau[1] + outside[1]};
    for (int k = 0; k < parts; ++k) {  // the midpoint rule
      const Pair a = arm.acceleration(q, qd, sum);
      const Pair q2{q[0] + h / 2 * qd[0], q[1] + h / 2 * qd[1]}, qd2{qd[0] + h / 2 * a[0], qd[1] + h / 2 * a[1]};
      const Pair a2 = arm.acceleration(q2, qd2, sum);
      for (std::size_t i = 0; i < 2; ++i) q[i] += h * qd2[i], qd[i] += h * a2[i];
    }
  }
  // A law that keeps the arm swinging.
  Pair torque(double t) const {
    Pair tau{};
    arm.gravity(q, tau);
    tau[0] += 8.0 * std::sin(3.0 * t) - 2.0 * qd[0];
    tau[1] += 3.0 * std::cos(5.0 * t) - 0.5 * qd[1];
    return tau;
  }
};

constexpr double period = 1e-3;

TEST(MomentumObserver, SeesNothingWhereTheModelIsRight) {
  Motion motion;
  MomentumObserver observer(motion.arm, {30.0, 30.0});
  Pair tau{};
  double worst = 0.0, fastest = 0.0;
  for (int k = 0; k < 3000; ++k) {
    observer.step({motion.q, motion.qd}, tau, period);
    for (const double r : observer.residual()) worst = std::max(worst, std::abs(r));
    fastest = std::max(fastest, std::abs(motion.qd[0]));
    tau = motion.torque(k * period);
    motion.advance(tau, {}, period);
  }
  EXPECT_GT(fastest, 1.0);
  EXPECT_LT(worst, 1e-4);  // the trapezoid of b over a period, of torques of some 40 N m
}

TEST(MomentumObserver, ShowsAConstantTorqueFromOutsideBehindALowPassOfItsGain) {
  Motion motion;
  const double K[] = {30.0, 60.0};
  const Pair outside{5.0, -2.0};
  MomentumObserver observer(motion.arm, {K[0], K[1]});
  Pair tau{};
  observer.step({motion.q, motion.qd}, tau, period);
  for (int k = 0; k < 400; ++k) {
    tau = motion.torque(k * period);
    motion.advance(tau, outside, period);
    observer.step({motion.q, motion.qd}, tau, period);
    const double t = (k + 1) * period;
    for (std::size_t i = 0; i < 2; ++i) {
      const double filtered = outside[i] * (1.0 - std::exp(-K[i] * t));
      EXPECT_NEAR(observer.residual()[i], filtered, K[i] * period * std::abs(outside[i]) / 4) << "after " << t << " s";
    }
  }
}

TEST(MomentumObserver, ShowsAPayloadThatIsGoneAsItsWeight) {
  Motion motion;
  TwoLinks believed = motion.arm;
  believed.m2 += 0.5;  // the arm carries it no longer
  MomentumObserver observer(believed, {30.0, 30.0});
  Pair tau{};
  observer.step({motion.q, motion.qd}, tau, period);
  for (int k = 0; k < 1000; ++k) {  // held still
    motion.arm.gravity(motion.q, tau);
    motion.advance(tau, {}, period);
    observer.step({motion.q, motion.qd}, tau, period);
  }
  Pair with{}, without{};
  believed.gravity(motion.q, with), motion.arm.gravity(motion.q, without);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(observer.residual()[i], with[i] - without[i], 1e-6);
}

TEST(MomentumObserver, IsStableWhateverTheGainAndHoweverLateTheStep) {
  TwoLinks arm;
  const Pair q{0.3, -0.7}, rest{};
  Pair holding{};
  arm.gravity(q, holding);
  for (const double K_dt : {1e-6, 0.5, 1.0, 2.0, 1e3, 1e9}) {
    MomentumObserver observer(arm, {K_dt / period, K_dt / period});
    const Pair tau{holding[0] - 4.0, holding[1]};  // somebody else carries 4 N m
    double last = 0.0;
    for (int k = 0; k < 200; ++k) {
      observer.step({q, rest}, tau, period);
      EXPECT_GE(observer.residual()[0], last);
      EXPECT_LE(observer.residual()[0], 4.0 * (1.0 + 1e-12));
      last = observer.residual()[0];
    }
    // (3) with a constant torque is a geometric series
    EXPECT_NEAR(last, 4.0 * (1.0 - std::pow(1.0 + K_dt, -199)), 1e-9) << K_dt;
  }
}

TEST(MomentumObserver, BeginsAfreshWhenRestarted) {
  TwoLinks arm;
  const Pair q{0.3, -0.7}, rest{}, turned{1.3, 0.7}, fast{3.0, -2.0}, none{};
  MomentumObserver observer(arm, {30.0, 30.0});
  for (int k = 0; k < 100; ++k) observer.step({q, rest}, none, period);
  EXPECT_GT(std::abs(observer.residual()[0]), 1.0);
  observer.restart();
  EXPECT_EQ(observer.residual()[0], 0.0);
  observer.step({turned, fast}, none, period);  // elsewhere, with another momentum: nothing to compare with
  EXPECT_EQ(observer.residual()[0], 0.0);
  EXPECT_EQ(observer.residual()[1], 0.0);
}

// Friction as the model has it, at the measured speed.
struct Rubbing : TwoLinks {
  void friction(std::span<const double>, std::span<const double> qd, std::span<double> tau) const noexcept override {
    for (std::size_t i = 0; i < 2; ++i) tau[i] = 1.5 * ((qd[i] > 0.0) - (qd[i] < 0.0)) + 0.2 * qd[i];
  }
};

TEST(MomentumObserver, TakesFrictionForWhatItIs) {
  Rubbing arm;
  Motion motion;
  motion.qd = {2.0, -1.5};
  MomentumObserver observer(arm, {30.0, 30.0});
  Pair tau{}, lost{};
  observer.step({motion.q, motion.qd}, tau, period);
  for (int k = 0; k < 300; ++k) {
    arm.gravity(motion.q, tau);
    tau[0] += 6.0 * (2.0 - motion.qd[0]), tau[1] += 3.0 * (-1.5 - motion.qd[1]);  // neither turns round
    arm.friction(motion.q, motion.qd, lost);
    motion.advance({tau[0] - lost[0], tau[1] - lost[1]}, {}, period);
    observer.step({motion.q, motion.qd}, tau, period);
    for (const double r : observer.residual()) EXPECT_LT(std::abs(r), 0.02) << k;
  }
}

}  // namespace
}  // namespace tauforge::control
