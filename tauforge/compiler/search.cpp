#include "tauforge/compiler/search.h"

#include <algorithm>
#include <random>
#include <set>
#include <utility>

#include "tauforge/compiler/plan_changes.h"
#include "tauforge/compiler/plan_starts.h"
#include "tauforge/compiler/search_coefficients.h"
#include "tauforge/compiler/search_limbs.h"
#include "tauforge/compiler/trace.h"
#include "tauforge/dynamics/instances/expressions.h"
#include "tauforge/dynamics/planned/plan_space.h"
#include "tauforge/expression/expr.h"
#include "tauforge/passes/factor_sums.h"

namespace tauforge::compiler {

namespace {

using dynamics::Plan;
using expression::Expr;

class Search {
 public:
  Search(const robot::Tree& tree, const robot::Parameters<double>& par, PlannedFunction function,
         const SearchOptions& options)
      : tree_(tree), par_(par), function_(function), options_(options), changes_(tree, par, options.aligned) {}

  SearchResult run() {
    for (const Plan& plan : usable_starts(tree_, par_, function_, options_)) given_.push_back({cost(plan), plan});
    // the starts may take a third of the effort, the way down from the best of them another third
    std::vector<Scored> starts;
    const int share = options_.evaluations / 3 / std::max(1, static_cast<int>(tree_.size()) / 8);
    for (const Plan& plan : changes_.starts(std::max(1, share))) {
      if (stopped_) break;
      starts.push_back({cost(plan), plan});
    }
    std::stable_sort(starts.begin(), starts.end(), [](const Scored& a, const Scored& b) { return a.cost < b.cost; });
    if (!starts.empty()) keep(starts.front());
    for (const Scored& start : given_) keep(start);
    std::vector<Scored> tops = given_;
    for (const Scored& start : diverse(starts)) tops.push_back(start);
    for (const Scored& start : tops) {
      if (stopped_ || 3 * effort() > 2 * options_.evaluations) break;
      descend(start);
    }
    wander();
    return cheapest_when_factored();
  }

 private:
  struct Scored {
    int cost;
    Plan plan;
  };

  // The effort is meant for an arm: an evaluation of a larger robot counts for more, and takes longer.
  int effort() const { return evaluations_ * std::max(1, static_cast<int>(tree_.size()) / 8); }
  bool spent() const { return stopped_ || effort() >= options_.evaluations; }

  expression::Program trace(const Plan& plan) const {
    return trace_planned(record(tree_, par_, "planned"), function_, plan);
  }

  int cost(const Plan& plan) {
    ++evaluations_;
    const int operations = count(trace(plan), expression::rule_customised).total();
    if (fewest_ == 0 || operations < fewest_) fewest_ = operations;
    look();
    return operations;
  }

  void look() {
    if (options_.watch && !stopped_)
      stopped_ = !options_.watch({std::min(1.0, static_cast<double>(effort()) / options_.evaluations), fewest_});
  }

  // Remembers the best plans found, cheapest first.
  void keep(const Scored& found) {
    constexpr std::size_t most = 16;
    if (best_.size() == most && found.cost >= best_.back().cost) return;
    for (const Scored& known : best_)
      if (known.plan == found.plan) return;
    const auto place = std::upper_bound(best_.begin(), best_.end(), found,
                                        [](const Scored& a, const Scored& b) { return a.cost < b.cost; });
    best_.insert(place, found);
    if (best_.size() > most) best_.pop_back();
  }

  // The best few, and the best of every way to slide.
  static std::vector<Scored> diverse(const std::vector<Scored>& sorted) {
    std::vector<Scored> chosen(sorted.begin(),
                               sorted.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(4, sorted.size())));
    std::vector<std::pair<std::vector<dynamics::Slide>, dynamics::LinkForm>> seen;
    for (const Scored& candidate : sorted) {
      std::vector<dynamics::Slide> slides;
      for (const auto& link : candidate.plan.link) slides.push_back(link.slide);
      const std::pair key{slides, candidate.plan.link[0].form};
      if (std::find(seen.begin(), seen.end(), key) != seen.end()) continue;
      seen.push_back(key);
      chosen.push_back(candidate);
      if (chosen.size() >= 12) break;
    }
    return chosen;
  }

  // Single changes, each taken as soon as it helps, until none does.
  void descend(Scored here) {
    for (bool better = true; better && !spent();) {
      better = false;
      for (const auto& change : changes_.all(here.plan)) {
        if (spent()) break;
        Plan plan = here.plan;
        if (!changes_.make(change, plan)) continue;
        const int changed = cost(plan);
        if (changed < here.cost) here = {changed, plan}, better = true;
      }
    }
    keep(here);
  }

