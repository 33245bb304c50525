#include "tauforge/dynamics/planned/plan_fits.h"

#include <algorithm>
#include <cmath>

#include "tauforge/dynamics/planned/parameters.h"
#include "tauforge/dynamics/planned/plan_space.h"

namespace tauforge::dynamics {

namespace {

bool is_joint(const Tree& tree, Index i) { return i >= 0 && i < tree.size(); }

// What moves has a part in the entry that is to vanish; of the parent's entries take_back_undefined knows.
bool fits(const Tree& tree, const GaugeMove& move) {
  if (!is_joint(tree, move.joint) || tree.is_revolute(move.joint) != (move.what != Movable::sigma)) return false;
  if (move.what == Movable::sigma || move.of == GaugeMove::Of::parent) return true;
  PseudoInertia<double> part = unit_on_axis<double>(move.what);
  const double partner = move.with == GaugeMove::With::nothing ? 0.0 : entry_of(part, move.partner);
  return entry_of(part, move.zero) + (move.with == GaugeMove::With::sum ? partner : -partner) != 0.0;
}

bool fits(const Tree& tree, const robot::Parameters<double>& par, const UnitLength& unit) {
  if (unit == UnitLength{}) return true;
  if (!tree.all_revolute() || unit.component < 0 || unit.component > 2) return false;
  if (unit.joint != UnitLength::of_gravity) return is_joint(tree, unit.joint);
  const auto units = gravity_units(par);
  return std::find(units.begin(), units.end(), unit) != units.end();
}

// The lower joint carries the body and the body the upper joint.
bool fits(const Tree& tree, const Meeting& meeting) {
  if (!is_joint(tree, meeting.upper)) return false;
  Index i = meeting.upper;
  while (i != meeting.body && i != Tree::base) i = tree.parent(i);
  if (i != meeting.body) return false;
  while (i != meeting.lower && i != Tree::base) i = tree.parent(i);
  return i == meeting.lower;
}

}  // namespace

bool fits(const Tree& tree, const robot::Parameters<double>& par, const Plan& plan) {
  if (std::ssize(plan.link) != tree.size() || !fits(tree, par, plan.unit)) return false;
  const auto choices = link_choices(tree, par);
  for (std::size_t i = 0; i < plan.link.size(); ++i) {
    const auto has = [](const auto& list, auto wanted) {
      return std::find(list.begin(), list.end(), wanted) != list.end();
    };
    if (!has(choices[i].slides, plan.link[i].slide) || !has(choices[i].alignments, plan.link[i].alignment))
      return false;
    if (plan.link[i].joins_run && !choices[i].may_join_run) return false;  // before anybody looks for its head
  }
  for (const GaugeMove& move : plan.gauge)
    if (!fits(tree, move)) return false;
  for (const Meeting& meeting : plan.meetings)
    if (!fits(tree, meeting)) return false;
  Plan possible = plan;
  take_back_impossible(tree, choices, possible);
  take_back_undefined(tree, par, possible);
  return possible == plan;
}

}  // namespace tauforge::dynamics
