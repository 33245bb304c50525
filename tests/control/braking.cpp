// Whether an arm can still be stopped: against closed forms, and by stopping it.
#include "tauforge/control/braking.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "tauforge/control/stop.h"
#include "two_links.h"

namespace tauforge::control {
namespace {

using test::infinite;
using test::Pair;
using test::TwoLinks;

PositionLimits within(double lower, double upper) { return {{lower, -infinite}, {upper, infinite}, {}, {}}; }
BrakingSettings settings(double torque1, double torque2, double latency = 0.0) {
  return {.torque = {torque1, torque2}, .rate = {infinite, infinite}, .latency = latency, .share = 0.9};
}

// One link swings in a horizontal plane, the other lies along it: inertia J = m1 + 4 m2, no gravity, no coupling that moves.
struct Wheel {
  TwoLinks arm;
  Wheel() { arm.g = 0.0, arm.m2 = 1e-9; }
  double J() const { return arm.m1; }
};

// d = v L + J v^2 / (2 share tau)
TEST(Braking, NeedsTheWayOfAConstantTorqueAndOfTheLatency) {
  const Wheel wheel;
  const double tau = 10.0, L = 0.004, v = 1.5, d = v * L + wheel.J() * v * v / (2 * 0.9 * tau);
  const Pair qd{v, 0}, none{}, far{-10, 0};
  for (const double off : {-1e-4, 1e-4}) {
    Braking braking(wheel.arm, wheel.arm, within(-1.0, 1.0), settings(tau, tau, L));
    const Pair q{1.0 - Braking::margin - d + off, 0};
    EXPECT_EQ(braking.look({q, qd}, none, far), off < 0) << off;
  }
  Braking braking(wheel.arm, wheel.arm, within(-1.0, 1.0), settings(tau, tau, L));
  const Pair q{1.0 - Braking::margin - d - 1e-4, 0};
  EXPECT_TRUE(braking.look({q, qd}, none, far));
  EXPECT_NEAR(braking.times()[0], wheel.J() * v / (0.9 * tau), 1e-6);
}

// Torques that still accelerate when the alarm comes go on for the latency: v' = v + a L.
TEST(Braking, CountsTheAccelerationThatGoesOnMeanwhile) {
  const Wheel wheel;
  const double tau = 10.0, L = 0.02, v = 1.0, a = tau / wheel.J(), w = v + a * L;
  const double way = 0.5 * (v + w) * L + wheel.J() * w * w / (2 * 0.9 * tau);
  const Pair qd{v, 0}, pushing{tau, 0}, far{-10, 0};
  for (const double off : {-1e-4, 1e-4}) {
    Braking braking(wheel.arm, wheel.arm, within(-1.0, 1.0), settings(tau, tau, L));
    EXPECT_EQ(braking.look({Pair{1.0 - Braking::margin - way + off, 0}, qd}, pushing, far), off < 0) << off;
  }
}

// From -tau to tau at a limited rate takes 2 tau / rate, and the arm goes on meanwhile.
TEST(Braking, CountsTheTimeInWhichATorqueChanges) {
  const Wheel wheel;
  BrakingSettings slow = settings(10, 10), quick = settings(10, 10);
  slow.rate = {100.0, 100.0};
  const Pair q{0.85, 0}, qd{1.0, 0}, pushing{10, 0}, far{-10, 0};
  Braking with(wheel.arm, wheel.arm, within(-1, 1), slow), without(wheel.arm, wheel.arm, within(-1, 1), quick);
  EXPECT_TRUE(without.look({q, qd}, pushing, far));
  EXPECT_FALSE(with.look({q, qd}, pushing, far));
}

TEST(Braking, LetsAnArmComeToALimitWhereItIsWanted) {
  const Wheel wheel;
  Braking braking(wheel.arm, wheel.arm, within(-1, 1), settings(10, 10));
  const Pair q{0.9995, 0}, still{}, there{1.0, 0}, elsewhere{0.5, 0};
  EXPECT_TRUE(braking.look({q, still}, still, there));
  EXPECT_FALSE(braking.look({q, still}, still, elsewhere));
  EXPECT_EQ(braking.limit(), 1.0);
}

// Held at its limit an arm is a count beyond it half of the time.
TEST(Braking, LetsAnArmBeHeldAtItsLimit) {
  const Wheel wheel;
  const Pair still{};
  for (const double side : {-1.0, 1.0}) {
    Braking braking(wheel.arm, wheel.arm, within(-1, 1), settings(10, 10));
    const Pair there{side, 0}, beyond{1.5 * side, 0};
    EXPECT_TRUE(braking.look({Pair{side * 1.0001, 0}, still}, still, there)) << side;
    EXPECT_FALSE(braking.look({Pair{side * (1 + 1.5 * Braking::slack), 0}, still}, still, there)) << side;
    EXPECT_FALSE(braking.look({Pair{side * (1 + 1.5 * Braking::slack), 0}, still}, still, beyond)) << side;
  }
}

// A drive that cannot hold its link against gravity cannot stop it either, however slow it is.
TEST(Braking, KnowsThatGravityMayBeStronger) {
  TwoLinks arm;  // 39 N m on the first drive when it is stretched out
  Braking weak(arm, arm, within(-1.0, 1.0), settings(30, 30)), strong(arm, arm, within(-1.0, 1.0), settings(60, 30));
  const Pair q{-0.5, 0}, sinking{-0.1, 0}, hold{39, 9.81}, far{10, 0};
  EXPECT_FALSE(weak.look({q, sinking}, hold, far));
  EXPECT_TRUE(strong.look({q, sinking}, hold, far));
}

TEST(Braking, OfALargestPayloadIsAskedForAsWell) {
  TwoLinks arm, laden;
  laden.m2 = 3.0;
  const Pair q{-0.93, 0}, sinking{-0.8, 0}, hold{25, 6}, far{10, 0};
  Braking alone(arm, arm, within(-1.0, 1.0), settings(80, 40)), both(arm, laden, within(-1.0, 1.0), settings(80, 40));
  EXPECT_TRUE(alone.look({q, sinking}, hold, far));
  EXPECT_FALSE(both.look({q, sinking}, hold, far));
}

// The limits of a joint behind a transmission: q1 = theta1 + theta2.
TEST(Braking, KnowsJointsThatTwoDrivesMove) {
  const Wheel wheel;
  PositionLimits limits{{-1.0}, {1.0}, {1.0, 1.0}, {0.5}};
  EXPECT_NEAR(limits.position(0, Pair{0.1, 0.2}), 0.8, 1e-15);
  Braking braking(wheel.arm, wheel.arm, limits, settings(10, 10));
  const Pair q{0.2, 0.25}, still{}, together{1.0, 1.0}, apart{1.0, -1.0}, far{-10, 0};
  EXPECT_FALSE(braking.look({q, together}, still, far));
  EXPECT_TRUE(braking.look({q, apart}, still, far));
}

// More joints than drives: the second joint follows the first drive three times as far, the third the second drive.
TEST(Braking, NamesTheDriveOfAJointThatFollows) {
  const Wheel wheel;
  Braking braking(wheel.arm, wheel.arm, {{-9, -1, -9}, {9, 1, 9}, {1, 0, 3, 0.5, 0, 1}, {0, 0, 0}}, settings(10, 10));
  EXPECT_FALSE(braking.look({Pair{0.4, 0}, Pair{}}, Pair{}, Pair{}));
  EXPECT_EQ(braking.row(), 1u);
  EXPECT_EQ(braking.drive(), 0u);
}

// The promise: from every state that is called viable the stop keeps both joints within their limits, gravity, coupling,
// latency and all. On the equations of the arm themselves, by fourth-order steps; 400 arms and states, none chosen.
TEST(Braking, IsKeptByTheStop) {
  std::mt19937 random(7);
  const auto draw = [&](double low, double high) { return std::uniform_real_distribution(low, high)(random); };
  int viable = 0, refused = 0;
  for (int trial = 0; trial < 2000 && viable < 400; ++trial) {
    TwoLinks arm;
    arm.m1 = draw(0.5, 4), arm.m2 = draw(0.2, 3);
    const Pair largest{draw(1.2, 3) * (arm.m1 + 2 * arm.m2) * arm.g, draw(1.2, 3) * arm.m2 * arm.g};
    const PositionLimits limits{{-1.2, -2.0}, {1.2, 2.0}, {}, {}};
    const double dt = 1e-3, latency = 2 * dt;
    BrakingSettings s{.torque = {largest[0], largest[1]}, .rate = {infinite, infinite}, .latency = latency};
    Braking braking(arm, arm, limits, s);
    Pair q{draw(-1.19, 1.19), draw(-1.99, 1.99)}, qd{draw(-4, 4), draw(-6, 6)};
    Pair tau{draw(-1, 1) * largest[0], draw(-1, 1) * largest[1]};
    const Pair far{};
    if (!braking.look({q, qd}, tau, far)) {
      ++refused;
      continue;
    }
    ++viable;
    const auto M = arm.equation(q.data(), qd.data());
    Gains gains{{400 * M.M11, 400 * M.M22}, {40 * M.M11, 40 * M.M22}, {0, 0}};
    StopSettings how{.gains = gains, .limits = {{largest[0], largest[1]}, {infinite, infinite}}, .weight = {1, 1}};
    Stop stop(arm, how);
    double beyond = -infinite;
    bool began = false;
    for (int k = 0; k < 12000 && !stop.brakes(); ++k) {
      if (k == 2) {  // after the latency, with the times of then, as the loop does
        braking.look({q, qd}, tau, far);
        stop.begin(StopCategory::one, {q, qd}, braking.times(), tau), began = true;
      }
      if (began) stop.step({q, qd}, dt, tau);
      // Runge and Kutta
      const auto rate = [&](const Pair& p, const Pair& v) { return arm.acceleration(p, v, tau); };
      const auto plus = [](const Pair& a, double h, const Pair& b) { return Pair{a[0] + h * b[0], a[1] + h * b[1]}; };
      const Pair a1 = rate(q, qd), v2 = plus(qd, dt / 2, a1), a2 = rate(plus(q, dt / 2, qd), v2);
      const Pair v3 = plus(qd, dt / 2, a2), a3 = rate(plus(q, dt / 2, v2), v3), v4 = plus(qd, dt, a3);
      const Pair a4 = rate(plus(q, dt, v3), v4);
      for (int j = 0; j < 2; ++j) {
        q[j] += dt / 6 * (qd[j] + 2 * v2[j] + 2 * v3[j] + v4[j]);
        qd[j] += dt / 6 * (a1[j] + 2 * a2[j] + 2 * a3[j] + a4[j]);
      }
      for (int j = 0; j < 2; ++j) beyond = std::max({beyond, q[j] - limits.upper[j], limits.lower[j] - q[j]});
    }
    EXPECT_TRUE(stop.brakes()) << trial;  // it came to rest
    EXPECT_LT(beyond, 0.0) << trial << " " << braking.times()[0] << " " << braking.times()[1];
  }
  EXPECT_EQ(viable, 400);
  EXPECT_GT(refused, 100);  // or the promise would be cheap
}

}  // namespace
}  // namespace tauforge::control
