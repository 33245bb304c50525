// Which formulations exist, what each can do, and where it comes from.
#pragma once

#include <span>
#include <string>

#include "tauforge/dynamics/inverse_dynamics.h"
#include "tauforge/dynamics/mass_matrix.h"
#include "tauforge/robot/tree.h"

namespace tauforge::dynamics {

enum class ForwardDynamics {
  articulated_body,  // O(n); drive coordinates must be joint coordinates
  mass_matrix,       // M thetadd = tau - bias by its factors; any transmission
};

struct Reach {
  bool trees = false;     // or serial chains only
  bool floating = false;  // or a fixed base only
  bool coupled = true;    // or direct drives only

  // Empty when a robot of this structure is within reach, else why not.
  std::string why_not(const Tree& tree) const;
};

template <class Method> struct Formulation {
  Method method;
  const char* name;
  const char* reference;  // key of docs/references.md
  Reach reach;
  bool needs_masses = false;  // divides by masses: see robot::give_masses

  bool suits(const Tree& tree) const { return reach.why_not(tree).empty(); }
};

std::span<const Formulation<InverseDynamics>> inverse_dynamics_catalogue();
std::span<const Formulation<MassMatrix>> mass_matrix_catalogue();
std::span<const Formulation<ForwardDynamics>> forward_dynamics_catalogue();

}  // namespace tauforge::dynamics
