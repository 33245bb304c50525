// Inverse dynamics is linear in the parameters: tau = Y(q, qd, qdd) pi. This is Y.       [IHPH92, sec. 4]
//
// Columns, in this order:
//   per body 10: m, first moments x y z, inertia xx yy zz xy yz xz, about the origin and in the axes of
//   the file's own link frame;  then per drive: inertia, coulomb, viscous, offset, and for Stribeck friction the
//   static level;  then per spring its stiffness, per counterbalance its force and its stiffness.  For a floating base
//   its ten come first.
//
// A body j is looked at in its file's frame: w, dw, a, U its motion there (newton_euler.h, (1) to (4)), and
//   s_ij = (v, n)    twist of that frame when joint i alone turns or slides with speed one, i carries j        (1)
//   F_kj = (f, n)    wrench that moves the body with moment k alone, 1, and no other                           (2)
//   Y_i,kj = s_ij . F_kj                                                                                       (3)
// so six numbers are carried from body to body for each joint, not ten wrenches. F has few entries, the same for all
// joints. The rows of a floating base are those of six such joints.
//   columns of drive j: qdd_j, the direction of its friction, qd_j and 1 on row j                              (4)
//   columns of a spring: its directions (spring.h) on the row of its joint                                     (5)
#pragma once

#include <array>

#include "tauforge/dynamics/drive.h"
#include "tauforge/dynamics/inertial_wrench.h"
#include "tauforge/dynamics/joint_frames.h"
#include "tauforge/dynamics/newton_euler.h"
#include "tauforge/dynamics/spring.h"
#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

constexpr Index moments_per_body = 10;

constexpr Index drive_columns(robot::FrictionKind kind) { return kind == robot::FrictionKind::stribeck ? 5 : 4; }

// How many columns belong to bodies, and how many there are.
inline Index inertial_columns(const Tree& tree) { return moments_per_body * (tree.size() + (tree.floating ? 1 : 0)); }

// Where the columns of springs begin.
inline Index first_spring_column(const Tree& tree) {
  Index columns = inertial_columns(tree);
  for (const auto kind : tree.friction) columns += drive_columns(kind);
  return columns;
}

inline Index regressor_columns(const Tree& tree) { return first_spring_column(tree) + spring_columns(tree); }

template <Scalar S> using BodyWrenches = std::array<Wrench<S>, moments_per_body>;

// What one row of Y does to a body.
template <Scalar S> struct RowTwist {
  Index row;
  Twist<S> twist;
};

template <Scalar S> struct RegressorWorkspace {
  NewtonEulerWorkspace<S> motion;
  std::vector<S> unused_tau;
  Parameters<S> weightless;   // the robot without moments: only its motion is wanted
  State<S> joints, unpushed;  // the state behind the transmission; without wrenches
  std::vector<S> rigid, rigid_drives;
  std::vector<std::vector<RowTwist<S>>> twists;  // (1), in the frame of each body's joint
  std::vector<RowTwist<S>> base_twists;
  std::vector<BodyWrenches<S>> F;  // (2)
};

// The body with one unit moment.
template <Scalar S> Inertia<S> unit_moment(Index which) {
  Inertia<S> b;
  S* entry[] = {&b.m, &b.h.x, &b.h.y, &b.h.z, &b.I.xx, &b.I.yy, &b.I.zz, &b.I.xy, &b.I.yz, &b.I.xz};
  *entry[which] = S(1.0);
  return b;
}

// (2)
template <Scalar S> BodyWrenches<S> unit_wrenches(const Vec3<S>& w, const Vec3<S>& dw, const Vec3<S>& a) {
  const Mat3<S> U = acceleration_matrix(w, dw);
  BodyWrenches<S> F;
  for (Index m = 0; m < moments_per_body; ++m) F[m] = inertial_wrench(unit_moment<S>(m), w, dw, U, a);
  return F;
}

// (3), as one sum: the entries of a row then are alike, which generated code makes vectors of
template <Scalar S> S power(const Wrench<S>& F, const Twist<S>& s) {
  const Vec3<S>&f = F.force, &n = F.moment, &v = s.linear, &w = s.angular;
  return f.x * v.x + f.y * v.y + f.z * v.z + n.x * w.x + n.y * w.y + n.z * w.z;
}

