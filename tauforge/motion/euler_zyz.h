// Orientations by Euler angles about z, the new y and the new z:   R = Rz(a) Ry(b) Rz(c)                  (1)
#pragma once

#include <cmath>

#include "tauforge/spatial/mat3.h"

namespace tauforge::motion {

inline spatial::Mat3<double> rotation_zyz(const spatial::Vec3<double>& angles) {
  const double ca = std::cos(angles.x), sa = std::sin(angles.x), cb = std::cos(angles.y), sb = std::sin(angles.y);
  const double cc = std::cos(angles.z), sc = std::sin(angles.z);
  // clang-format off
  return {ca * cb * cc - sa * sc, -ca * cb * sc - sa * cc, ca * sb,
          sa * cb * cc + ca * sc, -sa * cb * sc + ca * cc, sa * sb,
                        -sb * cc,                 sb * sc,      cb};
  // clang-format on
}

// The angles (a, b, c) with 0 <= b <= pi. Where b is 0 or pi only a + c or a - c is determined: c is 0 then.
inline spatial::Vec3<double> zyz_angles(const spatial::Mat3<double>& R) {
  const double sb = std::hypot(R.xz, R.yz), b = std::atan2(sb, R.zz);
  if (sb < 1e-12) return {std::atan2(-R.xy, R.yy), b, 0.0};
  return {std::atan2(R.yz, R.xz), b, std::atan2(R.zy, -R.zx)};
}

}  // namespace tauforge::motion
