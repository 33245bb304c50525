// Inverse dynamics from the Gibbs function, serial chains.                   [Val] (paper 003)
//
//   tau_j = sum_{i >= j} dG_i / dqdd_j,   G_i = 1/2 m aG^2 + 1/2 dw' J dw + dw' (w x J w)
//
// Going out, all in link frames (' = transposed, rdd_0 = -g):
//   w_i    = R' w_{i-1} + qd z                                      [R]      (9)
//   dw_i   = R' dw_{i-1} + qdd z + (R' w_{i-1}) x qd z              [R]      (10)
//   rdd_i  = R' (rdd_{i-1} + w x (w x p_i) + dw x p_i)  (+ qdd z + 2 w_i x qd z  [P])   (11)
//   rddG_i = rdd_i + w_i x (w_i x c_i) + dw_i x c_i                          (12)
// and back, with gamma = alpha - beta, the only combination the torque needs:
//   phi_j   = R_{j+1} (m_{j+1} rddG_{j+1} - fe_{j+1} + phi_{j+1})            (26)
//   gamma_j = J dw + w x J w - m_j rddG_j x c_j - phi_j x p_{j+1} + R_{j+1} gamma_{j+1} - ne_j   (17) - (25)
//   tau_j   = z . gamma_j  [R]                                               (16) (23)
//   tau_j   = z . (m_j rddG_j - fe_j + phi_j)  [P]                           derived, FIX-003-4
//
// With alpha and beta carried together this is the recursion of Luh, Walker and Paul, and it costs the same.
// FIX-003-1: joint-type factor in (9), (10). FIX-003-2: lever arms in (25) from O_j, not O_{j-1}.
// FIX-003-3: our d is the paper's -D. The numbers in brackets are the paper's.
// c, J as in centre_of_mass.h; fe, ne wrench from outside on a body, which the paper does not have.
#pragma once

#include "tauforge/dynamics/centre_of_mass.h"
#include "tauforge/dynamics/joint_frames.h"
#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

template <Scalar S> struct GibbsAppellWorkspace {
  JointFrames<S> X;
  std::vector<CentralInertia<S>> body;
  std::vector<Vec3<S>> w, dw, rddG;  // (9) (10) (12)
};

// Steps (9)-(12), which the algorithm and the Gibbs function itself (gibbs_function.h) share.
template <Scalar S>
void gibbs_motion(const Tree& tree, const Parameters<S>& par, const State<S>& x, GibbsAppellWorkspace<S>& k) {
  const std::size_t n = tree.size();
  place_joints<S>(tree, par, x.q, k.X);
  central_inertias(par, k.body);
  k.w.resize(n), k.dw.resize(n), k.rddG.resize(n);
  Vec3<S> w = zero3<S>(), dw = w, rdd = -par.gravity;
  for (Index i : tree.base_to_tip()) {
    const JointRotation<S>& R = k.X.R[i];
    const Vec3<S>& p = k.X.p[i];
    const Vec3<S>& c = k.body[i].c;
    const S& qd = x.qd[i];
    const S& qdd = x.qdd[i];
    rdd = transposed_times(R, rdd + (cross(w, cross(w, p)) + cross(dw, p)));  // (11)
    w = transposed_times(R, w);
    dw = transposed_times(R, dw);
    if (tree.is_revolute(i)) {
      dw = dw + (along_z(qdd) + qd * cross_z(w));  // (10)
      w = w + along_z(qd);                         // (9)
    } else {
      rdd = rdd + (along_z(qdd) + S(2.0) * (qd * cross_z(w)));  // (11)
    }
    k.w[i] = named(w, "w", i + 1);
    k.dw[i] = named(dw, "dw", i + 1);
    k.rddG[i] = named(rdd + (cross(w, cross(w, c)) + cross(dw, c)), "rddG", i + 1);  // (12)
  }
}

template <Scalar S>
void gibbs_appell(const Tree& tree, const Parameters<S>& par, const State<S>& x, GibbsAppellWorkspace<S>& k,
                  std::span<S> tau) {
  const S& recording = x.q[0];  // steps as numbered in table 2 of the paper
  begin_step(2, recording);
  gibbs_motion(tree, par, x, k);
  Vec3<S> phi = zero3<S>(), gamma = phi, p = phi;  // phi_j, R gamma_{j+1}, p_{j+1} in frame j
  for (Index j : tree.tip_to_base()) {
    const CentralInertia<S>& b = k.body[j];
    begin_step(4, recording);
    const Vec3<S> rate = b.J * k.dw[j] + cross(k.w[j], b.J * k.w[j]);
    begin_step(5, recording);
    const Vec3<S> force = b.m * k.rddG[j];
    gamma = rate - (cross(force, b.c) + cross(phi, p)) + gamma;  // (17) - (25)
    phi = force + phi;
    if (!x.external.empty()) {
      phi = phi - x.external[j].force;
      gamma = gamma - x.external[j].moment;
    }
    tau[j] = tree.is_revolute(j) ? gamma.z : phi.z;  // (16) (23)
    phi = k.X.R[j] * phi;                            // (26)
    gamma = k.X.R[j] * gamma;
    p = k.X.p[j];
  }
}

}  // namespace tauforge::dynamics
