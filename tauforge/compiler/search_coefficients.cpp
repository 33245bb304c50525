#include "tauforge/compiler/search_coefficients.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <utility>

#include "tauforge/compiler/trace.h"
#include "tauforge/dynamics/plan_space.h"
#include "tauforge/passes/factor_sums.h"

namespace tauforge::compiler {

namespace {

using dynamics::at;
using dynamics::LinkFrame;
using dynamics::Meeting;
using dynamics::Plan;
using robot::Index;
using robot::Tree;

class CoefficientSearch {
 public:
  CoefficientSearch(const Tree& tree, const robot::Parameters<double>& par, PlannedFunction function,
                    const SearchOptions& options)
      : tree_(tree), par_(par), function_(function), options_(options), choices_(dynamics::link_choices(tree, par)) {}

  // Slides first, each with single changes until none helps; then a walk that also takes changes for the worse, less and
  // less; at last single changes again, of the count after factoring.
  SearchResult run() {
    std::vector<Scored> starts;
    for (const Plan& slid : slide_variants()) {
      if (!starts.empty() && spent(0.1)) break;
      starts.push_back({cost(slid), slid});
    }
    sort(starts);
    std::vector<Scored> found;
    for (const Scored& start : starts) {
      found.push_back(improve(start));
      if (spent(0.4)) break;
    }
    sort(found);
    const std::size_t walks = std::min<std::size_t>(3, found.size());
    for (std::size_t k = 0; k < walks; ++k)
      found.push_back(walk(found[k], 0.4 + 0.35 * static_cast<double>(k + 1) / static_cast<double>(walks)));
    sort(found);
    Scored best{factored_cost(found[0].plan), found[0].plan};
    for (std::size_t k = 1; k < std::min<std::size_t>(6, found.size()); ++k)
      if (const int c = factored_cost(found[k].plan); c < best.cost) best = {c, found[k].plan};
    best = polish(best);
    SearchResult result{best.plan, {}, evaluations_};
    result.operations = count(trace(best.plan), expression::rule_customised);
    return result;
  }

 private:
  struct Scored {
    int cost;
    Plan plan;
  };

  bool spent(double part = 1.0) const { return evaluations_ >= part * options_.evaluations; }

  static void sort(std::vector<Scored>& plans) {
    std::stable_sort(plans.begin(), plans.end(), [](const Scored& a, const Scored& b) { return a.cost < b.cost; });
  }

  expression::Program trace(const Plan& plan) const {
    return trace_planned(record(tree_, par_, "planned"), function_, plan);
  }

  int cost(const Plan& plan) {
    ++evaluations_;
    return count(trace(plan), expression::rule_customised).total();
  }

  // Factoring takes as long as recording some plans.
  int factored_cost(const Plan& plan) {
    constexpr int as_many = 10;
    evaluations_ += as_many;
    return count(passes::factor_sums(trace(plan), {.restarts = 1}), expression::rule_customised).total();
  }

  // Slides in all combinations that differ in their offsets, on regrouped parameters.
  std::vector<Plan> slide_variants() {
    Plan plain;
    plain.link.resize(at(tree_.size()));
    for (Index i : tree_.base_to_tip()) plain.link[at(i)].joins_run = choices_[at(i)].may_join_run;
    plain.gauge = dynamics::regrouping(tree_);
    std::vector<Plan> variants{plain};
    constexpr std::size_t most = 64;
    for (Index i : tree_.base_to_tip()) {
      std::vector<Plan> next;
      std::set<std::vector<double>> seen;
      for (const Plan& plan : variants)
        for (const auto slide : choices_[at(i)].slides) {
          Plan slid = plan;
          slid.link[at(i)].slide = slide;
          if (seen.insert(dynamics::offsets(tree_, slid, par_)).second && next.size() < most) next.push_back(slid);
        }
      variants = next;
    }
    for (Plan& plan : variants)
      if (const auto units = dynamics::unit_lengths(tree_, plan, par_); !units.empty() && tree_.all_revolute())
        plan.unit = units[0];
    return variants;
  }

  static void meet(Plan& plan, const Meeting& meeting) {
    std::erase_if(plan.meetings,
                  [&](const Meeting& m) { return m.upper == meeting.upper && m.lower == meeting.lower; });
    plan.meetings.push_back(meeting);
  }

  // Takes a changed plan when it is cheaper.
  bool take_if_cheaper(Scored& best, const Plan& changed) {
    if (spent() || changed == best.plan) return false;
    const int changed_cost = cost(changed);
    if (changed_cost >= best.cost) return false;
    best = {changed_cost, changed};
    return true;
  }

