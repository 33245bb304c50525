#include "tauforge/identify/closed_loop.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tauforge/functions/drive_dynamics.h"
#include "tauforge/simulate/held_torques.h"

namespace tauforge::identify {

namespace {

constexpr double tick = 2e-3;  // of the feedback [s]

// Friction that is smooth at standstill would need steps far shorter than those of the feedback; its level sticks instead.
robot::Robot that_sticks(robot::Robot robot) {
  for (auto& kind : robot.tree.friction)
    if (kind == robot::FrictionKind::smooth) kind = robot::FrictionKind::coulomb;
  return robot;
}

// A reference between two of its samples, `share` of the way from k to k + 1.
void reference_between(const signals::Samples& r, std::size_t k, double share, dynamics::State<double>& x) {
  const double h = r.t[k + 1] - r.t[k], a = 1.0 - share;
  for (std::size_t j = 0; j < r.q.size(); ++j) {
    const double q0 = r.q[j][k], q1 = r.q[j][k + 1], v0 = h * r.qd[j][k], v1 = h * r.qd[j][k + 1];
    x.q[j] = a * a * ((1.0 + 2.0 * share) * q0 + share * v0) + share * share * ((1.0 + 2.0 * a) * q1 - a * v1);
    x.qd[j] = a * r.qd[j][k] + share * r.qd[j][k + 1];
    x.qdd[j] = a * r.qdd[j][k] + share * r.qdd[j][k + 1];
  }
}

}  // namespace

std::optional<signals::Samples> simulated_loop(const robot::Robot& robot, const signals::Samples& reference) {
  const std::size_t drives = reference.q.size();
  constexpr double w = 2.0 * std::numbers::pi * loop_hz;
  signals::Samples motion = reference;
  std::vector<double> range(drives, 0.0);
  for (std::size_t j = 0; j < drives; ++j)
    if (const auto& q = reference.q[j]; !q.empty())
      range[j] = *std::max_element(q.begin(), q.end()) - *std::min_element(q.begin(), q.end());
  simulate::Plant plant(that_sticks(robot));
  functions::DriveDynamics<double> feedback(robot.tree, robot.parameters);
  dynamics::State<double> r, x;
  for (auto* s : {&r, &x}) s->q.resize(drives), s->qd.resize(drives), s->qdd.resize(drives);
  simulate::HeldTorques held;
  held.tau.resize(drives);
  for (const auto& stretch : reference.stretches) {
    simulate::Integrator loop(plant, held, {simulate::Method::rk4, tick});
    for (std::size_t j = 0; j < drives; ++j)
      x.q[j] = reference.q[j][stretch.begin], x.qd[j] = reference.qd[j][stretch.begin];
    loop.set_state(x.q, x.qd);
    const auto control = [&] {  // (1)
      std::copy(loop.q().begin(), loop.q().end(), x.q.begin()),
          std::copy(loop.qd().begin(), loop.qd().end(), x.qd.begin());
      for (std::size_t j = 0; j < drives; ++j)
        x.qdd[j] = r.qdd[j] + 2.0 * w * (r.qd[j] - x.qd[j]) + w * w * (r.q[j] - x.q[j]);
      feedback.torques(x, held.tau, {.friction = true});
    };
    for (std::size_t k = stretch.begin; k < stretch.end; ++k) {
      const bool last = k + 1 == stretch.end;
      reference_between(reference, last ? k - 1 : k, last ? 1.0 : 0.0, r);
      control();
      const auto qdd = loop.qdd();
      for (std::size_t j = 0; j < drives; ++j) {
        motion.q[j][k] = loop.q()[j], motion.qd[j][k] = loop.qd()[j], motion.qdd[j][k] = qdd[j];
        const double off = std::abs(motion.q[j][k] - reference.q[j][k]);
        if (!std::isfinite(qdd[j]) || !(off <= range[j] + 1e-3)) return {};
      }
      if (last) break;
      const double h = reference.t[k + 1] - reference.t[k], begin = loop.time();
      const auto ticks = static_cast<std::size_t>(std::max(1.0, std::ceil(h / tick - 1e-9)));
      for (std::size_t i = 0; i < ticks; ++i) {
        if (i > 0) reference_between(reference, k, static_cast<double>(i) / static_cast<double>(ticks), r), control();
        loop.advance(begin + h * static_cast<double>(i + 1) / static_cast<double>(ticks));
      }
    }
  }
  return motion;
}

}  // namespace tauforge::identify
