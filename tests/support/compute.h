// The functions of dynamics/ with values in and values out, for tests: no spans, no workspaces.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "tauforge/dynamics/catalogue.h"
#include "tauforge/robot/robot.h"

namespace tauforge::tests {

using dynamics::State;
using Matrix = Eigen::MatrixXd;

// Of the bodies alone, in joint coordinates.
std::vector<double> rigid_torque(const robot::Robot& robot, const State<double>& x,
                                 dynamics::InverseDynamics method = dynamics::InverseDynamics::newton_euler);
std::vector<double> gravity_torque(const robot::Robot& robot, const State<double>& x);
std::vector<double> velocity_torque(const robot::Robot& robot, const State<double>& x);
Matrix rigid_mass_matrix(const robot::Robot& robot, const std::vector<double>& q,
                         dynamics::MassMatrix method = dynamics::MassMatrix::composite_body);
Matrix coriolis_matrix(const robot::Robot& robot, const State<double>& x);
Matrix regressor(const robot::Robot& robot, const State<double>& x);
Matrix regressor_with_drives(const robot::Robot& robot, const State<double>& x);
Matrix jacobian(const robot::Robot& robot, const State<double>& x, robot::Index body);

// With drives, in drive coordinates.
std::vector<double> torque(const robot::Robot& robot, const State<double>& x,
                           dynamics::InverseDynamics method = dynamics::InverseDynamics::newton_euler);
Matrix mass_matrix(const robot::Robot& robot, const std::vector<double>& theta,
                   dynamics::MassMatrix method = dynamics::MassMatrix::composite_body);
std::vector<double> acceleration(const robot::Robot& robot, const State<double>& x, const std::vector<double>& tau,
                                 dynamics::ForwardDynamics method);

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

// The robot of a file in robots/, by its name without the ending.
robot::Robot robot_in_folder(const std::string& name);
// All of robots/*.toml, by name.
std::vector<std::string> robot_names();

}  // namespace tauforge::tests
