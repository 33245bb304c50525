#include "tauforge/compiler/search_coefficients.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <set>
#include <utility>

#include "tauforge/compiler/factor_program.h"
#include "tauforge/compiler/plan_starts.h"
#include "tauforge/compiler/trace.h"
#include "tauforge/dynamics/planned/plan_space.h"
#include "tauforge/passes/factor_sums.h"

namespace tauforge::compiler {

namespace {

using dynamics::LinkFrame;
using dynamics::Meeting;
using dynamics::Plan;
using robot::Index;
using robot::Tree;

class CoefficientSearch {
 public:
  CoefficientSearch(const Tree& tree, const robot::Parameters<double>& par, PlannedFunction function,
                    const SearchOptions& options)
      : tree_(tree), par_(par), function_(function), options_(options), choices_(dynamics::link_choices(tree, par)) {
    // the effort is meant for an arm: an evaluation of a larger robot counts for more, and takes longer
    const long long rows = dynamics::base_rows(tree) + tree.size();
    weight_ = std::max(1LL, rows * rows / 64);
  }

  // Ways to slide with one place where all meet, the most different of them improved by single changes until none helps;
  // then walks that also take changes for the worse, less and less, the last on the count after factoring.
  SearchResult run() {
    std::vector<Scored> given, starts;
    for (const Plan& start : usable_starts(tree_, par_, function_, options_)) given.push_back({cost(start), start});
    for (const Plan& slid : slide_variants())
      for (const Plan& start : hub_variants(slid)) {
        if (given.size() + starts.size() > 0 && spent(0.15)) break;
        starts.push_back({cost(start), start});
      }
    sort(starts);
    std::vector<Scored> tops = given, found;
    for (const Scored& start : diverse(starts)) tops.push_back(start);
    for (const Scored& start : tops) {
      found.push_back(improve(start));
      if (spent(until_improved)) break;
    }
    sort(found);
    const std::size_t walks = std::min<std::size_t>(3, found.size());
    for (std::size_t k = 0; k < walks; ++k)
      found.push_back(walk(found[k], until_improved + 0.05 * static_cast<double>(k + 1)));
    sort(found);
    if (stopped_) return result_of(found.front().plan);
    std::vector<Scored> last;  // given ones first: of equals they are kept, the pipeline factors longer
    for (const Scored& start : given) last.push_back({factored_cost(start.plan), start.plan});
    for (std::size_t k = 0; k < std::min<std::size_t>(6, found.size()); ++k)
      last.push_back({factored_cost(found[k].plan), found[k].plan});
    sort(last);
    return result_of(loosest(polish(last.front())));
  }

 private:
  struct Scored {
    int cost;
    Plan plan;
  };

  SearchResult result_of(const Plan& plan) const {
    return {plan, count(trace(plan), expression::rule_customised), evaluations_};
  }

  static constexpr double until_improved = 0.45, until_polished = 0.8;  // parts of the effort

  bool spent(double part = 1.0) const {
    return stopped_ || static_cast<double>(evaluations_) >= part * options_.evaluations;
  }

  static void sort(std::vector<Scored>& plans) {
    std::stable_sort(plans.begin(), plans.end(), [](const Scored& a, const Scored& b) { return a.cost < b.cost; });
  }

  expression::Program trace(const Plan& plan) const {
    return trace_planned(record(tree_, par_, "planned"), function_, plan);
  }

  int cost(const Plan& plan) {
    evaluations_ += weight_;
    return seen(count(trace(plan), expression::rule_customised).total());
  }

  // Shows a count to whoever watches.
  int seen(int operations) {
    if (fewest_ == 0 || operations < fewest_) fewest_ = operations;
    if (options_.watch && !stopped_)
      stopped_ = !options_.watch({std::min(1.0, static_cast<double>(evaluations_) / options_.evaluations), fewest_});
    return operations;
  }

  // What the pipeline would not factor is counted as it is.
  int factored_cost(const Plan& plan, int perturbations = 0) {
    const expression::Program recorded = trace(plan);
    if (!is_worth_factoring(recorded)) {
      evaluations_ += weight_;
      return seen(count(recorded, expression::rule_customised).total());
    }
    evaluations_ += 10 * weight_ * weight_ * (1 + perturbations);  // takes as long as recording so many plans
    return seen(count(passes::factor_sums(recorded, {.restarts = 1, .perturbations = perturbations}),
                      expression::rule_customised)
                    .total());
  }

  // A prismatic joint's coordinate would have to be scaled.
  bool has_unit() const { return !options_.is_limb && tree_.all_revolute(); }

