#include "tests/support/compute.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tauforge/dynamics/instances/numbers.h"
#include "tauforge/files/robot_toml.h"
#include "tauforge/robot/assemble.h"

namespace tauforge::tests {

using dynamics::at;
using dynamics::base_rows;
using robot::Index;
using robot::Robot;

namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Matrix square(const std::vector<double>& values) {
  const auto n = static_cast<Eigen::Index>(std::llround(std::sqrt(static_cast<double>(values.size()))));
  return Eigen::Map<const RowMajor>(values.data(), n, n);
}

std::size_t rigid_rows(const Robot& robot) { return at(base_rows(robot.tree) + robot.tree.size()); }

Eigen::VectorXd stacked(const Robot& robot, const spatial::Twist<double>& base, const std::vector<double>& joints) {
  std::vector<double> all;
  if (robot.tree.floating)
    all = {base.linear.x, base.linear.y, base.linear.z, base.angular.x, base.angular.y, base.angular.z};
  all.insert(all.end(), joints.begin(), joints.end());
  return as_vector(all);
}

}  // namespace

std::vector<double> rigid_torque(const Robot& robot, const State<double>& x, dynamics::InverseDynamics method) {
  dynamics::InverseDynamicsWorkspace<double> workspace;
  std::vector<double> tau(rigid_rows(robot));
  dynamics::rigid_inverse_dynamics<double>(method, robot.tree, robot.parameters, x, workspace, tau);
  return tau;
}

std::vector<double> gravity_torque(const Robot& robot, const State<double>& x) {
  dynamics::GravityTorqueWorkspace<double> workspace;
  std::vector<double> tau(rigid_rows(robot));
  dynamics::gravity_torque<double>(robot.tree, robot.parameters, x, workspace, tau);
  return tau;
}

std::vector<double> velocity_torque(const Robot& robot, const State<double>& x) {
  dynamics::VelocityTorqueWorkspace<double> workspace;
  std::vector<double> h(rigid_rows(robot));
  dynamics::velocity_torque<double>(robot.tree, robot.parameters, x, workspace, h);
  return h;
}

Matrix rigid_mass_matrix(const Robot& robot, const std::vector<double>& q, dynamics::MassMatrix method) {
  dynamics::MassMatrixWorkspace<double> workspace;
  std::vector<double> M(rigid_rows(robot) * rigid_rows(robot));
  dynamics::rigid_mass_matrix<double>(method, robot.tree, robot.parameters, q, workspace, M);
  return square(M);
}

Matrix coriolis_matrix(const Robot& robot, const State<double>& x) {
  dynamics::CoriolisMatrixWorkspace<double> workspace;
  std::vector<double> C(rigid_rows(robot) * rigid_rows(robot));
  dynamics::coriolis_matrix<double>(robot.tree, robot.parameters, x, workspace, C);
  return square(C);
}

Matrix regressor(const Robot& robot, const State<double>& x) {
  dynamics::RegressorWorkspace<double> workspace;
  const auto columns = at(dynamics::inertial_columns(robot.tree));
  std::vector<double> Y(rigid_rows(robot) * columns);
  dynamics::rigid_regressor<double>(robot.tree, robot.parameters, x, workspace, Y);
  return Eigen::Map<const RowMajor>(Y.data(), static_cast<Eigen::Index>(rigid_rows(robot)),
                                    static_cast<Eigen::Index>(columns));
}

Matrix regressor_with_drives(const Robot& robot, const State<double>& x) {
  dynamics::RegressorWorkspace<double> workspace;
  const auto rows = at(robot.tree.nv()), columns = at(dynamics::regressor_columns(robot.tree));
  std::vector<double> Y(rows * columns);
  dynamics::regressor<double>(robot.tree, robot.parameters, x, workspace, Y);
  return Eigen::Map<const RowMajor>(Y.data(), static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
}

Matrix jacobian(const Robot& robot, const State<double>& x, Index body) {
  dynamics::JacobianWorkspace<double> workspace;
  std::vector<double> J(6 * rigid_rows(robot));
  dynamics::jacobian<double>(robot.tree, robot.parameters, x, body, robot.parameters.link_frame[at(body)].p, workspace,
                             J);
  return Eigen::Map<const RowMajor>(J.data(), 6, static_cast<Eigen::Index>(rigid_rows(robot)));
}

std::vector<double> torque(const Robot& robot, const State<double>& x, dynamics::InverseDynamics method) {
  dynamics::InverseDynamicsWorkspace<double> workspace;
  std::vector<double> tau(at(robot.tree.nv()));
  dynamics::inverse_dynamics<double>(method, robot.tree, robot.parameters, x, workspace, tau);
  return tau;
}

Matrix mass_matrix(const Robot& robot, const std::vector<double>& theta, dynamics::MassMatrix method) {
  dynamics::MassMatrixWorkspace<double> workspace;
  std::vector<double> M(at(robot.tree.nv() * robot.tree.nv()));
  dynamics::mass_matrix<double>(method, robot.tree, robot.parameters, theta, workspace, M);
  return square(M);
}

std::vector<double> acceleration(const Robot& robot, const State<double>& x, const std::vector<double>& tau,
                                 dynamics::ForwardDynamics method) {
  dynamics::ForwardDynamicsWorkspace<double> workspace;
  std::vector<double> qdd(at(robot.tree.nv()));
  dynamics::forward_dynamics<double>(method, robot.tree, robot.parameters, x, tau, workspace, qdd);
  return qdd;
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

Robot robot_in_folder(const std::string& name) {
  const auto source = files::read_source(std::string(TAUFORGE_SOURCE_DIR) + "/robots/" + name + ".toml");
  EXPECT_TRUE(source.ok()) << name;
  const auto description = files::read_robot_toml(source.value());
  EXPECT_TRUE(description.ok()) << name;
  auto robot = robot::assemble(description.value());
  EXPECT_TRUE(robot.ok()) << name;
  return robot.take();
}

std::vector<std::string> robot_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(TAUFORGE_SOURCE_DIR) + "/robots"))
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace tauforge::tests
