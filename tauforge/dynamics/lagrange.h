// Inverse dynamics straight from Lagrange's equations, for trees on a fixed base: an oracle that shares
// nothing with the recursions but the energies.
//
//   tau_j = d/dt (dT/dqd_j) - dT/dq_j + dV/dq_j - dP/dqd_j                       (1)
//
// T, V kinetic and potential energy, P power of the wrenches from outside. The time derivative is one
// Dual wrapped around another: time outside (q moves with qd, qd with qdd), qd_j inside. Slow, and
// meant to be: it is there to be right.
#pragma once

#include "tauforge/dynamics/dual_state.h"
#include "tauforge/dynamics/energy.h"
#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

template <Scalar S> struct LagrangeWorkspace {
  EnergyWorkspace<scalar::Dual<S>> along_one;
  EnergyWorkspace<scalar::Dual<scalar::Dual<S>>> along_two;
};

template <Scalar S>
void lagrange(const Tree& tree, const Parameters<S>& par, const State<S>& x, LagrangeWorkspace<S>& k,
              std::span<S> tau) {
  using D = scalar::Dual<S>;
  using DD = scalar::Dual<D>;
  const Parameters<D> par_d = dual(par);
  const Parameters<DD> par_dd = dual(par_d);
  State<D> one;
  one.q = dual(x.q), one.qd = dual(x.qd);
  one.external = dual(x.external);
  State<DD> two;
  for (Index i : tree.base_to_tip()) {
    two.q.push_back(DD(D(x.q[i]), D(x.qd[i])));
    two.qd.push_back(DD(D(x.qd[i]), D(x.qdd[i])));
  }
  for (Index j : tree.base_to_tip()) {
    two.qd[j].value.derivative = S(1.0);
    const S momentum_rate = kinetic_energy<DD>(tree, par_dd, two, k.along_two).derivative.derivative;
    two.qd[j].value.derivative = S(0.0);

    one.qd[j].derivative = S(1.0);
    body_velocities<D>(tree, par_d, one, k.along_one);
    const S from_outside = external_power<D>(tree, one, k.along_one).derivative;
    one.qd[j].derivative = S(0.0);

    one.q[j].derivative = S(1.0);
    const S dT = kinetic_energy<D>(tree, par_d, one, k.along_one).derivative;
    const S dV = potential_energy<D>(tree, par_d, one, k.along_one).derivative;
    one.q[j].derivative = S(0.0);

    tau[j] = momentum_rate - dT + dV - from_outside;  // (1)
  }
}

}  // namespace tauforge::dynamics
