// Inverse dynamics of the bodies by any of the formulations; with drives: functions/drive_dynamics.h.
#pragma once

#include "tauforge/dynamics/augmented_body.h"
#include "tauforge/dynamics/compound_link.h"
#include "tauforge/dynamics/drive.h"
#include "tauforge/dynamics/gibbs_appell.h"
#include "tauforge/dynamics/gibbs_function.h"
#include "tauforge/dynamics/kane.h"
#include "tauforge/dynamics/khalil.h"
#include "tauforge/dynamics/lagrange.h"
#include "tauforge/dynamics/luh_walker_paul.h"
#include "tauforge/dynamics/newton_euler.h"
#include "tauforge/dynamics/velocity_torque.h"

namespace tauforge::dynamics {

enum class InverseDynamics {
  newton_euler,
  luh_walker_paul,
  khalil,
  augmented_body,
  gibbs_appell,
  gibbs_function,
  kane,
  compound_link,
  lagrange,
};

template <Scalar S> struct InverseDynamicsWorkspace {
  NewtonEulerWorkspace<S> newton_euler;
  LuhWalkerPaulWorkspace<S> luh_walker_paul;
  KhalilWorkspace<S> khalil;
  AugmentedBodyWorkspace<S> augmented_body;
  GibbsAppellWorkspace<S> gibbs_appell;
  GibbsFunctionWorkspace<S> gibbs_function;
  KaneWorkspace<S> kane;
  CompoundLinkWorkspace<S> compound_link;
  VelocityTorqueWorkspace<S> velocity_torque;
  LagrangeWorkspace<S> lagrange;
  std::vector<S> D, D_gravity, h;  // of the compound links; velocity torques
};

// Of the bodies alone: joint coordinates in, joint torques out (a floating base's wrench first).
template <Scalar S>
void rigid_inverse_dynamics(InverseDynamics method, const Tree& tree, const Parameters<S>& par, const State<S>& x,
                            InverseDynamicsWorkspace<S>& k, std::span<S> tau) {
  switch (method) {
    case InverseDynamics::newton_euler: return newton_euler<S>(tree, par, x, k.newton_euler, tau);
    case InverseDynamics::luh_walker_paul: return luh_walker_paul<S>(tree, par, x, k.luh_walker_paul, tau);
    case InverseDynamics::khalil: return khalil<S>(tree, par, x, k.khalil, tau);
    case InverseDynamics::augmented_body: return augmented_body<S>(tree, par, x, k.augmented_body, tau);
    case InverseDynamics::gibbs_appell: return gibbs_appell<S>(tree, par, x, k.gibbs_appell, tau);
    case InverseDynamics::gibbs_function: return gibbs_derivatives<S>(tree, par, x, k.gibbs_function, tau);
    case InverseDynamics::kane: return kane<S>(tree, par, x, k.kane, tau);
    case InverseDynamics::compound_link: {
      const std::size_t n = tree.size();
      k.D.resize(n * n), k.D_gravity.resize(n), k.h.resize(n);
      compound_link<S>(tree, par, x.q, k.compound_link, k.D, k.D_gravity);
      velocity_torque<S>(tree, par, x, k.velocity_torque, k.h);
      return synchronous_sum<S>(tree.size(), k.D, x.qdd, k.h, k.D_gravity, tau);
    }
    case InverseDynamics::lagrange: return lagrange<S>(tree, par, x, k.lagrange, tau);
  }
}

}  // namespace tauforge::dynamics
