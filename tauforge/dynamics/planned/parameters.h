// A Plan applied to a robot's parameters: slides, gauge moves, unit length. All of it concerns constants: generated
// code has only the results.
#pragma once

#include <array>

#include "tauforge/dynamics/planned/plan.h"
#include "tauforge/dynamics/state.h"
#include "tauforge/spatial/pseudo_inertia.h"

namespace tauforge::dynamics {

using spatial::PseudoInertia;

// The robot that a planned formulation computes with. Lengths are in units of `unit`, first moments in kg m * unit,
// masses in kg * unit^2; forces come out in N * unit, moments in N m.
template <Scalar S> struct PlannedParameters {
  Vec3<S> gravity;                 // [unit/s^2]
  std::vector<Pose<S>> placement;  // [unit]
  std::vector<S> offset;           // [rad or unit]
  std::vector<S> slid;             // how far each origin went along its axis [unit]
  std::vector<PseudoInertia<S>> body;
  std::vector<Vec3<S>> alignment;  // of the axes about z: cosine, sine of the angle that its joint turns more; z unused
  PseudoInertia<S> base;           // of a floating base; a fixed one swallows what it is given
  S unit{1.0};                     // [m]

  PseudoInertia<S>& parent_of(const Tree& tree, Index i) {
    return tree.has_parent(i) ? body[static_cast<std::size_t>(tree.parent(i))] : base;
  }
};

template <Scalar S> std::array<S*, entries> entries_of(PseudoInertia<S>& P) {
  return {&P.Sigma.xx, &P.Sigma.yy, &P.Sigma.zz, &P.Sigma.xy, &P.Sigma.yz, &P.Sigma.xz, &P.h.x, &P.h.y, &P.h.z, &P.m};
}
template <Scalar S> S& entry_of(PseudoInertia<S>& P, Entry e) { return *entries_of(P)[static_cast<std::size_t>(e)]; }

template <Scalar S> PseudoInertia<S> unit_on_axis(Movable what) {
  PseudoInertia<S> Q;
  (what == Movable::sigma_zz ? Q.Sigma.zz : what == Movable::h_z ? Q.h.z : Q.m) = S(1.0);
  return Q;
}

// Rounding of sums that should cancel would cost operations: what is tiny against the robot is nothing.
template <Scalar S> void clear_traces(PseudoInertia<S>& P) {
  using scalar::without_traces;
  for (S* value : entries_of(P)) *value = without_traces(*value);
}
template <Scalar S> void clear_traces(Vec3<S>& p) {
  using scalar::without_traces;
  p = {without_traces(p.x), without_traces(p.y), without_traces(p.z)};
}

template <Scalar S> void slide_origin(const Tree& tree, Index i, const S& distance, PlannedParameters<S>& par) {
  Pose<S>& X = par.placement[i];
  X.p = X.p + distance * column_z(X.R);
  clear_traces(X.p);
  par.slid[i] = par.slid[i] + distance;
  for (Index c : tree.base_to_tip())
    if (tree.parent(c) == i) {
      Vec3<S>& p = par.placement[c].p;
      p.z = p.z - distance;
      clear_traces(p);
    }
  Pose<S> back;
  back.p.z = -distance;
  par.body[i] = moved(back, par.body[i]);
  clear_traces(par.body[i]);
}

template <Scalar S> void apply_slide(const Tree& tree, const Plan& plan, Index i, PlannedParameters<S>& par) {
  const Slide slide = plan.link[i].slide;
  if (slide == Slide::none) return;
  if (slide == Slide::onto_parent) {
    const Pose<S>& X = par.placement[i];
    slide_origin(tree, i, -dot(column_z(X.R), X.p), par);
    return;
  }
  for (Index c : tree.base_to_tip())
    if (tree.parent(c) == i) return slide_origin(tree, i, S(par.placement[c].p.z), par);
}

// The pair that turns with the axes (by twice the angle for xy); its second member is to vanish.
template <Scalar S> std::array<S, 2> aligned_pair(Alignment alignment, const PseudoInertia<S>& P) {
  if (alignment == Alignment::hy) return {P.h.x, P.h.y};
  if (alignment == Alignment::yz) return {P.Sigma.xz, P.Sigma.yz};
  return {P.Sigma.xx - P.Sigma.yy, P.Sigma.xy + P.Sigma.xy};
}

template <Scalar S> void apply_alignment(Alignment alignment, PseudoInertia<S>& P, Vec3<S>& angle) {
  using scalar::sqrt;
  if (alignment == Alignment::none) return;
  const auto [x, y] = aligned_pair(alignment, P);
  const S inverse = S(1.0) / sqrt(x * x + y * y);
  S c = x * inverse, s = y * inverse;
  if (alignment == Alignment::xy) {  // half the angle
    const S half = sqrt(S(0.5) + S(0.5) * c);
    s = s / (half + half), c = half;
  }
  angle = {c, s, S(0.0)};
  Pose<S> back;
  back.R = {c, s, S(0.0), -s, c, S(0.0), S(0.0), S(0.0), S(1.0)};
  P = moved(back, P);
  (alignment == Alignment::hy ? P.h.y : alignment == Alignment::yz ? P.Sigma.yz : P.Sigma.xy) = S(0.0);
  clear_traces(P);
}

// A prismatic joint does not turn its link: the whole Sigma may stay with the parent.
template <Scalar S> void move_sigma(const Tree& tree, Index i, PlannedParameters<S>& par) {
  PseudoInertia<S> part;
  part.Sigma = par.body[i].Sigma;
  par.body[i].Sigma = {};
  PseudoInertia<S>& parent = par.parent_of(tree, i);
  parent = parent + moved(par.placement[i], part);
  clear_traces(parent);
}

template <Scalar S> void apply_gauge(const Tree& tree, const GaugeMove& move, PlannedParameters<S>& par) {
  if (move.what == Movable::sigma) return move_sigma(tree, move.joint, par);
  PseudoInertia<S> part = unit_on_axis<S>(move.what);
  PseudoInertia<S> seen = moved(par.placement[move.joint], part);
  clear_traces(seen);
  PseudoInertia<S>& body = par.body[move.joint];
  PseudoInertia<S>& parent = par.parent_of(tree, move.joint);
  const bool on_body = move.of == GaugeMove::Of::body;
  const auto form = [&](PseudoInertia<S>& P) {
    S value = entry_of(P, move.zero);
    if (move.with == GaugeMove::With::sum) value = value + entry_of(P, move.partner);
    if (move.with == GaugeMove::With::difference) value = value - entry_of(P, move.partner);
    return value;
  };
  const S amount = on_body ? form(body) / form(part) : -(form(parent) / form(seen));
  const auto from = entries_of(part), to = entries_of(seen), taken = entries_of(body), given = entries_of(parent);
  for (std::size_t e = 0; e < entries; ++e) {
    *taken[e] = *taken[e] - amount * *from[e];
    *given[e] = *given[e] + amount * *to[e];
  }
  if (move.with == GaugeMove::With::nothing) entry_of(on_body ? body : parent, move.zero) = S(0.0);
  clear_traces(body);
  clear_traces(parent);
}

// An axisymmetric last link keeps its moment about the axis alone: everything else lies on the axis.
template <Scalar S> void strip_tail(const Tree& tree, Index i, PlannedParameters<S>& par) {
  PseudoInertia<S>& P = par.body[i];
  const S about_axis = P.Sigma.xx + P.Sigma.yy;
  PseudoInertia<S> rest;
  rest.Sigma.zz = P.Sigma.zz + S(0.5) * about_axis;
  rest.h.z = P.h.z;
  rest.m = P.m;
  PseudoInertia<S>& parent = par.parent_of(tree, i);
  parent = parent + moved(par.placement[i], rest);
  clear_traces(parent);
  P.Sigma.zz = P.Sigma.zz - rest.Sigma.zz;
  P.h.z = P.m = S(0.0);
}

// What the disc taken out of body i has about its own axis.
template <Scalar S> S take_out_disc(const Tree& tree, Disc disc, Index i, PlannedParameters<S>& par) {
  if (disc == Disc::none) return S(0.0);
  Sym3<S>& Sigma = par.body[i].Sigma;
  const S B = disc == Disc::xx ? Sigma.xx : Sigma.yy, difference = Sigma.xx - Sigma.yy;
  Sigma.xx = disc == Disc::xx ? S(0.0) : difference;
  Sigma.yy = disc == Disc::xx ? -difference : S(0.0);
  Index first = i;
  while (tree.has_parent(first)) first = tree.parent(first);
  S& felt = par.body[first].Sigma.xx;  // the sum with yy is all that the first joint feels
  felt = felt + B;
  return B + B;
}

template <Scalar S> void apply_unit(const Plan& plan, PlannedParameters<S>& par) {
  const bool of_gravity = plan.unit.joint == UnitLength::of_gravity;
  if (plan.unit.joint < 0 && !of_gravity) return;
  const auto component = [&](Vec3<S>& p) -> S& {
    return plan.unit.component == 0 ? p.x : plan.unit.component == 1 ? p.y : p.z;
  };
  const S L = component(of_gravity ? par.gravity : par.placement[plan.unit.joint].p);
  par.unit = L;
  const S inverse = S(1.0) / L;
  for (auto& X : par.placement) X.p = inverse * X.p;
  for (S& distance : par.slid) distance = inverse * distance;
  par.gravity = inverse * par.gravity;
  component(of_gravity ? par.gravity : par.placement[plan.unit.joint].p) = S(1.0);
  const auto scale = [&](PseudoInertia<S>& P) {
    P.h = L * P.h;
    P.m = (L * L) * P.m;
  };
  for (auto& P : par.body) scale(P);
  scale(par.base);
}

// Moments that are the same by theory are the same number, so that they cancel, and what they multiply is formed once.
template <Scalar S> void equalise(std::vector<PseudoInertia<S>>& bodies) {
  using scalar::as_known;
  std::vector<S> known;
  for (auto& P : bodies)
    for (S* value : entries_of(P)) {
      for (const S& earlier : known) *value = as_known(*value, earlier);
      known.push_back(*value);
    }
}

template <Scalar S> PlannedParameters<S> apply(const Tree& tree, const Plan& plan, const Parameters<S>& par) {
  diagnostic::require(plan.link.size() == par.body.size(), "a plan has one entry per body");
  PlannedParameters<S> result{par.gravity, par.placement, par.offset, {}, {}, {}, {}, S(1.0)};
  result.slid.assign(par.body.size(), S(0.0));
  if (tree.floating) result.base = pseudo_inertia(par.base);
  for (const auto& b : par.body) result.body.push_back(pseudo_inertia(b));
  for (auto& P : result.body) clear_traces(P);
  for (Index i : tree.base_to_tip()) apply_slide(tree, plan, i, result);
  result.alignment.assign(result.body.size(), {S(1.0), S(0.0), S(0.0)});
  for (std::size_t i = 0; i < plan.link.size(); ++i)
    apply_alignment(plan.link[i].alignment, result.body[i], result.alignment[i]);
  for (const GaugeMove& move : plan.gauge) apply_gauge(tree, move, result);
  for (Index i : tree.base_to_tip())
    if (plan.link[i].axisymmetric_tail) strip_tail(tree, i, result);
  apply_unit(plan, result);
  equalise(result.body);
  return result;
}

}  // namespace tauforge::dynamics
