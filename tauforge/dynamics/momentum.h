// Generalised momentum, and what changes it besides the drives, without accelerations, for trees.
//                                                                               [DM05, HDA17], recursion as [Fea08]
//   v_i  = X_i v_a + qd_i s_i                    twist of body i, at O_i and in its axes                       (1)
//   H_i  = I_i v_i + sum_c X_c' H_c              momentum of all that joint i carries, about O_i               (2)
//   p_i  = s_i . H_i                             = (M qd)_i                                                    (3)
//   e_i  = H_i . (v_i x s_i)                     = dT/dq_i = 1/2 qd' dM/dq_i qd = (C' qd)_i                    (4)
//        = f.x v.y - f.y v.x + n.x w.y - n.y w.x  [R],   f.x w.y - f.y w.x  [P]
//   b_i  = e_i - G_i                             G by gravity_torque.h                                         (5)
//   p_0 = H_0,  b_0 = - v_0 x* H_0 - G_0          of a floating base, in its own turning axes                    (6)
//
// so that dp/dt = tau + b, tau being all other torques on the joints. (4): when joint i moves alone, everything it carries
// is displaced along s_i, and its twist changes by v_i x s_i against the axes that move along; T = 1/2 v . H.
// a = parent, c = children; s_i: z of joint i, a turn [R] or a shift [P]; v, w linear and angular velocity; H = (f, n) linear
// and angular momentum [kg m/s, kg m^2/s]; p [kg m^2/s or kg m/s]; e, b [N m or N]. Rotors are no bodies here.
#pragma once

#include "tauforge/dynamics/gravity_torque.h"
#include "tauforge/dynamics/joint_frames.h"
#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

template <Scalar S> struct MomentumWorkspace {
  GravityTorqueWorkspace<S> gravity;  // its joint frames serve here, too
  std::vector<S> G;                   // [N m or N]
  std::vector<Twist<S>> v;            // (1)
  std::vector<Wrench<S>> H;           // (2), a momentum
};

// p, then b: twice as many results as coordinates, a floating base first.
template <Scalar S>
void momentum(const Tree& tree, const Parameters<S>& par, const State<S>& x, MomentumWorkspace<S>& k,
              std::span<S> p_and_b) {
  const Index n = tree.size(), base = base_rows(tree);
  const std::span<S> p = p_and_b.first(base + n), b = p_and_b.last(base + n);
  k.G.resize(base + n), k.v.resize(n), k.H.resize(n);
  gravity_torque<S>(tree, par, x, k.gravity, k.G);
  const JointFrames<S>& X = k.gravity.X;

  const Twist<S> v_0 = tree.floating ? x.base.velocity : Twist<S>{zero3<S>(), zero3<S>()};
  for (Index i : tree.base_to_tip()) {
    Twist<S> v = to_child(X, i, tree.has_parent(i) ? k.v[tree.parent(i)] : v_0);
    Vec3<S>& moved = tree.is_revolute(i) ? v.angular : v.linear;
    moved = moved + along_z(x.qd[i]);  // (1)
    k.v[i] = {named(v.linear, "v", i + 1), named(v.angular, "w", i + 1)};
    k.H[i] = par.body[i] * k.v[i];
  }
  Wrench<S> H_0{zero3<S>(), zero3<S>()};
  if (tree.floating) H_0 = par.base * v_0;
  for (Index i : tree.tip_to_base()) {
    const auto& [v, w] = k.v[i];
    const Wrench<S> H{named(k.H[i].force, "f", i + 1), named(k.H[i].moment, "n", i + 1)};
    const auto& [f, moment] = H;
    const S sliding = f.x * w.y - f.y * w.x, turning = (f.x * v.y - f.y * v.x) + (moment.x * w.y - moment.y * w.x);
    p[base + i] = tree.is_revolute(i) ? moment.z : f.z;                       // (3)
    b[base + i] = (tree.is_revolute(i) ? turning : sliding) - k.G[base + i];  // (4) (5)
    Wrench<S>& H_a = tree.has_parent(i) ? k.H[tree.parent(i)] : H_0;
    H_a = H_a + to_parent(X, i, H);  // (2)
  }
  if (!tree.floating) return;
  const Vec3<S> force = cross(H_0.force, v_0.angular),
                moment = cross(H_0.moment, v_0.angular) + cross(H_0.force, v_0.linear);  // (6)
  const S p_0[] = {H_0.force.x, H_0.force.y, H_0.force.z, H_0.moment.x, H_0.moment.y, H_0.moment.z};
  const S e_0[] = {force.x, force.y, force.z, moment.x, moment.y, moment.z};
  for (Index r = 0; r < base; ++r) p[r] = p_0[r], b[r] = e_0[r] - k.G[r];
}

}  // namespace tauforge::dynamics
