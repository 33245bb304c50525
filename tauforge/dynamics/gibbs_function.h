// Inverse dynamics as the derivative of the Gibbs function, serial chains: an oracle that knows nothing of the
// recursion in gibbs_appell.h.                                                    [Val] (paper 003)
//
//   G     = sum_i 1/2 m aG^2 + 1/2 dw' J dw + dw' (w x J w)                       (1)
//   tau_j = dG/dqdd_j - dP/dqd_j                                                  (2)
//
// P power of the wrenches from outside. Both derivatives come from Dual. Letters as in gibbs_appell.h.
#pragma once

#include "tauforge/dynamics/dual_state.h"
#include "tauforge/dynamics/energy.h"
#include "tauforge/dynamics/gibbs_appell.h"
#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

template <Scalar S> struct GibbsFunctionWorkspace {
  GibbsAppellWorkspace<scalar::Dual<S>> gibbs;
  EnergyWorkspace<scalar::Dual<S>> external;
};

// (1), less the terms without qdd, as in the paper.
template <Scalar S>
S gibbs_function(const Tree& tree, const Parameters<S>& par, const State<S>& x, GibbsAppellWorkspace<S>& k) {
  gibbs_motion(tree, par, x, k);
  S G(0.0);
  for (Index i : tree.base_to_tip()) {
    const CentralInertia<S>& b = k.body[i];
    const Vec3<S>&w = k.w[i], &dw = k.dw[i], &aG = k.rddG[i];
    G = G + S(0.5) * (b.m * dot(aG, aG)) + S(0.5) * dot(dw, b.J * dw) + dot(dw, cross(w, b.J * w));
  }
  return G;
}

// (2)
template <Scalar S>
void gibbs_derivatives(const Tree& tree, const Parameters<S>& par, const State<S>& x, GibbsFunctionWorkspace<S>& k,
                       std::span<S> tau) {
  using D = scalar::Dual<S>;
  const Parameters<D> par_d = dual(par);
  State<D> state;
  state.q = dual(x.q), state.qd = dual(x.qd), state.qdd = dual(x.qdd);
  state.external = dual(x.external);
  for (Index j : tree.base_to_tip()) {
    state.qdd[j].derivative = S(1.0);
    tau[j] = gibbs_function<D>(tree, par_d, state, k.gibbs).derivative;
    state.qdd[j].derivative = S(0.0);
    if (x.external.empty()) continue;
    state.qd[j].derivative = S(1.0);
    body_velocities<D>(tree, par_d, state, k.external);
    tau[j] = tau[j] - external_power<D>(tree, state, k.external).derivative;
    state.qd[j].derivative = S(0.0);
  }
}

}  // namespace tauforge::dynamics
