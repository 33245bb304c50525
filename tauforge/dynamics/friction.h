// Friction of one drive, from its speed v = thetad.
//
//   coulomb    fc sign(v) + fv v + f0                                              (1)
//   stribeck   (fc + (fs - fc) exp(-(v/vs)^2)) sign(v) + fv v + f0                 (2)
//   smooth     fc tanh(v/width) + fv v + f0                                        (3)
//
// sign(0) = 0. fc sliding level, fs static level [N m]; fv viscous [N m s/rad]; f0 offset [N m];
// vs, width [rad/s]. Friction with memory (presliding) is not inverse dynamics and has no place here.
#pragma once

#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

// What multiplies the sliding level.
template <Scalar S> S friction_direction(robot::FrictionKind kind, const robot::Drive<S>& drive, const S& v) {
  using scalar::sign;
  using scalar::tanh;
  return kind == robot::FrictionKind::smooth ? tanh(v / drive.width) : sign(v);
}

template <Scalar S> S friction(robot::FrictionKind kind, const robot::Drive<S>& drive, const S& v) {
  using scalar::exp;
  S level = drive.coulomb;
  if (kind == robot::FrictionKind::stribeck) {
    const S ratio = v / drive.stribeck_velocity;
    level = level + (drive.static_level - drive.coulomb) * exp(-(ratio * ratio));    // (2)
  }
  return level * friction_direction(kind, drive, v) + (drive.viscous * v + drive.offset);
}

}  // namespace tauforge::dynamics
