#include "tauforge/control/braking.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "tauforge/diagnostic/require.h"
#include "tauforge/dynamics/solve_symmetric.h"

namespace tauforge::control {

namespace {

constexpr double short_way = 0.05;  // [rad or m]: on such a way the equation of motion hardly changes
constexpr double hurried = 0.9;     // of that share, where drives brake each in its own time: more can go wrong
constexpr double at_rest = 0.02;    // [rad/s or m/s]
constexpr double infinite = std::numeric_limits<double>::infinity();

}  // namespace

double PositionLimits::way(std::size_t row, std::span<const double> theta) const noexcept {
  if (G.empty()) return theta[row];
  double sum = 0;
  for (std::size_t j = 0; j < theta.size(); ++j) sum += G[row * theta.size() + j] * theta[j];
  return sum;
}

double PositionLimits::position(std::size_t row, std::span<const double> theta) const noexcept {
  return way(row, theta) + (q0.empty() ? 0.0 : q0[row]);
}

Braking::Braking(const Model& model, const Model& laden, PositionLimits limits, BrakingSettings settings)
    : model_(model), laden_(laden), limits_(std::move(limits)), settings_(std::move(settings)), n_(model.joints()) {
  diagnostic::require(settings_.torque.size() == n_ && settings_.rate.size() == n_, "torques of every drive");
  diagnostic::require(limits_.upper.size() == limits_.rows() && (!limits_.G.empty() || limits_.rows() == n_),
                      "limits of every joint");
  equation_.assign(model.equation_size() + n_, 0.0), factors_.assign(n_ * n_, 0.0);
  for (Node& node : nodes_) node.D = factors_, node.h.assign(n_, 0.0), node.G = node.h;
  for (auto* values : {&zero_, &unit_, &column_, &place_, &speed_, &v_, &T_, &a_, &rests_}) values->assign(n_, 0.0);
}

std::size_t Braking::drive() const noexcept {
  if (limits_.G.empty()) return row_;
  const auto begin = limits_.G.begin() + static_cast<std::ptrdiff_t>(row_ * n_);
  const auto most = std::max_element(begin, begin + static_cast<std::ptrdiff_t>(n_),
                                     [](double a, double b) { return std::abs(a) < std::abs(b); });
  return static_cast<std::size_t>(most - begin);
}

// D, h and G of (2), as matrix and vectors.
void Braking::equation(const Model& model, std::span<const double> q, std::span<const double> qd, Node& node) noexcept {
  model.background(q, equation_);
  model.velocity_torque(q, qd, node.h);
  const std::size_t size = equation_.size() - n_;
  std::copy(equation_.begin() + static_cast<std::ptrdiff_t>(size), equation_.end(), node.G.begin());
  for (std::size_t j = 0; j < n_; ++j) {
    unit_[j] = 1.0;
    model.synchronous(std::span(equation_).first(size), zero_, unit_, column_);
    unit_[j] = 0.0;
    for (std::size_t i = 0; i < n_; ++i) node.D[i * n_ + j] = column_[i];
  }
}

// By the times T_. Of a short way the beginning says all.
void Braking::place_nodes(const Model& model, const State& x) noexcept {
  double way = 0, longest = 0;
  for (std::size_t j = 0; j < n_; ++j) {
    way = std::max(way, std::abs(v_[j]) * (latency_ + 0.5 * T_[j]));
    longest = std::max(longest, T_[j]);
  }
  used_ = way > short_way ? nodes_.size() : 1;
  for (std::size_t k = 1; k < used_; ++k) {
    const double t = nodes_[k].time = longest * static_cast<double>(k) / static_cast<double>(used_ - 1);
    for (std::size_t j = 0; j < n_; ++j) {
      const double f = T_[j] > t ? t / T_[j] : 1.0;  // of its own time
      place_[j] = x.q[j] + v_[j] * (latency_ + T_[j] * f * (1.0 - 0.5 * f)), speed_[j] = v_[j] * (1.0 - f);
    }
    equation(model, place_, speed_, nodes_[k]);
  }
}

// (4): rows are p_i/T <= share tau_max_i + c_i for what is slowed down, c = h + G, or G alone when it is slow.
double Braking::common_time(std::span<const double> v) const noexcept {
  double most = 0;  // of T
  for (std::size_t k = 0; k < used_; ++k)
    for (std::size_t i = 0; i < n_; ++i) {
      double p = 0;
      for (std::size_t j = 0; j < n_; ++j) p += nodes_[k].D[i * n_ + j] * v[j];
      if (p == 0) continue;
      for (const double c : {nodes_[k].G[i] + nodes_[k].h[i], nodes_[k].G[i]}) {
        const double room = settings_.share * settings_.torque[i] + (p > 0 ? c : -c);
        most = std::max(most, room > 0 ? std::abs(p) / room : settings_.longest);
      }
    }
  return std::min(most, settings_.longest);
}

// (3) with the times T_
bool Braking::feasible() const noexcept {
  for (std::size_t k = 0; k < used_; ++k)
    for (std::size_t i = 0; i < n_; ++i) {
      double sum = nodes_[k].G[i];
      for (std::size_t j = 0; j < n_; ++j)
        if (T_[j] > 0 && nodes_[k].time <= T_[j]) sum -= nodes_[k].D[i * n_ + j] * v_[j] / T_[j];
      const double most = hurried * settings_.share * settings_.torque[i];
      if (!(std::abs(sum) <= most && std::abs(sum + nodes_[k].h[i]) <= most)) return false;
    }
  return true;
}

// Shorter times for the drives of rows that would pass their limits; false: there are none.
bool Braking::hurry(const Model& model, const State& x, std::span<const double> wanted) noexcept {
  bool all = true, any = false;
  for (std::size_t row = 0; row < limits_.rows(); ++row) {
    for (std::size_t j = 0; j < n_; ++j) rests_[j] = x.q[j] + 0.5 * (x.qd[j] + v_[j]) * latency_ + 0.5 * v_[j] * T_[j];
    const double now = limits_.position(row, x.q), towards = limits_.way(row, v_);
    double rests = limits_.position(row, rests_);  // (7)
    if (endless_ && std::abs(towards) > at_rest) rests = std::copysign(infinite, towards);
    const double to = limits_.position(row, wanted), upper = limits_.upper[row], lower = limits_.lower[row];
    const double high = std::max(upper - margin, std::min(to, upper) + slack);
    const double low = std::min(lower + margin, std::max(to, lower) - slack);
    const double end = rests > high ? high : rests < low ? low : rests;
    if (end == rests) continue;
    for (std::size_t j = 0; j < n_; ++j) rests_[j] = 0.5 * (x.qd[j] + v_[j]) * latency_;
    const double room = std::abs(end - now) - std::abs(limits_.way(row, rests_));
    const double speed = std::abs(limits_.way(row, v_));
    const bool outside = rests > now ? now >= high : now <= low;
    if (!outside && !endless_ && room > 0 && speed > 0) {
      any = true;
      for (std::size_t j = 0; j < n_; ++j)
        if (limits_.G.empty() ? j == row : limits_.G[row * n_ + j] != 0.0) T_[j] = std::min(T_[j], 1.9 * room / speed);
    } else if (all) {
      all = false, row_ = row, stops_at_ = rests, limit_ = end == high ? upper : lower;
    }
    if (all && any) row_ = row, stops_at_ = rests, limit_ = end == high ? upper : lower;
  }
  if (all && !any) return true;
  if (!all) return false;
  place_nodes(model, x);
  return feasible();
}

bool Braking::viable(const Model& model, const State& x, std::span<const double> tau,
                     std::span<const double> wanted) noexcept {
  Node& now = nodes_[0];
  std::copy(x.qd.begin(), x.qd.end(), v_.begin());
  equation(model, x.q, x.qd, now), used_ = 1;
  for (std::size_t i = 0; i < n_; ++i) a_[i] = tau[i] - now.h[i] - now.G[i];
  std::copy(now.D.begin(), now.D.end(), factors_.begin());
  dynamics::solve_symmetric<double>(static_cast<robot::Index>(n_), factors_, a_);
  double T = common_time(v_);
  latency_ = settings_.latency;
  for (std::size_t i = 0; i < n_; ++i) {  // (5): from the torque of now to that of braking
    double braking = now.G[i];
    for (std::size_t j = 0; j < n_; ++j) braking -= T > 0 ? now.D[i * n_ + j] * x.qd[j] / T : 0.0;
    latency_ = std::max(latency_, settings_.latency + std::abs(braking - tau[i]) / settings_.rate[i]);
  }
  for (std::size_t j = 0; j < n_; ++j) v_[j] = x.qd[j] + a_[j] * latency_;  // (6)
  T = common_time(v_);
  std::fill(T_.begin(), T_.end(), T);
  bool settled = false;  // a longer time leads elsewhere, and may need a longer one there
  for (int again = 0; again < 6 && !settled; ++again) {
    place_nodes(model, x);
    const double longer = common_time(v_);
    settled = longer <= T_[0] * 1.001;
    if (!settled) std::fill(T_.begin(), T_.end(), 1.05 * longer);
  }
  endless_ = !settled || T_[0] >= settings_.longest;
  return hurry(model, x, wanted);
}

// The times are those of the payload that is known of, where the largest one can be stopped, too.
bool Braking::look(const State& x, std::span<const double> tau, std::span<const double> wanted) noexcept {
  if (&laden_ != &model_ && !viable(laden_, x, tau, wanted)) return false;
  return viable(model_, x, tau, wanted);
}

}  // namespace tauforge::control
