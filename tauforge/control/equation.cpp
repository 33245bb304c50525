#include "tauforge/control/equation.h"

#include <algorithm>

namespace tauforge::control {

FrictionState friction_state(Point point, const State& x, const Reference& r) noexcept {
  switch (point) {
    case Point::measured:
    case Point::followed: return {x.q, r.qd};
    case Point::wanted:
    case Point::wanted_with_measured_gravity: return {r.q, r.qd};
    case Point::gravity: break;
  }
  return {};
}

void FollowedFriction::add(Point point, const State& x, const Reference& r, double dt, std::span<double> tau) noexcept {
  FrictionState at = friction_state(point, x, r);
  if (at.qd.empty()) return;
  if (is_measured()) {
    for (std::size_t j = 0; j < qd_.size(); ++j) {
      const double v = x.qd[j], band = measured_.dead_band[j];
      qd_[j] = v > band ? v - band : v < -band ? v + band : 0.0;
    }
    at = {x.q, qd_};
  }
  if (grows())
    model_.friction_step(at.q, at.qd, tau, dt, memory_, f_);
  else
    model_.friction(at.q, at.qd, f_);
  const double share = is_measured() ? measured_.share : 1.0;
  for (std::size_t j = 0; j < tau.size(); ++j) tau[j] += share * f_[j];
}

// By the parts for two rates: inverse dynamics has friction in it that cannot be taken out again without its load.
void OnePass::without_friction(std::span<const double> q, std::span<const double> qd, std::span<const double> v,
                               std::span<double> tau) noexcept {
  model_.background(q, equation_);
  model_.velocity_torque(q, qd, f_);
  const std::size_t size = model_.equation_size();
  for (std::size_t j = 0; j < f_.size(); ++j) f_[j] += equation_[size + j];
  model_.synchronous(std::span<const double>(equation_).first(size), f_, v, tau);
}

void OnePass::torques(const State& x, const Reference& r, std::span<const double> v, std::span<double> tau) noexcept {
  if (followed_.grows() && point_ != Point::gravity) {
    const bool measured = point_ == Point::measured || point_ == Point::followed;
    without_friction(measured ? x.q : r.q, measured ? x.qd : r.qd, v, tau);
    exchange_gravity(x, r, tau);
    return followed_.add(point_, x, r, period_, tau);
  }
  switch (point_) {
    case Point::measured:
    case Point::followed: model_.inverse_dynamics(x.q, x.qd, v, tau); break;
    case Point::wanted:
    case Point::wanted_with_measured_gravity: model_.inverse_dynamics(r.q, r.qd, v, tau); break;
    case Point::gravity: model_.gravity(x.q, tau); break;
  }
  exchange_gravity(x, r, tau);
  const bool at_measured = point_ == Point::measured || point_ == Point::followed;
  if (followed_.is_measured() && point_ != Point::gravity) {
    add_friction(at_measured ? FrictionState{x.q, x.qd} : FrictionState{r.q, r.qd}, -1.0, tau);
    followed_.add(point_, x, r, period_, tau);
  } else if (at_measured) {
    exchange_friction(x, r, tau);
  }
}

// The model has put it in at the speed that it was asked about.
void OnePass::exchange_friction(const State& x, const Reference& r, std::span<double> tau) noexcept {
  add_friction({x.q, x.qd}, -1.0, tau);
  if (const FrictionState at = friction_state(point_, x, r); !at.qd.empty()) add_friction(at, 1.0, tau);
}

void OnePass::add_friction(const FrictionState& at, double sign, std::span<double> tau) noexcept {
  model_.friction(at.q, at.qd, f_);
  for (std::size_t j = 0; j < tau.size(); ++j) tau[j] += sign * f_[j];
}

void OnePass::exchange_gravity(const State& x, const Reference& r, std::span<double> tau) noexcept {
  const bool measured = point_ == Point::wanted_with_measured_gravity;
  if (measured) {
    model_.gravity(r.q, G_);
    for (std::size_t j = 0; j < tau.size(); ++j) tau[j] -= G_[j];
  }
  if (measured == drives_carry_gravity_) return;  // neither, or one takes what the other gives
  model_.gravity(x.q, G_);
  for (std::size_t j = 0; j < tau.size(); ++j) tau[j] += measured ? G_[j] : -G_[j];
}

}  // namespace tauforge::control
