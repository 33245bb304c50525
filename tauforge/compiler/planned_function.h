// The functions that Plans make cheaper.
#pragma once

#include <map>
#include <vector>

#include "tauforge/dynamics/planned/plan.h"

namespace tauforge::compiler {

enum class PlannedFunction {
  inverse_dynamics,
  bias,             // without accelerations
  velocity_torque,  // without accelerations and gravity
  coefficients,     // mass matrix and gravity torques
  mass_matrix,
  gravity,
  momentum,
};

// Mass matrix and gravity: by composite bodies. The momentum has a recursion of its own. The others are torques by
// Newton-Euler.
inline bool is_of_composites(PlannedFunction function) {
  return function == PlannedFunction::coefficients || function == PlannedFunction::mass_matrix ||
         function == PlannedFunction::gravity;
}

// Plans of one robot.
using Plans = std::map<PlannedFunction, std::vector<dynamics::Plan>>;

}  // namespace tauforge::compiler
