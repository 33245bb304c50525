// The ten moments of a rigid body, and the six-by-six inertia of an articulated one.
#pragma once

#include "tauforge/spatial/pose.h"
#include "tauforge/spatial/wrench.h"

namespace tauforge::spatial {

// Moments of order 0, 1 and 2 about a frame's origin. Linear: bodies add, frames change linearly.
template <Scalar S> struct Inertia {
  S m{0.0};   // mass                              [kg]
  Vec3<S> h;  // first moment, mass times centre   [kg m]
  Sym3<S> I;  // inertia about the origin          [kg m^2]

  friend bool operator==(const Inertia&, const Inertia&) requires std::equality_comparable<S>
  = default;
};

template <Scalar S> Inertia<S> operator+(const Inertia<S>& a, const Inertia<S>& b) {
  return {a.m + b.m, a.h + b.h, a.I + b.I};
}
template <Scalar S> Inertia<S> operator-(const Inertia<S>& a, const Inertia<S>& b) {
  return {a.m - b.m, a.h - b.h, a.I - b.I};
}
// The same body seen from the frame i in which its own frame j has the pose X_ij.
template <Scalar S> Inertia<S> moved(const Pose<S>& X_ij, const Inertia<S>& b) {
  const Vec3<S> h = X_ij.R * b.h;
  return {b.m, h + b.m * X_ij.p, congruence(X_ij.R, b.I) + (mixed_inertia(X_ij.p, h) + b.m * point_inertia(X_ij.p))};
}
// Momentum of the body moving with a twist.
template <Scalar S> Wrench<S> operator*(const Inertia<S>& b, const Twist<S>& v) {
  return {b.m * v.linear + cross(v.angular, b.h), b.I * v.angular + cross(b.h, v.linear)};
}
template <class To, class From> Inertia<To> cast(const Inertia<From>& b) {
  return {To(b.m), cast<To>(b.h), cast<To>(b.I)};
}

// force = M a + H^T alpha, moment = H a + I alpha, for a linear and alpha angular acceleration.
template <Scalar S> struct ArticulatedInertia {
  Sym3<S> M;  // [kg]
  Mat3<S> H;  // [kg m]
  Sym3<S> I;  // [kg m^2]
};

template <Scalar S> ArticulatedInertia<S> articulated(const Inertia<S>& b) {
  return {{b.m, b.m, b.m, S(0.0), S(0.0), S(0.0)}, skew(b.h), b.I};
}
template <Scalar S> ArticulatedInertia<S> operator+(const ArticulatedInertia<S>& a, const ArticulatedInertia<S>& b) {
  return {a.M + b.M, a.H + b.H, a.I + b.I};
}
template <Scalar S> Wrench<S> operator*(const ArticulatedInertia<S>& b, const Twist<S>& a) {
  return {b.M * a.linear + transposed_times(b.H, a.angular), b.H * a.linear + b.I * a.angular};
}
// b - u u^T k, the articulated inertia that remains when one freedom with b S = u is released
template <Scalar S> ArticulatedInertia<S> released(const ArticulatedInertia<S>& b, const Wrench<S>& u, const S& k) {
  const Vec3<S> f = k * u.force, n = k * u.moment;
  const auto outer = [](const Vec3<S>& a, const Vec3<S>& c) {
    // clang-format off
    return Mat3<S>{a.x * c.x, a.x * c.y, a.x * c.z,
                   a.y * c.x, a.y * c.y, a.y * c.z,
                   a.z * c.x, a.z * c.y, a.z * c.z};
    // clang-format on
  };
  const auto symmetric = [](const Vec3<S>& a, const Vec3<S>& c) {
    return Sym3<S>{a.x * c.x, a.y * c.y, a.z * c.z, a.x * c.y, a.y * c.z, a.x * c.z};
  };
  return {b.M - symmetric(f, u.force), b.H - outer(n, u.force), b.I - symmetric(n, u.moment)};
}
// Seen from the frame i in which its own frame has the pose X_ij.
template <Scalar S> ArticulatedInertia<S> moved(const Pose<S>& X_ij, const ArticulatedInertia<S>& b) {
  const Mat3<S> px = skew(X_ij.p), R = X_ij.R, Rt = transpose(R);
  const Mat3<S> M = R * (full(b.M) * Rt), H = R * (b.H * Rt);
  const Mat3<S> pM = px * M, moved_H = H + pM;
  // moment about the new origin: I + p x H^T-part, symmetric by construction
  const Mat3<S> I = R * (full(b.I) * Rt) + (px * transpose(H) - moved_H * px);
  return {{M.xx, M.yy, M.zz, M.xy, M.yz, M.xz}, moved_H, {I.xx, I.yy, I.zz, I.xy, I.yz, I.xz}};
}

}  // namespace tauforge::spatial
