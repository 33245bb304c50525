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
}  // namespace

InverseKinematics::InverseKinematics(const robot::Robot& robot, const robot::Frame& tip)
    : chain_(robot, tip), range_(robot.drives.size(), {-infinite, infinite}) {
  for (std::size_t i = 0; i < chain_.joints(); ++i) {
    const auto& limits = robot.limits[chain_.body(i)];
    joint_range_.push_back({limits.lower.value_or(-infinite), limits.upper.value_or(infinite)});
    Index alone = -1;
    int movers = 0;
    for (const Index j : chain_.moving_drives())
      if (chain_.gain(i, j) != 0.0) alone = j, ++movers;
    if (movers != 1) continue;
    const double g = chain_.gain(i, alone), q0 = robot.parameters.q0[chain_.body(i)];
    double lower = (joint_range_[i].lower - q0) / g, upper = (joint_range_[i].upper - q0) / g;
    if (lower > upper) std::swap(lower, upper);
    Range& range = range_[alone];
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

// One search downhill: a posture, what is left there, and the step to a better one.
class InverseKinematics::Search {
 public:
  Search(const InverseKinematics& ik, const Pose& pose, const IkOptions& options, std::span<const double> start)
      : chain_(ik.chain_), range_(ik.range_), pose_(pose), options_(options) {
    here_.theta.assign(start.begin(), start.end());
    keep_limits(here_.theta);
    look(here_);
  }

  Attempt run() {
    double mu = 0.1;
    for (int iteration = 0; iteration < options_.iterations && mu < 1e12; ++iteration) {
      if (!propose(mu)) break;  // nothing helps any more, or nothing is left
      look(next_);
      const bool done = there();  // one step more than needed costs little and gains the last digits
      if (next_.cost < here_.cost) {
        std::swap(here_, next_);
        mu = std::max(mu / 5.0, 1e-6);
      } else {
        mu *= 4.0;
      }
      if (done) break;
    }
    return {here_.theta, here_.cost, there()};
  }

 private:
  struct Posture {
    std::vector<double> theta, J;
    std::array<double, 6> e{};
    double cost = 0;  // |e|^2
  };

  void look(Posture& x) const {
    const std::size_t n = chain_.drives();
    const double reach = chain_.reach();
    x.J.resize(6 * n);
    const Twist<double> left = difference(chain_.jacobian(x.theta, x.J), pose_);
    for (std::size_t c = 0; c < 3 * n; ++c) x.J[c] /= reach;
    const Vector p = (1.0 / reach) * left.linear, w = left.angular;
    x.e = {p.x, p.y, p.z, w.x, w.y, w.z};  // (1)
    x.cost = dot(p, p) + dot(w, w);
  }
  bool there() const {
    const auto& e = here_.e;
    return length({e[0], e[1], e[2]}) <= options_.position && length({e[3], e[4], e[5]}) <= options_.rotation;
  }
  void keep_limits(std::vector<double>& theta) const {
    for (const Index j : chain_.moving_drives()) {
      const Range& r = range_[j];
      if (options_.limits && r.lower <= r.upper) theta[j] = std::clamp(theta[j], r.lower, r.upper);
    }
  }

  // The drives that no limit holds, and J' e of them; returns its square.
  double find_free() {
    const std::size_t n = chain_.drives();
    free_.clear(), y_.clear();
    double slope = 0.0;
    for (const Index j : chain_.moving_drives()) {
      double push = 0.0;
      for (std::size_t r = 0; r < 6; ++r) push += here_.J[r * n + j] * here_.e[r];
      const double x = here_.theta[j];
      if (options_.limits && (push > 0.0 ? x >= range_[j].upper : x <= range_[j].lower)) continue;
      free_.push_back(j), y_.push_back(push);
      slope += push * push;
    }
    return slope;
  }

  bool propose(double mu) {
    if (find_free() <= 1e-24 * here_.cost) return false;
    const std::size_t n = chain_.drives(), m = free_.size();
    A_.assign(m * m, 0.0);
    for (std::size_t a = 0; a < m; ++a)
      for (std::size_t b = a; b < m; ++b)
        for (std::size_t r = 0; r < 6; ++r) A_[a * m + b] += here_.J[r * n + free_[a]] * here_.J[r * n + free_[b]];
    double trace = 0.0, largest = 0.0;
    for (std::size_t a = 0; a < m; ++a) trace += A_[a * (m + 1)];
    for (std::size_t a = 0; a < m; ++a) A_[a * (m + 1)] += mu * here_.cost + 1e-12 * trace;
    dynamics::solve_symmetric<double>(static_cast<Index>(m), A_, y_);  // (2)
    for (std::size_t a = 0; a < m; ++a)
      largest =
          std::max(largest, std::abs(y_[a]) / (chain_.turns(static_cast<Index>(free_[a])) ? 1.0 : chain_.reach()));
    const double shorten = largest > 0.7 ? 0.7 / largest : 1.0;  // linearisation holds for less than a radian
    next_.theta = here_.theta;
    for (std::size_t a = 0; a < m; ++a) next_.theta[free_[a]] += shorten * y_[a];
    keep_limits(next_.theta);
    return true;
  }

  const Chain& chain_;
  const std::vector<Range>& range_;
  const Pose& pose_;
  const IkOptions& options_;
  Posture here_, next_;
  std::vector<std::size_t> free_;
  std::vector<double> A_, y_;
};

// Spread over the ranges by a linear congruence: the same on every machine.
std::vector<double> InverseKinematics::somewhere(std::span<const double> guess, std::uint32_t& random) const {
  std::vector<double> theta(guess.begin(), guess.end());
  for (const Index j : chain_.moving_drives()) {
    random = random * 1664525u + 1013904223u;
    const double share = static_cast<double>(random >> 8) / static_cast<double>(1u << 24);
    const double widest = chain_.turns(j) ? std::numbers::pi : chain_.reach();
    const double lower = std::isfinite(range_[j].lower) ? range_[j].lower : -widest;
    const double upper = std::isfinite(range_[j].upper) ? range_[j].upper : widest;
    theta[j] = lower + share * (upper - lower);
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
    double& x = theta[j];
    const double nearest = x + turn * std::round((guess[j] - x) / turn);
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
    const auto start = k == 0 ? std::vector<double>(guess.begin(), guess.end()) : somewhere(guess, random);
    Attempt attempt = Search(*this, pose, options, start).run();
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
