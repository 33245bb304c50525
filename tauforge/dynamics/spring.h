// Springs on the axes of joints, and counterbalances: a gas or coil cylinder between an anchor on the link before the joint
// and a rod on the link behind it. What they store is potential energy V(q); torques are what has to be overcome.
//
//   torsion          tau = k (q - q0)                               V = k/2 (q - q0)^2                        (1)
//   counterbalance   l^2 = a^2 + r^2 - 2 a r cos(q + phi),          dl/dq = a r sin(q + phi) / l              (2)
//                    F   = f + k (l0 - l)                           pushes the ends apart                     (3)
//                    tau = -F dl/dq                                 V = k/2 (l - l0)^2 - f (l - l0)           (4)
//
// q coordinate of the joint [rad or m]; k stiffness [N m/rad or N/m]; q0 rest [rad or m]; a anchor, r rod: distances of the
// ends from the axis [m]; phi angle from anchor to rod at q = 0 [rad]; l length [m]; F force of the cylinder, f of it at
// l0 [N]. dl/dq is the lever. A spring that pulls is one of f < 0, or of f = 0 that is longer than l0.
//
// Torques are linear in f and k, and a constant f is most of a gas cylinder. Since l dl/dq = a r sin(q + phi), the columns
// of k and f together, k + l0 f, are those of gravity on a horizontal axis: a spring without length hides behind the first
// moments that it carries.
#pragma once

#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

// What multiplies force and stiffness in the torque of a spring.
template <Scalar S> struct SpringDirections { S force, stiffness; };

template <Scalar S> struct CylinderGeometry { S length, lever; };

template <Scalar S> CylinderGeometry<S> cylinder_geometry(const robot::Spring<S>& s, const S& q) {  // (2)
  using scalar::cos;
  using scalar::sin;
  using scalar::sqrt;
  const S c = cos(q), sn = sin(q);
  const S cosine = c * s.cosine - sn * s.sine, sine = sn * s.cosine + c * s.sine;
  const S ar = s.anchor * s.rod;
  const S length = sqrt((s.anchor * s.anchor + s.rod * s.rod) - (ar + ar) * cosine);
  return {length, ar * sine / length};
}

template <Scalar S>
SpringDirections<S> spring_directions(robot::SpringKind kind, const robot::Spring<S>& s, const S& q) {
  if (kind == robot::SpringKind::torsion) return {S(0.0), q - s.rest};  // (1)
  const auto [length, lever] = cylinder_geometry(s, q);
  return {-lever, (length - s.rest) * lever};  // (4)
}

template <Scalar S> S spring_torque(robot::SpringKind kind, const robot::Spring<S>& s, const S& q) {
  if (kind == robot::SpringKind::torsion) return s.stiffness * (q - s.rest);  // (1)
  const auto [length, lever] = cylinder_geometry(s, q);
  return (s.stiffness * (length - s.rest) - s.force) * lever;  // (3), (4)
}

template <Scalar S> S spring_energy(robot::SpringKind kind, const robot::Spring<S>& s, const S& q) {
  const S x = (kind == robot::SpringKind::torsion ? q : cylinder_geometry(s, q).length) - s.rest;
  return S(0.5) * s.stiffness * (x * x) - s.force * x;  // (1), (4)
}

// Of all springs of a robot; q of the joints.
template <Scalar S> S spring_energy(const Tree& tree, const Parameters<S>& par, std::span<const S> q) {
  S V(0.0);
  for (std::size_t k = 0; k < tree.springs.size(); ++k)
    V = V + spring_energy(tree.springs[k].kind, par.spring[k], q[tree.springs[k].joint]);
  return V;
}

// Torques of springs on top of those of the joints; a floating base comes first.
template <Scalar S>
void add_spring_torques(const Tree& tree, const Parameters<S>& par, std::span<const S> q, std::span<S> tau) {
  for (std::size_t k = 0; k < tree.springs.size(); ++k) {
    const auto& [joint, kind] = tree.springs[k];
    S& t = tau[base_rows(tree) + joint];
    t = t + spring_torque(kind, par.spring[k], q[joint]);
  }
}
// The other way: what is left of torques.
template <Scalar S>
void take_spring_torques(const Tree& tree, const Parameters<S>& par, std::span<const S> q, std::span<S> tau) {
  for (std::size_t k = 0; k < tree.springs.size(); ++k) {
    const auto& [joint, kind] = tree.springs[k];
    S& t = tau[base_rows(tree) + joint];
    t = t - spring_torque(kind, par.spring[k], q[joint]);
  }
}

// Parameters of a spring that torques are linear in: force and stiffness of a counterbalance, the stiffness of another.
constexpr Index spring_columns(robot::SpringKind kind) { return kind == robot::SpringKind::counterbalance ? 2 : 1; }

inline Index spring_columns(const Tree& tree) {
  Index columns = 0;
  for (const auto& spring : tree.springs) columns += spring_columns(spring.kind);
  return columns;
}

}  // namespace tauforge::dynamics
