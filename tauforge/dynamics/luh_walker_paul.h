// Inverse dynamics by Luh, Walker and Paul: centres of mass, in frames on the joint axes; serial chains.  [LWP80]
//
//   w_i   = R_i' w_{i-1} + qd_i z                                   [R]      (1)
//   dw_i  = R_i' dw_{i-1} + (R_i' w_{i-1}) x qd_i z + qdd_i z       [R]      (2)
//   a_i   = R_i' (a_{i-1} + dw_{i-1} x p_i + w_{i-1} x (w_{i-1} x p_i))      (3)
//           + 2 w_i x qd_i z + qdd_i z                              [P]
//   aG_i  = a_i + dw_i x c_i + w_i x (w_i x c_i)                             (4)
//   F_i   = m_i aG_i                                                         (5)
//   N_i   = J_i dw_i + w_i x J_i w_i                                         (6)
//   f_i   = F_i - fe_i + R_{i+1} f_{i+1}                                     (7)
//   n_i   = N_i + c_i x F_i - ne_i + R_{i+1} n_{i+1} + p_{i+1} x R_{i+1} f_{i+1}   (8)
//   tau_i = z . n_i  [R],  z . f_i  [P]                                      (9)
//
// c = h/m centre of mass [m], J inertia about it [kg m^2]; the other letters as in newton_euler.h.
// Needs a mass where there is a first moment (robot/equivalence.h, give_masses).
#pragma once

#include "tauforge/dynamics/centre_of_mass.h"
#include "tauforge/dynamics/joint_frames.h"
#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

template <Scalar S> struct LuhWalkerPaulWorkspace {
  JointFrames<S> X;
  std::vector<CentralInertia<S>> body;
  std::vector<Vec3<S>> w, dw, a, F, N;  // (1) (2) (3) (5) (6)
};

template <Scalar S>
void luh_walker_paul(const Tree& tree, const Parameters<S>& par, const State<S>& x, LuhWalkerPaulWorkspace<S>& k,
                     std::span<S> tau) {
  const std::size_t n = tree.size();
  place_joints<S>(tree, par, x.q, k.X);
  central_inertias(par, k.body);
  k.w.resize(n), k.dw.resize(n), k.a.resize(n), k.F.resize(n), k.N.resize(n);

  Vec3<S> w = zero3<S>(), dw = w, a = -par.gravity;
  for (Index i : tree.base_to_tip()) {
    const JointRotation<S>& R = k.X.R[i];
    const CentralInertia<S>& b = k.body[i];
    const S& qd = x.qd[i];
    const S& qdd = x.qdd[i];
    const Vec3<S>& p = k.X.p[i];
    a = transposed_times(R, a + (cross(dw, p) + cross(w, cross(w, p))));  // (3)
    w = transposed_times(R, w);
    dw = transposed_times(R, dw);
    if (tree.is_revolute(i)) {
      dw = dw + (qd * cross_z(w) + along_z(qdd));  // (2)
      w = w + along_z(qd);                         // (1)
    } else {
      a = a + (S(2.0) * (qd * cross_z(w)) + along_z(qdd));  // (3)
    }
    const Vec3<S> aG = a + (cross(dw, b.c) + cross(w, cross(w, b.c)));  // (4)
    k.F[i] = b.m * aG;                                                  // (5)
    k.N[i] = b.J * dw + cross(w, b.J * w);                              // (6)
    k.w[i] = named(w, "w", i + 1);
    k.dw[i] = named(dw, "dw", i + 1);
    k.a[i] = named(a, "a", i + 1);
  }

  Vec3<S> f = zero3<S>(), moment = f;  // of the joint above, in frame i
  Vec3<S> p = f;
  for (Index i : tree.tip_to_base()) {
    moment = k.N[i] + cross(k.body[i].c, k.F[i]) + (moment + cross(p, f));  // (8)
    f = k.F[i] + f;                                                         // (7)
    if (!x.external.empty()) {
      f = f - x.external[i].force;
      moment = moment - x.external[i].moment;
    }
    tau[i] = tree.is_revolute(i) ? moment.z : f.z;  // (9)
    f = k.X.R[i] * f;
    moment = k.X.R[i] * moment;
    p = k.X.p[i];
  }
}

}  // namespace tauforge::dynamics
