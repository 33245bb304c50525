// Torques along a motion: inverse dynamics with friction that remembers (dynamics/presliding.h) where a drive has such;
// drives without are as inverse dynamics has them. What a control loop computes with NAME_friction_step, and what an
// identified file is judged by.
#pragma once

#include <span>
#include <vector>

#include "tauforge/dynamics/presliding.h"
#include "tauforge/functions/drive_dynamics.h"
#include "tauforge/robot/robot.h"

namespace tauforge::functions {

class TorqueSeries {
 public:
  explicit TorqueSeries(const robot::Robot& robot);

  // Nothing is known about what came before.
  void begin();
  // At time t [s]; a time that is not after the last one is where a new series begins.
  void torques(const State<double>& theta, double t, std::span<double> tau);

 private:
  DriveDynamics<double> drives_;
  std::vector<dynamics::PreslidingState<double>> memory_;
  double last_ = 0;
  bool begun_ = false;
};

// Of every drive with a memory `memory` moves on by dt; `load` and `f` are of the drives alone.
void friction_step(const robot::Tree& tree, const robot::Parameters<double>& par, std::span<const double> q,
                   std::span<const double> qd, std::span<const double> load, double dt,
                   std::span<dynamics::PreslidingState<double>> memory, std::span<double> f) noexcept;

}  // namespace tauforge::functions
