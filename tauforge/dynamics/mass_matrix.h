// The mass matrix by any of the formulations, of the bodies and of bodies with drives.
#pragma once

#include "tauforge/dynamics/composite_body.h"
#include "tauforge/dynamics/compound_link.h"
#include "tauforge/dynamics/drive.h"
#include "tauforge/dynamics/walker_orin.h"

namespace tauforge::dynamics {

enum class MassMatrix { composite_body, walker_orin, compound_link };

template <Scalar S> struct MassMatrixWorkspace {
  CompositeBodyWorkspace<S> composite_body;
  WalkerOrinWorkspace<S> walker_orin;
  CompoundLinkWorkspace<S> compound_link;
  std::vector<S> unused_gravity, joint_M, q;
};

// Of the bodies: joint coordinates, nv x nv row-major with a floating base first.
template <Scalar S>
void rigid_mass_matrix(MassMatrix method, const Tree& tree, const Parameters<S>& par, std::span<const S> q,
                       MassMatrixWorkspace<S>& k, std::span<S> M) {
  switch (method) {
    case MassMatrix::composite_body: return composite_body<S>(tree, par, q, k.composite_body, M);
    case MassMatrix::walker_orin: return walker_orin<S>(tree, par, q, k.walker_orin, M);
    case MassMatrix::compound_link:
      k.unused_gravity.resize(at(tree.size()));
      return compound_link<S>(tree, par, q, k.compound_link, M, k.unused_gravity);
  }
}

// With drives: G' M G and the rotor inertias.
template <Scalar S>
void mass_matrix(MassMatrix method, const Tree& tree, const Parameters<S>& par, std::span<const S> theta,
                 MassMatrixWorkspace<S>& k, std::span<S> M) {
  const Index joint_rows = base_rows(tree) + tree.size();
  to_joints<S>(tree, par, theta, true, k.q);
  k.joint_M.resize(at(joint_rows * joint_rows));
  rigid_mass_matrix<S>(method, tree, par, k.q, k, k.joint_M);
  mass_to_drives<S>(tree, par, k.joint_M, M);
}

}  // namespace tauforge::dynamics
