// Accelerations from torques, with drives.
//
//   articulated_body   O(n); drive coordinates must be joint coordinates
//   mass_matrix        M thetadd = tau - bias by Cholesky factors; any transmission
#pragma once

#include "tauforge/dynamics/articulated_body.h"
#include "tauforge/dynamics/inverse_dynamics.h"
#include "tauforge/dynamics/mass_matrix.h"

namespace tauforge::dynamics {

enum class ForwardDynamics { articulated_body, mass_matrix };

template <Scalar S>
struct ForwardDynamicsWorkspace {
  ArticulatedBodyWorkspace<S> articulated_body;
  InverseDynamicsWorkspace<S> bias;
  MassMatrixWorkspace<S> mass_matrix;
  std::vector<S> tau, M, inertia;
  State<S> still;
};

// L D L' x = y in place; A symmetric positive definite, row-major.
template <Scalar S>
void solve_symmetric(Index n, std::span<S> A, std::span<S> y) {
  for (Index j = 0; j < n; ++j)
    for (Index i = j + 1; i < n; ++i) {
      const S l = A[at(i * n + j)] / A[at(j * n + j)];
      for (Index c = j + 1; c < n; ++c) A[at(i * n + c)] = A[at(i * n + c)] - l * A[at(j * n + c)];
      y[at(i)] = y[at(i)] - l * y[at(j)];
    }
  for (Index i = n - 1; i >= 0; --i) {
    for (Index c = i + 1; c < n; ++c) y[at(i)] = y[at(i)] - A[at(i * n + c)] * y[at(c)];
    y[at(i)] = y[at(i)] / A[at(i * n + i)];
  }
}

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
  std::vector<S> bias(at(nv));
  inverse_dynamics<S>(InverseDynamics::newton_euler, tree, par, k.still, k.bias, bias);
  k.M.resize(at(nv * nv));
  mass_matrix<S>(MassMatrix::composite_body, tree, par, theta.q, k.mass_matrix, k.M);
  for (Index i = 0; i < nv; ++i) thetadd[at(i)] = k.tau[at(i)] - bias[at(i)];
  solve_symmetric<S>(nv, k.M, thetadd);
}

}  // namespace tauforge::dynamics
