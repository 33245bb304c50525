// Periodic motion as a sum of harmonics, with all derivatives known exactly.                         [SGTVS97]
//
//   q(t) = c + sum_l  a_l/(l w) sin(l w t) - b_l/(l w) cos(l w t),     l = 1 .. L,  w = 2 pi / T               (1)
//
// so qd(0) = sum a_l and qdd(0) = w sum l b_l. A motion that begins and ends at rest has both zero.
#pragma once

#include <vector>

#include "tauforge/motion/trajectory.h"

namespace tauforge::motion {

class Fourier : public Trajectory {
 public:
  // Per joint: centre [rad or m], and L coefficients of sine and cosine [rad/s or m/s].
  Fourier(double period, std::vector<double> centre, std::vector<std::vector<double>> sine,
          std::vector<std::vector<double>> cosine);

  std::size_t joints() const override { return centre_.size(); }
  double duration() const override { return period_; }
  void evaluate(double t, std::span<double> q, std::span<double> qd, std::span<double> qdd) const override;

  double period() const { return period_; }
  const std::vector<double>& centre() const { return centre_; }
  const std::vector<std::vector<double>>& sine() const { return sine_; }
  const std::vector<std::vector<double>>& cosine() const { return cosine_; }

 private:
  double period_;
  std::vector<double> centre_;
  std::vector<std::vector<double>> sine_, cosine_;
};

// The same path k times as fast, which is a Fourier series, too.
Fourier faster(const Fourier& motion, double k);

// The nearest coefficients that begin at rest; at least two harmonics, else they become zero.
void rest(std::vector<double>& sine, std::vector<double>& cosine);

}  // namespace tauforge::motion
