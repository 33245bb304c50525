// Stops by kind, on the arm of two links whose equations are known.
#include "tauforge/control/stop.h"

#include <gtest/gtest.h>

#include <cmath>

#include "two_links.h"

namespace tauforge::control {
namespace {

using test::infinite;
using test::Pair;
using test::TwoLinks;

constexpr double dt = 1e-3;

StopSettings settings(bool brakes) {
  return {.gains = {{400, 100}, {60, 20}, {0, 0}},
          .limits = {{120, 60}, {infinite, infinite}},
          .brakes = brakes,
          .brake_delay = 0.05,
          .lowering = 0.1,
          .weight = {40, 10},
          .positions = {{-infinite, -infinite}, {infinite, infinite}, {}, {}}};
}

// The arm under the torques of a stop; brakes that hold do so without giving way.
struct Machine {
  TwoLinks arm;
  Pair q{0.4, 0.7}, qd{1.0, -1.5}, tau{};
  double engaged = 0;  // for how long brakes have been told to engage [s]
  bool held = false;

  void pass(const Stop& stop) {
    engaged = stop.brakes() ? engaged + dt : 0.0;
    held = held || engaged >= 0.05;
    if (held) qd = {};
    if (held) return;
    for (int k = 0; k < 10; ++k) {
      const Pair a = arm.acceleration(q, qd, tau);
      for (int j = 0; j < 2; ++j) qd[j] += 0.1 * dt * a[j], q[j] += 0.1 * dt * qd[j];
    }
  }
};

TEST(Stop, OfCategoryOneRampsDownHoldsThroughTheDelayOfTheBrakesAndLetsGo) {
  Machine m;
  Stop stop(m.arm, settings(true));
  stop.begin(StopCategory::one, {m.q, m.qd}, Pair{0.3, 0.3}, m.tau);
  const Pair q0 = m.q, v0 = m.qd;
  double engaged_at = -1, off_at = -1, speed_at_brakes = -1;
  for (int k = 0; k < 2000; ++k) {
    stop.step({m.q, m.qd}, dt, m.tau);
    if (stop.brakes() && engaged_at < 0) engaged_at = k * dt, speed_at_brakes = std::abs(m.qd[0]) + std::abs(m.qd[1]);
    if (stop.over() && off_at < 0) off_at = k * dt;
    if (stop.brakes() && !m.held && !stop.over()) {
      Pair G;
      m.arm.gravity(m.q, G);  // still held by the drives
      EXPECT_NEAR(m.tau[0], G[0], 3.0);
    }
    m.pass(stop);
  }
  EXPECT_GT(engaged_at, 0.3);
  EXPECT_LT(speed_at_brakes, 0.04);
  EXPECT_GT(off_at - engaged_at, 0.05);  // not before they surely hold
  EXPECT_TRUE(m.held);
  EXPECT_EQ(m.tau, (Pair{0, 0}));
  EXPECT_FALSE(stop.enable());
  // evenly to rest: half of v T
  for (int j = 0; j < 2; ++j) EXPECT_NEAR(m.q[j], q0[j] + 0.5 * v0[j] * 0.3, 0.01) << j;
}

TEST(Stop, OfCategoryZeroTakesThePowerAtOnceAndStaysSo) {
  Machine m;
  Stop stop(m.arm, settings(true));
  stop.begin(StopCategory::zero, {m.q, m.qd}, Pair{0.3, 0.3}, m.tau);
  stop.step({m.q, m.qd}, dt, m.tau);
  EXPECT_TRUE(stop.brakes());
  EXPECT_FALSE(stop.enable());
  EXPECT_EQ(m.tau, (Pair{0, 0}));
  stop.begin(StopCategory::one, {m.q, m.qd}, Pair{0.3, 0.3}, m.tau);  // it cannot become milder
  stop.step({m.q, m.qd}, dt, m.tau);
  EXPECT_TRUE(stop.over());
}

TEST(Stop, BecomesCategoryZeroWhenASensorFailsOnTheWay) {
  Machine m;
  Stop stop(m.arm, settings(true));
  stop.begin(StopCategory::one, {m.q, m.qd}, Pair{0.3, 0.3}, m.tau);
  stop.step({m.q, m.qd}, dt, m.tau);
  EXPECT_TRUE(stop.enable());
  stop.begin(StopCategory::zero, {m.q, m.qd}, Pair{0.3, 0.3}, m.tau);
  stop.step({m.q, m.qd}, dt, m.tau);
  EXPECT_TRUE(stop.over());
}

// Slowly enough it stays close to its ramp, but does not come to rest: a second after the ramp nobody waits any longer.
TEST(Stop, ThatDoesNotComeToRestBecomesCategoryZero) {
  Machine m;
  Stop stop(m.arm, settings(true));
  const Pair goes_on{0.2, 0.0};
  stop.begin(StopCategory::one, {m.q, goes_on}, Pair{0.3, 0.3}, m.tau);
  int k = 0;
  for (; k < 5000 && !stop.over(); ++k) {
    stop.step({m.q, goes_on}, dt, m.tau);
    m.q[0] += (k / 100 % 2 ? -1 : 1) * goes_on[0] * dt;  // to and fro
  }
  EXPECT_NEAR(k * dt, 1.3, 0.01);
  EXPECT_EQ(stop.category(), StopCategory::zero);
}

// A drive that gives nothing gets ahead of its ramp by v t^2 / (2 T).
TEST(Stop, OfADeadDriveBecomesCategoryZeroAsSoonAsItLeavesItsRamp) {
  Machine m;
  Stop stop(m.arm, settings(true));
  const Pair goes_on{1.0, 0.0};
  stop.begin(StopCategory::one, {m.q, goes_on}, Pair{0.3, 0.3}, m.tau);
  int k = 0;
  for (; k < 5000 && !stop.over(); ++k) {
    stop.step({m.q, goes_on}, dt, m.tau);
    m.q[0] += goes_on[0] * dt;
  }
  EXPECT_NEAR(k * dt, std::sqrt(2 * 0.3 * 0.05), 0.005);
  EXPECT_EQ(stop.category(), StopCategory::zero);
}

// No brakes: it sinks, slower than it may, and ends at the bottom, where nothing has to hold it.
TEST(Stop, WithoutBrakesLowersTheArmAndDoesNotDropIt) {
  Machine m;
  Stop stop(m.arm, settings(false));
  stop.begin(StopCategory::one, {m.q, m.qd}, Pair{0.3, 0.3}, m.tau);
  double fastest = 0;
  int k = 0;
  for (; k < 70000 && !stop.over(); ++k) {
    stop.step({m.q, m.qd}, dt, m.tau);
    EXPECT_FALSE(stop.brakes());
    if (stop.phase() == StopPhase::lowering)
      for (const double v : m.qd) fastest = std::max(fastest, std::abs(v));
    m.pass(stop);
  }
  EXPECT_TRUE(stop.over());
  EXPECT_GT(fastest, 0.02);
  EXPECT_LT(fastest, 0.15);
  Pair G;
  m.arm.gravity(m.q, G);
  EXPECT_LT(std::abs(G[0]), 4.0);  // of 40 N m at most
  EXPECT_NEAR(m.q[0], -M_PI / 2, 0.15);
}

TEST(Stop, HoldsAJointAtItsLimitWhileTheOthersSink) {
  Machine m;
  StopSettings s = settings(false);
  s.positions.lower[0] = -0.3;
  Stop stop(m.arm, s);
  stop.begin(StopCategory::one, {m.q, m.qd}, Pair{0.3, 0.3}, m.tau);
  double lowest = 1;
  for (int k = 0; k < 70000 && !stop.over(); ++k) {
    stop.step({m.q, m.qd}, dt, m.tau);
    lowest = std::min(lowest, m.q[0]);
    m.pass(stop);
  }
  EXPECT_TRUE(stop.over());
  EXPECT_GT(lowest, -0.3);
  EXPECT_NEAR(lowest, -0.3, 0.02);
}

}  // namespace
}  // namespace tauforge::control
