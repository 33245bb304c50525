// Mass matrix and gravity torques by composite bodies with the modelling choices of a Plan, for trees on a fixed or
// floating base.
//
// The composite of joint i is all that it carries: mass m, first moment h and inertia J about O_i. F_i is the frame of
// joint i before it turned, in its parent a; phi_i the sum of the angles of its run up to i; p the offset O_a O_i.
//   J_a  += F (Rz(q_i) J_i Rz(q_i)') F' + mixed(p, h') + m_i point(p),  h' = F Rz(q_i) h_i               (1)
//   h_a  += h' + m_i p,   m_a += m_i                                                                     (2)
// In a run of parallel axes the part of J that a turn about z changes (all but J_zz) goes straight to the frame before the
// head h of the run turned, by the summed angle:
//   J_h  += Rz(phi_i) J_i Rz(phi_i)' without zz,   J_zz,a += J_zz,i                                      (3)
// and so may, by choice, the shift mixed(p, h') + m_i point(p), with p and h turned there instead.
// The turn of J about z needs four multiplications for its upper left block:
//   u = s (J_xx - J_yy) + 2 c J_xy,   J_xx - s u,   J_yy + s u,   c u - J_xy                             (4)
//
// Joint j moving with unit velocity has the momentum
//   f = (-h_y, h_x, 0),  n = (J_xz, J_yz, J_zz)  [R];   f = (0, 0, m),  n = (h_y, -h_x, 0)  [P]          (5)
// carried down to any body on its way to the base (n + p x f; in a run the x and y parts of n as in (3)). Joint k moving
// with unit velocity moves a body above it with (w, v), carried up the same way. Wherever the two meet,
//   D_jk = n . w + f . v                                                                                 (6)
// and gravity is the motion w = 0, v = -g of the base. The Plan says where they meet: at the lower joint w = z and v = 0
// (only n_z is read), at the upper one f and n need not be turned; between the two, what is carried serves many entries.
// A floating base comes first: its block is the composite of the whole robot, and what it shares with joint j is
//   f, n of joint j, carried down to the base                                                            (7)
// so that gravity, which is -g seen from the base there, may meet them again.
#pragma once

#include <array>
#include <optional>

#include "tauforge/dynamics/composite_body.h"
#include "tauforge/dynamics/planned/parameters.h"
#include "tauforge/dynamics/turn_about_z.h"

