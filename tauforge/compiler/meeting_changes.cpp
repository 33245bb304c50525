#include "tauforge/compiler/meeting_changes.h"

#include <utility>

#include "tauforge/compiler/search_tuning.h"

namespace tauforge::compiler {

using dynamics::Index;
using dynamics::LinkFrame;
using dynamics::Meeting;
using dynamics::Plan;
using robot::Tree;

namespace {

void meet(Plan& plan, const Meeting& meeting) {
  std::erase_if(plan.meetings, [&](const Meeting& m) { return m.upper == meeting.upper && m.lower == meeting.lower; });
  plan.meetings.push_back(meeting);
}

}  // namespace

MeetingChanges::MeetingChanges(const Tree& tree, const robot::Parameters<double>& par, PlannedFunction function,
                               const SearchOptions& options)
    : tree_(tree), par_(par), function_(function), options_(options), choices_(dynamics::link_choices(tree, par)) {}

// A prismatic joint's coordinate would have to be scaled.
bool MeetingChanges::has_unit() const { return !options_.is_limb && tree_.all_revolute(); }

bool MeetingChanges::carries(Index body, Index upper) const {
  while (upper > body) upper = tree_.parent(upper);
  return upper == body;
}

void MeetingChanges::meet_at(Index body, LinkFrame frame, Index only_upper, Index only_lower, Plan& plan) const {
  for (Index upper : tree_.base_to_tip())
    if (carries(body, upper) && (only_upper == any || only_upper == upper))
      for (Index lower = body;; lower = tree_.parent(lower)) {
        if (only_lower == any || only_lower == lower) meet(plan, {upper, lower, body, frame});
        if (lower == Tree::base) break;
      }
}

// On regrouped parameters.
std::vector<Plan> MeetingChanges::slid() const {
  Plan plain;
  plain.link.resize(tree_.size());
  for (Index i : tree_.base_to_tip()) plain.link[i].joins_run = choices_[i].may_join_run;
  plain.gauge = dynamics::regrouping(tree_);
  // a floating base needs the momenta of all joints anyway
  if (tree_.floating && function_ == PlannedFunction::coefficients)
    for (Index i : tree_.base_to_tip()) meet(plain, {i, Tree::base, Tree::base, LinkFrame::own});
  std::vector<Plan> variants = dynamics::slide_variants(tree_, choices_, par_, plain, most_slid_starts);
  for (Plan& plan : variants)
    if (const auto units = dynamics::unit_lengths(tree_, plan, par_); !units.empty() && has_unit() && !tree_.floating)
      plan.unit = units[0];
  return variants;
}

std::vector<Plan> MeetingChanges::starts(std::size_t most) const {
  std::vector<Plan> result;
  for (const Plan& plan : slid()) {
    if (result.size() >= most) return result;
    result.push_back(plan);
    for (Index body : tree_.base_to_tip())
      for (const LinkFrame frame : {LinkFrame::own, LinkFrame::before}) {
        if (result.size() >= most) return result;
        result.push_back(plan);
        meet_at(body, frame, any, any, result.back());
      }
  }
  return result;
}

// The way to slide, and the place to meet.
std::vector<PlanMoves::Feature> MeetingChanges::features(const Plan& plan) const {
  Feature slides;
  for (const auto& link : plan.link) slides.push_back(static_cast<int>(link.slide));
  const Meeting place =
      plan.meetings.empty() ? Meeting{Tree::base, Tree::base, Tree::base, LinkFrame::own} : plan.meetings[0];
  return {slides, {place.body, static_cast<int>(place.frame)}};
}

std::vector<PlanMoves::Change> MeetingChanges::changes(const Plan& plan) const {
  std::vector<Change> all;
  for (Index i : tree_.base_to_tip()) add_changes_of_link(plan, i, all);
  add_units(plan, all);
  for (const LinkFrame frame : {LinkFrame::own, LinkFrame::before})
    for (Index body : tree_.base_to_tip()) add_meetings(body, frame, all);
  if (tree_.floating) add_meetings(Tree::base, LinkFrame::own, all);
  add_gauge_moves(plan, all);
  return all;
}

void MeetingChanges::random_change(std::mt19937& random, Plan& plan) {
  if (known_changes_.empty() || !(plan == known_)) known_ = plan, known_changes_ = changes(plan);
  known_changes_[random() % known_changes_.size()](plan);
}

void MeetingChanges::add_changes_of_link(const Plan& plan, Index i, std::vector<Change>& all) const {
  if (choices_[i].may_be_before)
    all.push_back([i](Plan& p) {
      LinkFrame& frame = p.link[i].frame;
      frame = frame == LinkFrame::own ? LinkFrame::before : LinkFrame::own;
    });
  const auto toggle = [&](bool dynamics::LinkPlan::*choice) {
    all.push_back([i, choice](Plan& p) { p.link[i].*choice = !(p.link[i].*choice); });
  };
  if (choices_[i].may_join_run) toggle(&dynamics::LinkPlan::joins_run);
  if (plan.link[i].joins_run) toggle(&dynamics::LinkPlan::shifts_before);
  if (choices_[i].may_be_tail) toggle(&dynamics::LinkPlan::axisymmetric_tail);
}

void MeetingChanges::add_units(const Plan& plan, std::vector<Change>& all) const {
  if (!has_unit()) return;
  for (const auto& unit : dynamics::unit_lengths(tree_, plan, par_)) all.push_back([unit](Plan& p) { p.unit = unit; });
  if (!options_.gravity_is_fixed || function_ == PlannedFunction::mass_matrix) return;
  for (const auto& unit : dynamics::gravity_units(par_)) all.push_back([unit](Plan& p) { p.unit = unit; });
}

// At a body one pair of joints may meet, all with one lower or upper joint, or all that pass it.
void MeetingChanges::add_meetings(Index body, LinkFrame frame, std::vector<Change>& all) const {
  const auto add = [&](Index only_upper, Index only_lower) {
    all.push_back(
        [this, body, frame, only_upper, only_lower](Plan& p) { meet_at(body, frame, only_upper, only_lower, p); });
  };
  add(any, any);
  for (Index upper : tree_.base_to_tip())
    if (carries(body, upper)) add(upper, any);
  for (Index lower = body;; lower = tree_.parent(lower)) {
    add(any, lower);
    for (Index upper : tree_.base_to_tip())
      if (carries(body, upper)) add(upper, lower);
    if (lower == Tree::base) break;
  }
}

void MeetingChanges::add_gauge_moves(const Plan& plan, std::vector<Change>& all) const {
  for (Index i : tree_.base_to_tip())
    for (const auto& move : dynamics::possible_moves(tree_, plan, par_, i)) {
      if (options_.is_limb && !tree_.has_parent(i) && move.of == dynamics::GaugeMove::Of::parent) continue;
      all.push_back([move](Plan& p) { p.gauge.push_back(move); });
      all.push_back([move](Plan& p) {  // instead of what moved there before
        std::erase_if(p.gauge, [&](const auto& m) { return m.joint == move.joint && m.what == move.what; });
        p.gauge.push_back(move);
      });
    }
}

}  // namespace tauforge::compiler
