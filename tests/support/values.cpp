#include "tests/support/values.h"

#include "tauforge/functions/instances.h"

namespace tauforge::tests {

using robot::Robot;

namespace {

functions::DriveDynamics<double> drives_of(const Robot& robot, const functions::Choices& choices = {}) {
  return {robot.tree, robot.parameters, choices};
}

Matrix matrix_of(const std::vector<double>& values, Eigen::Index rows) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const RowMajor>(values.data(), rows, static_cast<Eigen::Index>(values.size()) / rows);
}

robot::Index rigid_rows(const Robot& robot) { return dynamics::base_rows(robot.tree) + robot.tree.size(); }

// A formulation with a workspace of its own; so many numbers come out.
template <class Workspace>
std::vector<double> formulation(void (*formulation)(const robot::Tree&, const robot::Parameters<double>&,
                                                    const State<double>&, Workspace&, std::span<double>),
                                const Robot& robot, const State<double>& x, robot::Index size) {
  Workspace workspace;
  std::vector<double> values(size);
  formulation(robot.tree, robot.parameters, x, workspace, values);
  return values;
}

Eigen::VectorXd stacked(const Robot& robot, const spatial::Twist<double>& base, const std::vector<double>& joints) {
  std::vector<double> all;
  if (robot.tree.floating)
    all = {base.linear.x, base.linear.y, base.linear.z, base.angular.x, base.angular.y, base.angular.z};
  all.insert(all.end(), joints.begin(), joints.end());
  return as_vector(all);
}

}  // namespace

std::vector<double> torque(const Robot& robot, const State<double>& x, dynamics::InverseDynamics method) {
  return drives_of(robot, {.inverse_dynamics = method}).torques(x);
}

Matrix mass_matrix(const Robot& robot, const std::vector<double>& theta, dynamics::MassMatrix method) {
  State<double> x;
  x.q = theta;
  return matrix_of(drives_of(robot, {.mass_matrix = method}).mass_matrix(x), robot.tree.nv());
}

std::vector<double> acceleration(const Robot& robot, const State<double>& x, const std::vector<double>& tau,
                                 dynamics::ForwardDynamics method) {
  return drives_of(robot, {.forward_dynamics = method}).accelerations(x, tau);
}

Matrix regressor_with_drives(const Robot& robot, const State<double>& x) {
  const robot::Index rows = robot.tree.nv();
  return matrix_of(formulation(&dynamics::regressor<double>, robot, x, rows * dynamics::regressor_columns(robot.tree)),
                   rows);
}

Robot bodies_of(Robot robot) {
  const std::size_t joints = robot.joints.size();
  robot.tree.direct = true, robot.tree.friction.assign(joints, robot::FrictionKind::coulomb);
  robot.parameters.drive.assign(joints, {}), robot.parameters.q0.assign(joints, 0.0), robot.parameters.G.clear();
  robot.drives = robot.joints;
  return robot;
}

std::vector<double> rigid_torque(const Robot& robot, const State<double>& x, dynamics::InverseDynamics method) {
  return torque(bodies_of(robot), x, method);
}

std::vector<double> gravity_torque(const Robot& robot, const State<double>& x) {
  return formulation(&dynamics::gravity_torque<double>, robot, x, rigid_rows(robot));
}

std::vector<double> velocity_torque(const Robot& robot, const State<double>& x) {
  return formulation(&dynamics::velocity_torque<double>, robot, x, rigid_rows(robot));
}

Matrix rigid_mass_matrix(const Robot& robot, const std::vector<double>& q, dynamics::MassMatrix method) {
  return mass_matrix(bodies_of(robot), q, method);
}

Matrix coriolis_matrix(const Robot& robot, const State<double>& x) {
  const robot::Index rows = rigid_rows(robot);
  return matrix_of(formulation(&dynamics::coriolis_matrix<double>, robot, x, rows * rows), rows);
}

Matrix regressor(const Robot& robot, const State<double>& x) {
  const robot::Index rows = rigid_rows(robot);
  return matrix_of(
      formulation(&dynamics::rigid_regressor<double>, robot, x, rows * dynamics::inertial_columns(robot.tree)), rows);
}

Matrix jacobian(const Robot& robot, const State<double>& x, robot::Index body) {
  dynamics::JacobianWorkspace<double> workspace;
  std::vector<double> J(6 * rigid_rows(robot));
  dynamics::jacobian<double>(robot.tree, robot.parameters, x, body, robot.parameters.link_frame[body].p, workspace, J);
  return matrix_of(J, 6);
}

State<double> joint_state(const Robot& robot, const State<double>& x) {
  State<double> joints;
  dynamics::to_joints<double>(robot.tree, robot.parameters, x, joints);
  return joints;
}

State<double> at_rest(const State<double>& x) {
  State<double> rest;
  rest.q = x.q;
  rest.qd.assign(x.q.size(), 0.0);
  rest.qdd.assign(x.q.size(), 0.0);
  rest.base.X_wb = x.base.X_wb;
  return rest;
}

Eigen::VectorXd velocities(const Robot& robot, const State<double>& x) { return stacked(robot, x.base.velocity, x.qd); }
Eigen::VectorXd accelerations(const Robot& robot, const State<double>& x) {
  return stacked(robot, x.base.acceleration, x.qdd);
}

}  // namespace tauforge::tests
