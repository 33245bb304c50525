// A robot's motion as Duals: values now, derivatives along a direction or along time.
#pragma once

#include "tauforge/dynamics/state.h"
#include "tauforge/scalar/dual.h"

namespace tauforge::tests {

using Dual = scalar::Dual<double>;

inline robot::Parameters<Dual> as_dual(const robot::Parameters<double>& par) {
  return robot::converted<Dual>(par, [](double v) { return Dual(v); });
}

inline std::vector<Dual> along(const std::vector<double>& values, const std::vector<double>& direction) {
  std::vector<Dual> result;
  for (std::size_t i = 0; i < values.size(); ++i) result.emplace_back(values[i], direction[i]);
  return result;
}
inline spatial::Vec3<Dual> along(const spatial::Vec3<double>& v, const spatial::Vec3<double>& d) {
  return {{v.x, d.x}, {v.y, d.y}, {v.z, d.z}};
}
inline spatial::Mat3<Dual> along(const spatial::Mat3<double>& v, const spatial::Mat3<double>& d) {
  return {{v.xx, d.xx}, {v.xy, d.xy}, {v.xz, d.xz}, {v.yx, d.yx}, {v.yy, d.yy},
          {v.yz, d.yz}, {v.zx, d.zx}, {v.zy, d.zy}, {v.zz, d.zz}};
}

// The motion that x describes, in time: q moves with qd, qd with qdd, the base with its twist
// (R_wb' = R_wb [w]x, p' = R_wb v), its twist with its acceleration.
inline dynamics::State<Dual> in_time(const dynamics::State<double>& x) {
  dynamics::State<Dual> state;
  const auto& b = x.base;
  state.q = along(x.q, x.qd);
  state.qd = along(x.qd, x.qdd);
  state.base.X_wb.R = along(b.X_wb.R, b.X_wb.R * spatial::skew(b.velocity.angular));
  state.base.X_wb.p = along(b.X_wb.p, b.X_wb.R * b.velocity.linear);
  state.base.velocity = {along(b.velocity.linear, b.acceleration.linear),
                         along(b.velocity.angular, b.acceleration.angular)};
  return state;
}

}  // namespace tauforge::tests
