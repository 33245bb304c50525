#include "tauforge/compiler/trace.h"

#include "tauforge/dynamics/newton_euler.h"

namespace tauforge::compiler {

using expression::Binding;

robot::Parameters<Expr> literal_parameters(const robot::Parameters<double>& par) {
  return robot::converted<Expr>(par, [](double x) { return Expr(x); });
}

dynamics::State<Expr> symbolic_state(Program& program, const robot::Tree& tree) {
  dynamics::State<Expr> x;
  x.q = program.add_argument("q", tree.size(), Binding::slow, "joint positions [rad or m]");
  x.qd = program.add_argument("qd", tree.size(), Binding::slow, "joint velocities [rad/s or m/s]");
  x.qdd = program.add_argument("qdd", tree.size(), Binding::fast, "joint accelerations [rad/s^2 or m/s^2]");
  return x;
}

Program trace_newton_euler(const robot::Robot& robot) {
  Program program;
  program.name = robot.name + "_inverse_dynamics";
  const auto par = literal_parameters(robot.parameters);
  const auto x = symbolic_state(program, robot.tree);
  dynamics::NewtonEulerWorkspace<Expr> workspace;
  std::vector<Expr> tau(dynamics::at(robot.tree.size()));
  dynamics::newton_euler<Expr>(robot.tree, par, x, workspace, tau);
  program.add_output("tau", tau, "joint torques [N m or N]");
  return program;
}

}  // namespace tauforge::compiler
