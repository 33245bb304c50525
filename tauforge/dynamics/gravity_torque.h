// Torques that hold the robot against gravity, for trees and a floating base.      notation of [KD02, ch. 9]
//
//   g_i   = R_i' g_a                                 gravity seen from body i        (1)
//   M_i   = m_i + sum_c M_c                          mass carried by joint i         (2)
//   s_i   = h_i + sum_c (R_c s_c + M_c p_c)          its first moment about O_i      (3)
//   tau_i = -z . (s_i x g_i)  [R],   -M_i z . g_i  [P]                               (4)
//
// a = parent, c = children.  g [m/s^2], M [kg], s [kg m], tau [N m or N].
#pragma once

#include "tauforge/dynamics/joint_frames.h"
#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

template <Scalar S> struct GravityTorqueWorkspace {
  JointFrames<S> X;
  std::vector<Vec3<S>> g, s;  // (1) (3)
  std::vector<S> M;           // (2)
};

template <Scalar S>
void gravity_torque(const Tree& tree, const Parameters<S>& par, const State<S>& x, GravityTorqueWorkspace<S>& k,
                    std::span<S> tau) {
  const std::size_t n = tree.size();
  place_joints<S>(tree, par, x.q, k.X);
  k.g.resize(n), k.s.resize(n), k.M.resize(n);
  const Vec3<S> g_0 = tree.floating ? transposed_times(x.base.X_wb.R, par.gravity) : par.gravity;
  S M_0 = par.base.m;
  Vec3<S> s_0 = par.base.h;
  for (Index i : tree.base_to_tip()) {
    k.g[i] = named(transposed_times(k.X.R[i], tree.has_parent(i) ? k.g[tree.parent(i)] : g_0), "g", i + 1);  // (1)
    k.M[i] = par.body[i].m;
    k.s[i] = par.body[i].h;
  }
  for (Index i : tree.tip_to_base()) {
    const Vec3<S>&s = k.s[i], &g = k.g[i];
    tau[base_rows(tree) + i] = tree.is_revolute(i) ? s.y * g.x - s.x * g.y : -(k.M[i] * g.z);  // (4)
    S& M_a = tree.has_parent(i) ? k.M[tree.parent(i)] : M_0;
    Vec3<S>& s_a = tree.has_parent(i) ? k.s[tree.parent(i)] : s_0;
    M_a = M_a + k.M[i];                              // (2)
    s_a = s_a + (k.X.R[i] * s + k.M[i] * k.X.p[i]);  // (3)
  }
  if (!tree.floating) return;
  const Vec3<S> f = -(M_0 * g_0), moment = -cross(s_0, g_0);
  const S base[] = {f.x, f.y, f.z, moment.x, moment.y, moment.z};
  for (Index r = 0; r < 6; ++r) tau[r] = base[r];
}

}  // namespace tauforge::dynamics
