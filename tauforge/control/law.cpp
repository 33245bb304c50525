#include "tauforge/control/law.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "tauforge/diagnostic/require.h"

namespace tauforge::control {

Point point_of(Law law) {
  switch (law) {
    case Law::feed_forward: return Point::wanted;
    case Law::feed_forward_with_gravity: return Point::wanted_with_measured_gravity;
    case Law::gravity:
    case Law::pd_with_gravity: return Point::gravity;
    case Law::point_to_point: return Point::measured;
    case Law::tracking:
    case Law::integral_tracking: break;
  }
  return Point::followed;
}

bool looks_at_errors(Law law) {
  return law == Law::pd_with_gravity || point_of(law) == Point::measured || point_of(law) == Point::followed;
}

Gains equal_poles(Law law, std::size_t joints, double w) {
  const auto all = [&](double gain) { return std::vector<double>(joints, gain); };
  if (law == Law::integral_tracking) return {all(3 * w * w), all(3 * w), all(w * w * w)};
  return {all(w * w), all(2 * w), all(0.0)};
}

TorqueLimits unlimited(std::size_t joints) {
  const std::vector<double> none(joints, std::numeric_limits<double>::infinity());
  return {none, none};
}

Controller::Controller(Equation& equation, Law law, Gains gains, TorqueLimits limits)
    : equation_(equation), law_(law), gains_(std::move(gains)), limits_(std::move(limits)) {
  const std::size_t n = equation.joints();
  if (!looks_at_errors(law)) gains_ = equal_poles(law, n, 0.0);
  if (gains_.Ki.empty()) gains_.Ki.assign(n, 0.0);
  diagnostic::require(gains_.Kp.size() == n && gains_.Kd.size() == n && gains_.Ki.size() == n &&
                          limits_.largest.size() == n && limits_.rate.size() == n,
                      "gains and limits for every joint");
  v_.assign(n, 0.0), z_.assign(n, 0.0), last_.assign(n, 0.0);
}

void Controller::step(const State& x, const Reference& r, double dt, std::span<double> tau) noexcept {
  const std::size_t n = v_.size();
  const auto& [Kp, Kd, Ki] = gains_;
  for (std::size_t j = 0; j < n; ++j) {
    const double e = x.q[j] - r.q[j], ed = x.qd[j] - r.qd[j];
    switch (law_) {
      case Law::feed_forward:
      case Law::feed_forward_with_gravity: v_[j] = r.qdd[j]; break;
      case Law::gravity:
      case Law::pd_with_gravity: v_[j] = 0.0; break;
      case Law::point_to_point: v_[j] = -Kd[j] * x.qd[j] - Kp[j] * e; break;
      case Law::tracking: v_[j] = r.qdd[j] - Kd[j] * ed - Kp[j] * e; break;
      case Law::integral_tracking: v_[j] = r.qdd[j] - Kd[j] * ed - Kp[j] * e - Ki[j] * z_[j]; break;
    }
  }
  equation_.set_period(dt);
  equation_.torques(x, r, v_, tau);  // (1)
  for (std::size_t j = 0; j < n; ++j) {
    const double e = x.q[j] - r.q[j];
    if (law_ == Law::pd_with_gravity) tau[j] -= Kd[j] * (x.qd[j] - r.qd[j]) + Kp[j] * e;
    const double change = limits_.rate[j] * dt;  // dt = 0 with no limit: not a number, and no limit
    const double asked = tau[j];
    if (change >= 0.0) tau[j] = std::clamp(tau[j], last_[j] - change, last_[j] + change);
    tau[j] = std::clamp(tau[j], -limits_.largest[j], limits_.largest[j]);
    // a negative e raises the torque
    const bool drives_further = tau[j] != asked && (asked - tau[j]) * e < 0.0;
    if (law_ == Law::integral_tracking && !drives_further) z_[j] += e * dt;
    last_[j] = tau[j];
  }
}

void Controller::restart(std::span<const double> tau) noexcept {
  equation_.restart();
  std::fill(z_.begin(), z_.end(), 0.0);
  std::copy(tau.begin(), tau.end(), last_.begin());
}

}  // namespace tauforge::control
