// Friction with memory: before a joint slides it gives way like a spring, and after a reversal the torque needs a
// distance to turn round. It depends on what came before, so it is not part of inverse dynamics: it is a step function
// with a state of its own, called once per period.                                                      [Dah68]
//
//   d ds/dx = 1 - s sign(dx)                                s in [-1, 1]: sign(dx) when sliding, springy in between  (1)
//   tau     = fc s + fv v + f0                                                                                       (2)
//   s_k     = sign(dx) + (s_k-1 - sign(dx)) exp(-|dx|/d)    (1) over a step dx, exactly                              (3)
//
// d distance over which friction turns round [rad or m]; fc sliding level, f0 offset [N m or N]; fv viscous
// [N m s/rad or N s/m]. It depends on the path, not on the speed: at rest it keeps the direction it came from.
#pragma once

#include "tauforge/scalar/elementary.h"
#include "tauforge/scalar/scalar.h"

namespace tauforge::dynamics {

template <scalar::Scalar S> struct Presliding {
  S coulomb{0.0}, viscous{0.0}, offset{0.0};
  S distance{1.0};
};

// The state after a step of the way.
template <scalar::Scalar S> S presliding_state(const S& distance, const S& dx, const S& state) {
  using scalar::exp;
  using scalar::sign;
  const S direction = sign(dx);
  return direction + (state - direction) * exp(-(direction * dx) / distance);  // (3); without a step it stays
}

// The torque after a period in which the drive went dx, now at speed v; the state moves on.
template <scalar::Scalar S> S presliding_step(const Presliding<S>& friction, const S& dx, const S& v, S& state) {
  state = presliding_state(friction.distance, dx, state);
  return friction.coulomb * state + (friction.viscous * v + friction.offset);  // (2)
}

}  // namespace tauforge::dynamics
