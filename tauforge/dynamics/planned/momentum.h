// The momentum of momentum.h with those modelling choices of a Plan that concern constants: frames slid along their axes, and
// what lies on an axis counted on its other side. Both leave the kinetic and the potential energy as functions of joint
// positions and velocities as they are (plan.h), so they leave p = dT/dqd and b = dT/dq - dV/dq.
//
// A length that is called 1 leaves energies alone, too; positions and velocities would change where joints slide or a base
// floats, so there it is not taken. Axes of a last link are not turned: nothing here is cheaper for it.
#pragma once

#include "tauforge/dynamics/momentum.h"
#include "tauforge/dynamics/planned/parameters.h"

namespace tauforge::dynamics {

template <Scalar S> struct PlannedMomentumWorkspace {
  Plan plan;  // without what is not taken
  Parameters<S> par;
  MomentumWorkspace<S> momentum;
};

template <Scalar S>
void planned_momentum(const Tree& tree, const Plan& plan, const Parameters<S>& par, const State<S>& x,
                      PlannedMomentumWorkspace<S>& k, std::span<S> p_and_b) {
  using scalar::without_traces;
  k.plan = plan;
  for (LinkPlan& link : k.plan.link) link.alignment = Alignment::none;
  if (tree.floating || !tree.all_revolute()) k.plan.unit = {};
  const PlannedParameters<S> planned = apply(tree, k.plan, par);
  k.par = par;
  k.par.gravity = planned.gravity, k.par.placement = planned.placement, k.par.offset = planned.offset;
  const auto clear = [](Inertia<S> b) {
    for (S* value : {&b.I.xx, &b.I.yy, &b.I.zz}) *value = without_traces(*value);
    return b;
  };
  for (Index i : tree.base_to_tip()) k.par.body[i] = clear(inertia(planned.body[i]));
  if (tree.floating) k.par.base = clear(inertia(planned.base));
  momentum<S>(tree, k.par, x, k.momentum, p_and_b);
}

}  // namespace tauforge::dynamics
