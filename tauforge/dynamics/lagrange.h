// Inverse dynamics straight from Lagrange's equations, for trees on a fixed base: an oracle that shares
// nothing with the recursions but the energies.
//
//   tau_j = d/dt (dT/dqd_j) - dT/dq_j + dV/dq_j - dP/dqd_j                       (1)
//
// T, V kinetic and potential energy, P power of the wrenches from outside. The time derivative is one
// Dual wrapped around another: time outside (q moves with qd, qd with qdd), qd_j inside. Slow, and
// meant to be: it is there to be right.
#pragma once

#include "tauforge/dynamics/energy.h"
#include "tauforge/dynamics/state.h"
#include "tauforge/scalar/dual.h"

namespace tauforge::dynamics {

template <Scalar S>
struct LagrangeWorkspace {
  EnergyWorkspace<scalar::Dual<S>> along_one;
  EnergyWorkspace<scalar::Dual<scalar::Dual<S>>> along_two;
};

// The same state or parameters with zero derivatives.
template <Scalar To, Scalar From> std::vector<To> constant(const std::vector<From>& values) {
  std::vector<To> result;
  for (const From& value : values) result.push_back(To(value));
  return result;
}
template <Scalar S> std::vector<Wrench<scalar::Dual<S>>> constant_wrenches(const std::vector<Wrench<S>>& wrenches) {
  using D = scalar::Dual<S>;
  const auto vec = [](const Vec3<S>& v) { return Vec3<D>{D(v.x), D(v.y), D(v.z)}; };
  std::vector<Wrench<D>> result;
  for (const auto& e : wrenches) result.push_back({vec(e.force), vec(e.moment)});
  return result;
}

template <Scalar S>
void lagrange(const Tree& tree, const Parameters<S>& par, const State<S>& x, LagrangeWorkspace<S>& k,
              std::span<S> tau) {
  using D = scalar::Dual<S>;
  using DD = scalar::Dual<D>;
  const auto par_d = robot::converted<D>(par, [](const S& v) { return D(v); });
  const auto par_dd = robot::converted<DD>(par, [](const S& v) { return DD(D(v)); });
  State<D> one;
  one.q = constant<D>(x.q), one.qd = constant<D>(x.qd);
  one.external = constant_wrenches(x.external);
  State<DD> two;
  for (Index i : tree.base_to_tip()) {
    two.q.push_back(DD(D(x.q[at(i)]), D(x.qd[at(i)])));
    two.qd.push_back(DD(D(x.qd[at(i)]), D(x.qdd[at(i)])));
  }
  for (Index j : tree.base_to_tip()) {
    two.qd[at(j)].value.derivative = S(1.0);
    const S momentum_rate = kinetic_energy<DD>(tree, par_dd, two, k.along_two).derivative.derivative;
    two.qd[at(j)].value.derivative = S(0.0);

    one.qd[at(j)].derivative = S(1.0);
    body_velocities<D>(tree, par_d, one, k.along_one);
    const S from_outside = external_power<D>(tree, one, k.along_one).derivative;
    one.qd[at(j)].derivative = S(0.0);

    one.q[at(j)].derivative = S(1.0);
    const S dT = kinetic_energy<D>(tree, par_d, one, k.along_one).derivative;
    const S dV = potential_energy<D>(tree, par_d, one, k.along_one).derivative;
    one.q[at(j)].derivative = S(0.0);

    tau[at(j)] = momentum_rate - dT + dV - from_outside;                          // (1)
  }
}

}  // namespace tauforge::dynamics