// The inertial columns, for joint coordinates: (base rows + joints) x inertial_columns, row-major.
template <Scalar S>
void rigid_regressor(const Tree& tree, const Parameters<S>& par, const State<S>& x, RegressorWorkspace<S>& k,
                     std::span<S> Y) {
  const Index base = base_rows(tree), rows = base + tree.size(), columns = inertial_columns(tree);
  k.weightless = par;
  for (auto& b : k.weightless.body) b = {};
  k.weightless.base = {};
  k.unused_tau.resize(rows);
  k.unpushed = x;
  k.unpushed.external.clear();
  newton_euler<S>(tree, k.weightless, k.unpushed, k.motion, k.unused_tau);
  for (S& entry : Y) entry = S(0.0);

  const Vec3<S> z = along_z(S(1.0)), none = zero3<S>();
  auto& base_twists = k.base_twists;
  base_twists.clear();
  if (tree.floating) {
    const Vec3<S> axes[] = {{S(1.0), S(0.0), S(0.0)}, {S(0.0), S(1.0), S(0.0)}, z};
    for (Index r = 0; r < 3; ++r) base_twists.push_back({r, {axes[r], none}});
    for (Index r = 0; r < 3; ++r) base_twists.push_back({3 + r, {none, axes[r]}});
    const Vec3<S>&w = x.base.velocity.angular, &dw = x.base.acceleration.angular;
    const Vec3<S> a =
        x.base.acceleration.linear + cross(w, x.base.velocity.linear) - transposed_times(x.base.X_wb.R, par.gravity);
    const BodyWrenches<S> F = unit_wrenches(w, dw, a);
    for (const auto& [row, twist] : base_twists)
      for (Index m = 0; m < moments_per_body; ++m) Y[row * columns + m] = power(F[m], twist);
  }
  k.F.resize(tree.size());
  for (Index j : tree.base_to_tip()) {
    const auto& [R, p] = par.link_frame[j];
    k.F[j] = unit_wrenches<S>(transposed_times(R, k.motion.w[j]), transposed_times(R, k.motion.dw[j]),
                              transposed_times(R, k.motion.a[j] + k.motion.U[j] * p));
  }
  k.twists.resize(tree.size());
  for (Index j : tree.base_to_tip()) {
    auto& twists = k.twists[j];
    twists.clear();
    for (const auto& [row, twist] : tree.has_parent(j) ? k.twists[tree.parent(j)] : base_twists)
      twists.push_back({row, to_child(k.motion.X, j, twist)});  // (1)
    twists.push_back({base + j, tree.is_revolute(j) ? Twist<S>{none, z} : Twist<S>{z, none}});
    const auto& [R, p] = par.link_frame[j];
    const Index first = columns - moments_per_body * (tree.size() - j);
    for (const auto& [row, s] : twists) {
      const Twist<S> s_ij = {transposed_times(R, s.linear + cross(s.angular, p)), transposed_times(R, s.angular)};
      for (Index m = 0; m < moments_per_body; ++m) Y[row * columns + first + m] = power(k.F[j][m], s_ij);  // (3)
    }
  }
}

// All columns, for drive coordinates: nv x regressor_columns, row-major.
template <Scalar S>
void regressor(const Tree& tree, const Parameters<S>& par, const State<S>& theta, RegressorWorkspace<S>& k,
               std::span<S> Y) {
  const Index base = base_rows(tree), inertial = inertial_columns(tree), columns = regressor_columns(tree);
  to_joints<S>(tree, par, theta, k.joints);
  k.rigid.resize((base + tree.size()) * inertial), k.rigid_drives.resize(tree.nv() * inertial);
  rigid_regressor<S>(tree, par, k.joints, k, k.rigid);
  rows_to_drives<S>(tree, par, k.rigid, inertial, k.rigid_drives);
  for (S& entry : Y) entry = S(0.0);
  for (Index r = 0; r < tree.nv(); ++r)
    for (Index c = 0; c < inertial; ++c) Y[r * columns + c] = k.rigid_drives[r * inertial + c];
  Index column = inertial;
  for (Index j = 0; j < tree.drives(); ++j) {
    const auto kind = tree.friction[j];
    const S& v = theta.qd[j];
    const auto direction = friction_directions(kind, par.drive[j], v);
    S drive[] = {theta.qdd[j], direction.coulomb, v, S(1.0), direction.static_level};
    if (!par.drive[j].harmonics.empty()) {
      const S ripple = friction_ripple(par.drive[j], theta.q[j]);
      for (const int dissipative : {1, 2, 4}) drive[dissipative] = ripple * drive[dissipative];
    }
    for (Index c = 0; c < drive_columns(kind); ++c) Y[(base + j) * columns + column++] = drive[c];  // (4)
  }
  for (std::size_t s = 0; s < tree.springs.size(); ++s) {
    const Index joint = tree.springs[s].joint;
    const robot::SpringKind kind = tree.springs[s].kind;
    const auto direction = spring_directions(kind, par.spring[s], k.joints.q[joint]);
    const auto put = [&](const S& value) {  // (5)
      if (tree.direct) Y[(base + joint) * columns + column] = value;
      for (Index j = 0; !tree.direct && j < tree.drives(); ++j)
        Y[(base + j) * columns + column] = par.G[joint * tree.drives() + j] * value;
      ++column;
    };
    if (kind == robot::SpringKind::counterbalance) put(direction.force);
    put(direction.stiffness);
  }
}

}  // namespace tauforge::dynamics
