// Inverse dynamics by Newton and Euler on regrouped parameters.                                  [KK87]
//
// From the tips down, with X_i the placement of joint i on its parent a:
//   revolute i:   on_axis = (m_i, h_z z, I_yy (xx + yy))                           (1)
//                 body_i -= on_axis, body_a += on_axis seen from a by X_i          (2)
//                 leaves m_i = h_z = I_yy = 0 and I_xx - I_yy
//   prismatic i:  the same with the whole inertia tensor                           (3)
// then the equations of newton_euler.h. What moved never appears in a product again. Regrouping involves parameters
// alone (robot/equivalence.h): generated code has it as constants.
#pragma once

#include "tauforge/dynamics/newton_euler.h"
#include "tauforge/dynamics/state.h"
#include "tauforge/robot/equivalence.h"

namespace tauforge::dynamics {

template <Scalar S> struct KhalilWorkspace { NewtonEulerWorkspace<S> newton_euler; };

template <Scalar S>
void khalil(const Tree& tree, const Parameters<S>& par, const State<S>& x, KhalilWorkspace<S>& k, std::span<S> tau) {
  newton_euler<S>(tree, robot::regrouped(tree, par), x, k.newton_euler, tau);
}

}  // namespace tauforge::dynamics
