// Inverse dynamics in parts: a trunk, and limbs that hang on the base.
//
// Whatever hangs on the base feels the base's motion and nothing else of its neighbours, and what it asks of the base
// adds up. So the torques of a robot are, with p over its parts (the trunk and every limb):
//   w_0, dw_0, a_0 = dv + w_0 x v - R' g           the motion of the base, gravity in it             (1)
//   (F_p, tau_p)   = part_p(w_0, dw_0, a_0; q_p, qd_p, qdd_p)   each on a base of its own            (2)
//   F_0            = sum_p F_p                     rows of the base                                  (3)
// The base of a limb weighs nothing. What a Plan moves into it (gauge moves) is rigidly fixed to the robot's base, so it
// belongs to the trunk: limbs would carry it once each.                                              (4)
// On a fixed base (1) is a constant and (3) is nobody's.
#pragma once

#include "tauforge/dynamics/drive.h"
#include "tauforge/dynamics/planned_newton_euler.h"
#include "tauforge/robot/limbs.h"

namespace tauforge::dynamics {

// Every number of a part that has a plan. Coordinates are those of the drives.
template <Scalar S> struct PartNumbers {
  PlannedParameters<S> planned;
  std::vector<robot::Drive<S>> drive;
  std::vector<S> q0;
};

template <Scalar S> struct JointMotion { std::vector<S> q, qd, qdd; };

// (1): w_0, dw_0, a_0, nine numbers; none of a fixed base.
template <Scalar S> std::vector<S> base_motion(const Tree& tree, const Vec3<S>& gravity, const BaseMotion<S>& b) {
  if (!tree.floating) return {};
  const Vec3<S>&w = b.velocity.angular, &dw = b.acceleration.angular;
  const Vec3<S> a = b.acceleration.linear + cross(w, b.velocity.linear) - transposed_times(b.X_wb.R, gravity);
  return {w.x, w.y, w.z, dw.x, dw.y, dw.z, a.x, a.y, a.z};
}

// A plan applied to a part. Gravity comes with the motion of a floating base.
template <Scalar S> PartNumbers<S> part_numbers(const Tree& part, const Plan& plan, Parameters<S> par) {
  if (part.floating) par.gravity = zero3<S>();
  return {apply(part, plan, par), par.drive, par.q0};
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

// (2): rows of the base if it floats, then those of the part's drives; rotors are in, friction where asked.
template <Scalar S>
std::vector<S> part_torque(const Tree& part, const Plan& plan, const PartNumbers<S>& numbers, std::span<const S> motion,
                           const JointMotion<S>& joints, bool with_friction) {
  State<S> x;
  x.q = joints.q, x.qd = joints.qd, x.qdd = joints.qdd;
  for (std::size_t i = 0; i < x.q.size(); ++i) x.q[i] = x.q[i] + numbers.q0[i];
  if (part.floating) {
    x.base.velocity = {zero3<S>(), {motion[0], motion[1], motion[2]}};
    x.base.acceleration = {{motion[6], motion[7], motion[8]}, {motion[3], motion[4], motion[5]}};
  }
  std::vector<S> tau(at(base_rows(part) + part.size()));
  PlannedNewtonEulerWorkspace<S> k;
  PlannedNewtonEuler<S>(part, plan, numbers.planned, numbers.drive, x, k).run(tau);
  for (Index j = 0; with_friction && j < part.size(); ++j) {
    S& t = tau[at(base_rows(part) + j)];
    t = t + friction(part.friction[at(j)], numbers.drive[at(j)], joints.qd[at(j)]);
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
  for (const auto& d : from.drive) {
    const To inertia = to(d.inertia), viscous = to(d.viscous), coulomb = to(d.coulomb), offset = to(d.offset);
    const To level = to(d.static_level), speed = to(d.stribeck_velocity), width = to(d.width);
    result.drive.push_back({inertia, viscous, coulomb, offset, level, speed, width});
  }
  for (const From& value : from.q0) result.q0.push_back(to(value));
  return result;
}

}  // namespace tauforge::dynamics
