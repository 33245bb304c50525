// Coriolis matrix by Christoffel symbols of the first kind, for trees on a fixed base.
//
//   C_ij = sum_k 1/2 (dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i) qd_k                 (1)
//
// C qd is the velocity torque and Mdot - 2 C is skew. The derivatives of the mass matrix come from the
// composite-body template run with Dual. C is n x n, row-major.
#pragma once

#include <algorithm>

#include "tauforge/dynamics/composite_body.h"
#include "tauforge/dynamics/dual_state.h"
#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

template <Scalar S> struct CoriolisMatrixWorkspace {
  CompositeBodyWorkspace<scalar::Dual<S>> composite_body;
  Parameters<scalar::Dual<S>> par;
  std::vector<scalar::Dual<S>> q, M;
  std::vector<S> dM;  // dM_ij/dq_k at [k][i][j]
};

template <Scalar S>
void coriolis_matrix(const Tree& tree, const Parameters<S>& par, const State<S>& x, CoriolisMatrixWorkspace<S>& k,
                     std::span<S> C) {
  using D = scalar::Dual<S>;
  const Index n = tree.size();
  const auto to_dual = [](const S& value) { return D(value); };
  robot::convert<D>(par, to_dual, k.par);
  k.q.resize(x.q.size());
  std::transform(x.q.begin(), x.q.end(), k.q.begin(), to_dual);
  k.M.resize(n * n), k.dM.resize(n * n * n);
  for (Index l = 0; l < n; ++l) {
    k.q[l].derivative = S(1.0);
    composite_body<D>(tree, k.par, k.q, k.composite_body, k.M);
    k.q[l].derivative = S(0.0);
    for (Index e = 0; e < n * n; ++e) k.dM[l * n * n + e] = k.M[e].derivative;
  }
  const auto dM = [&](Index i, Index j, Index l) -> const S& { return k.dM[(l * n + i) * n + j]; };
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) {
      S sum(0.0);
      for (Index l = 0; l < n; ++l) sum = sum + (dM(i, j, l) + dM(i, l, j) - dM(j, l, i)) * x.qd[l];  // (1)
      C[i * n + j] = S(0.5) * sum;
    }
}

}  // namespace tauforge::dynamics