  // Random changes; now and then one that costs a little is taken, because it may open a way down. A walk that finds
  // nothing for long begins again at one of the best plans.
  void wander() {
    std::mt19937 random(1);
    Scored here = best_.front();
    int fruitless = 0, lowest = here.cost;
    const int patience = 60 * static_cast<int>(tree_.size());
    while (!stopped_ && 10 * effort() < 9 * options_.evaluations) {
      if (++fruitless > patience) {
        here = best_[random() % best_.size()];
        lowest = here.cost, fruitless = 0;
      }
      Plan plan = here.plan;
      const int times = random() % 4 == 0 ? 2 : 1;
      for (int k = 0; k < times; ++k) changes_.random_change(random, plan);
      if (plan == here.plan) continue;
      const int changed = cost(plan);
      const int allowed = random() % 50 == 0 ? 2 : random() % 12 == 0 ? 1 : 0;
      if (changed > here.cost + allowed) continue;
      here = {changed, plan};
      keep(here);
      if (changed < lowest) lowest = changed, fruitless = 0;
    }
  }

  int factored_cost(const Plan& plan, int restarts) const {
    return count(passes::factor_sums(trace(plan), {.restarts = restarts}), expression::rule_customised).total();
  }

  // Single changes that cost little before factoring, each taken where it helps after.
  void polish(Plan& plan, int lowest) {
    int factorings = 40000 / (1 + lowest);  // large programs take long
    for (bool better = true; better && !stopped_;) {
      better = false;
      const int here = cost(plan);
      for (const auto& change : changes_.all(plan)) {
        if (spent() || factorings <= 0) return;
        Plan changed = plan;
        if (!changes_.make(change, changed) || cost(changed) > here + 2) continue;
        --factorings;
        const int factored = factored_cost(changed, 3);
        if (factored >= lowest) continue;
        lowest = factored, plan = changed, better = true;
      }
    }
  }

  // Factoring finds more in some plans than in others.
  SearchResult cheapest_when_factored() {
    SearchResult result{best_.front().plan, {}, evaluations_, best_.front().cost};
    int lowest = best_.front().cost + 1;
    const std::size_t many = static_cast<std::size_t>(1 + 6000 / (1 + lowest));  // large programs take long
    // given ones first: of equals they are kept, for the pipeline factors longer and may know more of them
    std::vector<Scored> candidates = given_;
    for (std::size_t k = 0; k < std::min(many, best_.size()); ++k) candidates.push_back(best_[k]);
    for (const Scored& candidate : candidates) {
      if (stopped_) break;
      const int factored = factored_cost(candidate.plan, 6);
      if (factored < lowest) lowest = factored, result.plan = candidate.plan;
      fewest_ = std::min(fewest_, lowest);
      look();
    }
    polish(result.plan, lowest);
    result.evaluations = evaluations_;
    result.operations = count(trace(result.plan), expression::rule_customised);
    return result;
  }

  const robot::Tree& tree_;
  const robot::Parameters<double>& par_;
  PlannedFunction function_;
  SearchOptions options_;
  PlanChanges changes_;
  std::vector<Scored> given_;  // starts from outside
  std::vector<Scored> best_;
  int evaluations_ = 0;
  int fewest_ = 0;        // 0: nothing was counted yet
  bool stopped_ = false;  // by whoever watches
};

bool is_of_composites(PlannedFunction function) {
  return function == PlannedFunction::coefficients || function == PlannedFunction::mass_matrix ||
         function == PlannedFunction::gravity;
}

expression::Program trace_composites(Recording r, PlannedFunction function, const Plan& plan) {
  const std::size_t n = dynamics::base_rows(r.tree) + r.tree.size();
  std::vector<Expr> D(n * n), DI(n), upper;
  dynamics::PlannedCompositeBodyWorkspace<Expr> workspace;
  dynamics::planned_composite_body<Expr>(r.tree, plan, r.parameters, r.state, workspace, D, DI);
  for (std::size_t i = 0; i < n; ++i) upper.insert(upper.end(), D.data() + i * n + i, D.data() + (i + 1) * n);
  if (function != PlannedFunction::gravity)
    r.program.add_output("D", upper, "upper triangle of the mass matrix, row by row [kg m^2, kg m or kg]");
  if (function != PlannedFunction::mass_matrix) r.program.add_output("DI", DI, "gravity torques [N m or N]");
  return std::move(r.program);
}

}  // namespace

expression::Program trace_planned(Recording r, PlannedFunction function, const Plan& plan) {
  if (is_of_composites(function)) return trace_composites(std::move(r), function, plan);
  if (function != PlannedFunction::inverse_dynamics) {
    for (Expr& qdd : r.state.qdd) qdd = Expr(0.0);
    r.state.base.acceleration = {};
  }
  if (function == PlannedFunction::velocity_torque) r.parameters.gravity = {};
  dynamics::PlannedNewtonEulerWorkspace<Expr> workspace;
  std::vector<Expr> tau(dynamics::base_rows(r.tree) + r.tree.size());
  dynamics::planned_newton_euler<Expr>(r.tree, plan, r.parameters, r.state, workspace, tau);
  r.program.add_output("tau", tau, "joint torques [N m or N]");
  return std::move(r.program);
}

SearchResult search_plan(const robot::Tree& tree, const robot::Parameters<double>& par, PlannedFunction function,
                         const SearchOptions& options) {
  if (is_of_composites(function))
    return has_limbs(tree) ? search_limbs(tree, par, function, options)
                           : search_coefficients(tree, par, function, options);
  return Search(tree, par, function, options).run();
}

}  // namespace tauforge::compiler
