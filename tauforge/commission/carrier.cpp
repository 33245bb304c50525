#include "tauforge/commission/carrier.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tauforge/dynamics/solve_symmetric.h"

namespace tauforge::commission {

namespace {

constexpr double w = 30.0;        // of (1)                           [rad/s]
constexpr double low_pass = 300;  // of speeds                        [rad/s]
constexpr double surely = 1.5;    // times the delay of brakes

double friction_at_rest(const robot::Robot& robot, std::size_t j) {
  const auto& drive = robot.parameters.drive[j];
  double level = std::max(drive.coulomb, drive.static_level);
  if (level > 0 && robot.tree.direct && robot.limits[j].break_away_torque)
    level = std::max(level, *robot.limits[j].break_away_torque);
  return level + std::abs(drive.offset);
}

}  // namespace

Carrier::Carrier(const robot::Robot& robot, Bench& bench)
    : bench_(bench), believed_(bench.drives(), 0), trusted_(bench.drives(), 0) {
  for (std::size_t j = 0; j < bench.drives(); ++j) friction_.push_back(friction_at_rest(robot, j));
  m_.assign(bench.drives(), 1.0);
  weight_ = place_ = q_ = last_ = qd_ = tau_ = std::vector<double>(bench.drives(), 0.0);
}

void Carrier::release() {
  const std::size_t n = tau_.size();
  bench_.forget_too_far();
  for (std::size_t j = 0; j < n; ++j) place_[j] = q_[j] = q(j), last_[j] = bench_.q()[j], qd_[j] = 0;
  last_time_ = bench_.read_at();
  const std::vector<double> zero(n, 0.0);
  std::vector<double> M(n * n), column(n), unit(n), without(n);
  bench_.model().inverse_dynamics(place_, zero, zero, without);
  for (std::size_t j = 0; j < n; ++j) weight_[j] = std::abs(without[j]);
  for (std::size_t j = 0; j < n; ++j) {
    unit = zero, unit[j] = 1;
    bench_.model().inverse_dynamics(place_, zero, unit, column);
    for (std::size_t i = 0; i < n; ++i) M[i * n + j] = column[i] - without[i];
  }
  for (std::size_t j = 0; j < n; ++j) {  // (2)
    std::vector<double> factors = M;
    unit = zero, unit[j] = 1;
    dynamics::solve_symmetric<double>(static_cast<robot::Index>(n), factors, unit);
    m_[j] = 1 / unit[j];
  }
}

bool Carrier::period(std::size_t drive, double push, bool brakes) {
  const std::size_t n = tau_.size();
  for (std::size_t j = 0; j < n; ++j) q_[j] = q(j);
  if (const double dt = bench_.read_at() - last_time_; bench_.news() && dt > 0) {
    for (std::size_t j = 0; j < n; ++j) {
      qd_[j] += -std::expm1(-low_pass * dt) * ((bench_.q()[j] - last_[j]) / dt - qd_[j]);
      last_[j] = bench_.q()[j];
    }
    last_time_ = bench_.read_at();
  }
  bench_.model().gravity(q_, tau_);
  for (std::size_t j = 0; j < n; ++j) {
    if (!trusted_[j] || j == drive) continue;
    const double largest = most(j);
    tau_[j] += std::clamp(-m_[j] * w * (w * (q_[j] - place_[j]) + 2 * qd_[j]), -largest, largest);  // (1)
  }
  if (drive < n) tau_[drive] += push;
  return bench_.cycle(tau_, brakes, true);
}

bool Carrier::cycle(std::size_t drive, double push) { return period(drive, push, false); }

bool Carrier::secure() {
  for (std::size_t j = 0; j < tau_.size(); ++j)
    if (!(std::abs(place_[j] - q(j)) < 0.01)) place_[j] = q(j);  // whatever was pushed stays where it is now
  for (const double begin = bench_.seconds(); bench_.seconds() - begin < surely * bench_.machine().brake_delay;)
    if (!period(tau_.size(), 0.0, true)) return false;
  return bench_.wait(0.1);
}

double Carrier::most(std::size_t j) const { return 0.1 * bench_.largest_torque()[j] + 1.5 * hindrance(j); }

double Carrier::push(std::size_t j, double speed, double way, double apart) const {
  const double accelerates = std::max(m_[j] * speed * speed / (2 * way), apart * rounded(j));
  return std::min(accelerates, usual * bench_.largest_torque()[j]) + hindrance(j);
}

bool Carrier::another_wanders(std::size_t drive) const {
  for (std::size_t j = 0; j < tau_.size(); ++j)
    if (j != drive && !trusted_[j] && std::abs(q(j) - place_[j]) > Bench::farthest / 2) return true;
  return false;
}

bool Carrier::bring_back(std::size_t j, double to, double speed) {
  constexpr double longest = 3.0, dt = 1e-9 * Bench::period;
  if (!trusted_[j]) return true;
  place_[j] = q(j);
  for (const double begin = bench_.seconds(); bench_.seconds() - begin < longest && !bench_.went_too_far();) {
    if (another_wanders(j)) break;
    if (place_[j] == to && std::abs(q(j) - to) < 0.01) break;
    place_[j] += std::clamp(to - place_[j], -speed * dt, speed * dt);
    if (!hold()) return false;
  }
  return true;
}

std::vector<std::size_t> Carrier::most_restless_first() const {
  std::vector<std::size_t> order(tau_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return (rounded(a) + weight_[a] / 10) / m_[a] > (rounded(b) + weight_[b] / 10) / m_[b];
  });
  return order;
}

}  // namespace tauforge::commission
