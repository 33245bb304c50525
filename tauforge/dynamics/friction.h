// Friction of one drive, from its position theta and its speed v = thetad.
//
//   coulomb    r (fc sign(v) + fv v) + f0                                          (1)
//   stribeck   r ((fc + (fs - fc) exp(-(v/vs)^2)) sign(v) + fv v) + f0             (2)
//   smooth     r (fc tanh(v/width) + fv v) + f0                                    (3)
//   r = 1 + sum_k (a_k cos(w_k theta) + b_k sin(w_k theta)), above zero            (4)
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

// (4); for drives with harmonics.
template <Scalar S> S friction_ripple(const robot::Drive<S>& drive, const S& theta) {
  using scalar::cos;
  using scalar::sin;
  S r(1.0);
  for (const auto& h : drive.harmonics) {
    const S angle = h.rate * theta;
    r = r + (h.cosine * cos(angle) + h.sine * sin(angle));
  }
  return r;
}

template <Scalar S> S friction(robot::FrictionKind kind, const robot::Drive<S>& drive, const S& theta, const S& v) {
  const FrictionDirections<S> direction = friction_directions(kind, drive, v);
  const S dry = drive.coulomb * direction.coulomb + drive.static_level * direction.static_level;
  if (drive.harmonics.empty()) return dry + (drive.viscous * v + drive.offset);
  return friction_ripple(drive, theta) * (dry + drive.viscous * v) + drive.offset;
}

}  // namespace tauforge::dynamics
