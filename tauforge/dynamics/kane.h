// Inverse dynamics from Kane's equations in O(n), serial chains.             [AMR89] (paper 004)
//
// Going out (' = transposed, pdd_0 = -g, rho_0 = 0, W_0 = 0), pdd of the centres of mass:
//   w_i   = R' w_{i-1} + qd z                                     [R]        (1)
//   dw_i  = R' dw_{i-1} + w_i x qd z + qdd z                      [R]        (2)
//   W_i   = [dw_i]x + [w_i]x [w_i]x                                          (3)
//   pdd_i = R' (pdd_{i-1} + W_{i-1} (p_i - rho_{i-1})) + W_i rho_i           (4)
//           + 2 w_i x qd z + qdd z                                [P]
// and back, v' = R_{i+1} v_{i+1}:
//   hd_i = J dw + w x J w,   u_i = m pdd_i                                   (5)
//   w*_i = R_{i+1} w*_{i+1} + hd_i + rho_i x u_i + p_{i+1} x v' - ne_i       (6)
//   v_i  = v' + u_i - fe_i                                                   (7)
//   tau_i = z . w*_i  [R],   z . v_i  [P]                                    (8)
//
// FIX-004-1: sign of W_{i-1} in (4). FIX-004-2, FIX-004-3: our d = -b runs along +z, so all joint
// terms are positive. FIX-004-5: joint rates enter (1), (2) for revolute joints only.
// rho centre of mass (the paper's symbol), J inertia about it; fe, ne wrench from outside on a body.
#pragma once

#include "tauforge/dynamics/centre_of_mass.h"
#include "tauforge/dynamics/inertial_wrench.h"
#include "tauforge/dynamics/joint_frames.h"
#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

template <Scalar S> struct KaneWorkspace {
  JointFrames<S> X;
  std::vector<CentralInertia<S>> body;
  std::vector<Vec3<S>> w, dw, pdd;  // (1) (2) (4)
};

template <Scalar S>
void kane(const Tree& tree, const Parameters<S>& par, const State<S>& x, KaneWorkspace<S>& k, std::span<S> tau) {
  const std::size_t n = tree.size();
  place_joints<S>(tree, par, x.q, k.X);
  central_inertias(par, k.body);
  k.w.resize(n), k.dw.resize(n), k.pdd.resize(n);

  Vec3<S> w = zero3<S>(), dw = w, pdd = -par.gravity, rho_before = w;
  Mat3<S> W;
  for (Index i : tree.base_to_tip()) {
    const JointRotation<S>& R = k.X.R[i];
    const Vec3<S>& rho = k.body[i].c;
    const S& qd = x.qd[i];
    const S& qdd = x.qdd[i];
    w = transposed_times(R, w);
    dw = transposed_times(R, dw);
    if (tree.is_revolute(i)) {
      w = w + along_z(qd);                         // (1)
      dw = dw + (qd * cross_z(w) + along_z(qdd));  // (2)
    }
    pdd = transposed_times(R, pdd + W * (k.X.p[i] - rho_before));  // (4)
    W = acceleration_matrix(w, dw);                                // (3)
    pdd = pdd + W * rho;
    if (!tree.is_revolute(i)) pdd = pdd + (S(2.0) * (qd * cross_z(w)) + along_z(qdd));
    rho_before = rho;
    k.w[i] = named(w, "w", i + 1);
    k.dw[i] = named(dw, "dw", i + 1);
    k.pdd[i] = named(pdd, "pdd", i + 1);
  }

  Vec3<S> v = zero3<S>(), moment = v, p = v;  // v', R w*_{i+1}, p_{i+1} in frame i
  for (Index i : tree.tip_to_base()) {
    const CentralInertia<S>& b = k.body[i];
    const Vec3<S> hd = b.J * k.dw[i] + cross(k.w[i], b.J * k.w[i]);  // (5)
    const Vec3<S> u = b.m * k.pdd[i];
    moment = moment + (hd + cross(b.c, u) + cross(p, v));  // (6)
    v = v + u;                                             // (7)
    if (!x.external.empty()) {
      v = v - x.external[i].force;
      moment = moment - x.external[i].moment;
    }
    tau[i] = tree.is_revolute(i) ? moment.z : v.z;  // (8)
    v = k.X.R[i] * v;
    moment = k.X.R[i] * moment;
    p = k.X.p[i];
  }
}

}  // namespace tauforge::dynamics
