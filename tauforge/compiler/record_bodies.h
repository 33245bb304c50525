// Recording the bodies alone, without drives: a formulation is run once with symbols for what varies and literals for what
// does not, and what comes out is its program.
#pragma once

#include "tauforge/compiler/planned_function.h"
#include "tauforge/compiler/symbolic_robot.h"
#include "tauforge/dynamics/inverse_dynamics.h"
#include "tauforge/dynamics/mass_matrix.h"

namespace tauforge::compiler {

Program record(SymbolicRobot robot, dynamics::InverseDynamics method);  // tau
Program record(SymbolicRobot robot, dynamics::MassMatrix method);       // M, upper triangle row by row
Program record_compound_link(SymbolicRobot robot);                      // D, likewise, and gravity torques DI
Program record_velocity_torque(SymbolicRobot robot);                    // h
Program record_articulated_body(SymbolicRobot robot);                   // qdd, with tau as another argument

// The function as the plan computes it. Of a mass matrix, with the rotors of direct drives, the upper triangle row by row
// is the output D; gravity torques are DI.
Program record_planned(SymbolicRobot robot, PlannedFunction function, const dynamics::Plan& plan);

}  // namespace tauforge::compiler
