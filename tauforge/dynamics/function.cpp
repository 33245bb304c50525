#include "tauforge/dynamics/function.h"

#include "tauforge/diagnostic/require.h"

namespace tauforge::dynamics {

std::span<const FunctionInfo> function_list() {
  using F = Function;
  static constexpr FunctionInfo list[] = {
      {F::inverse_dynamics, "inverse_dynamics", "torques from positions, velocities and accelerations", true, true},
      {F::gravity, "gravity", "torques that hold the robot still"},
      {F::velocity_torque, "velocity_torque", "Coriolis and centrifugal torques of the bodies", true},
      {F::bias, "bias", "inverse dynamics without accelerations: velocity torques, gravity, friction", true},
      {F::mass_matrix, "mass_matrix", "mass matrix, rotors included"},
      {F::coefficients, "coefficients", "inertial coefficients D_ij and gravity torques D_i together"},
      {F::forward_dynamics, "forward_dynamics", "accelerations from torques", true, false, true},
      {F::regressor, "regressor", "the matrix Y of tau = Y pi, all parameters", true, true, false, false},
      {F::base_regressor, "base_regressor", "the columns of Y that are independent: base parameters", true, true, false,
       false},
      {F::forward_kinematics, "forward_kinematics", "pose of every moved link", false, false, false, false},
      {F::jacobian, "jacobian", "geometric Jacobian of the last link in the world frame", false, false, false, false},
      {F::coriolis_matrix, "coriolis_matrix", "C with C qd the velocity torque and Mdot - 2 C skew", true, false, false,
       true, false, false},
      {F::inverse_dynamics_derivatives, "inverse_dynamics_derivatives",
       "torques and their derivatives by positions and velocities", true, true, false, true, false},
      {F::forward_dynamics_derivatives, "forward_dynamics_derivatives",
       "accelerations and their derivatives by positions, velocities and torques", true, false, true, true, false,
       false},
  };
  return list;
}

const FunctionInfo& info(Function function) {
  for (const FunctionInfo& entry : function_list())
    if (entry.function == function) return entry;
  diagnostic::require(false, "every function is in the list");
  return function_list()[0];
}

std::optional<Function> function_named(const std::string& name) {
  for (const FunctionInfo& entry : function_list())
    if (name == entry.name) return entry.function;
  return std::nullopt;
}

std::string why_not(Function function, const robot::Tree& tree) {
  if (tree.floating && !info(function).floating) return "it is available for a fixed base only";
  if (!tree.direct && !info(function).coupled) return "it is available for direct drives only";
  return "";
}

}  // namespace tauforge::dynamics
