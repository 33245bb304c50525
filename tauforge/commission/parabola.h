// The parabola closest to positions at given times, by orthogonal polynomials of the time from their mean:
//
//   x(t) = x_m + v t + b phi(t),   phi = t^2 - t2 - (t3/t2) t,   t2, t3: means of t^2, t^3                              (1)
//   position, speed and acceleration at t = 0:   x_m - b t2,   v - b t3/t2,   2 b                                       (2)
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "tauforge/control/model.h"

namespace tauforge::commission {

class Parabola {
 public:
  struct Fit {
    double position = 0, speed = 0, acceleration = 0;  // at the mean of the times
  };

  // At least three different times [s].
  explicit Parabola(std::span<const double> times) : t_(times.begin(), times.end()) {
    const double n = static_cast<double>(t_.size());
    double mean = 0, t3 = 0;
    for (const double t : t_) mean += t / n;
    for (double& t : t_) t -= mean, t2_ += t * t / n, t3 += t * t * t / n;
    skew_ = t3 / t2_;
    for (const double t : t_) phi_.push_back(t * t - t2_ - skew_ * t), squares_ += phi_.back() * phi_.back();
  }

  Fit through(std::span<const double> x) const {
    const double n = static_cast<double>(t_.size());
    double mean = 0, v = 0, b = 0;
    for (std::size_t k = 0; k < t_.size(); ++k) mean += x[k] / n;
    for (std::size_t k = 0; k < t_.size(); ++k)
      v += t_[k] * (x[k] - mean) / (t2_ * n), b += phi_[k] * (x[k] - mean) / squares_;
    return {mean - b * t2_, v - b * skew_, 2 * b};  // (2)
  }

 private:
  std::vector<double> t_, phi_;
  double t2_ = 0, skew_ = 0, squares_ = 0;
};

// Of every drive, from positions at these times.
struct Motion {
  std::vector<double> q, qd, qdd;

  Motion(std::span<const double> times, const std::vector<std::vector<double>>& positions) {
    const Parabola parabola(times);
    std::vector<double> x(positions.size());
    for (std::size_t j = 0; j < positions.front().size(); ++j) {
      for (std::size_t k = 0; k < x.size(); ++k) x[k] = positions[k][j];
      const Parabola::Fit fit = parabola.through(x);
      q.push_back(fit.position), qd.push_back(fit.speed), qdd.push_back(fit.acceleration);
    }
  }
  // That it takes [N m or N].
  std::vector<double> torques(const control::Model& model) const {
    std::vector<double> tau(q.size());
    model.inverse_dynamics(q, qd, qdd, tau);
    return tau;
  }
};

}  // namespace tauforge::commission
