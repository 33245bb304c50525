// The laws of table 4 on an arm with two links in a vertical plane, whose equations fit on a few lines. With an exact
// model the error obeys a linear equation with a known solution.
#include "tauforge/control/law.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "two_links.h"

namespace tauforge::control {
namespace {

using test::infinite;
using test::Pair;
using test::TwoLinks;

struct Wanted {
  Pair q{}, qd{}, qdd{};
};
struct Arm {
  Pair q{}, qd{};
};

// Runge and Kutta's fourth order; the law is asked at every stage, as if it had no period.
void simulate(const TwoLinks& plant, Controller& law, const std::function<Wanted(double)>& wanted, double until, Arm& x,
              const std::function<void(double, const Arm&)>& look = {}) {
  const double h = 1e-3;
  const auto rate = [&](double t, const Arm& y, double dt) {
    const Wanted w = wanted(t);
    Pair tau;
    law.step({y.q, y.qd}, {w.q, w.qd, w.qdd}, dt, tau);
    return Arm{y.qd, plant.acceleration(y.q, y.qd, tau)};
  };
  const auto moved = [](const Arm& y, double s, const Arm& k) {
    return Arm{{y.q[0] + s * k.q[0], y.q[1] + s * k.q[1]}, {y.qd[0] + s * k.qd[0], y.qd[1] + s * k.qd[1]}};
  };
  const auto steps = static_cast<int>(std::lround(until / h));
  for (int i = 0; i < steps; ++i) {
    const double t = i * h;
    const Arm k1 = rate(t, x, h), k2 = rate(t + h / 2, moved(x, h / 2, k1), 0),
              k3 = rate(t + h / 2, moved(x, h / 2, k2), 0),
              k4 = rate(t + h, moved(x, h, k3), 0);  // the integral advances once per step
    x = moved(moved(moved(moved(x, h / 6, k1), h / 3, k2), h / 3, k3), h / 6, k4);
    if (look) look(t + h, x);
  }
}

// A law with the equation it needs.
struct Controlled {
  OnePass equation;
  Controller controller;
  Controlled(const Model& model, Law law, double w, double limit = infinite)
      : equation(model, point_of(law)),
        controller(equation, law, equal_poles(law, 2, w), {{limit, limit}, {infinite, infinite}}) {}
};

constexpr double w = 5.0;
Wanted still(double) { return {.q = {0.4, -0.7}}; }
Wanted ramp(double t) { return {.q = {0.1 + 0.5 * t, -0.3 * t}, .qd = {0.5, -0.3}}; }

TEST(PointToPoint, SettlesExponentially) {
  // edd + 2 w ed + w^2 e = 0 from rest: e = e(0) (1 + w t) exp(-w t)
  const TwoLinks arm;
  Controlled law(arm, Law::point_to_point, w);
  Arm x{{1.4, 0.3}, {}};
  simulate(arm, law.controller, still, 3.0, x, [](double t, const Arm& y) {
    const double left = (1 + w * t) * std::exp(-w * t);
    ASSERT_NEAR(y.q[0] - 0.4, 1.0 * left, 1e-8);
    ASSERT_NEAR(y.q[1] + 0.7, 1.0 * left, 1e-8);
  });
}

TEST(Tracking, ForgetsItsFirstErrorExponentiallyOnAMovingReference) {
  const TwoLinks arm;
  Controlled law(arm, Law::tracking, w);
  Arm x{{0.3, -0.1}, {0.5, -0.3}};
  simulate(arm, law.controller, ramp, 3.0, x, [](double t, const Arm& y) {
    const double left = (1 + w * t) * std::exp(-w * t);
    ASSERT_NEAR(y.q[0] - ramp(t).q[0], 0.2 * left, 1e-8);
    ASSERT_NEAR(y.q[1] - ramp(t).q[1], -0.1 * left, 1e-8);
  });
}

TEST(PointToPoint, LagsBehindARampAsThePrintedTableWould) {
  const TwoLinks arm;
  Controlled law(arm, Law::point_to_point, w);
  Arm x{{0.1, 0.0}, {}};
  simulate(arm, law.controller, ramp, 5.0, x);
  EXPECT_NEAR(x.q[0] - ramp(5.0).q[0], -2 / w * 0.5, 1e-8);  // -Kd/Kp qd_d
  EXPECT_NEAR(x.q[1] - ramp(5.0).q[1], 2 / w * 0.3, 1e-8);
}

TEST(Tracking, LeavesTheOffsetOfAWrongPayload) {
  const TwoLinks assumed;
  TwoLinks loaded;
  loaded.m2 = 2.0;
  Controlled law(assumed, Law::tracking, w);
  Arm x{still(0).q, {}};
  simulate(loaded, law.controller, still, 8.0, x);
  // at rest M(q) (-Kp e) + G(q) of the assumed arm carries the loaded one
  const Pair rest{}, pull{-w * w * (x.q[0] - 0.4), -w * w * (x.q[1] + 0.7)};
  Pair given, needed;
  assumed.inverse_dynamics(x.q, rest, pull, given);
  loaded.gravity(x.q, needed);
  for (std::size_t j = 0; j < 2; ++j) EXPECT_NEAR(given[j], needed[j], 1e-6);
  EXPECT_GT(std::abs(x.q[1] + 0.7), 0.05);
}

TEST(IntegralTracking, RemovesTheOffsetOfAWrongPayload) {
  const TwoLinks assumed;
  TwoLinks loaded;
  loaded.m2 = 2.0;
  Controlled law(assumed, Law::integral_tracking, w);
  Arm x{still(0).q, {}};
  simulate(loaded, law.controller, still, 15.0, x);
  EXPECT_NEAR(x.q[0], 0.4, 1e-6);
  EXPECT_NEAR(x.q[1], -0.7, 1e-6);
}

TEST(IntegralTracking, DoesNotIntegrateWhatTheDriveCannotGive) {
  const TwoLinks arm;
  Controlled law(arm, Law::integral_tracking, w, 1.0);
  const Pair rest{}, below{-1.0, -1.0}, above{1.0, 1.0};
  Pair tau;
  law.controller.step({below, rest}, {above, rest, rest}, 0.1, tau);
  EXPECT_EQ(tau, (Pair{1.0, 1.0}));
  EXPECT_EQ(law.controller.integral()[0], 0.0);
  // without a limit it does
  Controlled free(arm, Law::integral_tracking, w);
  free.controller.step({below, rest}, {above, rest, rest}, 0.1, tau);
  EXPECT_DOUBLE_EQ(free.controller.integral()[0], -0.2);
  free.controller.restart(tau);
  EXPECT_EQ(free.controller.integral()[0], 0.0);
}

// What the generator writes for a pendulum of 1 kg and 1 m, by hand.
void pendulum(const void*, const tauforge_state* x, double* tau) { *tau = x->qdd[0] + 9.81 * std::cos(x->q[0]); }
void pendulum_gravity(const void*, const tauforge_state* x, double* tau) { *tau = 9.81 * std::cos(x->q[0]); }
void pendulum_background(const void*, const tauforge_state* x, double* D_i) { *D_i = 9.81 * std::cos(x->q[0]); }
void pendulum_momentum(const void*, const tauforge_state* x, double* p_and_rate) {
  p_and_rate[0] = x->qd[0], p_and_rate[1] = -9.81 * std::cos(x->q[0]);
}
void pendulum_nothing(const void*, const tauforge_state*, double* tau) { *tau = 0.0; }
void pendulum_synchronous(const void*, const tauforge_state* x, double* tau) { *tau = x->qdd[0] + x->b[0]; }

TEST(GeneratedModel, StandsBehindTheSameLaw) {
  const std::array<tauforge_function, 7> functions{
      {{"inverse_dynamics", "", 1, 2, 1, 1, pendulum, nullptr, {}},
       {"gravity", "", 1, 1, 0, 1, pendulum_gravity, nullptr, {}},
       {"friction", "", 1, 0, 0, 0, pendulum_nothing, nullptr, {}},
       {"background", "", 1, 1, 0, 1, pendulum_background, nullptr, {}},  // D is a number: nothing but D_i is passed on
       {"velocity_torque", "", 1, 0, 0, 0, pendulum_nothing, nullptr, {}},
       {"synchronous", "", 1, 0, 1, 0, pendulum_synchronous, nullptr, {}},
       {"momentum", "", 2, 1, 0, 1, pendulum_momentum, nullptr, {}}}};
  tauforge_model seam{};
  seam.abi = TAUFORGE_MODEL_ABI, seam.nq = seam.nv = 1;
  seam.function_count = functions.size(), seam.functions = functions.data();
  GeneratedModel model(seam);
  OnePass equation(model, Point::measured);
  Controller law(equation, Law::tracking, {{4.0}, {3.0}, {0.0}}, unlimited(1));
  const std::array<double, 1> q{0.5}, qd{0.2}, q_d{0.1}, qd_d{0.7}, qdd_d{2.0};
  std::array<double, 1> tau{};
  law.step({q, qd}, {q_d, qd_d, qdd_d}, 0.001, tau);
  EXPECT_NEAR(tau[0], 2.0 - 3.0 * (0.2 - 0.7) - 4.0 * (0.5 - 0.1) + 9.81 * std::cos(0.5), 1e-14);
  model.gravity(q, tau);
  EXPECT_NEAR(tau[0], 9.81 * std::cos(0.5), 1e-15);
  EXPECT_EQ(model.equation_size(), 0u);
  model.synchronous({}, q, qd, tau);
  EXPECT_EQ(tau[0], 0.7);
  EXPECT_EQ(model.calls()[5], 1u);
  std::array<double, 2> p_and_rate{};
  model.momentum(q, qd, p_and_rate);
  EXPECT_EQ(p_and_rate, (std::array<double, 2>{0.2, -9.81 * std::cos(0.5)}));
}

}  // namespace
}  // namespace tauforge::control
