#include "tauforge/compiler/search_coefficients.h"

#include <algorithm>
#include <set>
#include <utility>

#include "tauforge/compiler/trace.h"
#include "tauforge/dynamics/plan_space.h"

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

  SearchResult run() {
    std::vector<Scored> starts;
    for (const Plan& slid : slide_variants()) {
      if (!starts.empty() && spent()) break;
      starts.push_back({cost(slid), slid});
    }
    const auto cheaper = [](const Scored& a, const Scored& b) { return a.cost < b.cost; };
    std::stable_sort(starts.begin(), starts.end(), cheaper);
    Scored best = starts.front();
    for (const Scored& start : starts) {
      const Scored found = improve(start);
      if (found.cost < best.cost) best = found;
      if (spent()) break;
    }
    SearchResult result{best.plan, {}, evaluations_};
    result.operations = count(trace(best.plan), expression::rule_customised);
    return result;
  }

 private:
  struct Scored {
    int cost;
    Plan plan;
  };

  bool spent() const { return evaluations_ >= options_.evaluations; }

  expression::Program trace(const Plan& plan) const {
    return trace_planned(record(tree_, par_, "planned"), function_, plan);
  }

  int cost(const Plan& plan) {
    ++evaluations_;
    return count(trace(plan), expression::rule_customised).total();
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
      }
  }

  bool carries(Index body, Index upper) const {
    while (upper > body) upper = tree_.parent(upper);
    return upper == body;
  }

  Scored improve(Scored best) {
    for (bool better = true; better && !spent();) {
      better = false;
      const Scored from = best;
      neighbours(from, [&](const Plan& changed) { better = take_if_cheaper(best, changed) || better; });
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
