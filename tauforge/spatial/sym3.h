// A symmetric 3x3 matrix: inertia tensors and their sums. Six numbers, tensor signs
// (xy = -integral of x y dm for an inertia).
#pragma once

#include "tauforge/spatial/vec3.h"

namespace tauforge::spatial {

template <Scalar S> struct Sym3 {
  S xx{0.0}, yy{0.0}, zz{0.0}, xy{0.0}, yz{0.0}, xz{0.0};

  friend bool operator==(const Sym3&, const Sym3&) requires std::equality_comparable<S>
  = default;
};

template <Scalar S> Sym3<S> operator+(const Sym3<S>& a, const Sym3<S>& b) {
  return {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.yz + b.yz, a.xz + b.xz};
}
template <Scalar S> Sym3<S> operator-(const Sym3<S>& a, const Sym3<S>& b) {
  return {a.xx - b.xx, a.yy - b.yy, a.zz - b.zz, a.xy - b.xy, a.yz - b.yz, a.xz - b.xz};
}
template <Scalar S> Sym3<S> operator*(const S& k, const Sym3<S>& a) {
  return {k * a.xx, k * a.yy, k * a.zz, k * a.xy, k * a.yz, k * a.xz};
}
template <Scalar S> Vec3<S> operator*(const Sym3<S>& a, const Vec3<S>& v) {
  // clang-format off
  return {a.xx * v.x + a.xy * v.y + a.xz * v.z,
          a.xy * v.x + a.yy * v.y + a.yz * v.z,
          a.xz * v.x + a.yz * v.y + a.zz * v.z};
  // clang-format on
}

// a b^T + b a^T
template <Scalar S> Sym3<S> symmetric_product(const Vec3<S>& a, const Vec3<S>& b) {
  const S two(2.0);
  // clang-format off
  return {two * (a.x * b.x), two * (a.y * b.y), two * (a.z * b.z),
          a.x * b.y + a.y * b.x, a.y * b.z + a.z * b.y, a.x * b.z + a.z * b.x};
  // clang-format on
}
// a a^T
template <Scalar S> Sym3<S> square(const Vec3<S>& a) {
  return {a.x * a.x, a.y * a.y, a.z * a.z, a.x * a.y, a.y * a.z, a.x * a.z};
}
// -[p]x [p]x: the inertia about the origin of a unit mass at p
template <Scalar S> Sym3<S> point_inertia(const Vec3<S>& p) {
  const S xx = p.x * p.x, yy = p.y * p.y, zz = p.z * p.z;
  return {yy + zz, xx + zz, xx + yy, -(p.x * p.y), -(p.y * p.z), -(p.x * p.z)};
}
// -[p]x [h]x - [h]x [p]x: how an inertia changes when its reference point moves by p and the first
// moment is h
template <Scalar S> Sym3<S> mixed_inertia(const Vec3<S>& p, const Vec3<S>& h) {
  const S xx = p.x * h.x, yy = p.y * h.y, zz = p.z * h.z, two(2.0);
  // clang-format off
  return {two * (yy + zz), two * (xx + zz), two * (xx + yy),
          -(p.x * h.y + p.y * h.x), -(p.y * h.z + p.z * h.y), -(p.x * h.z + p.z * h.x)};
  // clang-format on
}

template <class To, class From> Sym3<To> cast(const Sym3<From>& a) {
  return {To(a.xx), To(a.yy), To(a.zz), To(a.xy), To(a.yz), To(a.xz)};
}

}  // namespace tauforge::spatial
