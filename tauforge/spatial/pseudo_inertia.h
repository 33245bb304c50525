// The ten moments as the symmetric 4x4 matrix P = [Sigma h; h' m], Sigma = integral of r r' dm = 1/2 tr(I) 1 - I.
// Frames change by P' = T P T', which has no cross terms to get wrong, and what lies on an axis is a few entries.
#pragma once

#include "tauforge/spatial/inertia.h"

namespace tauforge::spatial {

template <Scalar S> struct PseudoInertia {
  Sym3<S> Sigma;  // [kg m^2]
  Vec3<S> h;      // [kg m]
  S m{0.0};       // [kg]
};

template <Scalar S> PseudoInertia<S> pseudo_inertia(const Inertia<S>& b) {
  const S half(0.5);
  return {{half * (b.I.yy + b.I.zz - b.I.xx), half * (b.I.xx + b.I.zz - b.I.yy), half * (b.I.xx + b.I.yy - b.I.zz),
           -b.I.xy, -b.I.yz, -b.I.xz},
          b.h,
          b.m};
}
// And back: I = tr(Sigma) 1 - Sigma.
template <Scalar S> Inertia<S> inertia(const PseudoInertia<S>& P) {
  const Sym3<S>& Sigma = P.Sigma;
  return {P.m, P.h, {Sigma.yy + Sigma.zz, Sigma.xx + Sigma.zz, Sigma.xx + Sigma.yy, -Sigma.xy, -Sigma.yz, -Sigma.xz}};
}
template <Scalar S> PseudoInertia<S> operator+(const PseudoInertia<S>& a, const PseudoInertia<S>& b) {
  return {a.Sigma + b.Sigma, a.h + b.h, a.m + b.m};
}
template <Scalar S> PseudoInertia<S> operator-(const PseudoInertia<S>& a, const PseudoInertia<S>& b) {
  return {a.Sigma - b.Sigma, a.h - b.h, a.m - b.m};
}
// Seen from the frame i in which its own frame has the pose X_ij.
template <Scalar S> PseudoInertia<S> moved(const Pose<S>& X_ij, const PseudoInertia<S>& b) {
  const Vec3<S> h = X_ij.R * b.h;
  return {congruence(X_ij.R, b.Sigma) + (symmetric_product(h, X_ij.p) + b.m * square(X_ij.p)), h + b.m * X_ij.p, b.m};
}

}  // namespace tauforge::spatial
