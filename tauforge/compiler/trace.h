// Recording: a formulation is run once with symbols for what varies and literals for what does not,
// and what comes out is its program.
#pragma once

#include "tauforge/dynamics/state.h"
#include "tauforge/expression/program.h"
#include "tauforge/robot/robot.h"

namespace tauforge::compiler {

using expression::Expr;
using expression::Program;

// Numbers become literals.
robot::Parameters<Expr> literal_parameters(const robot::Parameters<double>& par);

// q, qd (slow) and qdd (fast) as arguments of the program.
dynamics::State<Expr> symbolic_state(Program& program, const robot::Tree& tree);

// Inverse dynamics of the rigid bodies by newton_euler: tau(q, qd, qdd).
Program trace_newton_euler(const robot::Robot& robot);

}  // namespace tauforge::compiler
