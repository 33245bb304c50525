// Forward dynamics by articulated bodies in O(n), for trees and a floating base.          [Fea08, ch. 7]
//
// Spatial quantities are pairs (linear, angular) in body frames; s_i is the unit motion of joint i.
//   v_i  = X_i v_a + s_i qd_i,    c_i = v_i x s_i qd_i                           (1)
//   pA_i = v_i x* I_i v_i - fe_i + sum_c X_c* pa_c                               (2)
//   IA_i = I_i + sum_c X_c* Ia_c X_c                                             (3)
//   U_i  = IA_i s_i,   D_i = s_i . U_i + inertia_i,   u_i = tau_i - s_i . pA_i   (4)
//   Ia_i = IA_i - U_i U_i' / D_i,   pa_i = pA_i + Ia_i c_i + U_i u_i / D_i       (5)
//   a'_i = X_i a_a + c_i,   qdd_i = (u_i - U_i . a'_i) / D_i,   a_i = a'_i + s_i qdd_i   (6)
//
// A fixed base starts (6) with a = -g; a floating one with a = IA_0^-1 (base wrench - pA_0), and its
// acceleration is that plus gravity. inertia_i: what the drive adds on the axis (rotor and gears).
#pragma once

#include "tauforge/dynamics/joint_frames.h"
#include "tauforge/dynamics/solve_symmetric.h"
#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

template <Scalar S> struct ArticulatedBodyWorkspace {
  JointFrames<S> X;
  std::vector<Twist<S>> v, c;                      // (1)
  std::vector<Wrench<S>> pA, U;                    // (2) (4)
  std::vector<spatial::ArticulatedInertia<S>> IA;  // (3)
  std::vector<S> D, u;                             // (4)
  std::vector<Twist<S>> a;                         // (6)
};

// v x (motion) and v x* (force), both in one frame
template <Scalar S> Twist<S> cross_motion(const Twist<S>& v, const Twist<S>& m) {
  return {cross(v.angular, m.linear) + cross(v.linear, m.angular), cross(v.angular, m.angular)};
}
template <Scalar S> Wrench<S> cross_force(const Twist<S>& v, const Wrench<S>& f) {
  return {cross(v.angular, f.force), cross(v.angular, f.moment) + cross(v.linear, f.force)};
}
template <Scalar S> Twist<S> joint_motion(const Tree& tree, Index i, const S& rate) {
  if (tree.is_revolute(i)) return {zero3<S>(), along_z(rate)};
  return {along_z(rate), zero3<S>()};
}

// The acceleration that a wrench gives to a free articulated body.
template <Scalar S> Twist<S> solve(const spatial::ArticulatedInertia<S>& b, const Wrench<S>& f) {
  const Mat3<S> M = full(b.M), I = full(b.I), H = b.H;
  // clang-format off
  S A[36] = {M.xx, M.xy, M.xz, H.xx, H.yx, H.zx,
             M.yx, M.yy, M.yz, H.xy, H.yy, H.zy,
             M.zx, M.zy, M.zz, H.xz, H.yz, H.zz,
             H.xx, H.xy, H.xz, I.xx, I.xy, I.xz,
             H.yx, H.yy, H.yz, I.yx, I.yy, I.yz,
             H.zx, H.zy, H.zz, I.zx, I.zy, I.zz};
  // clang-format on
  S y[6] = {f.force.x, f.force.y, f.force.z, f.moment.x, f.moment.y, f.moment.z};
  solve_symmetric<S>(6, A, y);
  return {{y[0], y[1], y[2]}, {y[3], y[4], y[5]}};
}

// tau: forces of a floating base first, then joints, and inertia: one per joint, what the drives add.
// qdd: accelerations in the same order.
template <Scalar S>
void articulated_body(const Tree& tree, const Parameters<S>& par, const State<S>& x, std::span<const S> tau,
                      std::span<const S> inertia, ArticulatedBodyWorkspace<S>& k, std::span<S> qdd) {
  const std::size_t n = tree.size();
  const Index base = base_rows(tree);
  place_joints<S>(tree, par, x.q, k.X);
  k.v.resize(n), k.c.resize(n), k.pA.resize(n), k.U.resize(n), k.IA.resize(n), k.D.resize(n), k.u.resize(n),
      k.a.resize(n);
  const Twist<S> still{zero3<S>(), zero3<S>()};
  const Twist<S> v_0 = tree.floating ? x.base.velocity : still;

  for (Index i : tree.base_to_tip()) {
    const Twist<S> rate = joint_motion(tree, i, x.qd[i]);
    k.v[i] = to_child(k.X, i, tree.has_parent(i) ? k.v[tree.parent(i)] : v_0) + rate;  // (1)
    k.c[i] = cross_motion(k.v[i], rate);
    k.pA[i] = cross_force(k.v[i], par.body[i] * k.v[i]);  // (2)
    if (!x.external.empty()) k.pA[i] = k.pA[i] - x.external[i];
    k.IA[i] = articulated(par.body[i]);  // (3)
  }
  spatial::ArticulatedInertia<S> IA_0 = articulated(par.base);
  Wrench<S> pA_0 = cross_force(v_0, par.base * v_0);
  if (tree.floating) pA_0 = pA_0 - x.external_on_base;

  for (Index i : tree.tip_to_base()) {
    const bool revolute = tree.is_revolute(i);
    const auto& IA = k.IA[i];
    k.U[i] = IA * joint_motion(tree, i, S(1.0));  // (4)
    k.D[i] = (revolute ? k.U[i].moment.z : k.U[i].force.z) + inertia[i];
    k.u[i] = tau[base + i] - (revolute ? k.pA[i].moment.z : k.pA[i].force.z);
    if (!tree.has_parent(i) && !tree.floating) continue;
    const S inverse_D = S(1.0) / k.D[i];
    const auto Ia = released(IA, k.U[i], inverse_D);  // (5)
    const S scaled = k.u[i] * inverse_D;
    const Wrench<S> pa = k.pA[i] + Ia * k.c[i] + Wrench<S>{scaled * k.U[i].force, scaled * k.U[i].moment};
    auto& IA_a = tree.has_parent(i) ? k.IA[tree.parent(i)] : IA_0;
    auto& pA_a = tree.has_parent(i) ? k.pA[tree.parent(i)] : pA_0;
    IA_a = IA_a + moved(Pose<S>{matrix(k.X.R[i]), k.X.p[i]}, Ia);  // (3)
    pA_a = pA_a + to_parent(k.X, i, pa);                           // (2)
  }

  Twist<S> a_0{-par.gravity, zero3<S>()};
  if (tree.floating) {
    const Wrench<S> given{{tau[0], tau[1], tau[2]}, {tau[3], tau[4], tau[5]}};
    a_0 = solve(IA_0, given - pA_0);
    const Vec3<S> linear = a_0.linear + transposed_times(x.base.X_wb.R, par.gravity);
    const S result[] = {linear.x, linear.y, linear.z, a_0.angular.x, a_0.angular.y, a_0.angular.z};
    for (Index r = 0; r < 6; ++r) qdd[r] = result[r];
  }
  for (Index i : tree.base_to_tip()) {
    const Twist<S> a = to_child(k.X, i, tree.has_parent(i) ? k.a[tree.parent(i)] : a_0) + k.c[i];  // (6)
    const S acceleration = (k.u[i] - dot(k.U[i], a)) / k.D[i];
    k.a[i] = a + joint_motion(tree, i, acceleration);
    qdd[base + i] = acceleration;
  }
}

}  // namespace tauforge::dynamics
