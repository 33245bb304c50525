// Where the joints put their bodies, and what that does to twists and wrenches between parent and child.
#pragma once

#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

// R_ai and p_ai of every body i in its parent a, for the joint coordinates q.
template <Scalar S> struct JointFrames {
  std::vector<JointRotation<S>> R;
  std::vector<Vec3<S>> p;
};

template <Scalar S>
void place_joints(const Tree& tree, const Parameters<S>& par, std::span<const S> q, JointFrames<S>& frames) {
  using scalar::cos;
  using scalar::sin;
  frames.R.resize(tree.size());
  frames.p.resize(tree.size());
  for (Index i : tree.base_to_tip()) {
    const Pose<S>& X = par.placement[i];
    const S qi = q[i] + par.offset[i];
    if (tree.is_revolute(i)) {
      frames.R[i] = {X.R, named(cos(qi), "C", i + 1), named(sin(qi), "S", i + 1)};
      frames.p[i] = X.p;
    } else {
      frames.R[i] = {X.R, S(1.0), S(0.0)};
      frames.p[i] = X.p + qi * column_z(X.R);
    }
  }
}

// A wrench carried from body i to its parent.
template <Scalar S> Wrench<S> to_parent(const JointFrames<S>& X, Index i, const Wrench<S>& f) {
  const Vec3<S> force = X.R[i] * f.force;
  return {force, X.R[i] * f.moment + cross(X.p[i], force)};
}

// A twist of the parent as body i would have it with its joint locked.
template <Scalar S> Twist<S> to_child(const JointFrames<S>& X, Index i, const Twist<S>& v) {
  return {transposed_times(X.R[i], v.linear + cross(v.angular, X.p[i])), transposed_times(X.R[i], v.angular)};
}

}  // namespace tauforge::dynamics
