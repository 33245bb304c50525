// The friction of drives by itself. It turns with the sign of a speed from one moment to the next, so with two rates it is
// left to the synchronous task: kept in the background it would push the wrong way after every reversal, for as long as the
// background takes.
//
// Called from the synchronous task: noexcept, without allocation or lock.
#pragma once

#include <span>

#include "tauforge/dynamics/drive.h"
#include "tauforge/robot/robot.h"

namespace tauforge::control {

class DriveFriction {
 public:
  explicit DriveFriction(const robot::Robot& robot) : tree_(robot.tree), parameters_(robot.parameters) {}

  // tau += f(qd)   [N m or N]
  void add(std::span<const double> qd, std::span<double> tau) const noexcept {
    dynamics::add_friction<double>(tree_, parameters_, qd, tau);
  }

 private:
  robot::Tree tree_;
  robot::Parameters<double> parameters_;
};

}  // namespace tauforge::control
