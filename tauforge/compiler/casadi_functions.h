// Which functions of a request CasADi can have, and where their derivatives come from.
#pragma once

#include <vector>

#include "tauforge/compiler/request.h"
#include "tauforge/emit/casadi_source.h"
#include "tauforge/robot/tree.h"

namespace tauforge::compiler {

// The calls that give derivatives of what is asked for, where the robot has them: torques by q, qd and qdd share one call,
// the last being the mass matrix; accelerations by q, qd and tau likewise.
void add_casadi_calls(const robot::Tree& tree, Request& request);

std::vector<emit::CasadiFunction> casadi_functions(const robot::Tree& tree, const Request& request,
                                                   const emit::Unit& unit);

}  // namespace tauforge::compiler
