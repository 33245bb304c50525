// Coordinates as flat arrays, the way generated code and other programs pass them:
//
//   fixed base      q = drives,                                      v = drives
//   floating base   q = position x y z, quaternion x y z w, drives,  v = linear velocity, angular velocity, drives
//
// The base's velocities and accelerations are in its own frame (see BaseMotion); the quaternion has length one.
#pragma once

#include <cmath>

#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

inline Index position_count(const Tree& tree) { return tree.nv() + (tree.floating ? 1 : 0); }

// What makes the quaternion of a floating base's position one of length one: rounding is forgiven. Anything else is no
// rotation, and NaN comes back.
inline double unit_scale(std::span<const double> q) {
  const double norm = std::sqrt(q[3] * q[3] + q[4] * q[4] + q[5] * q[5] + q[6] * q[6]);
  return std::abs(norm - 1.0) < 1e-3 ? 1.0 / norm : std::nan("");
}

// The state of the drives, into memory that x has. Velocities and accelerations may be absent: zero.
template <Scalar S>
void read_state(const Tree& tree, std::span<const S> q, std::span<const S> v, std::span<const S> a, State<S>& x) {
  const std::size_t base = base_rows(tree), pose = tree.floating ? 7 : 0;
  const auto read = [&](std::span<const S> values, std::size_t first, std::vector<S>& to) {
    to.assign(tree.drives(), S(0.0));
    for (std::size_t i = 0; !values.empty() && i < to.size(); ++i) to[i] = values[first + i];
  };
  read(q, pose, x.q), read(v, base, x.qd), read(a, base, x.qdd);
  if (!tree.floating) return;
  const auto vector_at = [](std::span<const S> values, std::size_t i) {
    return values.empty() ? zero3<S>() : Vec3<S>{values[i], values[i + 1], values[i + 2]};
  };
  x.base.X_wb = {matrix(spatial::Quaternion<S>{q[3], q[4], q[5], q[6]}), vector_at(q, 0)};
  x.base.velocity = {vector_at(v, 0), vector_at(v, 3)};
  x.base.acceleration = {vector_at(a, 0), vector_at(a, 3)};
}

template <Scalar S>
State<S> state_of(const Tree& tree, std::span<const S> q, std::span<const S> v, std::span<const S> a) {
  State<S> x;
  read_state<S>(tree, q, v, a, x);
  return x;
}

}  // namespace tauforge::dynamics
