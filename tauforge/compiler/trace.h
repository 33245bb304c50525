// Recording: a formulation is run once with symbols for what varies and literals for what does not,
// and what comes out is its program.
#pragma once

#include "tauforge/dynamics/articulated_body.h"
#include "tauforge/dynamics/inverse_dynamics.h"
#include "tauforge/dynamics/mass_matrix.h"
#include "tauforge/expression/program.h"
#include "tauforge/robot/robot.h"

namespace tauforge::compiler {

using expression::Expr;
using expression::Program;

// A robot on its way into a program: structure, parameters as literals or symbols, the state as arguments.
struct Recording {
  Program program;
  robot::Tree tree;
  robot::Parameters<Expr> parameters;
  dynamics::State<Expr> state;  // of the joints
};

// A given robot: its numbers are literals. With a floating base the base's pose and motion are arguments too.
Recording record(const robot::Tree& tree, const robot::Parameters<double>& parameters, const std::string& name);
Recording record(const robot::Robot& robot);

// A robot of free symbols with the joints of `tree` (robot/free_parameters.h), all set-up inputs.
Recording record_free(const robot::Tree& tree, bool first_axis_vertical = false);

// The example of paper 002 in free symbols; with `regrouped`, z6 has moved into y5, as the paper suggests.
Recording record_renaud(bool regrouped);

// The bodies alone, without drives: outputs tau; M; D and D_gravity; qdd.
Program trace(Recording recording, dynamics::InverseDynamics method);
Program trace(Recording recording, dynamics::MassMatrix method);
Program trace_compound_link(Recording recording);
Program trace_velocity_torque(Recording recording);
Program trace_articulated_body(Recording recording);

}  // namespace tauforge::compiler
