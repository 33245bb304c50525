// Geometric Jacobian of a point of a body: its linear and the body's angular velocity in the world = J * velocities.
//
//   column of a revolute joint i:   z_i x (p - p_i),  z_i                       (1)
//   column of a prismatic joint i:  z_i,              0                         (2)
//   columns of a floating base (velocities in the base frame): R_wb, and R_wb e_k x (p - p_b)   (3)
//
// Joints that do not carry the body have zero columns. The point is given in the body's frame. J is 6 x nv, row-major, linear rows first.
#pragma once

#include "tauforge/dynamics/forward_kinematics.h"
#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

template <Scalar S> struct JacobianWorkspace {
  ForwardKinematicsWorkspace<S> forward_kinematics;
  std::vector<Pose<S>> X_0;
};

template <Scalar S>
void jacobian(const Tree& tree, const Parameters<S>& par, const State<S>& x, Index body, const Vec3<S>& point,
              JacobianWorkspace<S>& k, std::span<S> J) {
  const Index base = base_rows(tree), nv = base + tree.size();
  k.X_0.resize(tree.size());
  forward_kinematics<S>(tree, par, x, k.forward_kinematics, k.X_0);
  for (S& entry : J) entry = S(0.0);
  const Vec3<S> p = (body == Tree::base ? x.base.X_wb : k.X_0[body]) * point;
  const auto set = [&](Index column, const Vec3<S>& linear, const Vec3<S>& angular) {
    const S rows[] = {linear.x, linear.y, linear.z, angular.x, angular.y, angular.z};
    for (Index r = 0; r < 6; ++r) J[r * nv + column] = rows[r];
  };
  for (Index i = body; i != Tree::base; i = tree.parent(i)) {
    const Vec3<S> z = column_z(k.X_0[i].R);
    if (tree.is_revolute(i))
      set(base + i, cross(z, p - k.X_0[i].p), z);  // (1)
    else
      set(base + i, z, zero3<S>());  // (2)
  }
  if (!tree.floating) return;
  const Pose<S>& b = x.base.X_wb;
  const Vec3<S> axes[] = {column_x(b.R), column_y(b.R), column_z(b.R)};
  for (Index c = 0; c < 3; ++c) {
    set(c, axes[c], zero3<S>());  // (3)
    set(c + 3, cross(axes[c], p - b.p), axes[c]);
  }
}

}  // namespace tauforge::dynamics
