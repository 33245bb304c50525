#include "tauforge/control/stop.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tauforge/diagnostic/require.h"

namespace tauforge::control {

namespace {

constexpr double shortest_ramp = 0.02;   // [s]
constexpr double off_the_ramp = 0.05;    // [rad or m]
constexpr double patience = 1.0;         // beyond the ramp [s]
constexpr double letting_go = 1.0;       // [s]: from carrying the weight to damping alone
constexpr double longest_lowering = 60;  // [s]
constexpr double same_place = 2e-3;      // [rad or m]: speeds of encoders are too rough to tell rest, positions are not
constexpr double rests_after = 0.05;     // [s] at the same place
constexpr double has_arrived = 1.0;      // [s] at the same place: an arm that is lowered
constexpr double near_limit = 0.02;      // [rad or m]: closer a drive is held, not lowered

}  // namespace

Stop::Stop(const Model& model, StopSettings settings) : model_(model), settings_(std::move(settings)) {
  const std::size_t n = model.joints();
  diagnostic::require(
      settings_.gains.Kp.size() == n && settings_.limits.largest.size() == n && settings_.weight.size() == n,
      "gains, limits and a weight for every drive");
  for (auto* values : {&q_s_, &v_s_, &v0_, &T_, &qdd_, &G_, &last_, &h_, &place_}) values->assign(n, 0.0);
  equation_.assign(model.equation_size() + n, 0.0);
}

void Stop::begin(StopCategory category, const State& x, std::span<const double> times,
                 std::span<const double> tau) noexcept {
  if (category <= category_) return;
  category_ = category;
  if (category == StopCategory::zero) return enter(StopPhase::off);
  enter(StopPhase::ramping);
  std::copy(x.q.begin(), x.q.end(), q_s_.begin());
  std::copy(x.qd.begin(), x.qd.end(), v0_.begin()), v_s_ = v0_;
  std::copy(tau.begin(), tau.end(), last_.begin());
  for (std::size_t j = 0; j < T_.size(); ++j) T_[j] = std::max(shortest_ramp, times[j]);
}

bool Stop::rests(const State& x, double dt) noexcept {
  stood_ += dt;
  for (std::size_t j = 0; j < place_.size(); ++j)
    if (!(std::abs(x.q[j] - place_[j]) < same_place)) stood_ = 0;
  if (stood_ == 0) std::copy(x.q.begin(), x.q.end(), place_.begin());
  return stood_ >= rests_after;
}

bool Stop::leaves_its_ramp(const State& x) const noexcept {
  for (std::size_t j = 0; j < q_s_.size(); ++j)
    if (!(std::abs(x.q[j] - q_s_[j]) < off_the_ramp)) return true;
  return false;
}

void Stop::step(const State& x, double dt, std::span<double> tau) noexcept {
  since_ += dt;
  const bool resting = rests(x, dt);
  const double longest = *std::max_element(T_.begin(), T_.end());
  switch (phase_) {
    case StopPhase::ramping:
      if (since_ > longest && resting) enter(settings_.brakes ? StopPhase::engaging : StopPhase::lowering);
      break;
    case StopPhase::engaging:
      if (since_ > 2.0 * settings_.brake_delay) enter(StopPhase::off);
      break;
    case StopPhase::lowering:
      if ((since_ > letting_go && stood_ > has_arrived) || since_ > longest_lowering) enter(StopPhase::off);
      break;
    case StopPhase::none:
    case StopPhase::off: break;
  }
  // an arm that cannot be brought to rest loses its power; without brakes it is still damped as well as can be
  if (phase_ == StopPhase::ramping && settings_.brakes && leaves_its_ramp(x)) begin(StopCategory::zero, x, T_, last_);
  if (phase_ == StopPhase::ramping && since_ > longest + patience)
    settings_.brakes ? begin(StopCategory::zero, x, T_, last_) : enter(StopPhase::lowering);
  switch (phase_) {
    case StopPhase::ramping:
    case StopPhase::engaging: ramp(x, dt, tau); break;
    case StopPhase::lowering: lower(x, tau); break;
    case StopPhase::none:
    case StopPhase::off: std::fill(tau.begin(), tau.end(), 0.0); break;
  }
  for (std::size_t j = 0; j < tau.size(); ++j) {
    if (!std::isfinite(tau[j])) tau[j] = 0.0;  // brakes alone
    const double change = settings_.limits.rate[j] * dt;
    if (change >= 0.0 && phase_ != StopPhase::off) tau[j] = std::clamp(tau[j], last_[j] - change, last_[j] + change);
    tau[j] = std::clamp(tau[j], -settings_.limits.largest[j], settings_.limits.largest[j]);
    last_[j] = tau[j];
  }
}

// (1); once at rest it stays where it came to rest.
void Stop::ramp(const State& x, double dt, std::span<double> tau) noexcept {
  const std::size_t n = T_.size(), size = equation_.size() - n;
  for (std::size_t j = 0; j < n; ++j) {
    const bool slows = phase_ == StopPhase::ramping && since_ < T_[j];
    qdd_[j] = slows ? -v0_[j] / T_[j] : 0.0;
    const double v = slows ? v0_[j] * (1.0 - since_ / T_[j]) : 0.0;
    q_s_[j] += 0.5 * (v_s_[j] + v) * dt, v_s_[j] = v;
  }
  model_.background(x.q, equation_);
  model_.velocity_torque(x.q, x.qd, h_);
  for (std::size_t j = 0; j < n; ++j) h_[j] += equation_[size + j];
  model_.synchronous(std::span(equation_).first(size), h_, qdd_, tau);
  for (std::size_t j = 0; j < n; ++j)
    tau[j] -= settings_.gains.Kp[j] * (x.q[j] - q_s_[j]) + settings_.gains.Kd[j] * (x.qd[j] - v_s_[j]);
}

// Whether a push in this direction drives a joint of this drive beyond its limit.
bool Stop::at_a_limit(std::size_t drive, const State& x, double push) const noexcept {
  const PositionLimits& limits = settings_.positions;
  for (std::size_t row = 0; row < limits.rows(); ++row) {
    const double ratio = limits.G.empty() ? (row == drive ? 1.0 : 0.0) : limits.G[row * T_.size() + drive];
    const double q = limits.position(row, x.q);
    if (ratio * push > 0 && q > limits.upper[row] - near_limit) return true;
    if (ratio * push < 0 && q < limits.lower[row] + near_limit) return true;
  }
  return false;
}

// (2)
void Stop::lower(const State& x, std::span<double> tau) noexcept {
  const double s = std::max(0.0, 1.0 - since_ / letting_go);
  model_.gravity(x.q, G_);
  for (std::size_t j = 0; j < tau.size(); ++j) {
    const double C = std::max(settings_.weight[j] / settings_.lowering, settings_.gains.Kd[j]);
    if (at_a_limit(j, x, -G_[j]))
      tau[j] = G_[j] - settings_.gains.Kp[j] * (x.q[j] - q_s_[j]) - settings_.gains.Kd[j] * x.qd[j];
    else
      tau[j] = s * G_[j] - C * x.qd[j], q_s_[j] = x.q[j];
  }
}

}  // namespace tauforge::control
