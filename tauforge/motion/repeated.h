// The same motion several times in a row. It should end where it begins, else the positions jump.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "tauforge/motion/trajectory.h"

namespace tauforge::motion {

// How far its ends may be apart [rad or m].
inline constexpr double largest_jump = 1e-6;
inline bool ends_where_it_begins(const Trajectory& motion) {
  std::vector<double> first(motion.joints()), last(first), qd(first), qdd(first);
  motion.evaluate(0.0, first, qd, qdd), motion.evaluate(motion.duration(), last, qd, qdd);
  return std::equal(first.begin(), first.end(), last.begin(),
                    [](double a, double b) { return std::abs(a - b) <= largest_jump; });
}

class Repeated : public Trajectory {
 public:
  Repeated(std::shared_ptr<const Trajectory> motion, int times) : motion_(std::move(motion)), times_(times) {}
  std::size_t joints() const override { return motion_->joints(); }
  double duration() const override { return motion_->duration() * times_; }
  void evaluate(double t, std::span<double> q, std::span<double> qd, std::span<double> qdd) const override {
    const double once = motion_->duration();
    const double turn = std::clamp(std::floor(t / once), 0.0, static_cast<double>(times_ - 1));
    motion_->evaluate(t - turn * once, q, qd, qdd);
  }

 private:
  std::shared_ptr<const Trajectory> motion_;
  int times_;
};

}  // namespace tauforge::motion
