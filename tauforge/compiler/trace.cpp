#include "tauforge/compiler/trace.h"

#include <fmt/format.h>

#include "tauforge/dynamics/instances/expressions.h"
#include "tauforge/robot/equivalence.h"
#include "tauforge/robot/free_parameters.h"

namespace tauforge::compiler {

using expression::Binding;

namespace {

robot::Vec3<Expr> vector_argument(Program& program, const char* name, Binding binding, const char* meaning) {
  const auto v = program.add_argument(name, 3, binding, meaning);
  return {v[0], v[1], v[2]};
}

void add_state(Recording& r) {
  const int n = r.tree.size();
  r.state.q = r.program.add_argument("q", n, Binding::slow, "joint positions [rad or m]");
  r.state.qd = r.program.add_argument("qd", n, Binding::slow, "joint velocities [rad/s or m/s]");
  r.state.qdd = r.program.add_argument("qdd", n, Binding::fast, "joint accelerations [rad/s^2 or m/s^2]");
  if (!r.tree.floating) return;
  const auto R = r.program.add_argument("base_rotation", 9, Binding::slow, "base to world, row by row");
  r.state.base.X_wb.R = {R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8]};
  auto& base = r.state.base;
  base.X_wb.p = vector_argument(r.program, "base_position", Binding::slow, "[m]");
  base.velocity.linear = vector_argument(r.program, "base_v", Binding::slow, "velocity in the base frame [m/s]");
  base.velocity.angular =
      vector_argument(r.program, "base_w", Binding::slow, "angular velocity in the base frame [rad/s]");
  base.acceleration.linear = vector_argument(r.program, "base_a", Binding::fast, "derivative of base_v [m/s^2]");
  base.acceleration.angular = vector_argument(r.program, "base_al", Binding::fast, "derivative of base_w [rad/s^2]");
}

// Symbols are arguments of one element each, so that counting and reading stay by name.
auto symbols_of(Program& program) {
  return [&program](const char* name, int index) {
    return program.add_argument(fmt::format("{}{}", name, index), 1, Binding::setup, "parameter")[0];
  };
}

}  // namespace

Recording record(const robot::Tree& tree, const robot::Parameters<double>& parameters, const std::string& name) {
  Recording r;
  r.tree = tree;
  r.program.name = name;
  r.parameters = robot::converted<Expr>(parameters, [](double x) { return Expr(x); });
  add_state(r);
  return r;
}

Recording record(const robot::Robot& robot) { return record(robot.tree, robot.parameters, robot.name); }

Recording record_free(const robot::Tree& tree, bool first_axis_vertical) {
  Recording r;
  r.tree = tree;
  r.program.name = "free";
  r.parameters = robot::free_parameters<Expr>(tree, first_axis_vertical, symbols_of(r.program));
  add_state(r);
  return r;
}

Recording record_renaud(bool regrouped) {
  Recording r;
  for (robot::Index i = 0; i < 6; ++i) r.tree.add(robot::JointType::revolute, i - 1);
  r.program.name = "renaud";
  r.parameters = robot::renaud_parameters<Expr>(symbols_of(r.program));
  if (regrouped) {
    robot::Inertia<Expr> along_axis;
    along_axis.h.z = r.parameters.body[5].h.z;
    robot::move_to_parent(r.tree, 5, along_axis, r.parameters);
  }
  add_state(r);
  return r;
}

Program trace(Recording r, dynamics::InverseDynamics method) {
  dynamics::InverseDynamicsWorkspace<Expr> workspace;
  std::vector<Expr> tau(dynamics::base_rows(r.tree) + r.tree.size());
  dynamics::rigid_inverse_dynamics<Expr>(method, r.tree, r.parameters, r.state, workspace, tau);
  r.program.add_output("tau", tau, "joint torques [N m or N]");
  return std::move(r.program);
}

Program trace(Recording r, dynamics::MassMatrix method) {
  dynamics::MassMatrixWorkspace<Expr> workspace;
  const std::size_t nv = dynamics::base_rows(r.tree) + r.tree.size();
  std::vector<Expr> M(nv * nv);
  dynamics::rigid_mass_matrix<Expr>(method, r.tree, r.parameters, r.state.q, workspace, M);
  std::vector<Expr> upper;  // M is symmetric: one triangle is enough
  for (std::size_t i = 0; i < nv; ++i)
    for (std::size_t j = i; j < nv; ++j) upper.push_back(M[i * nv + j]);
  r.program.add_output("M", upper, "upper triangle of the mass matrix, row by row [kg m^2, kg m, kg]");
  return std::move(r.program);
}

Program trace_compound_link(Recording r) {
  dynamics::CompoundLinkWorkspace<Expr> workspace;
  const std::size_t n = r.tree.size();
  std::vector<Expr> D(n * n), D_gravity(n), upper;
  dynamics::compound_link<Expr>(r.tree, r.parameters, r.state.q, workspace, D, D_gravity);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i; j < n; ++j) upper.push_back(D[i * n + j]);
  r.program.add_output("D", upper, "upper triangle of the inertial coefficients [kg m^2, kg m, kg]");
  r.program.add_output("DI", D_gravity, "gravity torques [N m or N]");
  return std::move(r.program);
}

Program trace_velocity_torque(Recording r) {
  dynamics::VelocityTorqueWorkspace<Expr> workspace;
  std::vector<Expr> h(r.tree.size());
  dynamics::velocity_torque<Expr>(r.tree, r.parameters, r.state, workspace, h);
  r.program.add_output("h", h, "velocity torques [N m or N]");
  return std::move(r.program);
}

Program trace_articulated_body(Recording r) {
  dynamics::ArticulatedBodyWorkspace<Expr> workspace;
  const int rows = dynamics::base_rows(r.tree) + r.tree.size();
  const auto tau = r.program.add_argument("tau", rows, Binding::fast, "joint torques [N m or N]");
  const std::vector<Expr> no_rotors(r.tree.size(), Expr(0.0));
  std::vector<Expr> qdd(rows);
  dynamics::articulated_body<Expr>(r.tree, r.parameters, r.state, tau, no_rotors, workspace, qdd);
  r.program.add_output("qdd", qdd, "joint accelerations [rad/s^2 or m/s^2]");
  return std::move(r.program);
}

}  // namespace tauforge::compiler
