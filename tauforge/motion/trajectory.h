// A motion of all drives over time, as anything that moves a robot can play it.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tauforge::motion {

class Trajectory {
 public:
  virtual ~Trajectory() = default;
  virtual std::size_t joints() const = 0;
  virtual double duration() const = 0;  // [s]
  // Between 0 and the duration; one value per joint.
  virtual void evaluate(double t, std::span<double> q, std::span<double> qd, std::span<double> qdd) const = 0;
};

// The same path at another speed: k times as fast, so velocities grow by k and accelerations by k^2.   [IHPH92, sec. 4]
class Faster : public Trajectory {
 public:
  Faster(std::shared_ptr<const Trajectory> motion, double k) : motion_(std::move(motion)), k_(k) {}
  std::size_t joints() const override { return motion_->joints(); }
  double duration() const override { return motion_->duration() / k_; }
  double factor() const { return k_; }
  void evaluate(double t, std::span<double> q, std::span<double> qd, std::span<double> qdd) const override {
    motion_->evaluate(k_ * t, q, qd, qdd);
    for (double& v : qd) v *= k_;
    for (double& a : qdd) a *= k_ * k_;
  }

 private:
  std::shared_ptr<const Trajectory> motion_;
  double k_;
};

}  // namespace tauforge::motion
