// Inertia from the periods of oscillations, with tolerances.                                          [AKB86, sec. 5]
//
//   two wires    I = M g r^2 / (w^2 l)      about the axis midway between the wires, through the centre of mass    (1)
//   spring       J = K / w^2                the joint commanded torque = -K q; J of motor, drive and arm           (2)
//   damped       w^2 = (2 pi / T)^2 + (ln d / T)^2     T period, d ratio of one amplitude to the next             (3)
//   motor        Im = J - what the arm contributes                                                                 (4)
//
// Tolerances: root of the sum of squares of what each measured number does alone, to first order.
#pragma once

namespace tauforge::explicit_model {

struct Measured {
  double value = 0;
  double tolerance = 0;
};

struct TwoWires {
  Measured mass;      // M [kg]
  Measured distance;  // r, wire to axis [m]
  Measured length;    // l of the wires [m]
  Measured period;    // T [s]
  double gravity = 9.81;
  Measured decay = {1.0, 0.0};  // d, by the air and the wires
};
Measured inertia(const TwoWires& x);  // (1) [kg m^2]

struct CommandedSpring {
  Measured stiffness;           // K [N m/rad]
  Measured period;              // T [s]
  Measured decay = {1.0, 0.0};  // d
  Measured arm;                 // inertia of the arm about the joint in this pose [kg m^2]
};
struct JointInertia {
  Measured total, motor;  // (2) (4)
};
JointInertia joint_inertia(const CommandedSpring& x);

}  // namespace tauforge::explicit_model
