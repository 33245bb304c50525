// The cubic spline through points at given times, with zero velocity at both ends and continuous acceleration.
//
//   v_k-1 / h_k-1 + 2 v_k (1/h_k-1 + 1/h_k) + v_k+1 / h_k = 3 (d_k-1 / h_k-1^2 + d_k / h_k^2)                 (1)
//   h_k = t_k+1 - t_k,  d_k = q_k+1 - q_k,  v_0 = v_n = 0
//   on piece k, s = (t - t_k) / h_k:
//   q = q_k + h_k v_k s + (3 d_k - h_k (2 v_k + v_k+1)) s^2 + (h_k (v_k + v_k+1) - 2 d_k) s^3                 (2)
//
// Accelerations jump from rest at the ends; where they must not, use polynomial.h.
#pragma once

#include <array>
#include <vector>

#include "tauforge/motion/trajectory.h"

namespace tauforge::motion {

class Spline : public Trajectory {
 public:
  // points[k] holds one position per joint, passed at times[k] [s]; at least two, times begin with 0 and increase.
  Spline(const std::vector<std::vector<double>>& points, std::vector<double> times);

  std::size_t joints() const override { return pieces_.size(); }
  double duration() const override { return times_.back(); }
  void evaluate(double t, std::span<double> q, std::span<double> qd, std::span<double> qdd) const override;

 private:
  std::vector<double> times_;
  std::vector<std::vector<std::array<double, 4>>> pieces_;  // [joint][piece], in powers of s
};

}  // namespace tauforge::motion
