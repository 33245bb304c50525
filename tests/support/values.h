// States and results of a robot as values: a state in, a vector or a matrix of Eigen out.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "tauforge/dynamics/catalogue.h"
#include "tauforge/robot/robot.h"

namespace tauforge::tests {

using dynamics::State;
using Matrix = Eigen::MatrixXd;

// With drives, in drive coordinates (functions/drive_dynamics.h).
std::vector<double> torque(const robot::Robot& robot, const State<double>& x,
                           dynamics::InverseDynamics method = dynamics::InverseDynamics::newton_euler);
Matrix mass_matrix(const robot::Robot& robot, const std::vector<double>& theta,
                   dynamics::MassMatrix method = dynamics::MassMatrix::composite_body);
std::vector<double> acceleration(const robot::Robot& robot, const State<double>& x, const std::vector<double>& tau,
                                 dynamics::ForwardDynamics method);
Matrix regressor_with_drives(const robot::Robot& robot, const State<double>& x);

// The bodies without their drives: each joint has one of its own, without rotor and friction.
robot::Robot bodies_of(robot::Robot robot);

// Of the bodies alone, in joint coordinates.
std::vector<double> rigid_torque(const robot::Robot& robot, const State<double>& x,
                                 dynamics::InverseDynamics method = dynamics::InverseDynamics::newton_euler);
std::vector<double> gravity_torque(const robot::Robot& robot, const State<double>& x);
std::vector<double> velocity_torque(const robot::Robot& robot, const State<double>& x);
Matrix rigid_mass_matrix(const robot::Robot& robot, const std::vector<double>& q,
                         dynamics::MassMatrix method = dynamics::MassMatrix::composite_body);
Matrix coriolis_matrix(const robot::Robot& robot, const State<double>& x);
Matrix regressor(const robot::Robot& robot, const State<double>& x);
Matrix jacobian(const robot::Robot& robot, const State<double>& x, robot::Index body);

// The state of the joints behind the drives of `x`.
State<double> joint_state(const robot::Robot& robot, const State<double>& x);

// The same state at rest: no velocities, accelerations or wrenches.
State<double> at_rest(const State<double>& x);

// Velocities or accelerations as one vector: a floating base first.
Eigen::VectorXd velocities(const robot::Robot& robot, const State<double>& x);
Eigen::VectorXd accelerations(const robot::Robot& robot, const State<double>& x);

inline Eigen::Map<const Eigen::VectorXd> as_vector(const std::vector<double>& values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

}  // namespace tauforge::tests
