#include "tauforge/compiler/plan_search.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <utility>

#include "tauforge/compiler/meeting_changes.h"
#include "tauforge/compiler/plan_changes.h"
#include "tauforge/compiler/plan_pool.h"
#include "tauforge/compiler/plan_starts.h"
#include "tauforge/compiler/search_objective.h"

namespace tauforge::compiler {

namespace {

using dynamics::Plan;

bool accepts(const Cooling&, int more, double temperature, std::mt19937& random) {
  return static_cast<double>(random() % chance_steps) < chance_steps * std::exp(-more / temperature);
}

bool accepts(const Threshold& one_in, int more, double, std::mt19937& random) {
  return more <= (random() % one_in.two_more_one_in == 0 ? 2 : random() % one_in.one_more_one_in == 0 ? 1 : 0);
}

double temperature_of(const Cooling& cooling, double passed, double span) {
  return cooling.hot - cooling.drop * passed / span;
}
double temperature_of(const Threshold&, double, double) { return 0.0; }

class PlanSearch {
 public:
  PlanSearch(SearchAccount& account, PlanMoves& moves, const SearchTuning& tuning, int joints)
      : account_(account), moves_(moves), tuning_(tuning), joints_(joints), pool_(tuning.pool) {}

  SearchResult run(const std::vector<Plan>& from_outside) {
    for (const Plan& plan : from_outside) given_.push_back({account_.cost(plan), plan});
    RecordedCount recorded(account_);
    for (const ScoredPlan& start : starts()) {
      if (!pool_.is_empty() && account_.is_spent(tuning_.descents.begin_until)) break;
      pool_.keep(descend(start, tuning_.descents.continue_until, recorded));
    }
    const auto& ends = tuning_.annealing.run_ends;
    const auto best = pool_.first(ends.size());
    for (std::size_t k = 0; k < best.size() && ends[k] > 0; ++k)
      pool_.keep(anneal(best[k], tuning_.annealing, ends[k], recorded).front());
    const Plan found = polished(cheapest_finalist());
    return {found, count(account_.program_of(found), expression::rule_customised), account_.effort(),
            pool_.front().cost};
  }

 private:
  // Those from outside and the most different of the proposed ones.
  std::vector<ScoredPlan> starts() {
    std::vector<ScoredPlan> proposed;
    const double most = account_.effort_of(tuning_.starts.proposed) / static_cast<double>(account_.weight());
    for (const Plan& plan : moves_.starts(std::max<std::size_t>(1, static_cast<std::size_t>(most)))) {
      if (given_.size() + proposed.size() > 0 && account_.is_spent(tuning_.starts.until)) break;
      proposed.push_back({account_.cost(plan), plan});
    }
    std::stable_sort(proposed.begin(), proposed.end(), is_cheaper);
    if (tuning_.pool.of_all) {
      if (!proposed.empty()) pool_.keep(proposed.front());
      for (const ScoredPlan& start : given_) pool_.keep(start);
    }
    std::vector<ScoredPlan> chosen = given_;
    for (const ScoredPlan& start : diverse(proposed)) chosen.push_back(start);
    return chosen;
  }

  // The best few, and the best with each feature.
  std::vector<ScoredPlan> diverse(const std::vector<ScoredPlan>& sorted) const {
    std::vector<ScoredPlan> chosen(
        sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(std::min(tuning_.starts.best, sorted.size())));
    std::set<std::pair<std::size_t, PlanMoves::Feature>> seen;
    for (const ScoredPlan& candidate : sorted) {
      if (chosen.size() >= tuning_.starts.descended) break;
      bool is_new = false;
      std::size_t which = 0;
      for (const auto& feature : moves_.features(candidate.plan))
        is_new = seen.emplace(which++, feature).second || is_new;
      if (is_new) chosen.push_back(candidate);
    }
    return chosen;
  }

  // Single changes, each taken as soon as it helps, until none does.
  ScoredPlan descend(ScoredPlan now, double until, Objective& objective) {
    for (bool better = true; better && !account_.is_spent(until);) {
      better = false;
      objective.begin(now.plan);
      for (const auto& change : moves_.changes(now.plan)) {
        if (account_.is_spent() || objective.is_exhausted()) return now;
        Plan next = now.plan;
        change(next);
        if (next == now.plan || !objective.admits(next)) continue;
        const int cost = objective.cost(next);
        if (cost < now.cost) now = {cost, next}, better = true;
      }
    }
    return now;
  }