  // Slides on regrouped parameters.
  std::vector<Plan> slide_variants() {
    Plan plain;
    plain.link.resize(tree_.size());
    for (Index i : tree_.base_to_tip()) plain.link[i].joins_run = choices_[i].may_join_run;
    plain.gauge = dynamics::regrouping(tree_);
    // a floating base needs the momenta of all joints anyway
    if (tree_.floating && function_ == PlannedFunction::coefficients)
      for (Index i : tree_.base_to_tip()) meet(plain, {i, Tree::base, Tree::base, LinkFrame::own});
    std::vector<Plan> variants = dynamics::slide_variants(tree_, choices_, par_, plain, 64);
    for (Plan& plan : variants)
      if (const auto units = dynamics::unit_lengths(tree_, plan, par_); !units.empty() && has_unit() && !tree_.floating)
        plan.unit = units[0];
    return variants;
  }

  // As it is, and with every body as the place where all that pass it meet.
  std::vector<Plan> hub_variants(const Plan& plan) const {
    std::vector<Plan> variants{plan};
    for (Index body : tree_.base_to_tip())
      for (const LinkFrame frame : {LinkFrame::own, LinkFrame::before}) {
        variants.push_back(plan);
        for (Index upper : tree_.base_to_tip())
          if (carries(body, upper))
            for (Index lower = body;; lower = tree_.parent(lower)) {
              meet(variants.back(), {upper, lower, body, frame});
              if (lower == Tree::base) break;
            }
      }
    return variants;
  }

  // The best, and the best of every place to meet and every way to slide.
  static std::vector<Scored> diverse(const std::vector<Scored>& sorted) {
    std::vector<Scored> chosen;
    std::set<std::pair<Index, LinkFrame>> hubs;
    std::set<std::vector<dynamics::Slide>> slides;
    for (const Scored& candidate : sorted) {
      const auto& meetings = candidate.plan.meetings;
      std::vector<dynamics::Slide> slid;
      for (const auto& link : candidate.plan.link) slid.push_back(link.slide);
      const bool new_hub = hubs.emplace(meetings.empty() ? Tree::base : meetings[0].body,
                                        meetings.empty() ? LinkFrame::own : meetings[0].frame)
                               .second;
      if (slides.insert(slid).second || new_hub) chosen.push_back(candidate);
    }
    return chosen;
  }

  static void meet(Plan& plan, const Meeting& meeting) {
    std::erase_if(plan.meetings,
                  [&](const Meeting& m) { return m.upper == meeting.upper && m.lower == meeting.lower; });
    plan.meetings.push_back(meeting);
  }

  // Takes a changed plan when it is cheaper.
  bool take_if_cheaper(Scored& best, const Plan& changed) {
    if (changed == best.plan) return false;
    const int changed_cost = cost(changed);
    if (changed_cost >= best.cost) return false;
    best = {changed_cost, changed};
    return true;
  }

  using Change = std::function<void(Plan&)>;

