// Between the drives and the joints: q = G theta + q0, tau_theta = G' tau, with rotor inertia and
// friction on the theta side. Gears, mimic joints and coupled wrists are this one matrix; where G is the
// identity (tree.direct) nothing is multiplied. The same for every function and formulation.
#pragma once

#include "tauforge/dynamics/friction.h"
#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

// Joint values of drive values: G theta (+ q0 for positions).
template <Scalar S>
void to_joints(const Tree& tree, const Parameters<S>& par, std::span<const S> theta, bool positions,
               std::vector<S>& q) {
  const Index n = tree.size(), m = tree.drives();
  q.assign(n, S(0.0));
  for (Index i = 0; i < n; ++i) {
    if (tree.direct) {
      q[i] = theta[i];
    } else {
      for (Index j = 0; j < m; ++j) q[i] = q[i] + par.G[i * m + j] * theta[j];
    }
    if (positions) q[i] = q[i] + par.q0[i];
  }
}

// The state of the joints that belongs to a state of the drives.
template <Scalar S> void to_joints(const Tree& tree, const Parameters<S>& par, const State<S>& theta, State<S>& q) {
  to_joints<S>(tree, par, theta.q, true, q.q);
  if (!theta.qd.empty()) to_joints<S>(tree, par, theta.qd, false, q.qd);
  if (!theta.qdd.empty()) to_joints<S>(tree, par, theta.qdd, false, q.qdd);
  q.base = theta.base;
  q.external = theta.external;
  q.external_on_base = theta.external_on_base;
}

// G' f: rows of joints become rows of drives; rows of a floating base stay. `columns` values per row.
template <Scalar S>
void rows_to_drives(const Tree& tree, const Parameters<S>& par, std::span<const S> from, Index columns,
                    std::span<S> to) {
  const Index base = base_rows(tree), n = tree.size(), m = tree.drives();
  for (Index c = 0; c < columns; ++c) {
    for (Index r = 0; r < base; ++r) to[r * columns + c] = from[r * columns + c];
    for (Index j = 0; j < m; ++j) {
      S sum = tree.direct ? from[(base + j) * columns + c] : S(0.0);
      if (!tree.direct)
        for (Index i = 0; i < n; ++i) sum = sum + par.G[i * m + j] * from[(base + i) * columns + c];
      to[(base + j) * columns + c] = sum;
    }
  }
}

// Rotor inertia, and then friction, on top of what the bodies need; positions, velocities and accelerations of the drives.
// What is there before is the load of friction.
template <Scalar S>
void add_friction(const Tree& tree, const Parameters<S>& par, std::span<const S> theta, std::span<const S> thetad,
                  std::span<S> tau) {
  for (Index j = 0; j < tree.drives(); ++j) {
    S& t = tau[base_rows(tree) + j];
    t = t + friction(tree.friction[j], par.drive[j], theta[j], thetad[j], t);
  }
}
template <Scalar S>
void add_rotor_torque(const Tree& tree, const Parameters<S>& par, std::span<const S> thetadd, std::span<S> tau) {
  for (Index j = 0; j < tree.drives(); ++j) {
    S& t = tau[base_rows(tree) + j];
    t = t + par.drive[j].inertia * thetadd[j];
  }
}

// G' M G + rotor inertias, for M over joints; sizes nv x nv with the base first.
template <Scalar S>
void mass_to_drives(const Tree& tree, const Parameters<S>& par, std::span<const S> M, std::span<S> M_theta) {
  const Index base = base_rows(tree), n = base + tree.size(), m = base + tree.drives();
  const auto G = [&](Index i, Index j) {  // with an identity block for the base
    if (i < base || j < base) return S(i == j ? 1.0 : 0.0);
    return par.G[(i - base) * tree.drives() + j - base];
  };
  for (Index r = 0; r < m; ++r)
    for (Index c = 0; c < m; ++c) {
      S sum = tree.direct ? M[r * n + c] : S(0.0);
      if (!tree.direct)
        for (Index i = 0; i < n; ++i)
          for (Index j = 0; j < n; ++j) sum = sum + G(i, r) * (M[i * n + j] * G(j, c));
      M_theta[r * m + c] = sum;
    }
  for (Index j = 0; j < tree.drives(); ++j) {
    S& diagonal = M_theta[(base + j) * m + base + j];
    diagonal = diagonal + par.drive[j].inertia;
  }
}

}  // namespace tauforge::dynamics
