#include "tauforge/motion/inverse_kinematics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "tauforge/diagnostic/require.h"
#include "tauforge/dynamics/solve_symmetric.h"

namespace tauforge::motion {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity(), turn = 2.0 * std::numbers::pi;
constexpr double on_limit = 1e-9;  // how far beyond a limit rounding may lead [rad or m]

double length(const Vector& v) { return std::sqrt(dot(v, v)); }
std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

InverseKinematics::InverseKinematics(const robot::Robot& robot, const robot::Frame& tip)
    : chain_(robot, tip), range_(robot.drives.size(), {-infinite, infinite}) {
  for (std::size_t i = 0; i < chain_.joints(); ++i) {
    const auto& limits = robot.limits[at(chain_.body(i))];
    joint_range_.push_back({limits.lower.value_or(-infinite), limits.upper.value_or(infinite)});
    Index alone = -1;
    int movers = 0;
    for (const Index j : chain_.moving_drives())
      if (chain_.gain(i, j) != 0.0) alone = j, ++movers;
    if (movers != 1) continue;
    const double g = chain_.gain(i, alone), q0 = robot.parameters.q0[at(chain_.body(i))];
    double lower = (joint_range_[i].lower - q0) / g, upper = (joint_range_[i].upper - q0) / g;
    if (lower > upper) std::swap(lower, upper);
    Range& range = range_[at(alone)];
    range = {std::max(range.lower, lower), std::min(range.upper, upper)};
  }
}

std::vector<double> InverseKinematics::middle() const {
  std::vector<double> theta;
  for (const Range& r : range_) {
    const double lower = std::isfinite(r.lower) ? r.lower : -1.0, upper = std::isfinite(r.upper) ? r.upper : 1.0;
    theta.push_back(lower <= upper ? 0.5 * (lower + upper) : 0.0);
  }
  return theta;
}

double InverseKinematics::room(std::size_t i, double q, double& limit) const {
  const Range& r = joint_range_[i];
  limit = q - r.lower < r.upper - q ? r.lower : r.upper;
  return std::min(q - r.lower, r.upper - q);
}

Index InverseKinematics::beyond_limits(std::span<const double> theta) const {
  double limit = 0;
  for (std::size_t i = 0; i < chain_.joints(); ++i)
    if (room(i, chain_.joint_value(i, theta), limit) < -on_limit) return chain_.body(i);
  return -1;
}

InverseKinematics::Attempt InverseKinematics::search(const Pose& pose, std::span<const double> start,
                                                     const IkOptions& options) const {
  const std::size_t n = chain_.drives();
  const double reach = chain_.reach();
  const auto clamped = [&](Index j, double value) {
    const Range& r = range_[at(j)];
    return options.limits && r.lower <= r.upper ? std::clamp(value, r.lower, r.upper) : value;
  };
  std::vector<double> theta(start.begin(), start.end()), J(6 * n), J_next(6 * n), next, A, y;
  std::vector<std::size_t> free;
  for (const Index j : chain_.moving_drives()) theta[at(j)] = clamped(j, theta[at(j)]);
  const auto look = [&](const std::vector<double>& x, std::vector<double>& jacobian, std::array<double, 6>& e) {
    const Twist<double> left = difference(chain_.jacobian(x, jacobian), pose);  // (1)
    for (std::size_t c = 0; c < 3 * n; ++c) jacobian[c] /= reach;
    e = {left.linear.x / reach, left.linear.y / reach, left.linear.z / reach,
         left.angular.x,        left.angular.y,        left.angular.z};
    double cost = 0.0;
    for (const double x_r : e) cost += x_r * x_r;
    return cost;
  };
  const auto there = [&](const std::array<double, 6>& e) {
    return length({e[0], e[1], e[2]}) <= options.position && length({e[3], e[4], e[5]}) <= options.rotation;
  };
  std::array<double, 6> e{}, e_next{};
  double cost = look(theta, J, e), mu = 0.1;
  for (int iteration = 0; iteration < options.iterations && mu < 1e12; ++iteration) {
    // over the drives that no limit holds: J' J + ..., and J' e
    free.clear(), y.clear();
    double slope = 0.0, trace = 0.0;
    for (const Index j : chain_.moving_drives()) {
      double push = 0.0;
      for (std::size_t r = 0; r < 6; ++r) push += J[r * n + at(j)] * e[r];
      const Range& range = range_[at(j)];
      if (options.limits && (push > 0.0 ? theta[at(j)] >= range.upper : theta[at(j)] <= range.lower)) continue;
      free.push_back(at(j)), y.push_back(push);
      slope += push * push;
    }
    if (slope <= 1e-24 * cost) break;  // nothing helps any more, or nothing is left
    const std::size_t m = free.size();
    A.assign(m * m, 0.0);
    for (std::size_t a = 0; a < m; ++a)
      for (std::size_t b = a; b < m; ++b)
        for (std::size_t r = 0; r < 6; ++r) A[a * m + b] += J[r * n + free[a]] * J[r * n + free[b]];
    for (std::size_t a = 0; a < m; ++a) trace += A[a * (m + 1)];
    for (std::size_t a = 0; a < m; ++a) A[a * (m + 1)] += mu * cost + 1e-12 * trace;
    dynamics::solve_symmetric<double>(static_cast<Index>(m), A, y);  // (2)
    double largest = 0.0;
    for (std::size_t a = 0; a < m; ++a)
      largest = std::max(largest, std::abs(y[a]) / (chain_.turns(static_cast<Index>(free[a])) ? 1.0 : reach));
    const double shorten = largest > 0.7 ? 0.7 / largest : 1.0;  // linearisation holds for less than a radian
    next = theta;
    for (std::size_t a = 0; a < m; ++a) next[free[a]] += shorten * y[a];
    for (const Index j : chain_.moving_drives()) next[at(j)] = clamped(j, next[at(j)]);
    const double cost_next = look(next, J_next, e_next);
    if (cost_next < cost) {
      const bool done = there(e);  // one step more than needed costs little and gains the last digits
      theta.swap(next), J.swap(J_next), e = e_next, cost = cost_next;
      mu = std::max(mu / 5.0, 1e-6);
      if (done) break;
    } else {
      if (there(e)) break;
      mu *= 4.0;
    }
  }
  return {theta, cost, there(e)};
}

// Spread over the ranges by a linear congruence: the same on every machine.
std::vector<double> InverseKinematics::another_start(std::span<const double> guess, std::uint32_t& random) const {
  std::vector<double> theta(guess.begin(), guess.end());
  for (const Index j : chain_.moving_drives()) {
    random = random * 1664525u + 1013904223u;
    const double share = static_cast<double>(random >> 8) / static_cast<double>(1u << 24);
    const double widest = chain_.turns(j) ? std::numbers::pi : chain_.reach();
    const double lower = std::isfinite(range_[at(j)].lower) ? range_[at(j)].lower : -widest;
    const double upper = std::isfinite(range_[at(j)].upper) ? range_[at(j)].upper : widest;
    theta[at(j)] = lower + share * (upper - lower);
  }
  return theta;
}

void InverseKinematics::turn_towards(std::span<const double> guess, bool limits, std::vector<double>& theta) const {
  for (const Index j : chain_.moving_drives()) {
    bool whole_turns = true;  // of the drive are whole turns of all its joints
    for (std::size_t i = 0; i < chain_.joints(); ++i) {
      const double g = chain_.gain(i, j);
      whole_turns = whole_turns && (g == 0.0 || (chain_.revolute(i) && g == std::round(g)));
    }
    if (!whole_turns) continue;
    double& x = theta[at(j)];
    const double nearest = x + turn * std::round((guess[at(j)] - x) / turn);
    const double before = x;
    x = nearest;
    if (limits && beyond_limits(theta) >= 0) x = before;
  }
}

IkResult InverseKinematics::solve(const Pose& pose, std::span<const double> guess, const IkOptions& options) const {
  diagnostic::require(guess.size() == chain_.drives(), "a guess has one value per drive");
  IkResult result;
  std::uint32_t random = options.seed;
  Attempt best;
  for (int k = 0; k < options.starts; ++k) {
    Attempt attempt =
        search(pose, k == 0 ? std::vector<double>(guess.begin(), guess.end()) : another_start(guess, random), options);
    if (attempt.reached) turn_towards(guess, options.limits, attempt.theta);
    if (attempt.reached && options.limits && beyond_limits(attempt.theta) >= 0)
      attempt.reached = false;  // coupled drives
    result.starts = k + 1;
    if (k == 0 || attempt.reached || attempt.cost < best.cost) best = attempt;
    if (best.reached) break;
  }
  result.theta = best.theta;
  const Twist<double> left = difference(chain_.tip(best.theta), pose);
  result.position_left = length(left.linear), result.rotation_left = length(left.angular);
  if (best.reached)
    result.outcome = IkOutcome::reached;
  else
    explain_limit(pose, options, result);
  return result;
}

// Would it be reached without limits? Then the joint that would go farthest beyond its own is named.
void InverseKinematics::explain_limit(const Pose& pose, const IkOptions& options, IkResult& result) const {
  result.outcome = options.starts > 1 ? IkOutcome::unreachable : IkOutcome::singular;
  if (!options.limits) return;
  IkOptions free = options;
  free.limits = false;
  const IkResult beyond = solve(pose, result.theta, free);
  if (beyond.outcome != IkOutcome::reached) return;
  double worst = -on_limit;
  for (std::size_t i = 0; i < chain_.joints(); ++i) {
    double limit = 0;
    const double q = chain_.joint_value(i, beyond.theta), distance = room(i, q, limit);
    if (distance >= worst) continue;
    worst = distance;
    result.outcome = IkOutcome::joint_limit;
    result.joint = chain_.body(i), result.wanted = q, result.limit = limit;
  }
}

}  // namespace tauforge::motion
