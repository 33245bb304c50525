// Friction of one drive, from its position theta, its speed v = thetad and its load L, the torque of the drive without
// friction.
//
//   coulomb    r (fc sign(v) + fv v) + f0                                          (1)
//   stribeck   r ((fc + (fs - fc) exp(-(v/vs)^2)) sign(v) + fv v) + f0             (2)
//   smooth     r (fc tanh(v/width) + fv v) + f0                                    (3)
//   r = 1 + sum_k (a_k cos(w_k theta) + b_k sin(w_k theta)), above zero            (4)
//   where it grows, fc is fc + c1 |L| + c2 sqrt|v|, with 0 <= c1 < 1               (5)
//   L of the torque tau of the drive:  L + friction(L) = tau, so with k = c1 r sign(v) and a = tau - friction(0)
//     L = a / (1 + k sign(a))                                                      (6)
//
// sign(0) = 0. fc sliding level, fs static level [N m]; fv viscous [N m s/rad]; f0 offset [N m];
// vs, width [rad/s]; c1 [1], c2 [N m sqrt(s/rad)].
//
// Gears rub more when they transmit more. (5) takes all that the drive moves, its rotor included: the inertia of a first
// rotor and of the body it turns are one number to every measurement, and so files that give the same torques give the
// same friction. It makes (6) closed: forward dynamics with load friction needs no iteration, and since |k| < 1 there is
// exactly one L for every tau. c1 sign(v) sign(L) > 0 drives, < 0 is driven back.
//
// Friction with memory is not inverse dynamics: see presliding.h.
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

template <Scalar S> S magnitude(const S& x) {
  using scalar::sign;
  return sign(x) * x;
}

// sqrt|v|, with a derivative at rest.
template <Scalar S> S root_of_speed(const S& v) {
  using scalar::sqrt;
  return sqrt(magnitude(v) + S(1e-12));
}

// What multiplies the parts of (5) that grow.
template <Scalar S> S sliding_direction(robot::FrictionKind kind, const robot::Drive<S>& drive, const S& v) {
  using scalar::sign;
  return kind == robot::FrictionKind::smooth ? friction_directions(kind, drive, v).coulomb : sign(v);
}

// Without load.
template <Scalar S> S friction(robot::FrictionKind kind, const robot::Drive<S>& drive, const S& theta, const S& v) {
  const FrictionDirections<S> direction = friction_directions(kind, drive, v);
  S dry = drive.coulomb * direction.coulomb + drive.static_level * direction.static_level;
  if (drive.growth) dry = dry + sliding_direction(kind, drive, v) * (drive.growth->root * root_of_speed(v));  // (5)
  if (drive.harmonics.empty()) return dry + (drive.viscous * v + drive.offset);
  return friction_ripple(drive, theta) * (dry + drive.viscous * v) + drive.offset;
}

// k of (6); for drives whose friction grows.
template <Scalar S>
S friction_per_load(robot::FrictionKind kind, const robot::Drive<S>& drive, const S& theta, const S& v) {
  const S k = sliding_direction(kind, drive, v) * drive.growth->load;
  return drive.harmonics.empty() ? k : friction_ripple(drive, theta) * k;
}

template <Scalar S>
S friction(robot::FrictionKind kind, const robot::Drive<S>& drive, const S& theta, const S& v, const S& load) {
  const S unloaded = friction(kind, drive, theta, v);
  return drive.growth ? unloaded + friction_per_load(kind, drive, theta, v) * magnitude(load) : unloaded;
}

// (6): what is left of a torque of the drive to move the bodies and the rotor.
template <Scalar S>
S load_of_torque(robot::FrictionKind kind, const robot::Drive<S>& drive, const S& theta, const S& v, const S& tau) {
  using scalar::sign;
  const S a = tau - friction(kind, drive, theta, v);
  return drive.growth ? a / (S(1.0) + friction_per_load(kind, drive, theta, v) * sign(a)) : a;
}

}  // namespace tauforge::dynamics