  // Every plan that one change makes of it.
  template <class Visit> void neighbours(const Scored& best, Visit visit) {
    for (Index i : tree_.base_to_tip()) {
      const auto with = [&](auto change) {
        Plan plan = best.plan;
        change(plan.link[at(i)]);
        visit(plan);
      };
      if (choices_[at(i)].may_be_before)
        with([](auto& link) { link.frame = link.frame == LinkFrame::own ? LinkFrame::before : LinkFrame::own; });
      if (choices_[at(i)].may_join_run) with([](auto& link) { link.joins_run = !link.joins_run; });
      if (best.plan.link[at(i)].joins_run) with([](auto& link) { link.shifts_before = !link.shifts_before; });
      if (choices_[at(i)].may_be_tail) with([](auto& link) { link.axisymmetric_tail = !link.axisymmetric_tail; });
    }
    if (tree_.all_revolute())
      for (const auto& unit : dynamics::unit_lengths(tree_, best.plan, par_)) {
        Plan plan = best.plan;
        plan.unit = unit;
        visit(plan);
      }
    // a place where everything above meets everything below, or one lower joint
    for (const LinkFrame frame : {LinkFrame::own, LinkFrame::before})
      for (Index body : tree_.base_to_tip()) {
        Plan all = best.plan;
        for (Index lower = body; lower != Tree::base; lower = tree_.parent(lower)) {
          Plan plan = best.plan;
          for (Index upper : tree_.base_to_tip())
            if (carries(body, upper)) {
              meet(plan, {upper, tree_.parent(lower), body, frame});
              meet(all, {upper, tree_.parent(lower), body, frame});
            }
          visit(plan);
        }
        visit(all);
        for (Index upper : tree_.base_to_tip())
          if (carries(body, upper)) {
            Plan plan = best.plan;
            for (Index lower = body; lower != Tree::base; lower = tree_.parent(lower))
              meet(plan, {upper, tree_.parent(lower), body, frame});
            visit(plan);
          }
      }
    for (Index upper : tree_.base_to_tip())
      for (Index lower = upper; lower != Tree::base; lower = tree_.parent(lower))
        for (Index body = upper; body != tree_.parent(tree_.parent(lower) == Tree::base ? lower : tree_.parent(lower));
             body = tree_.parent(body))
          for (const LinkFrame frame : {LinkFrame::own, LinkFrame::before}) {
            Plan plan = best.plan;
            meet(plan, {upper, tree_.parent(lower), body, frame});
            visit(plan);
          }
    for (Index i : tree_.base_to_tip())
      for (const auto& move : dynamics::possible_moves(tree_, best.plan, par_, i)) {
        Plan plan = best.plan;
        plan.gauge.push_back(move);
        visit(plan);
        plan = best.plan;  // instead of what moved there before
        std::erase_if(plan.gauge, [&](const auto& m) { return m.joint == move.joint && m.what == move.what; });
        plan.gauge.push_back(move);
        visit(plan);
      }
  }

  bool carries(Index body, Index upper) const {
    while (upper > body) upper = tree_.parent(upper);
    return upper == body;
  }

  Scored improve(Scored best) {
    for (bool better = true; better && !spent(0.4);) {
      better = false;
      const Scored from = best;
      neighbours(from, [&](const Plan& changed) { better = take_if_cheaper(best, changed) || better; });
    }
    return best;
  }

  // Simulated annealing.
  Scored walk(Scored now, double until) {
    Scored best = now;
    std::mt19937 random(static_cast<unsigned>(evaluations_));
    const int from = evaluations_;
    const double span = until * options_.evaluations - from;
    std::vector<Plan> changes;
    while (!spent(until)) {
      // a batch of the neighbours of one plan: listing them costs more than recording one
      changes.clear();
      neighbours(now, [&](const Plan& changed) { changes.push_back(changed); });
      for (int tries = 0; tries < 30 && !spent(until); ++tries) {
        const Plan& changed = changes[random() % changes.size()];
        if (changed == now.plan) continue;
        const double temperature = 0.9 - 0.7 * (evaluations_ - from) / span;
        const int changed_cost = cost(changed);
        const double chance = std::exp((now.cost - changed_cost) / temperature);
        if (static_cast<double>(random() % 100000) >= 100000 * chance) continue;
        now = {changed_cost, changed};
        if (now.cost < best.cost) best = now;
        break;
      }
    }
    return best;
  }

  Scored polish(Scored best) {
    std::mt19937 random(7);
    std::vector<Plan> changes;
    while (!spent()) {
      changes.clear();
      neighbours(best, [&](const Plan& changed) { changes.push_back(changed); });
      std::shuffle(changes.begin(), changes.end(), random);
      bool better = false;
      for (const Plan& changed : changes) {
        if (spent() || changed == best.plan) continue;
        if (cost(changed) > count(trace(best.plan), expression::rule_customised).total() + 3) continue;
        const int changed_cost = factored_cost(changed);
        if (changed_cost > best.cost) continue;
        better = better || changed_cost < best.cost;
        best = {changed_cost, changed};
        if (better) break;
      }
      if (!better) break;
    }
    return best;
  }

  const Tree& tree_;
  const robot::Parameters<double>& par_;
  PlannedFunction function_;
  SearchOptions options_;
  std::vector<dynamics::LinkChoices> choices_;
  int evaluations_ = 0;
};

}  // namespace

SearchResult search_coefficients(const Tree& tree, const robot::Parameters<double>& par, PlannedFunction function,
                                 const SearchOptions& options) {
  return CoefficientSearch(tree, par, function, options).run();
}

}  // namespace tauforge::compiler
