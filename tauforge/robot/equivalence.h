// Parameter moves that no joint torque can tell apart. Whatever lies on the axis of a revolute joint
// (mass, first moment along z, the pseudo-inertia entry along z) feels the same whether it turns with
// the joint or not; a prismatic joint does not turn its link, so the whole inertia tensor may change
// sides.                                             [KK87], [KD02, ch. 9]
#pragma once

#include "tauforge/robot/parameters.h"

namespace tauforge::robot {

// Takes `moved_part` (in frame i) from body i and gives it to the parent, as if the joint were locked at
// zero. The caller promises that the part is invisible to the joint. On a fixed base it disappears.
template <Scalar S> void move_to_parent(const Tree& tree, Index i, const Inertia<S>& moved_part, Parameters<S>& par) {
  Inertia<S>& body = par.body[static_cast<std::size_t>(i)];
  body = body - moved_part;
  const Inertia<S> seen = moved(par.placement[static_cast<std::size_t>(i)], moved_part);
  Inertia<S>& to = tree.has_parent(i) ? par.body[static_cast<std::size_t>(tree.parent(i))] : par.base;
  to = to + seen;
}

// Khalil's regrouping: of a revolute link m, h_z and I_yy go to the parent (I_xx becomes I_xx - I_yy), of
// a prismatic one the whole tensor. What is moved leaves exact zeros behind.
template <Scalar S> Parameters<S> regrouped(const Tree& tree, Parameters<S> par) {
  for (Index i : tree.tip_to_base()) {
    Inertia<S>& b = par.body[static_cast<std::size_t>(i)];
    if (tree.is_revolute(i)) {
      Inertia<S> rod;  // everything on the axis: Ixx = Iyy, no Izz
      rod.m = b.m;
      rod.h.z = b.h.z;
      rod.I.xx = rod.I.yy = b.I.yy;
      move_to_parent(tree, i, rod, par);
      b.m = b.h.z = b.I.yy = S(0.0);
    } else {
      Inertia<S> tensor;
      tensor.I = b.I;
      move_to_parent(tree, i, tensor, par);
      b.I = {};
    }
  }
  return par;
}

// Formulations with centres of mass cannot see a first moment without a mass, as identified parameters
// have them. A mass on the joint's axis is free: each such body of a revolute joint gets one from its
// parent. Returns false where a prismatic joint forbids it.
bool give_masses(const Tree& tree, Parameters<double>& par);

}  // namespace tauforge::robot
