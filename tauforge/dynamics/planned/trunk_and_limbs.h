// Inverse dynamics in parts: a trunk, and limbs that hang on its bodies or on its base.
//
// A limb feels the motion of the body c that carries it and nothing else of its neighbours, and what it asks of that body
// adds up. So the torques of a robot are
//   w_c, dw_c, a_c     the motion of a carrier, less gravity, in its frame: w_0, dw_0, a_0 of the base        (1)
//   (F_l, tau_l)       = limb_l(w_c, dw_c, a_c; q_l, qd_l, qdd_l)     a robot on a base of its own            (2)
//   tau_trunk          = trunk(q_t, qd_t, qdd_t) with the wrench - sum_l F_l from outside on each carrier     (3)
// The base of a limb weighs nothing. What a Plan moves into it (gauge moves) is rigidly fixed to the carrier, so it is
// counted there: limbs would carry it once each.                                                            (4)
// The motion (1) does not depend on the wrenches (3): who evaluates numbers runs the trunk twice.
#pragma once

#include "tauforge/dynamics/drive.h"
#include "tauforge/dynamics/planned/newton_euler.h"
#include "tauforge/robot/limb_groups.h"

namespace tauforge::dynamics {

// Every number of a part that has a plan. Coordinates are those of the drives.
template <Scalar S> struct PartNumbers {
  PlannedParameters<S> planned;
  std::vector<robot::Drive<S>> drive;
  std::vector<S> q0;
};

template <Scalar S> struct JointMotion { std::vector<S> q, qd, qdd; };

// A plan applied to a part.
template <Scalar S> PartNumbers<S> part_numbers(const Tree& part, const Plan& plan, const Parameters<S>& par) {
  return {apply(part, plan, par), par.drive, par.q0};
}

// The same of a limb: gravity comes with the motion of its carrier, unless that stands still.
template <Scalar S> PartNumbers<S> limb_numbers(const Tree& limb, const Plan& plan, Parameters<S> par) {
  if (limb.floating) par.gravity = zero3<S>();
  return part_numbers(limb, plan, par);
}

// (4): takes from a limb what its plan left on its base, in metres.
template <Scalar S> Inertia<S> taken_from_base(PartNumbers<S>& limb) {
  PseudoInertia<S> P = limb.planned.base;
  limb.planned.base = {};
  const S L = limb.planned.unit;
  P.h = (S(1.0) / L) * P.h;
  P.m = P.m / (L * L);
  const Sym3<S>& A = P.Sigma;
  return {P.m, P.h, {A.yy + A.zz, A.xx + A.zz, A.xx + A.yy, -A.xy, -A.yz, -A.xz}};
}

// Bodies that carry limbs have to stay in the frames in which the limbs were placed.
inline void keep_frame(Index carrier, Plan& plan) {
  if (carrier == Tree::base) return;
  LinkPlan& link = plan.link[carrier];
  link.slide = Slide::none, link.alignment = Alignment::none, link.frame = LinkFrame::own;
  link.axisymmetric_tail = false;
}

// (1), nine numbers, after the trunk has run with a plan that keeps the carrier's frame.
template <Scalar S> std::vector<S> carrier_motion(const PlannedNewtonEulerWorkspace<S>& k, Index carrier) {
  const bool is_base = carrier == Tree::base;
  const Vec3<S>&w = is_base ? k.w_0 : k.w_own[carrier], &dw = is_base ? k.dw_0 : k.dw_own[carrier];
  const Vec3<S> a = k.par.unit * (is_base ? k.a_0 : k.a[carrier]);
  return {w.x, w.y, w.z, dw.x, dw.y, dw.z, a.x, a.y, a.z};
}

// The state of a limb: (1) as the motion of its base.
template <Scalar S> State<S> limb_state(const JointMotion<S>& joints, std::span<const S> motion) {
  State<S> x;
  x.q = joints.q, x.qd = joints.qd, x.qdd = joints.qdd;
  if (motion.empty()) return x;
  x.base.velocity = {zero3<S>(), {motion[0], motion[1], motion[2]}};
  x.base.acceleration = {{motion[6], motion[7], motion[8]}, {motion[3], motion[4], motion[5]}};
  return x;
}

// (3): a carrier's share of a trunk's state: minus the wrench of its limbs, six numbers.
template <Scalar S> void add_limb_wrench(const Tree& trunk, Index carrier, std::span<const S> F, State<S>& x) {
  if (carrier != Tree::base) x.external.resize(trunk.size());
  Wrench<S>& wrench = carrier == Tree::base ? x.external_on_base : x.external[carrier];
  wrench.force = wrench.force - Vec3<S>{F[0], F[1], F[2]};
  wrench.moment = wrench.moment - Vec3<S>{F[3], F[4], F[5]};
}

// (2) (3): rows of the base if it floats, then those of the part's drives; rotors are in, friction where asked.
template <Scalar S>
std::vector<S> part_torque(const Tree& part, const Plan& plan, const PartNumbers<S>& numbers, const State<S>& drives,
                           bool with_friction, PlannedNewtonEulerWorkspace<S>& k) {
  State<S> x = drives;
  for (std::size_t i = 0; i < x.q.size(); ++i) x.q[i] = x.q[i] + numbers.q0[i];
  std::vector<S> tau(base_rows(part) + part.size());
  PlannedNewtonEuler<S>(part, plan, numbers.planned, numbers.drive, x, k).run(tau);
  for (Index j = 0; with_friction && j < part.size(); ++j) {
    S& t = tau[base_rows(part) + j];
    t = t + friction(part.friction[j], numbers.drive[j], drives.q[j], drives.qd[j]);
  }
  return tau;
}

// The same numbers in another scalar; `to` is asked for each in an order that depends on the structure alone.
template <Scalar To, Scalar From, class Convert> PartNumbers<To> converted(const PartNumbers<From>& from, Convert to) {
  const auto vec = [&](const Vec3<From>& v) {
    const To x = to(v.x), y = to(v.y), z = to(v.z);
    return Vec3<To>{x, y, z};
  };
  const auto pseudo = [&](PseudoInertia<From> P) {
    PseudoInertia<To> result;
    const auto source = entries_of(P);
    const auto target = entries_of(result);
    for (std::size_t e = 0; e < entries; ++e) *target[e] = to(*source[e]);
    return result;
  };
  PartNumbers<To> result;
  PlannedParameters<To>& planned = result.planned;
  planned.unit = to(from.planned.unit);
  planned.gravity = vec(from.planned.gravity);
  for (const auto& X : from.planned.placement) {
    const spatial::Mat3<From>& R = X.R;
    const Vec3<To> x = vec({R.xx, R.xy, R.xz}), y = vec({R.yx, R.yy, R.yz}), z = vec({R.zx, R.zy, R.zz});
    planned.placement.push_back({{x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z}, vec(X.p)});
  }
  for (const From& value : from.planned.offset) planned.offset.push_back(to(value));
  for (const From& value : from.planned.slid) planned.slid.push_back(to(value));
  for (const auto& P : from.planned.body) planned.body.push_back(pseudo(P));
  for (const auto& angle : from.planned.alignment) planned.alignment.push_back(vec(angle));
  planned.base = pseudo(from.planned.base);
  result.drive.resize(from.drive.size());
  for (std::size_t j = 0; j < from.drive.size(); ++j) robot::convert<To>(from.drive[j], to, result.drive[j]);
  for (const From& value : from.q0) result.q0.push_back(to(value));
  return result;
}

}  // namespace tauforge::dynamics
