// Limbs that are alike through one function: the limb is recorded once, what differs from limb to limb are numbers in a
// table (emit/rolled_function.h).
//
//   1 plan     one Plan for all limbs, searched on the first; refused where it does not hold for every limb
//   2 record   numbers that are the same in all limbs are literals, the others set-up inputs
//   3 split    what the numbers alone determine is computed here, limb by limb, and is what the table holds
//   4 factor   as for every program
//   5 split    what the carrier's motion alone determines is computed once, before the limbs
#pragma once

#include <optional>

#include "tauforge/compiler/request.h"
#include "tauforge/compiler/search.h"
#include "tauforge/emit/rolled_function.h"
#include "tauforge/robot/robot.h"

namespace tauforge::compiler {

// Of inverse_dynamics, bias, velocity_torque and gravity. None: the robot has no limbs that are alike, or they have no
// common formulation.
std::optional<emit::RolledFunction> roll_limbs(const robot::Robot& robot, const Request& request, Function function,
                                               const SearchWatch& watch = {});

}  // namespace tauforge::compiler