namespace tauforge::dynamics {

// The momentum of a joint's unit motion, at a body.
template <Scalar S> struct CarriedMomentum {
  Vec3<S> f, n;
  Vec3<S> sent;  // x and y parts of the moment that have gone to the frame before the head of the run turned
};

// A unit motion of a joint below, at a body.
template <Scalar S> struct CarriedMotion {
  Vec3<S> w, v;
  Vec3<S> w_head;  // w before the head of the run turned
};

template <Scalar S> struct PlannedCompositeBodyWorkspace {
  // of one joint: at the base, then at every body, in its own frame and in the one before
  template <class T> struct Stations { std::vector<std::optional<T>> own, before; };
  PlannedParameters<S> par;
  std::vector<Turn<S>> turn, run;    // by q_i, by phi_i
  std::vector<Vec3<S>> p, p_before;  // offsets in the parent's own frame, in the frame before the parent's run turned
  std::vector<Inertia<S>> own;       // composites in the body's own frame, without what (3) sends or runs carry before
  std::vector<Inertia<S>> before;    // composites in the frame before the run turned; of own-frame runs, of heads only
  std::vector<Sym3<S>> sent;         // (3), from the bodies of its run above it
  Inertia<S> base;                   // composite of a floating base: the whole robot
  Vec3<S> gravity;                   // seen from the base
  std::vector<Stations<CarriedMomentum<S>>> momentum;  // of joint j
  std::vector<Stations<CarriedMotion<S>>> motion;      // of joint k at k + 1; of the base at 0
};

// One joint's turn through the recursion; kept as a class so that each step of the algorithm is one short function.
template <Scalar S> class PlannedCompositeBody {
 public:
  PlannedCompositeBody(const Tree& tree, const Plan& plan, const Parameters<S>& par, const State<S>& x,
                       PlannedCompositeBodyWorkspace<S>& k)
      : tree_(tree), plan_(plan), k_(k) {
    const std::size_t n = tree.size();
    k.par = apply(tree, plan, par);
    k.turn.assign(n, {}), k.run.assign(n, {}), k.p.assign(n, zero3<S>()), k.p_before = k.p;
    k.own.assign(n, {}), k.before.assign(n, {}), k.sent.assign(n, {});
    k.momentum.resize(n), k.motion.resize(n + 1);
    const auto forget = [n](auto& stations) { stations.own.assign(n + 1, {}), stations.before.assign(n + 1, {}); };
    for (auto& stations : k.momentum) forget(stations);
    for (auto& stations : k.motion) forget(stations);
    k.base = inertia_of(k.par.base);
    k.gravity = tree.floating ? transposed_times(x.base.X_wb.R, k.par.gravity) : k.par.gravity;
    place(x.q);
    for (Index i : tree_.tip_to_base()) carry_composite(i);
  }

  // (6): lower = Tree::base for gravity
  S entry(Index upper, Index lower) {
    const auto [body, frame] = meeting(upper, lower);
    const CarriedMomentum<S>& m = momentum(upper, body, frame);
    const CarriedMotion<S>& x = motion(lower, body, frame);
    return dot(m.n, x.w) + (dot(m.f, x.v) + (m.sent.x * x.w_head.x + m.sent.y * x.w_head.y));
  }

  // (7), in metres
  CarriedMomentum<S> with_base(Index j) {
    const CarriedMomentum<S>& m = momentum(j, Tree::base, LinkFrame::own);
    return {(S(1.0) / k_.par.unit) * m.f, m.n, zero3<S>()};
  }
  // The composite of a floating base, in metres.
  Inertia<S> whole() const {
    const S per_unit = S(1.0) / k_.par.unit;
    return {(per_unit * per_unit) * k_.base.m, per_unit * k_.base.h, k_.base.I};
  }
  // What holds a floating base: force in units of length, moment.
  CarriedMomentum<S> gravity_of_base() const {
    return {(S(-1.0) / k_.par.unit) * (k_.base.m * k_.gravity), -cross(k_.base.h, k_.gravity), zero3<S>()};
  }

 private:
  const LinkPlan& plan(Index i) const { return plan_.link[i]; }
  bool in_run(Index i) const { return plan(i).joins_run; }
  // a run has one frame: that of its head
  bool is_before(Index i) const {
    return tree_.is_revolute(i) && plan(plan_.head(tree_, i)).frame == LinkFrame::before;
  }
  bool has_run_child(Index i) const {
    for (Index c : tree_.base_to_tip())
      if (tree_.parent(c) == i && in_run(c)) return true;
    return false;
  }
  // The body above i that carries j.
  Index towards(Index i, Index j) const {
    while (tree_.parent(j) != i) j = tree_.parent(j);
    return j;
  }

  struct Place {
    Index body;
    LinkFrame frame;
  };
  Place meeting(Index upper, Index lower) const {
    Place place{lower == Tree::base ? upper : lower, LinkFrame::own};
    for (const Meeting& m : plan_.meetings)
      if (m.upper == upper && m.lower == lower) place = {m.body, m.frame};
    // the frames that a run does not compute are the others
    const Index i = place.body;
    if (i == Tree::base) return {i, LinkFrame::own};
    if (is_before(i)) {
      if (i != upper || has_run_child(i)) place.frame = LinkFrame::before;
      if (i == lower) place.frame = LinkFrame::before;
    } else if (in_run(i) || i == lower) {
      place.frame = LinkFrame::own;
    }
    return place;
  }

  void place(std::span<const S> q_all) {
    std::vector<S> phi(tree_.size(), S(0.0));
    for (Index i : tree_.base_to_tip()) {
      const Pose<S>& X = k_.par.placement[i];
      const S q = q_all[i] + k_.par.offset[i];
      k_.p[i] = tree_.is_revolute(i) ? X.p : X.p + (q / k_.par.unit) * column_z(X.R);
      k_.p_before[i] = in_run(i) ? forward(k_.run[tree_.parent(i)], k_.p[i]) : k_.p[i];
      k_.own[i] = inertia_of(k_.par.body[i]);
      if (!tree_.is_revolute(i)) continue;
      phi[i] = in_run(i) ? phi[tree_.parent(i)] + q : q;
      if (plan(i).axisymmetric_tail) continue;  // never turned
      const auto turn = [&](const S& angle, int label) {
        return turn_by(angle, plan(i).alignment, k_.par.alignment[i], label);
      };
      k_.turn[i] = turn(q, i + 1);
      k_.run[i] = in_run(i) ? turn(phi[i], plan_.run_digits(tree_, i)) : k_.turn[i];
    }
  }

  static Inertia<S> inertia_of(const PseudoInertia<S>& P) {
    return {P.m, P.h,
            clean({P.Sigma.yy + P.Sigma.zz, P.Sigma.xx + P.Sigma.zz, P.Sigma.xx + P.Sigma.yy, -P.Sigma.xy, -P.Sigma.yz,
                   -P.Sigma.xz})};
  }
  // Constants that add up to nothing but rounding would be added as if they were something.
  static Sym3<S> clean(Sym3<S> J) {
    using scalar::without_traces;
    for (S* entry : {&J.xx, &J.yy, &J.zz, &J.xy, &J.yz, &J.xz}) *entry = without_traces(*entry);
    return J;
  }

  // (4), as what a turn leaves and what it changes: added to a parent's constants in this order, constants meet
  struct Turned {
    Sym3<S> left, changed;
    Sym3<S> sum() const { return left + changed; }
  };
  static Turned turned(const Turn<S>& t, const Sym3<S>& J) {
    using scalar::without_traces;
    const S u = t.s * without_traces(J.xx - J.yy) + t.c * (J.xy + J.xy), su = t.s * u, none(0.0);
    return {{J.xx, J.yy, J.zz, -J.xy, none, none},
            {-su, su, none, t.c * u, t.s * J.xz + t.c * J.yz, t.c * J.xz - t.s * J.yz}};
  }
  // Seen from the point from which the body's origin lies at p, less what it is about its own origin.
  static Inertia<S> shift(const Vec3<S>& p, const S& m, const Vec3<S>& h) {
    return {m, h + m * p, mixed_inertia(p, h) + m * point_inertia(p)};
  }

  // (1) (2) (3)
  void carry_composite(Index i) {
    const Index a = tree_.parent(i);
    const Inertia<S>& own = k_.own[i];
    const Turned turned_own = turned(k_.run[i], own.I);
    if (!is_before(i) && in_run(i)) {
      const Vec3<S> h = forward(k_.turn[i], own.h), p = k_.p[i];
      const S along = p.x * h.x + p.y * h.y;  // n_z of joint i seen from a is J_zz + along, J_zz there has it twice
      Inertia<S> shifted = shift(p, own.m, h);
      shifted.I.zz = own.m * (p.x * p.x + p.y * p.y) + ((own.I.zz + along) + along);
      Sym3<S> sent = k_.sent[i] + without_zz(turned_own.sum());
      if (plan(i).shifts_before) {
        sent = sent + without_zz(shift(k_.p_before[i], own.m, forward(k_.run[i], own.h)).I);
        shifted.I = only_zz(shifted.I);
      }
      k_.own[a] = k_.own[a] + shifted;
      k_.sent[a] = k_.sent[a] + sent;
      return;
    }
    const Vec3<S> h = forward(k_.run[i], own.h);
    Inertia<S>& before = k_.before[i];
    const Sym3<S> others = before.I + k_.sent[i];  // of the run
    before = {before.m + own.m, before.h + h, others + turned_own.sum()};
    if (in_run(i)) {
      Inertia<S> shifted = shift(k_.p_before[i], before.m, before.h);
      shifted.I = before.I + shifted.I;
      k_.before[a] = k_.before[a] + shifted;
    } else if (tree_.has_parent(i) || tree_.floating) {
      const Mat3<S>& F = k_.par.placement[i].R;
      Inertia<S>& to = tree_.has_parent(i) ? k_.own[a] : k_.base;
      const Inertia<S> shifted = shift(k_.p[i], before.m, F * before.h);
      to = {to.m + shifted.m, to.h + shifted.h,
            clean(to.I + congruence(F, turned_own.left)) + ((congruence(F, others + turned_own.changed)) + shifted.I)};
    }
  }
  static Sym3<S> only_zz(const Sym3<S>& J) {
    Sym3<S> result;
    result.zz = J.zz;
    return result;
  }
  static Sym3<S> without_zz(Sym3<S> J) {
    J.zz = S(0.0);
    return J;
  }

  // (5), in units of the plan's length
  CarriedMomentum<S> unit_momentum_of(Index j, const Inertia<S>& b, const Sym3<S>& sent) const {
    if (tree_.is_revolute(j)) return {{-b.h.y, b.h.x, S(0.0)}, {b.I.xz, b.I.yz, b.I.zz}, {sent.xz, sent.yz, S(0.0)}};
    const S per_unit = S(1.0) / k_.par.unit;
    return {{S(0.0), S(0.0), per_unit * b.m}, {per_unit * b.h.y, -(per_unit * b.h.x), S(0.0)}, zero3<S>()};
  }

  const CarriedMomentum<S>& momentum(Index j, Index i, LinkFrame frame) {
    auto& stations = k_.momentum[j];
    auto& here = (frame == LinkFrame::before ? stations.before : stations.own)[i + 1];
    if (!here) here = frame == LinkFrame::before ? momentum_before(j, i) : momentum_own(j, i);
    return *here;
  }
  CarriedMomentum<S> momentum_own(Index j, Index i) {
    if (i == j) return unit_momentum_of(j, k_.own[j], k_.sent[j]);
    const Index c = towards(i, j);
    const Vec3<S>& p = k_.p[c];
    if (in_run(c)) {
      const CarriedMomentum<S>& m = momentum(j, c, LinkFrame::own);
      const Vec3<S> f = forward(k_.turn[c], m.f), moment = cross(p, f);
      return {f, moment + along_z(m.n.z), m.sent + forward(k_.run[c], Vec3<S>{m.n.x, m.n.y, S(0.0)})};
    }
    const CarriedMomentum<S>& m = momentum(j, c, LinkFrame::before);
    const Mat3<S>& F = k_.par.placement[c].R;
    const Vec3<S> f = F * m.f;
    return {f, F * m.n + cross(p, f), zero3<S>()};
  }
  CarriedMomentum<S> momentum_before(Index j, Index i) {
    if (i == j) return unit_momentum_of(j, k_.before[j], {});
    const Index c = towards(i, j);
    if (is_before(i) && in_run(c)) {
      const CarriedMomentum<S>& m = momentum(j, c, LinkFrame::before);
      return {m.f, m.n + cross(k_.p_before[c], m.f), zero3<S>()};
    }
    const CarriedMomentum<S>& m = momentum(j, i, LinkFrame::own);
    return {forward(k_.run[i], m.f), forward(k_.run[i], m.n) + m.sent, zero3<S>()};
  }

  const CarriedMotion<S>& motion(Index k, Index i, LinkFrame frame) {
    auto& stations = k_.motion[k + 1];
    auto& here = (frame == LinkFrame::before ? stations.before : stations.own)[i + 1];
    if (!here) here = frame == LinkFrame::before ? motion_before(k, i) : motion_own(k, i);
    return *here;
  }
  CarriedMotion<S> motion_own(Index k, Index i) {
    if (i == Tree::base) return {zero3<S>(), -k_.gravity, zero3<S>()};
    if (i == k) return unit_motion_of(k);
    if (is_before(i) || !in_run(i)) {
      const CarriedMotion<S>& x = motion(k, i, LinkFrame::before);
      return {backward(k_.run[i], x.w), backward(k_.run[i], x.v), x.w};
    }
    const CarriedMotion<S>& x = motion(k, tree_.parent(i), LinkFrame::own);
    const Vec3<S> v = x.v + cross(x.w, k_.p[i]);
    return {backward(k_.run[i], x.w_head), backward(k_.turn[i], v), x.w_head};
  }
  CarriedMotion<S> motion_before(Index k, Index i) {
    if (i == k) return unit_motion_of(k);
    const Mat3<S>& F = k_.par.placement[i].R;
    const Index a = tree_.parent(i);
    const CarriedMotion<S>& x = motion(k, a, in_run(i) ? LinkFrame::before : LinkFrame::own);
    if (in_run(i)) return {x.w, x.v + cross(x.w, k_.p_before[i]), x.w};
    const Vec3<S> w = transposed_times(F, x.w);
    return {w, transposed_times(F, x.v + cross(x.w, k_.p[i])), w};
  }
  CarriedMotion<S> unit_motion_of(Index k) const {
    const Vec3<S> z = along_z(S(1.0));
    if (tree_.is_revolute(k)) return {z, zero3<S>(), z};
    return {zero3<S>(), along_z(S(1.0) / k_.par.unit), zero3<S>()};
  }

  const Tree& tree_;
  const Plan& plan_;
  PlannedCompositeBodyWorkspace<S>& k_;
};

// D is nv x nv, row-major, a floating base first, with the rotor inertias of direct drives on its diagonal. Of x it reads
// the positions and, for gravity, the rotation of a floating base.
template <Scalar S>
void planned_composite_body(const Tree& tree, const Plan& plan, const Parameters<S>& par, const State<S>& x,
                            PlannedCompositeBodyWorkspace<S>& k, std::span<S> D, std::span<S> D_gravity) {
  PlannedCompositeBody<S> composite(tree, plan, par, x, k);
  const Index base = base_rows(tree), nv = base + tree.size();
  for (S& entry : D) entry = S(0.0);
  const auto put = [&](Index row, Index column, const S& entry) {
    D[row * nv + column] = D[column * nv + row] = entry;
  };
  const auto components = [](const CarriedMomentum<S>& m) {
    return std::array<S, 6>{m.f.x, m.f.y, m.f.z, m.n.x, m.n.y, m.n.z};
  };
  for (Index j : tree.base_to_tip()) {
    const Index row = base + j;
    for (Index i = j; i != Tree::base; i = tree.parent(i)) put(row, base + i, composite.entry(j, i));
    if (tree.direct && j < std::ssize(par.drive)) put(row, row, D[row * nv + row] + par.drive[j].inertia);
    D_gravity[row] = composite.entry(j, Tree::base);
    if (!tree.floating) continue;
    const auto shared = components(composite.with_base(j));  // (7)
    for (Index r = 0; r < 6; ++r) put(r, row, shared[r]);
  }
  if (!tree.floating) return;
  put_base_block<S>(composite.whole(), nv, D);
  const auto holds = components(composite.gravity_of_base());
  for (Index r = 0; r < 6; ++r) D_gravity[r] = holds[r];
}

}  // namespace tauforge::dynamics
