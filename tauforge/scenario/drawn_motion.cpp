#include "tauforge/scenario/drawn_motion.h"

#include <algorithm>
#include <cmath>

#include "tauforge/dynamics/solve_symmetric.h"
#include "tauforge/functions/instances.h"
#include "tauforge/motion/time_law.h"

namespace tauforge::scenario {

namespace {

// Where a file has no limits.
constexpr double usual_turn = 0.5 * M_PI, usual_way = 0.25;  // about where the scenario's motion begins [rad, m]
constexpr double usual_speed = 2.0, usual_slide = 0.5;       // [rad/s, m/s]
constexpr double shortest = 0.3;                             // [s]
constexpr double most_damping = 0.2, most_lag = 0.25;        // (2), (3)

class Draw {
 public:
  Draw(const Scenario& base, const Variation& vary, const spatial::Inertia<double>& payload, const std::string& law,
       simulate::Noise& noise)
      : base_(base),
        vary_(vary),
        noise_(noise),
        lags_(law == "pd_with_gravity"),
        n_(base.robot.drives.size()),
        robot_(carrying(base.robot, payload)),
        greatest_(base.control.limits.largest) {
    q_.resize(n_), qd_.resize(n_), qdd_.resize(n_), begin_.resize(n_);
    base.motion->evaluate(0.0, begin_, qd_, qdd_);
  }

  DrawnMotion operator()() {
    functions::Computation<double> compute(robot_.tree, robot_.parameters);
    DrawnMotion motion;
    for (int tries = 0; tries < 100; ++tries) {
      motion = anywhere();
      for (int slower = 0; slower < 4; ++slower, motion.seconds *= 1.2)
        if (can_be_made(compute, motion)) return motion;
    }
    motion.to = motion.from = begin_;  // an arm that can hardly hold itself stays where the scenario begins
    return motion;
  }

 private:
  bool turns(std::size_t j) const { return base_.robot.tree.is_revolute(static_cast<robot::Index>(j)); }

  double position(std::size_t j) {
    const auto& limits = base_.robot.limits[j];
    const double around = turns(j) ? usual_turn : usual_way;
    double low = limits.lower.value_or(begin_[j] - around), high = limits.upper.value_or(begin_[j] + around);
    const double clear = std::min(vary_.clearance, 0.25 * (high - low));
    low += clear, high -= clear;
    const double side = noise_.uniform(), u = noise_.uniform();
    if (side < 0.5 * vary_.near_limits) return low;
    if (side < vary_.near_limits) return high;
    return low + u * (high - low);
  }

  DrawnMotion anywhere() {
    DrawnMotion motion;
    for (std::size_t j = 0; j < n_; ++j) motion.from.push_back(position(j)), motion.to.push_back(position(j));
    const double share = vary_.speed.draw(noise_), longest = vary_.seconds.draw(noise_);
    double seconds = shortest, part = 1;
    for (std::size_t j = 0; j < n_; ++j) {
      const double way = std::abs(motion.to[j] - motion.from[j]);
      const auto& limits = base_.robot.limits[j];
      const double speed = share * limits.velocity.value_or(turns(j) ? usual_speed : usual_slide);
      seconds = std::max(seconds, 15.0 / 8.0 * way / speed);  // (1)
      if (limits.acceleration)
        seconds = std::max(seconds, std::sqrt(10.0 / std::sqrt(3.0) * way / *limits.acceleration));
    }
    if (seconds > longest) part = longest / seconds, seconds = longest;
    for (std::size_t j = 0; j < n_; ++j) motion.to[j] = motion.from[j] + part * (motion.to[j] - motion.from[j]);
    motion.seconds = seconds;
    return motion;
  }

  bool can_be_made(functions::Computation<double>& compute, const DrawnMotion& drawn) {
    using functions::Function;
    constexpr int instants = 24;
    const double period = 1e-9 * static_cast<double>(base_.executive.period);
    const motion::PointToPoint motion(drawn.from, drawn.to, drawn.seconds);
    const std::vector<double> M0 = compute(Function::mass_matrix, {drawn.from, {}, {}});
    std::vector<double> Kp(n_), Kd(n_);
    const double w = base_.control.poles;
    for (std::size_t j = 0; j < n_; ++j) Kp[j] = w * w * M0[j * n_ + j], Kd[j] = 2 * w * M0[j * n_ + j];
    for (int k = 0; k <= instants; ++k) {
      motion.evaluate(drawn.seconds * k / instants, q_, qd_, qdd_);
      const auto tau = compute(Function::inverse_dynamics, {q_, qd_, qdd_});
      const auto g = compute(Function::gravity, {q_, {}, {}});
      for (std::size_t j = 0; j < n_; ++j) {
        if (std::abs(tau[j]) > vary_.torque * greatest_[j]) return false;
        if (lags_ && std::abs(tau[j] - g[j]) > most_lag * vary_.clearance * Kp[j]) return false;  // (3), with friction
      }
      if (fastest(compute(Function::mass_matrix, {q_, {}, {}}), Kd) * period > most_damping) return false;  // (2)
    }
    return true;
  }

  // The largest eigenvalue of M^-1 Kd, by the power method: a few steps are enough to refuse what is far too fast.
  double fastest(const std::vector<double>& M, const std::vector<double>& Kd) {
    std::vector<double> x(n_, 1.0), A;
    double value = 0;
    for (int k = 0; k < 12; ++k) {
      for (std::size_t j = 0; j < n_; ++j) x[j] *= Kd[j];
      A = M;
      dynamics::solve_symmetric<double>(static_cast<robot::Index>(n_), A, x);
      value = 0;
      for (const double component : x) value = std::max(value, std::abs(component));
      for (double& component : x) component /= value;
    }
    return value;
  }

  const Scenario& base_;
  const Variation& vary_;
  simulate::Noise& noise_;
  bool lags_;  // (3)
  std::size_t n_;
  robot::Robot robot_;  // with the payload
  std::vector<double> greatest_;
  std::vector<double> q_, qd_, qdd_, begin_;
};

}  // namespace

DrawnMotion draw_motion(const Scenario& base, const Variation& vary, const spatial::Inertia<double>& payload,
                        const std::string& law, simulate::Noise& noise) {
  return Draw(base, vary, payload, law, noise)();
}

}  // namespace tauforge::scenario
