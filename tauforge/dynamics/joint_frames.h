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
  frames.R.resize(at(tree.size()));
  frames.p.resize(at(tree.size()));
  for (Index i : tree.base_to_tip()) {
    const Pose<S>& X = par.placement[at(i)];
    const S qi = q[at(i)] + par.offset[at(i)];
    if (tree.is_revolute(i)) {
      frames.R[at(i)] = {X.R, named(cos(qi), "C", i + 1), named(sin(qi), "S", i + 1)};
      frames.p[at(i)] = X.p;
    } else {
      frames.R[at(i)] = {X.R, S(1.0), S(0.0)};
      frames.p[at(i)] = X.p + qi * column_z(X.R);
    }
  }
}

// A wrench carried from body i to its parent.
template <Scalar S> Wrench<S> to_parent(const JointFrames<S>& X, Index i, const Wrench<S>& f) {
  const Vec3<S> force = X.R[at(i)] * f.force;
  return {force, X.R[at(i)] * f.moment + cross(X.p[at(i)], force)};
}

// A twist of the parent as body i would have it with its joint locked.
template <Scalar S> Twist<S> to_child(const JointFrames<S>& X, Index i, const Twist<S>& v) {
  return {transposed_times(X.R[at(i)], v.linear + cross(v.angular, X.p[at(i)])),
          transposed_times(X.R[at(i)], v.angular)};
}

}  // namespace tauforge::dynamics