  // Simulated annealing; a run that gains nothing for long restarts from the pool. The cheapest plans that it meets, a few
  // equals at most.
  std::vector<ScoredPlan> anneal(ScoredPlan now, const Annealing& how, double until, Objective& objective) {
    std::vector<ScoredPlan> best{now};
    std::mt19937 random(how.seed.value_or(static_cast<unsigned>(account_.effort())));
    const auto from = static_cast<double>(account_.effort());
    const double span = account_.effort_of(until) - from;
    int tries = how.tries, fruitless = 0, lowest = now.cost;  // since the last restart
    while (!account_.is_spent(until)) {
      if (tries++ == how.tries) {
        objective.begin(now.plan), tries = 0;
        continue;
      }
      if (how.patience > 0 && ++fruitless > how.patience * joints_)
        now = pool_.any(random), lowest = now.cost, fruitless = 0;
      const Plan next = random_neighbour(now.plan, how, random);
      if (next == now.plan || !objective.admits(next)) continue;
      const double passed = static_cast<double>(account_.effort()) - from;
      const int cost = objective.cost(next);
      const bool taken = std::visit(
          [&](const auto& accept) {
            return accepts(accept, cost - now.cost, temperature_of(accept, passed, span), random);
          },
          how.accept);
      if (!taken) continue;
      now = {cost, next}, tries = how.tries;
      if (tuning_.pool.of_all) pool_.keep(now);
      if (cost < lowest) lowest = cost, fruitless = 0;
      if (cost < best.front().cost) best.clear();
      if (best.empty() || (cost == best.front().cost && best.size() < how.most_equals)) best.push_back(now);
    }
    return best;
  }

  Plan random_neighbour(Plan plan, const Annealing& how, std::mt19937& random) {
    const bool twice = how.two_changes_one_in > 0 && random() % how.two_changes_one_in == 0;
    for (int k = 0; k < (twice ? 2 : 1); ++k) moves_.random_change(random, plan);
    return plan;
  }

  // Factoring finds more in some plans than in others.
  ScoredPlan cheapest_finalist() {
    ScoredPlan cheapest{pool_.front().cost + 1, pool_.front().plan};
    const auto& tuning = tuning_.finalists;
    // given ones first: of equals they are kept, for the pipeline factors longer and may know more of them
    std::vector<ScoredPlan> finalists = given_;
    for (const ScoredPlan& good : pool_.first(tuning.least + tuning.operations / (1 + cheapest.cost)))
      finalists.push_back(good);
    for (const ScoredPlan& finalist : finalists) {
      if (account_.is_stopped()) break;
      const int factored = account_.factored_cost(finalist.plan, {.restarts = tuning.restarts});
      if (factored < cheapest.cost) cheapest = {factored, finalist.plan};
    }
    return cheapest;
  }

  Plan polished(const ScoredPlan& from) {
    const auto& tuning = tuning_.polish;
    FactoredCount factored(account_, tuning, tuning.operations / (1 + from.cost));
    if (!tuning.annealing) return descend(from, never, factored).plan;
    return cheapest_when_perturbed(anneal(from, *tuning.annealing, tuning.annealing->run_ends[0], factored));
  }

  // Of equals the one that perturbed factoring makes cheapest.
  Plan cheapest_when_perturbed(const std::vector<ScoredPlan>& equals) {
    const auto& tuning = tuning_.polish;
    const long long for_all = static_cast<long long>(account_.effort_of(1.0)) / tuning.perturbations_one_in /
                              (account_.weight() * account_.weight());
    const auto each = static_cast<int>(for_all / std::ssize(equals));
    ScoredPlan cheapest{-1, equals.front().plan};
    for (const ScoredPlan& equal : equals) {
      if (account_.is_stopped() || (cheapest.cost >= 0 && account_.is_spent())) break;
      const int cost = account_.factored_cost(equal.plan, {.restarts = tuning.restarts, .perturbations = each});
      if (cheapest.cost < 0 || cost < cheapest.cost) cheapest = {cost, equal.plan};
    }
    return cheapest.plan;
  }

  SearchAccount& account_;
  PlanMoves& moves_;
  const SearchTuning& tuning_;
  int joints_;
  std::vector<ScoredPlan> given_;  // starts from outside
  PlanPool pool_;
};

}  // namespace

SearchResult search_whole(const robot::Tree& tree, const robot::Parameters<double>& par, PlannedFunction function,
                          const SearchOptions& options) {
  const auto search = [&](PlanMoves&& moves, const SearchTuning& tuning) {
    SearchAccount account(tree, par, function, options, tuning);
    return PlanSearch(account, moves, tuning, tree.size()).run(usable_starts(tree, par, function, options));
  };
  if (is_of_composites(function)) return search(MeetingChanges(tree, par, function, options), composite_body_tuning);
  return search(PlanChanges(tree, par, options.aligned), newton_euler_tuning);
}

}  // namespace tauforge::compiler
