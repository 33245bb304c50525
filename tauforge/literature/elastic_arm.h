// An arm whose gears give way, as the virtual campaign may measure it: what no rigid model explains.
//
//   M(q) qdd + b(q, qd) = s                                       bodies                             (1)
//   J thetadd           = tau - f(thetad) - s                     rotors, with the friction          (2)
//   s                   = K (theta - q) + D (thetad - qd)         per drive                          (3)
//   K = M_ii (2 pi f)^2 at rest,  D = 2 z K / (2 pi f)            f, z: natural frequency and damping of the bodies   (4)
//
// Semi-implicit Euler with short steps: speeds, then positions. Dry friction takes away as much of a rotor's speed in a step as
// it can, and not more than there is, so rotors stick.
#pragma once

#include <span>
#include <vector>

#include "tauforge/simulate/plant.h"

namespace tauforge::literature {

class ElasticArm {
 public:
  // Frequency of (4) [Hz]. One drive per joint.
  ElasticArm(const robot::Robot& robot, double frequency, double damping = 0.1);

  // At rest, gears bent by gravity.
  void set_position(std::span<const double> q);
  void advance(double duration, std::span<const double> tau);

  // As encoders on the motors have them.
  const std::vector<double>& theta() const { return theta_; }
  const std::vector<double>& thetad() const { return thetad_; }
  // Of the bodies.
  const std::vector<double>& q() const { return q_; }

 private:
  simulate::Plant bodies_;  // without rotors and friction
  std::vector<robot::Drive<double>> rotor_;
  std::vector<double> stiffness_, damping_;
  std::vector<double> q_, qd_, qdd_, theta_, thetad_, spring_;
  std::vector<simulate::Grip> grips_;
};

}  // namespace tauforge::literature
