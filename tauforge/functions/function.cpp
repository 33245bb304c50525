#include "tauforge/functions/function.h"

#include "tauforge/diagnostic/require.h"

namespace tauforge::functions {

namespace {

using F = Function;

constexpr Reads of_position{}, of_velocity{.velocity = true};
constexpr Reads of_motion{.velocity = true, .acceleration = true};
constexpr Reads of_pushed_velocity{.velocity = true, .wrench = true};
constexpr Reads of_pushed_motion{.velocity = true, .acceleration = true, .wrench = true};
constexpr Reads of_torque{.velocity = true, .torque = true, .wrench = true};

constexpr const char* torques = "torques [N m or N]";
constexpr const char* gravity_torques = "gravity torques [N m or N]";
constexpr const char* accelerations = "accelerations [rad/s^2 or m/s^2]";

constexpr ResultInfo tau[] = {{"tau", "tau", Shape::forces, torques}};
constexpr ResultInfo g[] = {{"g", "gravity", Shape::forces, gravity_torques}};
constexpr ResultInfo h[] = {{"h", "velocity", Shape::forces, "velocity torques [N m or N]"}};
constexpr ResultInfo f[] = {{"f", "friction", Shape::forces, "friction of the drives [N m or N]"}};
constexpr ResultInfo b[] = {{"b", "bias", Shape::forces, "torques without accelerations [N m or N]"}};
constexpr ResultInfo M[] = {{"M", "M", Shape::symmetric, "mass matrix, row by row [kg m^2, kg m, kg]"}};
constexpr ResultInfo D[] = {{"D", "D", Shape::symmetric, "inertial coefficients, row by row [kg m^2, kg m, kg]"},
                            {"DI", "DI", Shape::forces, gravity_torques}};
constexpr ResultInfo qdd[] = {{"qdd", "qdd", Shape::accelerations, accelerations}};
constexpr ResultInfo Y[] = {{"Y", "Y", Shape::regressor, "regressor, row by row"}};
constexpr ResultInfo base_Y[] = {{"Y", "Y", Shape::base_regressor, "regressor, row by row"}};
constexpr ResultInfo X[] = {
    {"X", "", Shape::poses, "per link its rotation into the world row by row, then its position [m]"}};
constexpr ResultInfo J[] = {
    {"J", "J", Shape::jacobian, "Jacobian, row by row: linear, then angular velocity in the world"}};
constexpr ResultInfo C[] = {{"C", "C", Shape::square, "Coriolis matrix, row by row"}};
constexpr ResultInfo p[] = {
    {"p", "momentum", Shape::forces, "generalised momentum, M qd [kg m^2/s or kg m/s]"},
    {"rate", "momentum_rate", Shape::forces, "what changes it besides torques and friction, dT/dq - g [N m or N]"}};
constexpr ResultInfo tau_derivatives[] = {
    tau[0],
    {"dtau_dq", "dtau_dq", Shape::square, "derivatives of the torques by positions, row by row"},
    {"dtau_dqd", "dtau_dqd", Shape::square, "derivatives of the torques by velocities, row by row"}};
constexpr ResultInfo qdd_derivatives[] = {
    qdd[0],
    {"dqdd_dq", "dqdd_dq", Shape::square, "derivatives of the accelerations by positions, row by row"},
    {"dqdd_dqd", "dqdd_dqd", Shape::square, "derivatives of the accelerations by velocities, row by row"},
    {"dqdd_dtau", "dqdd_dtau", Shape::square,
     "derivatives of the accelerations by torques, row by row: inverse of the mass matrix"}};

constexpr FunctionInfo list[] = {
    {F::inverse_dynamics, "inverse_dynamics", "torques from positions, velocities and accelerations", of_pushed_motion,
     tau, Family::inverse_dynamics},
    {F::gravity, "gravity", "torques that hold the robot still", of_position, g, Family::only_one, "gravity_torque"},
    {F::velocity_torque, "velocity_torque", "Coriolis and centrifugal torques of the bodies", of_velocity, h,
     Family::inverse_dynamics},
    {F::friction, "friction", "friction of the drives, which the other torques of two rates lack", of_velocity, f,
     Family::only_one, "friction", false},
    {F::bias, "bias", "inverse dynamics without accelerations: velocity torques, gravity, friction", of_pushed_velocity,
     b, Family::inverse_dynamics},
    {F::mass_matrix, "mass_matrix", "mass matrix, rotors included", of_position, M, Family::mass_matrix},
    {F::coefficients, "coefficients", "inertial coefficients D_ij and gravity torques D_i together", of_position, D,
     Family::mass_matrix},
    {F::forward_dynamics, "forward_dynamics", "accelerations from torques", of_torque, qdd, Family::forward_dynamics},
    {F::regressor, "regressor", "the matrix Y of tau = Y pi, all parameters", of_motion, Y, Family::only_one,
     "regressor", false},
    {F::base_regressor, "base_regressor", "the columns of Y that are independent: base parameters", of_motion, base_Y,
     Family::only_one, "regressor", false},
    {F::forward_kinematics, "forward_kinematics", "pose of every moved link", of_position, X, Family::only_one,
     "forward_kinematics", false},
    {F::jacobian, "jacobian", "geometric Jacobian of the last link in the world frame", of_position, J,
     Family::only_one, "jacobian", false},
    {F::coriolis_matrix, "coriolis_matrix", "C with C qd the velocity torque and Mdot - 2 C skew", of_velocity, C,
     Family::only_one, "coriolis_matrix", true, false, false},
    {F::momentum, "momentum", "generalised momentum and what changes it besides torques and friction", of_velocity, p,
     Family::only_one, "momentum"},
    {F::inverse_dynamics_derivatives, "inverse_dynamics_derivatives",
     "torques and their derivatives by positions and velocities", of_pushed_motion, tau_derivatives,
     Family::inverse_dynamics, "", true, false},
    {F::forward_dynamics_derivatives, "forward_dynamics_derivatives",
     "accelerations and their derivatives by positions, velocities and torques", of_torque, qdd_derivatives,
     Family::forward_dynamics, "", true, false, false},
};

}  // namespace

std::size_t rows_of(Shape shape, std::size_t size, std::size_t nv) {
  switch (shape) {
    case Shape::forces:
    case Shape::accelerations: return 0;
    case Shape::symmetric:
    case Shape::square:
    case Shape::regressor:
    case Shape::base_regressor: return nv;
    case Shape::poses: return size / 12;
    case Shape::jacobian: return 6;
  }
  return 0;
}

std::span<const FunctionInfo> function_list() { return list; }

const FunctionInfo& info(Function function) {
  for (const FunctionInfo& entry : list)
    if (entry.function == function) return entry;
  diagnostic::require(false, "every function is in the list");
  return list[0];
}

std::optional<Function> function_named(std::string_view name) {
  for (const FunctionInfo& entry : list)
    if (name == entry.name) return entry.function;
  return std::nullopt;
}

bool is_available(Function function, const robot::Tree& tree) noexcept {
  const FunctionInfo& entry = info(function);
  return (entry.floating || !tree.floating) && (entry.coupled || tree.direct);
}

std::string why_not(Function function, const robot::Tree& tree) {
  if (tree.floating && !info(function).floating) return "it is available for a fixed base only";
  return is_available(function, tree) ? "" : "it is available for direct drives only";
}

}  // namespace tauforge::functions
