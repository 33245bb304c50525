// Inverse dynamics is linear in the parameters: tau = Y(q, qd, qdd) pi. This is Y.       [IHPH92, sec. 4]
//
// Columns, in this order:
//   per body 10: m, first moments x y z, inertia xx yy zz xy yz xz, about the origin and in the axes of
//   the file's own link frame;  then per drive: inertia, coulomb, viscous, offset, and for Stribeck friction the
//   static level.  For a floating base its ten come first.
//
//   column of moment k of body b:   Y_ik = s_i . (wrench of b with moment k alone, carried down to body i)     (1)
//   for the joints i that carry b; columns of drive j: qdd_j, the direction of its friction, qd_j and 1 on row j   (2)
#pragma once

#include "tauforge/dynamics/drive.h"
#include "tauforge/dynamics/inertial_wrench.h"
#include "tauforge/dynamics/joint_frames.h"
#include "tauforge/dynamics/newton_euler.h"
#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

constexpr Index moments_per_body = 10;

constexpr Index drive_columns(robot::FrictionKind kind) { return kind == robot::FrictionKind::stribeck ? 5 : 4; }

// How many columns belong to bodies, and how many there are.
inline Index inertial_columns(const Tree& tree) { return moments_per_body * (tree.size() + (tree.floating ? 1 : 0)); }

inline Index regressor_columns(const Tree& tree) {
  Index columns = inertial_columns(tree);
  for (const auto kind : tree.friction) columns += drive_columns(kind);
  return columns;
}

template <Scalar S> struct RegressorWorkspace {
  NewtonEulerWorkspace<S> motion;
  std::vector<S> unused_tau;
  Parameters<S> weightless;  // the robot without moments: only its motion is wanted
  State<S> joints;           // the state behind the transmission
  std::vector<S> rigid, rigid_drives;
};

// The body with one unit moment.
template <Scalar S> Inertia<S> unit_moment(Index which) {
  Inertia<S> b;
  S* entry[] = {&b.m, &b.h.x, &b.h.y, &b.h.z, &b.I.xx, &b.I.yy, &b.I.zz, &b.I.xy, &b.I.yz, &b.I.xz};
  *entry[which] = S(1.0);
  return b;
}

// The inertial columns, for joint coordinates: (base rows + joints) x inertial_columns, row-major.
template <Scalar S>
void rigid_regressor(const Tree& tree, const Parameters<S>& par, const State<S>& x, RegressorWorkspace<S>& k,
                     std::span<S> Y) {
  const Index base = base_rows(tree), rows = base + tree.size(), columns = inertial_columns(tree);
  k.weightless = par;
  for (auto& b : k.weightless.body) b = {};
  k.weightless.base = {};
  k.unused_tau.resize(at(rows));
  State<S> motion = x;
  motion.external.clear();
  newton_euler<S>(tree, k.weightless, motion, k.motion, k.unused_tau);
  for (S& entry : Y) entry = S(0.0);

  const auto add_base_rows = [&](Index column, const Wrench<S>& F) {
    const S values[] = {F.force.x, F.force.y, F.force.z, F.moment.x, F.moment.y, F.moment.z};
    for (Index r = 0; r < 6; ++r) Y[at(r * columns + column)] = values[r];
  };
  Index column = 0;
  if (tree.floating) {
    const Vec3<S>&w = x.base.velocity.angular, &dw = x.base.acceleration.angular;
    const Vec3<S> a =
        x.base.acceleration.linear + cross(w, x.base.velocity.linear) - transposed_times(x.base.X_wb.R, par.gravity);
    for (Index m = 0; m < moments_per_body; ++m)
      add_base_rows(column++, inertial_wrench(unit_moment<S>(m), w, dw, acceleration_matrix(w, dw), a));
  }
  for (Index body : tree.base_to_tip())
    for (Index m = 0; m < moments_per_body; ++m, ++column) {
      const Inertia<S> unit = moved(par.link_frame[at(body)], unit_moment<S>(m));
      Wrench<S> F = inertial_wrench(unit, k.motion.w[at(body)], k.motion.dw[at(body)], k.motion.U[at(body)],
                                    k.motion.a[at(body)]);
      for (Index i = body; i != Tree::base; i = tree.parent(i)) {
        Y[at((base + i) * columns + column)] = tree.is_revolute(i) ? F.moment.z : F.force.z;
        F = to_parent(k.motion.X, i, F);
      }
      if (tree.floating) add_base_rows(column, F);
    }
}

// All columns, for drive coordinates: nv x regressor_columns, row-major.
template <Scalar S>
void regressor(const Tree& tree, const Parameters<S>& par, const State<S>& theta, RegressorWorkspace<S>& k,
               std::span<S> Y) {
  const Index base = base_rows(tree), inertial = inertial_columns(tree), columns = regressor_columns(tree);
  to_joints<S>(tree, par, theta, k.joints);
  k.rigid.resize(at((base + tree.size()) * inertial)), k.rigid_drives.resize(at(tree.nv() * inertial));
  rigid_regressor<S>(tree, par, k.joints, k, k.rigid);
  rows_to_drives<S>(tree, par, k.rigid, inertial, k.rigid_drives);
  for (S& entry : Y) entry = S(0.0);
  for (Index r = 0; r < tree.nv(); ++r)
    for (Index c = 0; c < inertial; ++c) Y[at(r * columns + c)] = k.rigid_drives[at(r * inertial + c)];
  Index column = inertial;
  for (Index j = 0; j < tree.drives(); ++j) {
    const auto kind = tree.friction[at(j)];
    const S& v = theta.qd[at(j)];
    const auto direction = friction_directions(kind, par.drive[at(j)], v);
    const S drive[] = {theta.qdd[at(j)], direction.coulomb, v, S(1.0), direction.static_level};
    for (Index c = 0; c < drive_columns(kind); ++c) Y[at((base + j) * columns + column++)] = drive[c];
  }
}

}  // namespace tauforge::dynamics
