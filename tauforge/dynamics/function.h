// The functions of a robot that can be asked for by name.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "tauforge/robot/tree.h"

namespace tauforge::dynamics {

enum class Function {
  inverse_dynamics,
  gravity,
  velocity_torque,
  bias,
  mass_matrix,
  coefficients,
  forward_dynamics,
  regressor,
  base_regressor,
  forward_kinematics,
  jacobian,
  coriolis_matrix,
  inverse_dynamics_derivatives,
  forward_dynamics_derivatives,
};

struct FunctionInfo {
  Function function;
  const char* name;
  const char* meaning;
  bool velocity = false, acceleration = false, torque = false;  // what it reads besides positions
  bool needs_inertias = true;                                   // or geometry alone
  bool floating = true, coupled = true;                         // what robots it takes
};

std::span<const FunctionInfo> function_list();
const FunctionInfo& info(Function function);
std::optional<Function> function_named(const std::string& name);

// Empty when a robot of this structure can be asked, else why not.
std::string why_not(Function function, const robot::Tree& tree);

}  // namespace tauforge::dynamics
