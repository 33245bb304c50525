// An arm whose gears give way, which no rigid model is: encoders and dry friction are on the side of the motors.
//
//   M'(q) qdd + b(q, qd) + fv' qd = k (theta - q)                                        (1)
//   ia' thetadd + friction(thetad) = tau - k (theta - q)                                 (2)
//
// M' and fv' are the rigid arm's without the shares of rotor inertia and viscous friction that (2) has: with k towards infinity
// (1) and (2) add up to the rigid arm.
#pragma once

#include <span>
#include <vector>

#include "tauforge/robot/robot.h"
#include "tauforge/simulate/integrator.h"

namespace tauforge::literature {

struct ElasticArm {
  robot::Robot robot;             // coordinates: q of the joints, then theta of the motors
  std::vector<double> stiffness;  // k, per joint; empty: stiff gears, and theta alone  [N m/rad]
};

// `natural_hz`: of every joint alone at q = 0, its motor held. The arm is a chain on a fixed base with a drive per joint.
ElasticArm with_elastic_gears(const robot::Robot& arm, double natural_hz);

// Torques that motors hold, and what their gears make of them.
class MotorTorques : public simulate::Torques {
 public:
  MotorTorques(std::size_t motors, std::vector<double> stiffness) : tau(motors, 0.0), k_(std::move(stiffness)) {}
  std::vector<double> tau;  // of the motors [N m]
  void at(double t, std::span<const double> q_theta, std::span<double> out) noexcept override;

  // Coordinates of an arm at rest under its weight whose motors are at `theta`; and the same value for joint and motor.
  std::vector<double> at_rest(simulate::Plant& plant, const std::vector<double>& theta) const;
  std::vector<double> on_both_sides(const std::vector<double>& theta) const;

 private:
  std::vector<double> k_;
};

}  // namespace tauforge::literature
