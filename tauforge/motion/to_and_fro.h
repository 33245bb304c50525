// A motion and the way back, over and over: every other pass is the path backwards. It should begin and end at rest, else
// the velocities jump; accelerations are the same on both sides of a turn.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "tauforge/diagnostic/require.h"
#include "tauforge/motion/trajectory.h"

namespace tauforge::motion {

class ToAndFro : public Trajectory {
 public:
  ToAndFro(std::shared_ptr<const Trajectory> pass, int passes) : pass_(std::move(pass)), passes_(passes) {
    diagnostic::require(passes > 0 && pass_->duration() > 0.0, "a motion that takes time, at least once");
  }
  std::size_t joints() const override { return pass_->joints(); }
  double duration() const override { return pass_->duration() * passes_; }
  const Trajectory& pass() const { return *pass_; }
  void evaluate(double t, std::span<double> q, std::span<double> qd, std::span<double> qdd) const override {
    const double once = pass_->duration();
    const double turns = std::clamp(std::floor(t / once), 0.0, static_cast<double>(passes_ - 1));
    const double within = t - turns * once;
    const bool back = static_cast<int>(turns) % 2 == 1;
    pass_->evaluate(back ? once - within : within, q, qd, qdd);
    if (!back) return;
    for (double& v : qd) v = -v;
  }

 private:
  std::shared_ptr<const Trajectory> pass_;
  int passes_;
};

}  // namespace tauforge::motion
