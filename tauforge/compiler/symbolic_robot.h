// A robot on its way into a program: its numbers become literals or symbols, and what varies becomes arguments. Formulations
// of the bodies alone (record_bodies.h) and requested functions (record_call.h) both begin here.
#pragma once

#include <string>

#include "tauforge/dynamics/state.h"
#include "tauforge/expression/program.h"
#include "tauforge/robot/robot.h"

namespace tauforge::compiler {

using expression::Expr;
using expression::Program;

struct SymbolicRobot {
  Program program;  // its arguments so far, no outputs yet
  robot::Tree tree;
  robot::Parameters<Expr> parameters;
};

// A given robot: its numbers are literals.
SymbolicRobot literal_robot(const robot::Tree& tree, const robot::Parameters<double>& parameters,
                            const std::string& name);
SymbolicRobot literal_robot(const robot::Robot& robot);

// The same with other parameters; `origins`, if any, is told where they come from.
SymbolicRobot literal_robot(const robot::Robot& robot, const robot::Parameters<double>& parameters,
                            const std::string& name, expression::Origins* origins);

// A robot of free symbols with the joints of `tree` (robot/free_parameters.h), all set-up inputs.
SymbolicRobot free_robot(const robot::Tree& tree, bool first_axis_vertical = false);

// The example of paper 002 in free symbols; with `regrouped`, z6 has moved into y5, as the paper suggests.
SymbolicRobot renaud_robot(bool regrouped);

// Arguments q, qd, qdd of the joints, and of a floating base its pose and motion as formulations take them.
dynamics::State<Expr> add_state(SymbolicRobot& robot);

}  // namespace tauforge::compiler
