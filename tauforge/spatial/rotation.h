// Rotations. A joint's rotation is kept as the product of a constant matrix and a turn about z:
// applying the two in turn costs 8 multiplications and 4 additions for a Denavit-Hartenberg joint
// [AMR89, eqs (54)-(55)], less where the twist is a quarter turn, and needs no products cos a * sin q.
#pragma once

#include <cmath>

#include "tauforge/spatial/mat3.h"

namespace tauforge::spatial {

// R_pj = fixed * Rz(q), with c = cos q, s = sin q (1 and 0 for a prismatic joint).
template <Scalar S> struct JointRotation {
  Mat3<S> fixed;
  S c{1.0}, s{0.0};
};

// R_pj v: from the joint's moving frame j to its parent p
template <Scalar S> Vec3<S> operator*(const JointRotation<S>& R, const Vec3<S>& v) {
  return R.fixed * Vec3<S>{R.c * v.x - R.s * v.y, R.s * v.x + R.c * v.y, v.z};
}
// R_pj^T v: from the parent p to the moving frame j
template <Scalar S> Vec3<S> transposed_times(const JointRotation<S>& R, const Vec3<S>& v) {
  const Vec3<S> u = transposed_times(R.fixed, v);
  return {R.c * u.x + R.s * u.y, R.c * u.y - R.s * u.x, u.z};
}
template <Scalar S> Mat3<S> matrix(const JointRotation<S>& R) {
  return from_columns(R.fixed * Vec3<S>{R.c, R.s, S(0.0)}, R.fixed * Vec3<S>{-R.s, R.c, S(0.0)}, column_z(R.fixed));
}
// Rz I Rz^T, with the products c s and s s formed once
template <Scalar S> Sym3<S> turned(const S& c, const S& s, const Sym3<S>& I) {
  const S ss = s * s, cs = c * s;
  const S shift = ss * (I.xx - I.yy) + (cs + cs) * I.xy;  // what x loses and y gains
  // clang-format off
  return {I.xx - shift, I.yy + shift, I.zz,
          cs * (I.xx - I.yy) + (I.xy - (ss + ss) * I.xy),
          s * I.xz + c * I.yz, c * I.xz - s * I.yz};
  // clang-format on
}
// R_pj I R_pj^T
template <Scalar S> Sym3<S> congruence(const JointRotation<S>& R, const Sym3<S>& I) {
  return congruence(R.fixed, turned(R.c, R.s, I));
}

// Unit quaternion, scalar last as URDF tools and Pinocchio order it.
template <Scalar S> struct Quaternion { S x{0.0}, y{0.0}, z{0.0}, w{1.0}; };

template <Scalar S> Mat3<S> matrix(const Quaternion<S>& e) {
  const S two(2.0), one(1.0);
  // clang-format off
  return {one - two * (e.y * e.y + e.z * e.z), two * (e.x * e.y - e.z * e.w), two * (e.x * e.z + e.y * e.w),
          two * (e.x * e.y + e.z * e.w), one - two * (e.x * e.x + e.z * e.z), two * (e.y * e.z - e.x * e.w),
          two * (e.x * e.z - e.y * e.w), two * (e.y * e.z + e.x * e.w), one - two * (e.x * e.x + e.y * e.y)};
  // clang-format on
}

// The quaternion of a rotation. The largest of the four components is computed first and the others from it, so nothing
// cancels; the choice depends on values, which is why this one is for numbers only.
inline Quaternion<double> quaternion(const Mat3<double>& R) {
  const double squares[] = {1 + R.xx - R.yy - R.zz, 1 - R.xx + R.yy - R.zz, 1 - R.xx - R.yy + R.zz,
                            1 + R.xx + R.yy + R.zz};
  int k = 0;
  for (int i = 1; i < 4; ++i)
    if (squares[i] > squares[k]) k = i;
  const double twice = std::sqrt(squares[k]), half = 0.5 / twice;
  const double x = R.zy - R.yz, y = R.xz - R.zx, z = R.yx - R.xy;
  const double xy = R.xy + R.yx, yz = R.yz + R.zy, xz = R.xz + R.zx;
  switch (k) {
    case 0: return {0.5 * twice, half * xy, half * xz, half * x};
    case 1: return {half * xy, 0.5 * twice, half * yz, half * y};
    case 2: return {half * xz, half * yz, 0.5 * twice, half * z};
    default: return {half * x, half * y, half * z, 0.5 * twice};
  }
}

}  // namespace tauforge::spatial
