// Polynomials of fifth degree through points, passed at equal times, with continuous velocity and acceleration; at both
// ends the motion rests. Velocities at the points are those of the clamped cubic spline through them, accelerations the
// means of what that spline has on both sides (the same but for rounding), zero at the ends.              [IHPH92, sec. 4]
#pragma once

#include <array>
#include <vector>

#include "tauforge/motion/trajectory.h"

namespace tauforge::motion {

class Polynomial : public Trajectory {
 public:
  // points[k] holds one position per joint; at least two points.
  Polynomial(std::vector<std::vector<double>> points, double seconds_between_points);

  std::size_t joints() const override { return points_.front().size(); }
  double duration() const override { return step_ * static_cast<double>(points_.size() - 1); }
  void evaluate(double t, std::span<double> q, std::span<double> qd, std::span<double> qdd) const override;

  const std::vector<std::vector<double>>& points() const { return points_; }

 private:
  std::vector<std::vector<double>> points_;
  double step_;
  std::vector<std::vector<std::array<double, 6>>> pieces_;  // [joint][piece], in powers of t/step
};

}  // namespace tauforge::motion
