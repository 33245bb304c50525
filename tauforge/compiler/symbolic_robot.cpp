#include "tauforge/compiler/symbolic_robot.h"

#include <fmt/format.h>

#include "tauforge/compiler/parameter_origins.h"
#include "tauforge/robot/equivalence.h"
#include "tauforge/robot/free_parameters.h"

namespace tauforge::compiler {

using expression::Binding;

namespace {

robot::Vec3<Expr> vector_argument(Program& program, const char* name, Binding binding, const char* meaning) {
  const auto v = program.add_argument(name, 3, binding, meaning);
  return {v[0], v[1], v[2]};
}

SymbolicRobot begin(const std::string& name, const robot::Tree& tree) {
  SymbolicRobot r;
  r.program.name = name;
  r.tree = tree;
  return r;
}

robot::Parameters<Expr> literals(const robot::Parameters<double>& parameters) {
  return robot::converted<Expr>(parameters, [](double x) { return Expr(x); });
}

// Symbols are arguments of one element each, so that counting and reading stay by name.
auto symbols_of(Program& program) {
  return [&program](const char* name, int index) {
    return program.add_argument(fmt::format("{}{}", name, index), 1, Binding::setup, "parameter")[0];
  };
}

}  // namespace

SymbolicRobot literal_robot(const robot::Tree& tree, const robot::Parameters<double>& parameters,
                            const std::string& name) {
  SymbolicRobot r = begin(name, tree);
  r.parameters = literals(parameters);
  return r;
}

SymbolicRobot literal_robot(const robot::Robot& robot) {
  return literal_robot(robot.tree, robot.parameters, robot.name);
}

SymbolicRobot literal_robot(const robot::Robot& robot, const robot::Parameters<double>& parameters,
                            const std::string& name, expression::Origins* origins) {
  SymbolicRobot r = begin(name, robot.tree);
  r.parameters = origins ? with_origins(robot, parameters, *origins) : literals(parameters);
  return r;
}

SymbolicRobot free_robot(const robot::Tree& tree, bool first_axis_vertical) {
  SymbolicRobot r = begin("free", tree);
  r.parameters = robot::free_parameters<Expr>(tree, first_axis_vertical, symbols_of(r.program));
  return r;
}

SymbolicRobot renaud_robot(bool regrouped) {
  robot::Tree tree;
  for (robot::Index i = 0; i < 6; ++i) tree.add(robot::JointType::revolute, i - 1);
  SymbolicRobot r = begin("renaud", tree);
  r.parameters = robot::renaud_parameters<Expr>(symbols_of(r.program));
  if (regrouped) {
    robot::Inertia<Expr> along_axis;
    along_axis.h.z = r.parameters.body[5].h.z;
    robot::move_to_parent(r.tree, 5, along_axis, r.parameters);
  }
  return r;
}

dynamics::State<Expr> add_state(SymbolicRobot& robot) {
  Program& program = robot.program;
  const int n = robot.tree.size();
  dynamics::State<Expr> state;
  state.q = program.add_argument("q", n, Binding::slow, "joint positions [rad or m]");
  state.qd = program.add_argument("qd", n, Binding::slow, "joint velocities [rad/s or m/s]");
  state.qdd = program.add_argument("qdd", n, Binding::fast, "joint accelerations [rad/s^2 or m/s^2]");
  if (!robot.tree.floating) return state;
  auto& base = state.base;
  const auto R = program.add_argument("base_rotation", 9, Binding::slow, "base to world, row by row");
  base.X_wb.R = {R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8]};
  base.X_wb.p = vector_argument(program, "base_position", Binding::slow, "[m]");
  base.velocity.linear = vector_argument(program, "base_v", Binding::slow, "velocity in the base frame [m/s]");
  base.velocity.angular =
      vector_argument(program, "base_w", Binding::slow, "angular velocity in the base frame [rad/s]");
  base.acceleration.linear = vector_argument(program, "base_a", Binding::fast, "derivative of base_v [m/s^2]");
  base.acceleration.angular = vector_argument(program, "base_al", Binding::fast, "derivative of base_w [rad/s^2]");
  return state;
}

}  // namespace tauforge::compiler
