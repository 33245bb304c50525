// Inverse dynamics with augmented bodies, serial chains.                     [Ren87] (paper 002)
//
// Augmented body i is body i with the mass of all later bodies concentrated at O_{i+1}:
//   m*_i = m_i + m*_{i+1},  u*_i = h_i + m*_{i+1} p_{i+1},  k*_i = I_i - m*_{i+1} [p_{i+1}]x[p_{i+1}]x     (0)
// constant unless joint i+1 is prismatic. Going out (' = transposed, a_0 = 0, alpha_0 = -g):
//   w'_i = R' w_{i-1},  w_i = w'_i + qd z [R]                                 (1)
//   delta_i = w_i w_i^T                                                       (2)
//   a_i = R' a_{i-1} + qd w'_i x z + qdd z  [R]                               (3)
//   b_i = [a_i]x + [w_i]x [w_i]x                                              (4)
//   t_i = 2 qd w'_i x z + qdd z  [P]                                          (5)
//   r_{i-1} = alpha_{i-1} + b_{i-1} p_i,  r'_i = R' r_{i-1},  alpha_i = t_i + r'_i   (6)
// and back (e, n of body i+1 turned into frame i):
//   e_i = e_{i+1} + b_i u*_i + m*_i t_i [P] - fe_i                            (7)
//   f_i = e_i + m*_i r'_i                         needed for prismatic i      (8)
//   n_i = n_{i+1} + k*_i a_i + w_i x k*_i w_i + u*_i x alpha_i + p_{i+1} x e_{i+1} - ne_i   (9)
//   tau_i = z . n_i [R],  z . f_i [P]                                         (10)
//
// a angular, alpha linear acceleration. Corrections to the print: FIX-002-1 (p in frame i), FIX-002-2
// (joint-type factors), FIX-002-3 (force at a prismatic joint), FIX-002-4, FIX-002-5 (k*, u* in (9)),
// FIX-002-6 (qdd). Our fe, ne act ON a body; the paper's end wrench is exerted BY it.
#pragma once

#include "tauforge/dynamics/joint_frames.h"
#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

template <Scalar S> struct AugmentedBodyWorkspace {
  JointFrames<S> X;
  std::vector<S> m;                  // m*                  [kg]
  std::vector<Vec3<S>> u;            // u*                  [kg m]
  std::vector<Sym3<S>> k;            // k*                  [kg m^2]
  std::vector<Vec3<S>> w, a, alpha;  // (1) (3) (6)
  std::vector<Vec3<S>> t, r;         // (5), r' of (6)
  std::vector<Sym3<S>> delta;        // (2)
  std::vector<Mat3<S>> b;            // (4)
};

// k a + w x k w, with the products delta of (2) and the entries of b of (4): for a diagonal k three
// products of accelerations and three of (k_zz - k_yy, ...), which are constants.
template <Scalar S>
Vec3<S> angular_momentum_rate(const Sym3<S>& k, const Vec3<S>& a, const Sym3<S>& delta, const Mat3<S>& b) {
  // clang-format off
  return {k.xx * a.x + (k.zz - k.yy) * delta.yz + (k.xz * b.yx - k.xy * b.zx) + k.yz * (delta.yy - delta.zz),
          k.yy * a.y + (k.xx - k.zz) * delta.xz + (k.xy * b.zy - k.yz * b.xy) + k.xz * (delta.zz - delta.xx),
          k.zz * a.z + (k.yy - k.xx) * delta.xy + (k.yz * b.xz - k.xz * b.yz) + k.xy * (delta.xx - delta.yy)};
  // clang-format on
}

template <Scalar S>
void augmented_body(const Tree& tree, const Parameters<S>& par, const State<S>& x, AugmentedBodyWorkspace<S>& k,
                    std::span<S> tau) {
  const std::size_t n = tree.size();
  const S& recording = x.q[0];
  begin_step(0, recording);
  place_joints<S>(tree, par, x.q, k.X);
  k.m.resize(n), k.u.resize(n), k.k.resize(n), k.w.resize(n), k.a.resize(n), k.alpha.resize(n);
  k.t.resize(n), k.r.resize(n), k.delta.resize(n), k.b.resize(n);
  for (Index i : tree.tip_to_base()) {  // (0)
    const Inertia<S>& body = par.body[i];
    k.m[i] = body.m;
    k.u[i] = body.h;
    k.k[i] = body.I;
    if (i + 1 == tree.size()) continue;
    const Vec3<S>& p = k.X.p[i + 1];
    const S& m_next = k.m[i + 1];
    k.m[i] = body.m + m_next;
    k.u[i] = body.h + m_next * p;
    k.k[i] = body.I + m_next * point_inertia(p);
  }

  for (Index i : tree.base_to_tip()) {
    const bool first = i == 0;
    const JointRotation<S>& R = k.X.R[i];
    const S& qd = x.qd[i];
    const S& qdd = x.qdd[i];
    begin_step(1, recording);
    const Vec3<S> w_in = transposed_times(R, first ? zero3<S>() : k.w[i - 1]);
    const Vec3<S> w = tree.is_revolute(i) ? w_in + along_z(qd) : w_in;  // (1)
    begin_step(2, recording);
    k.delta[i] = square(w);  // (2)
    begin_step(3, recording);
    Vec3<S> a = transposed_times(R, first ? zero3<S>() : k.a[i - 1]);
    if (tree.is_revolute(i)) a = a + (qd * cross_z(w_in) + along_z(qdd));  // (3)
    begin_step(4, recording);
    const Sym3<S>& d = k.delta[i];
    // clang-format off
    k.b[i] = {-(d.yy + d.zz), d.xy - a.z, d.xz + a.y,                       // (4)
                  d.xy + a.z, -(d.xx + d.zz), d.yz - a.x,
                  d.xz - a.y, d.yz + a.x, -(d.xx + d.yy)};
    // clang-format on
    begin_step(5, recording);
    const Vec3<S> t = tree.is_revolute(i) ? zero3<S>() : S(2.0) * (qd * cross_z(w_in)) + along_z(qdd);  // (5)
    begin_step(6, recording);
    const Vec3<S> r = first ? -par.gravity : k.alpha[i - 1] + k.b[i - 1] * k.X.p[i];
    k.r[i] = transposed_times(R, r);
    k.alpha[i] = named(t + k.r[i], "alpha", i + 1);  // (6)
    k.w[i] = named(w, "w", i + 1);
    k.a[i] = named(a, "a", i + 1);
    k.t[i] = t;
  }

  Vec3<S> e = zero3<S>(), moment = e, p = e;  // e_{i+1}, n_{i+1}, p_{i+1} in frame i
  for (Index i : tree.tip_to_base()) {
    begin_step(9, recording);
    moment = moment + (angular_momentum_rate(k.k[i], k.a[i], k.delta[i], k.b[i]) + cross(k.u[i], k.alpha[i]) +
                       cross(p, e));  // (9)
    begin_step(7, recording);
    e = e + k.b[i] * k.u[i];
    if (!tree.is_revolute(i)) e = e + k.m[i] * k.t[i];  // (7)
    if (!x.external.empty()) {
      e = e - x.external[i].force;
      moment = moment - x.external[i].moment;
    }
    begin_step(8, recording);
    tau[i] = tree.is_revolute(i) ? moment.z : e.z + k.m[i] * k.r[i].z;  // (8) (10)
    begin_step(7, recording);
    e = k.X.R[i] * e;
    begin_step(9, recording);
    moment = k.X.R[i] * moment;
    p = k.X.p[i];
  }
}

}  // namespace tauforge::dynamics
