#include "tauforge/dynamics/planned/plan_space.h"

#include <cmath>
#include <set>

#include "tauforge/dynamics/planned/parameters.h"

namespace tauforge::dynamics {

namespace {

// [m] Masses are multiplied by its square; with a shorter one different masses would look the same but for rounding.
constexpr double shortest_unit = 1e-3;

bool is_leaf(const Tree& tree, Index i) {
  for (Index c : tree.base_to_tip())
    if (tree.parent(c) == i) return false;
  return true;
}

bool is_quarter_turn_about_x(const Mat3<double>& R) { return R.xx == 1.0 && R.yy == 0.0 && R.zz == 0.0; }

// Equal moments about x and y, nothing off the axis.
bool is_axisymmetric(const Inertia<double>& b) {
  const auto small = [](double x) { return std::abs(x) < scalar::trace; };
  return small(b.I.xx - b.I.yy) && small(b.I.xy) && small(b.I.xz) && small(b.I.yz) && small(b.h.x) && small(b.h.y);
}

// Something to make vanish, and something left to hold the direction; half a turn has no half angle here.
bool is_defined(Alignment alignment, const PseudoInertia<double>& P) {
  const auto [x, y] = aligned_pair(alignment, P);
  return std::abs(y) > 1e-9 && std::hypot(x, y) > 1e-9 && (alignment != Alignment::xy || x > -0.99 * std::hypot(x, y));
}

// No ancestor turns the body about its own axis: on a fixed base all of them turn about one other direction, square to it.
bool turns_alone(const Tree& tree, const robot::Parameters<double>& par, Index i) {
  if (tree.floating || !tree.is_revolute(i)) return false;
  Vec3<double> axis{0, 0, 1};  // of body i, in the frames of its ancestors
  bool above = false;          // a turning ancestor was met: the next ones have to be parallel to it
  for (Index k = i; tree.has_parent(k); k = tree.parent(k)) {
    const Mat3<double>& R = par.placement[k].R;
    axis = R * axis;
    if (above && std::abs(R.zz * R.zz - 1.0) > scalar::trace) return false;
    if (!tree.is_revolute(tree.parent(k))) {
      if (above) return false;  // rare; a Plan does without
      continue;
    }
    if (std::abs(axis.z) > scalar::trace) return false;
    above = true;
  }
  return true;
}

// By parallel joints alone about an axis square to the first one, which stands still.
bool turns_square_to_first(const Tree& tree, const robot::Parameters<double>& par, Index i) {
  if (tree.floating || !tree.is_revolute(i) || !tree.has_parent(i)) return false;
  const Index a = tree.parent(i);
  const Mat3<double>& R = par.placement[i].R;
  if (!tree.has_parent(a)) return tree.is_revolute(a) && R.zz == 0.0;
  return R == spatial::identity3<double>() && turns_square_to_first(tree, par, a);
}

PlannedParameters<double> without_unit(const Tree& tree, Plan plan, const robot::Parameters<double>& par) {
  plan.unit = {};
  for (auto& link : plan.link) link.axisymmetric_tail = false;
  return apply(tree, plan, par);
}

Plan slides_only(Plan plan) {
  plan.gauge.clear();
  return plan;
}

double value_of(PseudoInertia<double>& P, const GaugeMove& move) {
  double value = entry_of(P, move.zero);
  if (move.with == GaugeMove::With::sum) value += entry_of(P, move.partner);
  if (move.with == GaugeMove::With::difference) value -= entry_of(P, move.partner);
  return value;
}

// Single entries, and sums and differences of two diagonal ones.
std::vector<GaugeMove> targets() {
  std::vector<GaugeMove> all;
  GaugeMove move;
  for (int e = 0; e < entries; ++e) {
    move.zero = static_cast<Entry>(e);
    all.push_back(move);
  }
  for (const auto& [a, b] : {std::pair{Entry::xx, Entry::yy}, {Entry::xx, Entry::zz}, {Entry::yy, Entry::zz}})
    for (const auto with : {GaugeMove::With::sum, GaugeMove::With::difference}) {
      move.zero = a, move.partner = b, move.with = with;
      all.push_back(move);
    }
  return all;
}

}  // namespace

std::vector<LinkChoices> link_choices(const Tree& tree, const robot::Parameters<double>& par) {
  std::vector<LinkChoices> choices(tree.size());
  for (Index i : tree.base_to_tip()) {
    LinkChoices& c = choices[i];
    c.slides = {Slide::none};
    c.alignments = {Alignment::none};
    if (!tree.is_revolute(i)) continue;
    const Mat3<double>& R = par.placement[i].R;
    c.slides.push_back(Slide::onto_parent);
    for (Index child : tree.base_to_tip())
      if (tree.parent(child) == i && tree.is_revolute(child)) {
        c.slides.push_back(Slide::onto_child);
        break;
      }
    c.may_join_run = tree.has_parent(i) && tree.is_revolute(tree.parent(i)) && R == spatial::identity3<double>();
    c.may_be_before = true;
    c.quarter_turn = tree.has_parent(i) && is_quarter_turn_about_x(R);
    if (is_leaf(tree, i))
      for (const Alignment alignment : {Alignment::hy, Alignment::yz, Alignment::xy})
        if (is_defined(alignment, pseudo_inertia(par.body[i]))) c.alignments.push_back(alignment);
    c.may_be_tail = is_leaf(tree, i) && is_axisymmetric(par.body[i]);
    c.may_be_disc = !c.may_be_tail && turns_square_to_first(tree, par, i);
    c.may_hold_rotor =
        tree.direct && i < std::ssize(par.drive) && par.drive[i].inertia != 0.0 && turns_alone(tree, par, i);
  }
  return choices;
}

void take_back_impossible(const Tree& tree, const std::vector<LinkChoices>& choices, Plan& plan) {
  for (Index i : tree.base_to_tip()) {
    LinkPlan& link = plan.link[i];
    const LinkChoices& may = choices[i];
    link.joins_run = link.joins_run && may.may_join_run;
    link.axisymmetric_tail = link.axisymmetric_tail && may.may_be_tail;
    link.rotor_in_moment = link.rotor_in_moment && may.may_hold_rotor;
    if (!may.may_be_before) link.frame = LinkFrame::own;
    if (!may.may_be_disc) link.disc = Disc::none;
  }
  for (Index i : tree.base_to_tip())
    if (!choices[plan.head(tree, i)].quarter_turn && plan.link[i].turning != Turning::column)
      plan.link[i].shares_squares = false;
}

void take_back_undefined(const Tree& tree, const robot::Parameters<double>& par, Plan& plan) {
  const PlannedParameters<double> now = without_unit(tree, slides_only(plan), par);
  if (plan.unit.joint >= 0) {
    const auto& p = now.placement[plan.unit.joint].p;
    const double length[] = {p.x, p.y, p.z};
    if (std::abs(length[plan.unit.component]) < shortest_unit) plan.unit = {};
  }
  for (Index i : tree.base_to_tip()) {
    Plan unaligned = slides_only(plan);
    for (auto& link : unaligned.link) link.alignment = Alignment::none;
    Alignment& alignment = plan.link[i].alignment;
    if (alignment != Alignment::none && !is_defined(alignment, without_unit(tree, unaligned, par).body[i]))
      alignment = Alignment::none;
  }
  std::erase_if(plan.gauge, [&](const GaugeMove& move) {
    if (move.what == Movable::sigma || move.of == GaugeMove::Of::body) return false;
    PseudoInertia<double> seen = moved(now.placement[move.joint], unit_on_axis<double>(move.what));
    return std::abs(value_of(seen, move)) < 1e-9;
  });
}

std::vector<GaugeMove> regrouping(const Tree& tree) {
  std::vector<GaugeMove> moves;
  for (Index i : tree.tip_to_base()) {
    GaugeMove move;
    move.joint = i;
    if (!tree.is_revolute(i)) {
      move.what = Movable::sigma;
      moves.push_back(move);
      continue;
    }
    for (const auto& [what, zero] :
         {std::pair{Movable::sigma_zz, Entry::zz}, {Movable::h_z, Entry::hz}, {Movable::m, Entry::m}}) {
      move.what = what, move.zero = zero;
      moves.push_back(move);
    }
  }
  return moves;
}

std::vector<GaugeMove> possible_moves(const Tree& tree, const Plan& plan, const robot::Parameters<double>& par,
                                      Index joint) {
  if (!tree.is_revolute(joint) || (!tree.has_parent(joint) && !tree.floating)) return {};
  PlannedParameters<double> now = without_unit(tree, plan, par);
  std::vector<GaugeMove> moves;
  constexpr double most = 1e3;  // larger constants that nearly cancel would cost digits
  for (const auto what : {Movable::sigma_zz, Movable::h_z, Movable::m}) {
    PseudoInertia<double> part = unit_on_axis<double>(what), seen = moved(now.placement[joint], part);
    clear_traces(seen);
    for (GaugeMove move : targets()) {
      move.joint = joint, move.what = what;
      for (const auto of : {GaugeMove::Of::body, GaugeMove::Of::parent}) {
        move.of = of;
        const bool on_body = of == GaugeMove::Of::body;
        const double sensitivity = value_of(on_body ? part : seen, move);
        const double value = value_of(on_body ? now.body[joint] : now.parent_of(tree, joint), move);
        const double amount = std::abs(sensitivity) > 1e-9 ? std::abs(value / sensitivity) : 0.0;
        if (amount > 1e-12 && amount < most) moves.push_back(move);
      }
    }
  }
  return moves;
}

std::vector<UnitLength> unit_lengths(const Tree& tree, const Plan& plan, const robot::Parameters<double>& par) {
  std::vector<UnitLength> units;
  std::vector<double> seen;
  const PlannedParameters<double> now = without_unit(tree, slides_only(plan), par);
  for (Index i : tree.base_to_tip()) {
    const auto& p = now.placement[i].p;
    const double components[] = {p.x, p.y, p.z};
    for (int k = 0; k < 3; ++k) {
      const double length = std::abs(components[k]);
      bool fresh = length >= shortest_unit;
      for (const double other : seen) fresh = fresh && std::abs(other - length) > 1e-12;
      if (!fresh) continue;
      seen.push_back(length);
      units.push_back({i, k});
    }
  }
  return units;
}

std::vector<UnitLength> gravity_units(const robot::Parameters<double>& par) {
  std::vector<UnitLength> units;
  const double components[] = {par.gravity.x, par.gravity.y, par.gravity.z};
  for (int k = 0; k < 3; ++k)
    if (std::abs(components[k]) > 1e-3) units.push_back({UnitLength::of_gravity, k});
  return units;
}

std::vector<double> offsets(const Tree& tree, const Plan& plan, const robot::Parameters<double>& par) {
  std::vector<double> result;
  for (const auto& X : without_unit(tree, slides_only(plan), par).placement)
    for (const double v : {X.p.x, X.p.y, X.p.z}) result.push_back(std::round(v * 1e9) * 1e-9);
  return result;
}

std::vector<Plan> slide_variants(const Tree& tree, const std::vector<LinkChoices>& choices,
                                 const robot::Parameters<double>& par, const Plan& plan, std::size_t most) {
  std::vector<Plan> variants{plan};
  for (Index i : tree.base_to_tip()) {
    std::vector<Plan> next;
    std::set<std::vector<double>> seen;
    for (const Plan& variant : variants)
      for (const Slide slide : choices[i].slides) {
        Plan slid = variant;
        slid.link[i].slide = slide;
        if (next.size() < most && seen.insert(offsets(tree, slid, par)).second) next.push_back(slid);
      }
    variants = next;
  }
  return variants;
}

}  // namespace tauforge::dynamics
