// A full 3x3 matrix: constant rotations, and the U of the Newton-Euler equations.
#pragma once

#include "tauforge/spatial/sym3.h"
#include "tauforge/spatial/vec3.h"

namespace tauforge::spatial {

template <Scalar S> struct Mat3 {
  S xx{0.0}, xy{0.0}, xz{0.0};
  S yx{0.0}, yy{0.0}, yz{0.0};
  S zx{0.0}, zy{0.0}, zz{0.0};

  friend bool operator==(const Mat3&, const Mat3&) requires std::equality_comparable<S>
  = default;
};

// clang-format off
template <Scalar S> Mat3<S> identity3() {
  const S o(0.0), i(1.0);
  return {i, o, o,
          o, i, o,
          o, o, i};
}
template <Scalar S> Mat3<S> transpose(const Mat3<S>& a) {
  return {a.xx, a.yx, a.zx,
          a.xy, a.yy, a.zy,
          a.xz, a.yz, a.zz};
}
template <Scalar S> Mat3<S> skew(const Vec3<S>& a) {
  const S o(0.0);
  return {   o, -a.z,  a.y,
           a.z,    o, -a.x,
          -a.y,  a.x,    o};
}
template <Scalar S> Mat3<S> full(const Sym3<S>& a) {
  return {a.xx, a.xy, a.xz,
          a.xy, a.yy, a.yz,
          a.xz, a.yz, a.zz};
}
template <Scalar S> Mat3<S> operator+(const Mat3<S>& a, const Mat3<S>& b) {
  return {a.xx + b.xx, a.xy + b.xy, a.xz + b.xz,
          a.yx + b.yx, a.yy + b.yy, a.yz + b.yz,
          a.zx + b.zx, a.zy + b.zy, a.zz + b.zz};
}
template <Scalar S> Mat3<S> operator-(const Mat3<S>& a, const Mat3<S>& b) {
  return {a.xx - b.xx, a.xy - b.xy, a.xz - b.xz,
          a.yx - b.yx, a.yy - b.yy, a.yz - b.yz,
          a.zx - b.zx, a.zy - b.zy, a.zz - b.zz};
}
template <Scalar S> Vec3<S> operator*(const Mat3<S>& a, const Vec3<S>& v) {
  return {a.xx * v.x + a.xy * v.y + a.xz * v.z,
          a.yx * v.x + a.yy * v.y + a.yz * v.z,
          a.zx * v.x + a.zy * v.y + a.zz * v.z};
}
// A^T v
template <Scalar S> Vec3<S> transposed_times(const Mat3<S>& a, const Vec3<S>& v) {
  return {a.xx * v.x + a.yx * v.y + a.zx * v.z,
          a.xy * v.x + a.yy * v.y + a.zy * v.z,
          a.xz * v.x + a.yz * v.y + a.zz * v.z};
}
template <Scalar S> Vec3<S> column_x(const Mat3<S>& a) { return {a.xx, a.yx, a.zx}; }
template <Scalar S> Vec3<S> column_y(const Mat3<S>& a) { return {a.xy, a.yy, a.zy}; }
template <Scalar S> Vec3<S> column_z(const Mat3<S>& a) { return {a.xz, a.yz, a.zz}; }
template <Scalar S> Mat3<S> from_columns(const Vec3<S>& x, const Vec3<S>& y, const Vec3<S>& z) {
  return {x.x, y.x, z.x,
          x.y, y.y, z.y,
          x.z, y.z, z.z};
}
// clang-format on
template <Scalar S> Mat3<S> operator*(const Mat3<S>& a, const Mat3<S>& b) {
  return from_columns(a * column_x(b), a * column_y(b), a * column_z(b));
}
// A I A^T, for a symmetric I
template <Scalar S> Sym3<S> congruence(const Mat3<S>& a, const Sym3<S>& inertia) {
  const Vec3<S> rx = inertia * Vec3<S>{a.xx, a.xy, a.xz};
  const Vec3<S> ry = inertia * Vec3<S>{a.yx, a.yy, a.yz};
  const Vec3<S> rz = inertia * Vec3<S>{a.zx, a.zy, a.zz};
  const Vec3<S> x{a.xx, a.xy, a.xz}, y{a.yx, a.yy, a.yz}, z{a.zx, a.zy, a.zz};
  return {dot(x, rx), dot(y, ry), dot(z, rz), dot(x, ry), dot(y, rz), dot(x, rz)};
}

template <class To, class From> Mat3<To> cast(const Mat3<From>& a) {
  return {To(a.xx), To(a.xy), To(a.xz), To(a.yx), To(a.yy), To(a.yz), To(a.zx), To(a.zy), To(a.zz)};
}

}  // namespace tauforge::spatial
