// Mass matrix by columns of inverse dynamics; the first method of Walker and Orin, and that of paper 003.     [WO82]
//
//   M e_j = tau(q, qd = 0, qdd = e_j, g = 0)                                       (1)
#pragma once

#include "tauforge/dynamics/newton_euler.h"
#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

template <Scalar S> struct WalkerOrinWorkspace {
  NewtonEulerWorkspace<S> newton_euler;
  Parameters<S> still;  // the robot without gravity
  State<S> unit;
  std::vector<S> column;
};

template <Scalar S>
void walker_orin(const Tree& tree, const Parameters<S>& par, std::span<const S> q, WalkerOrinWorkspace<S>& k,
                 std::span<S> M) {
  const Index base = base_rows(tree), nv = base + tree.size();
  k.still = par;
  k.still.gravity = zero3<S>();
  k.unit = {};
  k.unit.q.assign(q.begin(), q.end());
  k.unit.qd.assign(tree.size(), S(0.0));
  k.unit.qdd.assign(tree.size(), S(0.0));
  k.column.assign(nv, S(0.0));
  Twist<S>& a = k.unit.base.acceleration;
  S* base_acceleration[] = {&a.linear.x, &a.linear.y, &a.linear.z, &a.angular.x, &a.angular.y, &a.angular.z};
  for (Index j = 0; j < nv; ++j) {
    S& one = j < base ? *base_acceleration[j] : k.unit.qdd[j - base];
    one = S(1.0);
    newton_euler<S>(tree, k.still, k.unit, k.newton_euler, k.column);
    one = S(0.0);
    for (Index i = 0; i < nv; ++i) M[i * nv + j] = k.column[i];
  }
}

}  // namespace tauforge::dynamics
