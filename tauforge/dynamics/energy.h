// Kinetic and potential energy, from velocities and positions alone: no recursion of forces.
//
//   w_i = R_i' w_a + qd_i z [R],   v_i = R_i' (v_a + w_a x p_i) + qd_i z [P]       (1)
//   T   = sum_i 1/2 m v.v + v.(w x h) + 1/2 w.I w                                  (2)
//   V   = - sum_i g . (m p_0i + R_0i h)                                            (3)
//
// v velocity of O_i, in frame i [m/s]; T, V [J]. A floating base counts as a body of its own.
// Rotor inertias are not bodies here: their energy is 1/2 inertia thetad^2 each (drive.h).
#pragma once

#include "tauforge/dynamics/forward_kinematics.h"
#include "tauforge/dynamics/joint_frames.h"
#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

template <Scalar S> struct EnergyWorkspace {
  JointFrames<S> X;
  std::vector<Twist<S>> v;  // (1)
  ForwardKinematicsWorkspace<S> forward_kinematics;
  std::vector<Pose<S>> X_0;
};

// (1)
template <Scalar S>
void body_velocities(const Tree& tree, const Parameters<S>& par, const State<S>& x, EnergyWorkspace<S>& k) {
  place_joints<S>(tree, par, x.q, k.X);
  k.v.resize(tree.size());
  const Twist<S> still{zero3<S>(), zero3<S>()};
  for (Index i : tree.base_to_tip()) {
    const Twist<S>& a = tree.has_parent(i) ? k.v[tree.parent(i)] : tree.floating ? x.base.velocity : still;
    Twist<S> v = to_child(k.X, i, a);
    Vec3<S>& moved = tree.is_revolute(i) ? v.angular : v.linear;
    moved = moved + along_z(x.qd[i]);
    k.v[i] = v;
  }
}

template <Scalar S> S body_kinetic_energy(const Inertia<S>& b, const Twist<S>& v) {
  return S(0.5) * (b.m * dot(v.linear, v.linear)) + dot(v.linear, cross(v.angular, b.h)) +
         S(0.5) * dot(v.angular, b.I * v.angular);
}

template <Scalar S>
S kinetic_energy(const Tree& tree, const Parameters<S>& par, const State<S>& x, EnergyWorkspace<S>& k) {
  body_velocities(tree, par, x, k);
  S T = tree.floating ? body_kinetic_energy(par.base, x.base.velocity) : S(0.0);
  for (Index i : tree.base_to_tip()) T = T + body_kinetic_energy(par.body[i], k.v[i]);  // (2)
  return T;
}

template <Scalar S>
S potential_energy(const Tree& tree, const Parameters<S>& par, const State<S>& x, EnergyWorkspace<S>& k) {
  k.X_0.resize(tree.size());
  forward_kinematics<S>(tree, par, x, k.forward_kinematics, k.X_0);
  S V(0.0);
  const auto add = [&](const Inertia<S>& b, const Pose<S>& X) {
    V = V - dot(par.gravity, b.m * X.p + X.R * b.h);  // (3)
  };
  if (tree.floating) add(par.base, x.base.X_wb);
  for (Index i : tree.base_to_tip()) add(par.body[i], k.X_0[i]);
  return V;
}

// Power of the wrenches from outside, given velocities by body_velocities.
template <Scalar S> S external_power(const Tree& tree, const State<S>& x, const EnergyWorkspace<S>& k) {
  S power = tree.floating ? dot(x.external_on_base, x.base.velocity) : S(0.0);
  if (x.external.empty()) return power;
  for (Index i : tree.base_to_tip()) power = power + dot(x.external[i], k.v[i]);
  return power;
}

}  // namespace tauforge::dynamics
