#include "tauforge/dynamics/catalogue.h"

namespace tauforge::dynamics {

namespace {

constexpr Reach any{.trees = true, .floating = true};
constexpr Reach fixed_trees{.trees = true};
constexpr Reach serial{};

constexpr Formulation<InverseDynamics> inverse_dynamics_list[] = {
    {InverseDynamics::newton_euler, "newton_euler", "LWP80, KK87", any},
    {InverseDynamics::luh_walker_paul, "luh_walker_paul", "LWP80", serial, true},
    {InverseDynamics::khalil, "khalil", "KK87", any},
    {InverseDynamics::augmented_body, "augmented_body", "Ren87", serial},
    {InverseDynamics::gibbs_appell, "gibbs_appell", "Val", serial, true},
    {InverseDynamics::gibbs_function, "gibbs_function", "Val", serial, true},
    {InverseDynamics::kane, "kane", "AMR89", serial, true},
    {InverseDynamics::compound_link, "compound_link", "IHPH92", serial},
    {InverseDynamics::lagrange, "lagrange", "energy", fixed_trees},
};

constexpr Formulation<MassMatrix> mass_matrix_list[] = {
    {MassMatrix::composite_body, "composite_body", "WO82, Fea08", any},
    {MassMatrix::walker_orin, "walker_orin", "WO82", any},
    {MassMatrix::compound_link, "compound_link", "IHPH92", serial},
};

constexpr Formulation<ForwardDynamics> forward_dynamics_list[] = {
    {ForwardDynamics::articulated_body,
     "articulated_body",
     "Fea08",
     {.trees = true, .floating = true, .coupled = false}},
    {ForwardDynamics::mass_matrix, "mass_matrix", "WO82", any},
};

}  // namespace

std::string Reach::why_not(const Tree& tree) const {
  if (tree.floating && !floating) return "it needs a fixed base";
  if (!tree.is_serial() && !trees) return "it is for serial chains, and this robot is a tree";
  if (!tree.direct && !coupled) return "it needs direct drives, and this robot has a transmission matrix";
  return "";
}

std::span<const Formulation<InverseDynamics>> inverse_dynamics_catalogue() { return inverse_dynamics_list; }
std::span<const Formulation<MassMatrix>> mass_matrix_catalogue() { return mass_matrix_list; }
std::span<const Formulation<ForwardDynamics>> forward_dynamics_catalogue() { return forward_dynamics_list; }

}  // namespace tauforge::dynamics
