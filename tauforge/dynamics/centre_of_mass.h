// Links as the papers with centres of mass see them: c = h / m and J = I + m [c]x [c]x.
// These are functions of the parameters alone: in generated code they are constants.
#pragma once

#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

template <Scalar S> struct CentralInertia {
  S m;        // mass                                [kg]
  Vec3<S> c;  // centre of mass from O_i, in frame i [m]
  Sym3<S> J;  // inertia about it                    [kg m^2]
};

template <Scalar S> CentralInertia<S> central(const Inertia<S>& b) {
  using scalar::ratio_or_zero;
  const Vec3<S> c{ratio_or_zero(b.h.x, b.m), ratio_or_zero(b.h.y, b.m), ratio_or_zero(b.h.z, b.m)};
  return {b.m, c, b.I - b.m * point_inertia(c)};
}

template <Scalar S> void central_inertias(const Parameters<S>& par, std::vector<CentralInertia<S>>& bodies) {
  bodies.clear();
  for (const Inertia<S>& b : par.body) bodies.push_back(central(b));
}

}  // namespace tauforge::dynamics
