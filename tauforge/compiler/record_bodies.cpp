#include "tauforge/compiler/record_bodies.h"

#include <utility>

#include "tauforge/dynamics/instances/expressions.h"

namespace tauforge::compiler {

namespace {

Program record_composites(SymbolicRobot r, PlannedFunction function, const dynamics::Plan& plan) {
  const auto state = add_state(r);
  const std::size_t n = dynamics::base_rows(r.tree) + r.tree.size();
  std::vector<Expr> D(n * n), DI(n), upper;
  dynamics::PlannedCompositeBodyWorkspace<Expr> workspace;
  dynamics::planned_composite_body<Expr>(r.tree, plan, r.parameters, state, workspace, D, DI);
  for (std::size_t i = 0; i < n; ++i) upper.insert(upper.end(), D.data() + i * n + i, D.data() + (i + 1) * n);
  if (function != PlannedFunction::gravity)
    r.program.add_output("D", upper, "upper triangle of the mass matrix, row by row [kg m^2, kg m or kg]");
  if (function != PlannedFunction::mass_matrix) r.program.add_output("DI", DI, "gravity torques [N m or N]");
  return std::move(r.program);
}

Program record_momentum(SymbolicRobot r, const dynamics::Plan& plan) {
  const auto state = add_state(r);
  const std::size_t n = dynamics::base_rows(r.tree) + r.tree.size();
  dynamics::PlannedMomentumWorkspace<Expr> workspace;
  std::vector<Expr> p_and_b(2 * n);
  dynamics::planned_momentum<Expr>(r.tree, plan, r.parameters, state, workspace, p_and_b);
  r.program.add_output("p_and_b", p_and_b, "generalised momentum and its rate [kg m^2/s, N m, kg m/s, N]");
  return std::move(r.program);
}

}  // namespace

Program record(SymbolicRobot r, dynamics::InverseDynamics method) {
  const auto state = add_state(r);
  dynamics::InverseDynamicsWorkspace<Expr> workspace;
  std::vector<Expr> tau(dynamics::base_rows(r.tree) + r.tree.size());
  dynamics::rigid_inverse_dynamics<Expr>(method, r.tree, r.parameters, state, workspace, tau);
  r.program.add_output("tau", tau, "joint torques [N m or N]");
  return std::move(r.program);
}

Program record(SymbolicRobot r, dynamics::MassMatrix method) {
  const auto state = add_state(r);
  dynamics::MassMatrixWorkspace<Expr> workspace;
  const std::size_t nv = dynamics::base_rows(r.tree) + r.tree.size();
  std::vector<Expr> M(nv * nv);
  dynamics::rigid_mass_matrix<Expr>(method, r.tree, r.parameters, state.q, workspace, M);
  std::vector<Expr> upper;  // M is symmetric: one triangle is enough
  for (std::size_t i = 0; i < nv; ++i)
    for (std::size_t j = i; j < nv; ++j) upper.push_back(M[i * nv + j]);
  r.program.add_output("M", upper, "upper triangle of the mass matrix, row by row [kg m^2, kg m, kg]");
  return std::move(r.program);
}

Program record_compound_link(SymbolicRobot r) {
  const auto state = add_state(r);
  dynamics::CompoundLinkWorkspace<Expr> workspace;
  const std::size_t n = r.tree.size();
  std::vector<Expr> D(n * n), D_gravity(n), upper;
  dynamics::compound_link<Expr>(r.tree, r.parameters, state.q, workspace, D, D_gravity);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i; j < n; ++j) upper.push_back(D[i * n + j]);
  r.program.add_output("D", upper, "upper triangle of the inertial coefficients [kg m^2, kg m, kg]");
  r.program.add_output("DI", D_gravity, "gravity torques [N m or N]");
  return std::move(r.program);
}

Program record_velocity_torque(SymbolicRobot r) {
  const auto state = add_state(r);
  dynamics::VelocityTorqueWorkspace<Expr> workspace;
  std::vector<Expr> h(r.tree.size());
  dynamics::velocity_torque<Expr>(r.tree, r.parameters, state, workspace, h);
  r.program.add_output("h", h, "velocity torques [N m or N]");
  return std::move(r.program);
}

Program record_articulated_body(SymbolicRobot r) {
  const auto state = add_state(r);
  dynamics::ArticulatedBodyWorkspace<Expr> workspace;
  const int rows = dynamics::base_rows(r.tree) + r.tree.size();
  const auto tau = r.program.add_argument("tau", rows, expression::Binding::fast, "joint torques [N m or N]");
  const std::vector<Expr> no_rotors(r.tree.size(), Expr(0.0));
  std::vector<Expr> qdd(rows);
  dynamics::articulated_body<Expr>(r.tree, r.parameters, state, tau, no_rotors, workspace, qdd);
  r.program.add_output("qdd", qdd, "joint accelerations [rad/s^2 or m/s^2]");
  return std::move(r.program);
}

Program record_planned(SymbolicRobot r, PlannedFunction function, const dynamics::Plan& plan) {
  if (is_of_composites(function)) return record_composites(std::move(r), function, plan);
  if (function == PlannedFunction::momentum) return record_momentum(std::move(r), plan);
  auto state = add_state(r);
  if (function != PlannedFunction::inverse_dynamics) {
    for (Expr& qdd : state.qdd) qdd = Expr(0.0);
    state.base.acceleration = {};
  }
  if (function == PlannedFunction::velocity_torque) r.parameters.gravity = {};
  dynamics::PlannedNewtonEulerWorkspace<Expr> workspace;
  std::vector<Expr> tau(dynamics::base_rows(r.tree) + r.tree.size());
  dynamics::planned_newton_euler<Expr>(r.tree, plan, r.parameters, state, workspace, tau);
  r.program.add_output("tau", tau, "joint torques [N m or N]");
  return std::move(r.program);
}

}  // namespace tauforge::compiler
