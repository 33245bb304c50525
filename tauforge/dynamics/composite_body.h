// Mass matrix by composite rigid bodies, for trees and a floating base.           [WO82], [Fea08, ch. 6]
//
//   Ic_i = I_i + sum_c (Ic_c seen from i)                                        (1)
//   F_i  = Ic_i s_i,    s_i the unit motion of joint i                           (2)
//   M_ii = s_i . F_i,   M_ij = s_j . (F_i carried down to body j)                (3)
//
// and for a floating base the rows of its force and moment. M is nv x nv, row-major, base first.
#pragma once

#include "tauforge/dynamics/joint_frames.h"
#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

template <Scalar S> struct CompositeBodyWorkspace {
  JointFrames<S> X;
  std::vector<Inertia<S>> Ic;  // (1)
};

// The momentum of a composite under a unit motion of its joint.
template <Scalar S> Wrench<S> unit_momentum(bool revolute, const Inertia<S>& b) {
  if (revolute) return {{-b.h.y, b.h.x, S(0.0)}, {b.I.xz, b.I.yz, b.I.zz}};
  return {{S(0.0), S(0.0), b.m}, {b.h.y, -b.h.x, S(0.0)}};
}

// The first six rows and columns: force and moment of a floating base, which carries the whole robot.
template <Scalar S> void put_base_block(const Inertia<S>& whole, Index nv, std::span<S> M) {
  const Mat3<S> hx = spatial::skew(whole.h), I = full(whole.I);
  const S block[6][6] = {{whole.m, S(0.0), S(0.0), S(0.0), whole.h.z, -whole.h.y},
                         {S(0.0), whole.m, S(0.0), -whole.h.z, S(0.0), whole.h.x},
                         {S(0.0), S(0.0), whole.m, whole.h.y, -whole.h.x, S(0.0)},
                         {hx.xx, hx.xy, hx.xz, I.xx, I.xy, I.xz},
                         {hx.yx, hx.yy, hx.yz, I.yx, I.yy, I.yz},
                         {hx.zx, hx.zy, hx.zz, I.zx, I.zy, I.zz}};
  for (Index r = 0; r < 6; ++r)
    for (Index c = 0; c < 6; ++c) M[r * nv + c] = block[r][c];
}

template <Scalar S>
void composite_body(const Tree& tree, const Parameters<S>& par, std::span<const S> q, CompositeBodyWorkspace<S>& k,
                    std::span<S> M) {
  const Index base = base_rows(tree), nv = base + tree.size();
  place_joints<S>(tree, par, q, k.X);
  k.Ic = par.body;
  Inertia<S> whole = par.base;
  for (S& entry : M) entry = S(0.0);
  for (Index i : tree.tip_to_base()) {
    const Inertia<S>& Ic = k.Ic[i];
    if (tree.has_parent(i) || tree.floating) {
      const Vec3<S> h = k.X.R[i] * Ic.h;
      const Vec3<S>& p = k.X.p[i];
      Inertia<S>& to = tree.has_parent(i) ? k.Ic[tree.parent(i)] : whole;
      to = to + Inertia<S>{Ic.m, h + Ic.m * p,
                           congruence(k.X.R[i], Ic.I) + (mixed_inertia(p, h) + Ic.m * point_inertia(p))};  // (1)
    }
    Wrench<S> F = unit_momentum(tree.is_revolute(i), Ic);  // (2)
    const Index row = base + i;
    M[row * nv + row] = tree.is_revolute(i) ? F.moment.z : F.force.z;  // (3)
    for (Index j = i; j != Tree::base;) {
      const Index a = tree.parent(j);
      if (a == Tree::base && !tree.floating) break;
      F = to_parent(k.X, j, F);
      j = a;
      if (j == Tree::base) break;
      const S entry = tree.is_revolute(j) ? F.moment.z : F.force.z;  // (3)
      M[row * nv + base + j] = entry;
      M[(base + j) * nv + row] = entry;
    }
    if (!tree.floating) continue;
    const S column[] = {F.force.x, F.force.y, F.force.z, F.moment.x, F.moment.y, F.moment.z};
    for (Index r = 0; r < 6; ++r) M[r * nv + row] = M[row * nv + r] = column[r];
  }
  if (!tree.floating) return;
  put_base_block<S>(whole, nv, M);
}

}  // namespace tauforge::dynamics
