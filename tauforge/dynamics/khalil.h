// Inverse dynamics by Newton and Euler on regrouped parameters.                                  [KK87]
//
// The equations are those of newton_euler.h; what saves operations is that m, h_z and I_yy of every
// revolute link (the whole tensor of a prismatic one) have moved to the link before it, so that their
// products never appear. Regrouping involves parameters alone: generated code has it as constants.
#pragma once

#include "tauforge/dynamics/newton_euler.h"
#include "tauforge/dynamics/state.h"
#include "tauforge/robot/equivalence.h"

namespace tauforge::dynamics {

template <Scalar S>
struct KhalilWorkspace {
  NewtonEulerWorkspace<S> newton_euler;
};

template <Scalar S>
void khalil(const Tree& tree, const Parameters<S>& par, const State<S>& x, KhalilWorkspace<S>& k, std::span<S> tau) {
  newton_euler<S>(tree, robot::regrouped(tree, par), x, k.newton_euler, tau);
}

}  // namespace tauforge::dynamics