  // Every single change of a plan.
  std::vector<Change> changes(const Plan& plan) const {
    std::vector<Change> all;
    for (Index i : tree_.base_to_tip()) {
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
    if (has_unit())
      for (const auto& unit : dynamics::unit_lengths(tree_, plan, par_))
        all.push_back([unit](Plan& p) { p.unit = unit; });
    if (has_unit() && options_.gravity_is_fixed && function_ != PlannedFunction::mass_matrix)
      for (const auto& unit : dynamics::gravity_units(par_)) all.push_back([unit](Plan& p) { p.unit = unit; });
    for (const LinkFrame frame : {LinkFrame::own, LinkFrame::before})
      for (Index body : tree_.base_to_tip()) add_meetings(body, frame, all);
    if (tree_.floating) add_meetings(Tree::base, LinkFrame::own, all);
    for (Index i : tree_.base_to_tip())
      for (const auto& move : dynamics::possible_moves(tree_, plan, par_, i)) {
        if (options_.is_limb && !tree_.has_parent(i) && move.of == dynamics::GaugeMove::Of::parent) continue;
        all.push_back([move](Plan& p) { p.gauge.push_back(move); });
        all.push_back([move](Plan& p) {  // instead of what moved there before
          std::erase_if(p.gauge, [&](const auto& m) { return m.joint == move.joint && m.what == move.what; });
          p.gauge.push_back(move);
        });
      }
    return all;
  }

  // At a body one pair of joints may meet, all with one lower or upper joint, or all that pass it.
  void add_meetings(Index body, LinkFrame frame, std::vector<Change>& all) const {
    constexpr Index any = -2;
    const auto add = [&](Index only_upper, Index only_lower) {
      all.push_back([this, body, frame, only_upper, only_lower](Plan& p) {
        for (Index upper : tree_.base_to_tip())
          if (carries(body, upper) && (only_upper == any || only_upper == upper))
            for (Index lower = body;; lower = tree_.parent(lower)) {
              if (only_lower == any || only_lower == lower) meet(p, {upper, lower, body, frame});
              if (lower == Tree::base) break;
            }
      });
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
  static Plan changed(Plan plan, const Change& change) {
    change(plan);
    return plan;
  }

  bool carries(Index body, Index upper) const {
    while (upper > body) upper = tree_.parent(upper);
    return upper == body;
  }

  Scored improve(Scored best) {
    for (bool better = true; better && !spent(until_improved);) {
      better = false;
      for (const Change& change : changes(best.plan)) {
        if (spent()) break;
        better = take_if_cheaper(best, changed(best.plan, change)) || better;
      }
    }
    return best;
  }

  // Simulated annealing.
  Scored walk(Scored now, double until) {
    Scored best = now;
    std::mt19937 random(static_cast<unsigned>(evaluations_));
    const auto from = static_cast<double>(evaluations_);
    const double span = until * options_.evaluations - from;
    while (!spent(until)) {
      const std::vector<Change> possible = changes(now.plan);
      for (int tries = 0; tries < 30 && !spent(until); ++tries) {
        const Plan next = changed(now.plan, possible[random() % possible.size()]);
        if (next == now.plan) continue;
        const double temperature = 0.9 - 0.7 * (static_cast<double>(evaluations_) - from) / span;
        const int next_cost = cost(next);
        const double chance = std::exp((now.cost - next_cost) / temperature);
        if (static_cast<double>(random() % 100000) >= 100000 * chance) continue;
        now = {next_cost, next};
        if (now.cost < best.cost) best = now;
        break;
      }
    }
    return best;
  }

  // The same on the count after factoring; plans much dearer before it are not tried.
  // All plans that are found to be equally cheap come back, a few at most.
  std::vector<Plan> polish(Scored now) {
    std::vector<Plan> best{now.plan};
    int lowest = now.cost;
    std::mt19937 random(7);
    const auto from = static_cast<double>(evaluations_);
    const double span = until_polished * options_.evaluations - from;
    while (!spent(until_polished)) {
      const std::vector<Change> possible = changes(now.plan);
      const int recorded = cost(now.plan);
      for (std::size_t tries = 0; tries < 100 && !spent(until_polished); ++tries) {
        const Plan next = changed(now.plan, possible[random() % possible.size()]);
        if (next == now.plan || cost(next) > recorded + 4) continue;
        const double temperature = 0.6 - 0.5 * (static_cast<double>(evaluations_) - from) / span;
        const int next_cost = factored_cost(next);
        const double chance = std::exp((now.cost - next_cost) / temperature);
        if (static_cast<double>(random() % 100000) >= 100000 * chance) continue;
        now = {next_cost, next};
        if (now.cost < lowest) best.clear(), lowest = now.cost;
        if (now.cost == lowest && best.size() < 8) best.push_back(now.plan);
        break;
      }
    }
    return best;
  }

  // The one that loosening makes cheapest.
  Plan loosest(const std::vector<Plan>& plans) {
    const long long for_all = options_.evaluations / 50 / (weight_ * weight_);  // what is left of the effort
    const auto perturbations = static_cast<int>(for_all / static_cast<long long>(plans.size()));
    Plan best = plans.front();
    int lowest = -1;
    for (const Plan& plan : plans) {
      if (stopped_ || (lowest >= 0 && spent())) break;
      const int found = factored_cost(plan, perturbations);
      if (lowest < 0 || found < lowest) lowest = found, best = plan;
    }
    return best;
  }

  const Tree& tree_;
  const robot::Parameters<double>& par_;
  PlannedFunction function_;
  SearchOptions options_;
  std::vector<dynamics::LinkChoices> choices_;
  long long evaluations_ = 0;
  long long weight_;
  int fewest_ = 0;        // 0: nothing was counted yet
  bool stopped_ = false;  // by whoever watches
};

}  // namespace

SearchResult search_coefficients(const Tree& tree, const robot::Parameters<double>& par, PlannedFunction function,
                                 const SearchOptions& options) {
  return CoefficientSearch(tree, par, function, options).run();
}

}  // namespace tauforge::compiler
