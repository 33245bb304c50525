// A motion written down beforehand, sample by sample, so that a synchronous task can follow it without computing it:
// no allocation, a bounded number of operations, whatever the motion was.
//
// Between two samples the polynomial of fifth degree that has position, velocity and acceleration of both; after the end
// the arm rests where the motion ended, or an endless motion begins again.
#pragma once

#include <limits>
#include <vector>

#include "tauforge/motion/trajectory.h"

namespace tauforge::motion {

class Sampled {
 public:
  // A sample every `period` seconds, the last one at or after the end. A motion that is played without an end should end
  // where it begins, as that of Repeated.
  Sampled(const Trajectory& motion, double period, bool endless = false);

  std::size_t joints() const noexcept { return joints_; }
  double duration() const noexcept { return endless_ ? std::numeric_limits<double>::infinity() : duration_; }
  // Any time from 0.
  void evaluate(double t, std::span<double> q, std::span<double> qd, std::span<double> qdd) const noexcept;

 private:
  const double* sample(std::size_t k) const noexcept { return values_.data() + 3 * joints_ * k; }

  std::size_t joints_, samples_;
  double period_, duration_;  // of one round
  bool endless_;
  std::vector<double> values_;  // per sample q of all joints, then qd, then qdd
};

}  // namespace tauforge::motion
