// The wrench that gives a rigid body its motion, from the ten moments about its frame's origin.
//
//   U = [dw]x + [w]x [w]x                                    (1)
//   F = m a + U h,   N = I dw + w x I w + h x a              (2)
//
// w, dw angular velocity and acceleration; a acceleration of the origin, less gravity where that is to be held up.
#pragma once

#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

// (1)
template <Scalar S> Mat3<S> acceleration_matrix(const Vec3<S>& w, const Vec3<S>& dw) {
  const S xx = w.x * w.x, yy = w.y * w.y, zz = w.z * w.z;
  const S xy = w.x * w.y, yz = w.y * w.z, xz = w.x * w.z;
  // clang-format off
  return {-(yy + zz), xy - dw.z, xz + dw.y,
          xy + dw.z, -(xx + zz), yz - dw.x,
          xz - dw.y, yz + dw.x, -(xx + yy)};
  // clang-format on
}

// (2): about the origin of the body's frame
template <Scalar S>
Wrench<S> inertial_wrench(const Inertia<S>& b, const Vec3<S>& w, const Vec3<S>& dw, const Mat3<S>& U,
                          const Vec3<S>& a) {
  return {b.m * a + U * b.h, b.I * dw + (cross(w, b.I * w) + cross(b.h, a))};
}

}  // namespace tauforge::dynamics
