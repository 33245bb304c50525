// Friction of one drive, from its speed v = thetad.
//
//   coulomb    fc sign(v) + fv v + f0                                              (1)
//   stribeck   (fc + (fs - fc) exp(-(v/vs)^2)) sign(v) + fv v + f0                 (2)
//   smooth     fc tanh(v/width) + fv v + f0                                        (3)
//
// sign(0) = 0. fc sliding level, fs static level [N m]; fv viscous [N m s/rad]; f0 offset [N m];
// vs, width [rad/s]. Friction with memory is not inverse dynamics: see presliding.h.
#pragma once

#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

// Friction is linear in its levels: what multiplies the sliding and the static one.
template <Scalar S> struct FrictionDirections { S coulomb, static_level; };

template <Scalar S>
FrictionDirections<S> friction_directions(robot::FrictionKind kind, const robot::Drive<S>& drive, const S& v) {
  using scalar::exp;
  using scalar::sign;
  using scalar::tanh;
  switch (kind) {
    case robot::FrictionKind::coulomb: break;
    case robot::FrictionKind::smooth: return {tanh(v / drive.width), S(0.0)};  // (3)
    case robot::FrictionKind::stribeck: {
      const S ratio = v / drive.stribeck_velocity;
      const S at_rest = exp(-(ratio * ratio)) * sign(v);
      return {sign(v) - at_rest, at_rest};  // (2)
    }
  }
  return {sign(v), S(0.0)};  // (1)
}

template <Scalar S> S friction(robot::FrictionKind kind, const robot::Drive<S>& drive, const S& v) {
  const FrictionDirections<S> direction = friction_directions(kind, drive, v);
  return (drive.coulomb * direction.coulomb + drive.static_level * direction.static_level) +
         (drive.viscous * v + drive.offset);
}

}  // namespace tauforge::dynamics
