// The mass matrix of the bodies by any of the formulations; with drives: functions/drive_dynamics.h.
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
  std::vector<S> unused_gravity;
};

// Of the bodies: joint coordinates, nv x nv row-major with a floating base first.
template <Scalar S>
void rigid_mass_matrix(MassMatrix method, const Tree& tree, const Parameters<S>& par, std::span<const S> q,
                       MassMatrixWorkspace<S>& k, std::span<S> M) {
  switch (method) {
    case MassMatrix::composite_body: return composite_body<S>(tree, par, q, k.composite_body, M);
    case MassMatrix::walker_orin: return walker_orin<S>(tree, par, q, k.walker_orin, M);
    case MassMatrix::compound_link:
      k.unused_gravity.resize(tree.size());
      return compound_link<S>(tree, par, q, k.compound_link, M, k.unused_gravity);
  }
}

}  // namespace tauforge::dynamics
