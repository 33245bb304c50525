// Inverse dynamics by Newton and Euler, in link frames, for trees.         [LWP80], moments as [KK87]
//
// The workhorse: trees, a floating base, wrenches on any body, and links that have moments but no
// mass (identified parameters), because it never divides by a mass.
//
//   w_i   = R_i' w_a + qd_i z                              [R]               (1)
//   dw_i  = R_i' dw_a + (R_i' w_a) x qd_i z + qdd_i z      [R]               (2)
//   U_i   = [dw_i]x + [w_i]x [w_i]x                                          (3)
//   a_i   = R_i' (a_a + U_a p_i)  (+ 2 w_i x qd_i z + qdd_i z  [P])          (4)
//   F_i   = m_i a_i + U_i h_i                                                (5)
//   N_i   = I_i dw_i + w_i x I_i w_i + h_i x a_i                             (6)
//   f_i   = F_i - fe_i + sum_c R_c f_c                                       (7)
//   n_i   = N_i - ne_i + sum_c (R_c n_c + p_c x R_c f_c)                     (8)
//   tau_i = z . n_i  [R],  z . f_i  [P]                                      (9)
//
// a = parent, c = children, ' = transposed; R_i, p_i of body i in its parent.  w, dw angular
// velocity, acceleration [rad/s, rad/s^2]; a acceleration of O_i less gravity [m/s^2]; m, h, I the
// ten moments about O_i; F, N inertial force and moment; fe, ne wrench from outside; f, n what the
// joint transmits [N, N m].  The base starts with w = dw = 0, a = -g, or with its own motion.
#pragma once

#include "tauforge/dynamics/inertial_wrench.h"
#include "tauforge/dynamics/joint_frames.h"
#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

template <Scalar S> struct NewtonEulerWorkspace {
  JointFrames<S> X;
  std::vector<Vec3<S>> w, dw, a;  // (1) (2) (4)
  std::vector<Mat3<S>> U;         // (3)
  std::vector<Vec3<S>> f, n;      // (7) (8)
};

template <Scalar S>
void newton_euler(const Tree& tree, const Parameters<S>& par, const State<S>& x, NewtonEulerWorkspace<S>& k,
                  std::span<S> tau) {
  const std::size_t n = tree.size();
  place_joints<S>(tree, par, x.q, k.X);
  k.w.resize(n), k.dw.resize(n), k.a.resize(n), k.U.resize(n), k.f.resize(n), k.n.resize(n);

  Vec3<S> w_0 = zero3<S>(), dw_0 = w_0, a_0 = -par.gravity;
  if (tree.floating) {
    const BaseMotion<S>& b = x.base;
    w_0 = b.velocity.angular;
    dw_0 = b.acceleration.angular;
    a_0 = b.acceleration.linear + cross(w_0, b.velocity.linear) - transposed_times(b.X_wb.R, par.gravity);
  }
  const Mat3<S> U_0 = tree.floating ? acceleration_matrix(w_0, dw_0) : Mat3<S>{};

  for (Index i : tree.base_to_tip()) {
    const Index a = tree.parent(i);
    const bool inner = tree.has_parent(i);
    const JointRotation<S>& R = k.X.R[i];
    const S& qd = x.qd[i];
    const S& qdd = x.qdd[i];
    Vec3<S> w = transposed_times(R, inner ? k.w[a] : w_0);
    Vec3<S> dw = transposed_times(R, inner ? k.dw[a] : dw_0);
    Vec3<S> acc = transposed_times(R, (inner ? k.a[a] : a_0) + (inner ? k.U[a] : U_0) * k.X.p[i]);
    if (tree.is_revolute(i)) {
      dw = dw + (qd * cross_z(w) + along_z(qdd));  // (2)
      w = w + along_z(qd);                         // (1)
    } else {
      acc = acc + (S(2.0) * (qd * cross_z(w)) + along_z(qdd));  // (4)
    }
    k.w[i] = named(w, "w", i + 1);
    k.dw[i] = named(dw, "dw", i + 1);
    k.a[i] = named(acc, "a", i + 1);
    k.U[i] = acceleration_matrix(w, dw);                                   // (3)
    const Wrench<S> F = inertial_wrench(par.body[i], w, dw, k.U[i], acc);  // (5) (6)
    k.f[i] = F.force;
    k.n[i] = F.moment;
    if (!x.external.empty()) {
      k.f[i] = k.f[i] - x.external[i].force;
      k.n[i] = k.n[i] - x.external[i].moment;
    }
  }

  Wrench<S> F_0{zero3<S>(), zero3<S>()};
  if (tree.floating) F_0 = inertial_wrench(par.base, w_0, dw_0, U_0, a_0) - x.external_on_base;
  for (Index i : tree.tip_to_base()) {
    named(k.f[i], "f", i + 1);
    named(k.n[i], "n", i + 1);
    tau[base_rows(tree) + i] = tree.is_revolute(i) ? k.n[i].z : k.f[i].z;  // (9)
    const Vec3<S> f = k.X.R[i] * k.f[i];                                   // (7)
    const Vec3<S> moment = k.X.R[i] * k.n[i] + cross(k.X.p[i], f);         // (8)
    Vec3<S>& f_a = tree.has_parent(i) ? k.f[tree.parent(i)] : F_0.force;
    Vec3<S>& n_a = tree.has_parent(i) ? k.n[tree.parent(i)] : F_0.moment;
    f_a = f_a + f;
    n_a = n_a + moment;
  }
  if (tree.floating) {
    const S base[] = {F_0.force.x, F_0.force.y, F_0.force.z, F_0.moment.x, F_0.moment.y, F_0.moment.z};
    for (Index r = 0; r < 6; ++r) tau[r] = base[r];
  }
}

}  // namespace tauforge::dynamics
