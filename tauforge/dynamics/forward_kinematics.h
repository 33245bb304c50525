// Where every body is: X_0i = X_0a X_ai, in the world (of a fixed base: the frame of the root link).
#pragma once

#include "tauforge/dynamics/joint_frames.h"
#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

template <Scalar S> struct ForwardKinematicsWorkspace { JointFrames<S> X; };

template <Scalar S>
void forward_kinematics(const Tree& tree, const Parameters<S>& par, const State<S>& x, ForwardKinematicsWorkspace<S>& k,
                        std::span<Pose<S>> X_0) {
  place_joints<S>(tree, par, x.q, k.X);
  for (Index i : tree.base_to_tip()) {
    const Pose<S> X_ai{matrix(k.X.R[i]), k.X.p[i]};
    if (tree.has_parent(i))
      X_0[i] = X_0[tree.parent(i)] * X_ai;
    else if (tree.floating)
      X_0[i] = x.base.X_wb * X_ai;
    else
      X_0[i] = X_ai;
  }
}

}  // namespace tauforge::dynamics
