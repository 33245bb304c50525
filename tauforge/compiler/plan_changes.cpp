#include "tauforge/compiler/plan_changes.h"

#include <algorithm>
#include <utility>

#include "tauforge/compiler/search_tuning.h"

namespace tauforge::compiler {

using dynamics::Factoring;
using dynamics::Index;
using dynamics::LinkForm;
using dynamics::LinkFrame;
using dynamics::Plan;
using dynamics::Slide;
using dynamics::Turning;
using Kind = PlanChange::Kind;

namespace {

constexpr LinkForm forms[] = {LinkForm::pseudo_inertia, LinkForm::mixed, LinkForm::products};
constexpr std::pair<Turning, bool> turnings[] = {  // and whether axes are aligned
    {Turning::column, true},
    {Turning::column, false},
    {Turning::acceleration, false}};

}  // namespace

PlanChanges::PlanChanges(const dynamics::Tree& tree, const robot::Parameters<double>& par, bool aligned)
    : tree_(tree), par_(par), choices_(dynamics::link_choices(tree, par)) {
  if (!aligned)
    for (auto& link : choices_) link.alignments = {dynamics::Alignment::none};
}

std::vector<Plan> PlanChanges::slid(std::size_t most) const {
  Plan plain;
  plain.link.resize(tree_.size());
  for (Index i : tree_.base_to_tip()) {
    plain.link[i].joins_run = choices_[i].may_join_run;
    plain.link[i].axisymmetric_tail = choices_[i].may_be_tail;
    plain.link[i].rotor_in_moment = choices_[i].may_hold_rotor;
  }
  plain.gauge = dynamics::regrouping(tree_);
  return dynamics::slide_variants(tree_, choices_, par_, plain, most);
}

std::vector<Plan> PlanChanges::starts(std::size_t most) const {
  std::vector<Index> heads;
  for (Index i : tree_.base_to_tip())
    if (tree_.has_parent(i) && choices_[i].may_be_before && !choices_[i].may_join_run) heads.push_back(i);
  const bool many = heads.size() > most_combined_runs;
  const std::size_t masks = many ? heads.size() + 1 : std::size_t{1} << heads.size();
  const std::size_t per_slide = std::size(forms) * std::size(turnings) * masks;
  std::vector<Plan> result;
  for (const Plan& slid : slid(std::clamp<std::size_t>(most / per_slide, 1, most_slid_starts)))
    for (std::size_t mask = 0; mask < masks; ++mask)
      for (const LinkForm form : forms)
        for (const auto& [turning, align] : turnings) {
          if (result.size() >= most) return result;
          Plan plan = slid;
          for (std::size_t k = 0; k < heads.size(); ++k) {
            const bool before = many ? mask == k + 1 : (mask >> k) & 1;
            plan.link[heads[k]].frame = before ? LinkFrame::before : LinkFrame::own;
          }
          for (Index i : tree_.base_to_tip())  // what comes from own frames of the run need not turn as a whole
            plan.link[i].turns_lever =
                choices_[i].may_join_run && plan.link[tree_.parent(i)].frame == LinkFrame::before;
          for (std::size_t i = 0; i < plan.link.size(); ++i) {
            plan.link[i].form = form, plan.link[i].turning = turning;
            if (align) plan.link[i].alignment = choices_[i].alignments[choices_[i].alignments.size() > 1 ? 1 : 0];
          }
          if (const auto units = dynamics::unit_lengths(tree_, plan, par_);
              !units.empty() && tree_.all_revolute() && !tree_.floating)
            plan.unit = units[0];
          result.push_back(std::move(plan));
        }
  return result;
}

std::vector<PlanChange> PlanChanges::of_link(Index i) const {
  const dynamics::LinkChoices& may = choices_[i];
  std::vector<PlanChange> changes;
  for (int form = 0; form < 3; ++form) changes.push_back({Kind::form, i, form});
  for (int factoring = 0; factoring < 3; ++factoring) changes.push_back({Kind::factoring, i, factoring});
  if (tree_.is_revolute(i))
    for (int turning = 0; turning < 2; ++turning) changes.push_back({Kind::turning, i, turning});
  if (may.may_be_before)
    for (int frame = 0; frame < 2; ++frame) changes.push_back({Kind::frame, i, frame});
  for (int shares = 0; shares < 2; ++shares) changes.push_back({Kind::squares, i, shares});
  if (may.may_join_run)
    for (int yes = 0; yes < 2; ++yes)
      for (const Kind kind : {Kind::run, Kind::lever, Kind::spin}) changes.push_back({kind, i, yes});
  if (may.alignments.size() > 1)
    for (const dynamics::Alignment alignment : may.alignments)
      changes.push_back({Kind::alignment, i, static_cast<int>(alignment)});
  if (may.may_hold_rotor)
    for (int holds = 0; holds < 2; ++holds) changes.push_back({Kind::rotor, i, holds});
  return changes;
}

std::vector<PlanChange> PlanChanges::units(const Plan& plan) const {
  std::vector<PlanChange> changes;
  if (!tree_.all_revolute()) return changes;  // a prismatic joint's coordinate would have to be scaled
  changes.push_back({Kind::unit, -1, 0});
  for (const auto& unit : dynamics::unit_lengths(tree_, plan, par_))
    changes.push_back({Kind::unit, unit.joint, unit.component});
  return changes;
}

// The way to slide, and the form of the links, as starts have one for all.
std::vector<PlanMoves::Feature> PlanChanges::features(const Plan& plan) const {
  Feature feature{static_cast<int>(plan.link[0].form)};
  for (const auto& link : plan.link) feature.push_back(static_cast<int>(link.slide));
  return {feature};
}

std::vector<PlanMoves::Change> PlanChanges::changes(const Plan& plan) const {
  std::vector<Change> all;
  const auto add = [&](const PlanChange& change) { all.push_back([this, change](Plan& p) { make(change, p); }); };
  for (Index i : tree_.base_to_tip()) {
    for (const auto& change : of_link(i)) add(change);
    if (choices_[i].may_be_disc)  // rarely worth it: not for random changes
      for (int disc = 0; disc < 3; ++disc) add({Kind::disc, i, disc});
  }
  for (const auto& change : units(plan)) add(change);
  if (tree_.floating)
    for (int form = 0; form < 3; ++form) add({Kind::base_form, 0, form});
  for (Index i : tree_.base_to_tip())
    for (const auto& move : dynamics::possible_moves(tree_, plan, par_, i)) add({Kind::gauge, i, 0, move});
  return all;
}

void PlanChanges::random_change(std::mt19937& random, Plan& plan) {
  const auto any_of = [&](const std::vector<PlanChange>& changes) {
    if (!changes.empty()) make(changes[random() % changes.size()], plan);
  };
  const Index link = static_cast<Index>(random() % tree_.size());
  const auto kind = random() % random_kinds.sum();
  unsigned below = random_kinds.link;
  if (kind < below) return any_of(of_link(link));
  if (kind < (below += random_kinds.gauge)) {
    std::vector<PlanChange> moves;
    for (const auto& move : dynamics::possible_moves(tree_, plan, par_, link))
      moves.push_back({Kind::gauge, link, 0, move});
    return any_of(moves);
  }
  if (kind < (below += random_kinds.less_gauge)) {
    if (!plan.gauge.empty()) return make({Kind::less_gauge, static_cast<Index>(random() % plan.gauge.size())}, plan);
  } else if (kind < below + random_kinds.unit) {
    return any_of(units(plan));
  }
  std::vector<PlanChange> slides;
  for (const Slide slide : choices_[link].slides) slides.push_back({Kind::slide, link, static_cast<int>(slide)});
  any_of(slides);
}

void PlanChanges::make(const PlanChange& change, Plan& plan) const {
  const auto link = [&]() -> dynamics::LinkPlan& { return plan.link[change.link]; };
  const bool yes = change.value != 0;
  switch (change.kind) {
    case Kind::form: link().form = static_cast<LinkForm>(change.value); break;
    case Kind::factoring: link().factoring = static_cast<Factoring>(change.value); break;
    case Kind::turning: link().turning = static_cast<Turning>(change.value); break;
    case Kind::frame: link().frame = static_cast<LinkFrame>(change.value); break;
    case Kind::squares: link().shares_squares = yes; break;
    case Kind::run: link().joins_run = yes; break;
    case Kind::lever: link().turns_lever = yes; break;
    case Kind::spin: link().spins_lever = yes; break;
    case Kind::disc: link().disc = static_cast<dynamics::Disc>(change.value); break;
    case Kind::rotor: link().rotor_in_moment = yes; break;
    case Kind::slide: link().slide = static_cast<Slide>(change.value); break;
    case Kind::alignment: link().alignment = static_cast<dynamics::Alignment>(change.value); break;
    case Kind::base_form: plan.base_form = static_cast<LinkForm>(change.value); break;
    case Kind::unit: plan.unit = {change.link, change.value}; break;
    case Kind::gauge: plan.gauge.push_back(change.move); break;
    case Kind::less_gauge: plan.gauge.erase(plan.gauge.begin() + change.link); break;
  }
  dynamics::take_back_impossible(tree_, choices_, plan);
  if (change.kind == Kind::slide || change.kind == Kind::alignment) dynamics::take_back_undefined(tree_, par_, plan);
}

}  // namespace tauforge::compiler
