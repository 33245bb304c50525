// Accelerations from torques, with drives.
//
//   articulated_body   O(n); drive coordinates must be joint coordinates
//   mass_matrix        M thetadd = tau - bias by Cholesky factors; any transmission
#pragma once

#include "tauforge/dynamics/articulated_body.h"
#include "tauforge/dynamics/inverse_dynamics.h"
#include "tauforge/dynamics/mass_matrix.h"
#include "tauforge/dynamics/solve_symmetric.h"

namespace tauforge::dynamics {

enum class ForwardDynamics { articulated_body, mass_matrix };

template <Scalar S> struct ForwardDynamicsWorkspace {
  ArticulatedBodyWorkspace<S> articulated_body;
  InverseDynamicsWorkspace<S> bias;
  MassMatrixWorkspace<S> mass_matrix;
  std::vector<S> tau, M, inertia, bias_tau;
  State<S> still;
};

// theta.qdd is not read. tau and thetadd: a floating base first, then drives.
template <Scalar S>
void forward_dynamics(ForwardDynamics method, const Tree& tree, const Parameters<S>& par, const State<S>& theta,
                      std::span<const S> tau, ForwardDynamicsWorkspace<S>& k, std::span<S> thetadd) {
  const Index base = base_rows(tree), nv = tree.nv();
  k.tau.assign(tau.begin(), tau.end());
  if (method == ForwardDynamics::articulated_body) {
    diagnostic::require(tree.direct, "articulated_body is asked only where drives are joints");
    k.inertia.clear();
    for (Index i = 0; i < tree.drives(); ++i) {
      k.tau[at(base + i)] = k.tau[at(base + i)] - friction(tree.friction[at(i)], par.drive[at(i)], theta.qd[at(i)]);
      k.inertia.push_back(par.drive[at(i)].inertia);
    }
    State<S>& joints = k.still;
    to_joints<S>(tree, par, theta, joints);
    return articulated_body<S>(tree, par, joints, k.tau, k.inertia, k.articulated_body, thetadd);
  }
  k.still = theta;
  k.still.qdd.assign(at(tree.drives()), S(0.0));
  k.still.base.acceleration = {zero3<S>(), zero3<S>()};
  k.bias_tau.resize(at(nv));
  inverse_dynamics<S>(InverseDynamics::newton_euler, tree, par, k.still, k.bias, k.bias_tau);
  k.M.resize(at(nv * nv));
  mass_matrix<S>(MassMatrix::composite_body, tree, par, theta.q, k.mass_matrix, k.M);
  for (Index i = 0; i < nv; ++i) thetadd[at(i)] = k.tau[at(i)] - k.bias_tau[at(i)];
  solve_symmetric<S>(nv, k.M, thetadd);
}

}  // namespace tauforge::dynamics
