// Turns about z, the axis of every joint.
#pragma once

#include "tauforge/dynamics/planned/plan.h"
#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

template <Scalar S> struct Turn { S c{1.0}, s{0.0}; };
template <Scalar S> Vec3<S> forward(const Turn<S>& t, const Vec3<S>& v) {
  return {t.c * v.x - t.s * v.y, t.s * v.x + t.c * v.y, v.z};
}
template <Scalar S> Vec3<S> backward(const Turn<S>& t, const Vec3<S>& v) {
  return {t.c * v.x + t.s * v.y, t.c * v.y - t.s * v.x, v.z};
}

template <Scalar S> Sym3<S> forward(const Turn<S>& t, const Sym3<S>& A) {
  const S &c = t.c, &s = t.s;
  const S u = s * (A.xx - A.yy) + c * (A.xy + A.xy), su = s * u;
  return {A.xx - su, A.yy + su, A.zz, c * u - A.xy, s * A.xz + c * A.yz, c * A.xz - s * A.yz};
}

// Of body i by an angle; aligned axes turn by a constant angle more. The names end in `label`.
template <Scalar S> Turn<S> turn_by(const S& angle, Alignment alignment, const Vec3<S>& aligned, int label) {
  using scalar::cos;
  using scalar::cos_of_sum;
  using scalar::sin;
  using scalar::sin_of_sum;
  const bool plain = alignment == Alignment::none;
  return {named(plain ? cos(angle) : cos_of_sum(angle, aligned.x, aligned.y), "C", label),
          named(plain ? sin(angle) : sin_of_sum(angle, aligned.x, aligned.y), "S", label)};
}

}  // namespace tauforge::dynamics
