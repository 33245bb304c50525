// A frame seen from another: R_ij turns components in j into components in i, p_ij goes from
// origin i to origin j, in frame i. Poses compose by matching letters: X_ik = X_ij * X_jk.
#pragma once

#include "tauforge/spatial/mat3.h"

namespace tauforge::spatial {

template <Scalar S> struct Pose {
  Mat3<S> R = identity3<S>();
  Vec3<S> p;

  friend bool operator==(const Pose&, const Pose&) requires std::equality_comparable<S>
  = default;
};

template <Scalar S> Pose<S> operator*(const Pose<S>& a, const Pose<S>& b) { return {a.R * b.R, a.p + a.R * b.p}; }
template <Scalar S> Vec3<S> operator*(const Pose<S>& a, const Vec3<S>& point) { return a.p + a.R * point; }
template <Scalar S> Pose<S> inverse(const Pose<S>& a) { return {transpose(a.R), -transposed_times(a.R, a.p)}; }
template <class To, class From> Pose<To> cast(const Pose<From>& a) { return {cast<To>(a.R), cast<To>(a.p)}; }

}  // namespace tauforge::spatial
