// The functions of a robot that can be asked for by name: what each reads, what it gives, which robots it takes. All of it
// is data; the one place that computes them is functions/computation.h.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tauforge/robot/tree.h"

namespace tauforge::functions {

enum class Function {
  inverse_dynamics,
  gravity,
  velocity_torque,
  friction,
  bias,
  mass_matrix,
  coefficients,
  forward_dynamics,
  regressor,
  base_regressor,
  forward_kinematics,
  jacobian,
  coriolis_matrix,
  momentum,
  inverse_dynamics_derivatives,
  forward_dynamics_derivatives,
};

// How the numbers of a result are arranged; nv: coordinates, a floating base first.
enum class Shape {
  forces,          // nv
  accelerations,   // nv
  symmetric,       // nv x nv
  square,          // nv x nv, both over coordinates
  regressor,       // nv x all parameters
  base_regressor,  // nv x base parameters
  poses,           // 12 per link
  jacobian,        // 6 x nv
};

// Rows of `size` numbers that are so arranged; 0: they are a vector.
std::size_t rows_of(Shape shape, std::size_t size, std::size_t nv);

struct ResultInfo {
  const char* name;    // in generated code
  const char* column;  // in tables: gravity:JOINT ...
  Shape shape;
  const char* meaning;  // with its unit
};

// Which of the formulations of dynamics/catalogue.h a function may go through.
enum class Family { inverse_dynamics, mass_matrix, forward_dynamics, only_one };

struct Reads {
  bool velocity = false, acceleration = false, torque = false, wrench = false;
};

struct FunctionInfo {
  Function function;
  const char* name;
  const char* meaning;
  Reads reads;
  std::span<const ResultInfo> results;
  Family family = Family::only_one;
  const char* formulation = "";          // where there is only one
  bool needs_inertias = true;            // or geometry alone
  bool floating = true, coupled = true;  // what robots it takes
};

std::span<const FunctionInfo> function_list();
const FunctionInfo& info(Function function);
std::optional<Function> function_named(std::string_view name);

// Whether a robot of this structure can be asked.
bool is_available(Function function, const robot::Tree& tree) noexcept;
// Empty when it can, else why not.
std::string why_not(Function function, const robot::Tree& tree);

}  // namespace tauforge::functions
